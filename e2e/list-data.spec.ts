import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { expect, openPage, test } from './support/fixtures.ts';

test('a list is rendered with its products, which are not fetched a second time', async ({ page, request }) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/backend/api/products')) requestedUrls.push(request.url());
  });
  await openPage(page, PRODUCT_LIST_URL);
  const titles = await productLinks(page).allTextContents();
  expect(titles).toHaveLength(50);
  expect(requestedUrls).toEqual([]);

  const html = await (await request.get(PRODUCT_LIST_URL)).text();
  const missing = titles.filter(
    (title) => !html.includes(title.trim().replaceAll('&', '&amp;').replaceAll("'", '&#x27;')),
  );
  expect(missing).toEqual([]);

  await page.getByRole('navigation', { name: /pag/i }).getByRole('link', { name: /\b2\b/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(productLinks(page).first()).not.toHaveText(titles[0] ?? '');
  // Only the new page was requested; the product under the pointer may have been prefetched.
  expect(requestedUrls.filter((url) => !/\/products\/\d+\//.test(url))).toHaveLength(1);
});
