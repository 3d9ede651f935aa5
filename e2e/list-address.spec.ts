import {
  LOAD_ERROR,
  NO_PRODUCTS_FOUND,
  PRODUCT_LIST_URL,
  pageHeading,
  productLinks,
  productResults,
  resultCount,
} from './page-objects/product-list.ts';
import { fetchFromApi } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { expect, openPage, test } from './support/fixtures.ts';

/** URLs from people, robots and broken links, and the text that the page shows for each. */
const ALL = /^We found \d+ items for you!$/;
const LISTS: [address: string, shown: string | RegExp][] = [
  ...['', '2.5', 'NaN', '%00', '{}', '9'.repeat(400)].map((page): [string, RegExp] => [
    `/product/list?section=productList&page=${page}`,
    ALL,
  ]),
  ['/product/list', ALL],
  ['/product/list?', ALL],
  ['/product/list?%', ALL],
  ['/product/list?&&==&page', ALL],
  ['/product/list?section=productList&page=2&page=1', ALL],
  ['/product/list?section=', 'Invalid section'],
  ['/product/list?section=foo', 'Invalid section'],
  ['/product/list?section=__proto__', 'Invalid section'],
  ['/product/list?section=constructor', 'Invalid section'],
  ['/product/list?section=productlist', 'Invalid section'],
  ['/product/list?section=%F0%28%8C%28', 'Invalid section'],
  [`/product/list?section=${encodeURIComponent('<script>alert(1)</script>')}`, 'Invalid section'],
  ['/product/list/7?section=%00', 'Invalid section'],
  ['/product/list?section=productList&min_price=abc&max_price=', ALL],
  ['/product/list?section=productList&min_price=-5&max_price=-1', ALL],
  ['/product/list?section=productList&min_price=1e999', ALL],
  ['/product/list?section=productList&min_price=1e99', NO_PRODUCTS_FOUND],
  ['/product/list?section=productList&min_price=NaN&max_price=Infinity', ALL],
  ['/product/list?section=productList&min_price=9&max_price=1', NO_PRODUCTS_FOUND],
  ['/product/list?section=productList&sort=zzz&in_stock=maybe', ALL],
  ['/product/list?section=productList&sort=__proto__', ALL],
  ['/product/list?section=productList&sort=price%27--', ALL],
  ['/product/list?section=productCategory&categoryId=abc', NO_PRODUCTS_FOUND],
  ['/product/list?section=productCategory&categoryId=-3', NO_PRODUCTS_FOUND],
  ['/product/list?section=productSubCategory&subCategoryId=1e9999', NO_PRODUCTS_FOUND],
  ['/product/list/1', ALL],
  ['/product/list/1?section=productCategory&categoryId=zzz', ALL],
  ['/product/list/1?section=hotDeals', ALL],
  ['/product/list?section=searchQuery&query=%00', NO_PRODUCTS_FOUND],
  ['/product/list?section=searchQuery&query=%00palm%0D%0Aoil%0B', ALL],
  ['/product/list?section=searchQuery&query=%ED%A0%80', NO_PRODUCTS_FOUND],
  [`/product/list?section=searchQuery&query=${encodeURIComponent("'; drop table product; --")}`, ALL],
  [`/product/list?section=searchQuery&query=${encodeURIComponent('<img src=x onerror=alert(1)>')}`, ALL],
  [`/product/list?section=searchQuery&query=${'yam '.repeat(600)}`, ALL],
  ['/product/list/?section=productList&page=1', ALL],
  ['/product//list//1/?section=productCategory', ALL],
];

test('whatever the address of a list says, the page is a list, and says what it made of it', {
  tag: ['@LIST-7', '@LIST-12', '@LIST-14'],
}, async ({ page }) => {
  test.slow();
  for (const [address, shown] of LISTS) {
    await test.step(address.slice(0, 120), async () => {
      const answer = await page.goto(address, { waitUntil: 'domcontentloaded' });
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const text = page.getByRole('main').getByText(shown, { exact: true });
      await expect(text.first()).toBeVisible();
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
      await expect(page.getByText(LOAD_ERROR)).toHaveCount(0);
    });
  }
});

test('a page that is none shows the first', { tag: ['@LIST-54', '@LIST-55', '@LIST-56'] }, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const titles = await productLinks(page).allTextContents();
  for (const bad of ['0', '-1', 'abc', '1e99']) {
    await openPage(page, PRODUCT_LIST_URL.replace('page=1', `page=${bad}`));
    expect(await productLinks(page).allTextContents()).toEqual(titles);
    await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
  }
});

test.describe('ids that nothing has', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('are a page that is missing, with ways on', { tag: ['@LIST-13'] }, async ({ page }) => {
    for (const path of [
      '/product/list/abc?section=productCategory',
      '/product/list/0?section=productCategory&categoryId=0&page=1',
      '/product/list/-1?section=merchantStore&page=1',
      '/product/list/1e3?section=merchantStore&page=abc',
      '/product/list/999999?section=productCategory&categoryId=999999&page=1',
      '/product/list/999999?section=productSubCategory&subCategoryId=999999&page=1',
      '/product/list/999999?section=merchantStore&page=1',
      '/product/list/99999999999999999999?section=productCategory',
      '/product/list/1%2F2?section=productCategory',
    ]) {
      await test.step(path, async () => {
        const answer = await page.goto(path, { waitUntil: 'domcontentloaded' });
        expect(answer?.status()).toBe(404);
        await expect(pageHeading(page, 'This stall has moved')).toBeVisible();
        await expect(page.getByRole('main').getByRole('link', { name: 'Browse Products' })).toBeVisible();
      });
    }
    await expectAccessible(page);
  });
});

test('a country that is none leaves the shop at its own', { tag: ['@COUNTRY-19', '@COUNTRY-21'] }, async ({
  page,
  context,
  baseURL,
}) => {
  const { results: nigeria } = await fetchFromApi(page, '/api/products/?page=1&country_code=NG');
  for (const country of ['xx', 'ZZ', '%00', 'GB;NG', '../..', 'x'.repeat(2000)]) {
    await context.clearCookies();
    await context.addCookies([{ name: 'country', value: encodeURIComponent(country), url: baseURL ?? '' }]);
    await page.goto(PRODUCT_LIST_URL, { waitUntil: 'domcontentloaded' });
    await expect(productResults(page).getByRole('article').first()).toContainText(nigeria[0]?.converted_price ?? '?');
  }
  for (const stored of ['GB', '{"code":', '{"code":"britain"}', '[]', 'null', '{"code":7}']) {
    await page.evaluate((text) => localStorage.setItem('country', text), stored);
    await openPage(page, PRODUCT_LIST_URL);
    await expect(productResults(page).getByRole('article').first()).toContainText(nigeria[0]?.converted_price ?? '?');
    await expect(resultCount(page)).toBeVisible();
  }
});
