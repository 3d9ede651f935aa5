import type { OperatorCategories } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { pageHeading } from './page-objects/product-list.ts';
import { postToApi } from './support/api.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { runCli } from './support/shoppers.ts';

test('the page of a merged category leads to the other one for good', { tag: ['@phone', '@CATEGORY-5'] }, async ({
  page,
}) => {
  const token = runCli('operators', 'token', 'category-journey', '--scope', 'write');
  const create = async (name: string): Promise<number> => {
    const body = { level: 'category', parent_id: null, name };
    const { results } = await postToApi<OperatorCategories>(page, '/operator/categories/', token, body);
    return results.find((category) => category.name === name)?.id ?? 0;
  };
  const [from, into] = [await create('Drums'), await create('Music')];
  const pathOf = (id: number) => `/product/list/${id}?section=productCategory&categoryId=${id}&page=1`;
  await postToApi(page, `/operator/categories/category/${from}/merge/`, token, { into_id: into, reason: 'Too few' });
  const readRedirect = async () => {
    const response = await page.request.get(pathOf(from), { maxRedirects: 0 });
    return [response.status(), response.headers().location];
  };
  // Pages know new categories within a second.
  await expect.poll(readRedirect).toEqual([308, pathOf(into)]);
  await openPage(page, pathOf(from));
  await expect(pageHeading(page, 'Music')).toBeVisible();
  const deleted = await page.request.delete(`/backend/operator/categories/category/${into}/`, {
    headers: { authorization: `Token ${token}` },
  });
  expect(deleted.status()).toBe(200);
});
