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
import { expect, hydrateParts, openPage, test } from './support/fixtures.ts';

/** Valid and invalid URLs of lists, and the text that the page shows for each. */
const PRODUCTS_FOUND = /^We found \d+ items for you!$/;
const LIST_URLS: [url: string, expected: string | RegExp][] = [
  ...['', '2.5', 'NaN', '%00', '{}', '9'.repeat(400)].map((page): [string, RegExp] => [
    `/product/list?section=productList&page=${page}`,
    PRODUCTS_FOUND,
  ]),
  ['/product/list', PRODUCTS_FOUND],
  ['/product/list?', PRODUCTS_FOUND],
  ['/product/list?%', PRODUCTS_FOUND],
  ['/product/list?&&==&page', PRODUCTS_FOUND],
  ['/product/list?section=productList&page=2&page=1', PRODUCTS_FOUND],
  ['/product/list?section=', 'Invalid section'],
  ['/product/list?section=foo', 'Invalid section'],
  ['/product/list?section=__proto__', 'Invalid section'],
  ['/product/list?section=constructor', 'Invalid section'],
  ['/product/list?section=productlist', 'Invalid section'],
  ['/product/list?section=%F0%28%8C%28', 'Invalid section'],
  [`/product/list?section=${encodeURIComponent('<script>alert(1)</script>')}`, 'Invalid section'],
  ['/product/list/7?section=%00', 'Invalid section'],
  ['/product/list?section=productList&min_price=abc&max_price=', PRODUCTS_FOUND],
  ['/product/list?section=productList&min_price=-5&max_price=-1', PRODUCTS_FOUND],
  ['/product/list?section=productList&min_price=1e999', PRODUCTS_FOUND],
  ['/product/list?section=productList&min_price=1e99', NO_PRODUCTS_FOUND],
  ['/product/list?section=productList&min_price=NaN&max_price=Infinity', PRODUCTS_FOUND],
  ['/product/list?section=productList&min_price=9&max_price=1', NO_PRODUCTS_FOUND],
  ['/product/list?section=productList&sort=zzz&in_stock=maybe', PRODUCTS_FOUND],
  ['/product/list?section=productList&sort=__proto__', PRODUCTS_FOUND],
  ['/product/list?section=productList&sort=price%27--', PRODUCTS_FOUND],
  ['/product/list?section=productCategory&categoryId=abc', NO_PRODUCTS_FOUND],
  ['/product/list?section=productCategory&categoryId=-3', NO_PRODUCTS_FOUND],
  ['/product/list?section=productSubCategory&subCategoryId=1e9999', NO_PRODUCTS_FOUND],
  ['/product/list/1', PRODUCTS_FOUND],
  ['/product/list/1?section=productCategory&categoryId=zzz', PRODUCTS_FOUND],
  ['/product/list/1?section=hotDeals', PRODUCTS_FOUND],
  ['/product/list?section=searchQuery&query=%00', NO_PRODUCTS_FOUND],
  ['/product/list?section=searchQuery&query=%00palm%0D%0Aoil%0B', PRODUCTS_FOUND],
  ['/product/list?section=searchQuery&query=%ED%A0%80', NO_PRODUCTS_FOUND],
  [`/product/list?section=searchQuery&query=${encodeURIComponent("'; drop table product; --")}`, PRODUCTS_FOUND],
  [`/product/list?section=searchQuery&query=${encodeURIComponent('<img src=x onerror=alert(1)>')}`, PRODUCTS_FOUND],
  [`/product/list?section=searchQuery&query=${'yam '.repeat(600)}`, PRODUCTS_FOUND],
  ['/product/list/?section=productList&page=1', PRODUCTS_FOUND],
  ['/product//list//1/?section=productCategory', PRODUCTS_FOUND],
];

test('the server answers any URL of a list with a list, an empty result or an invalid section', {
  tag: ['@LIST-7', '@LIST-12', '@LIST-14'],
}, async ({ page, request }) => {
  for (const [url, expected] of LIST_URLS) {
    await test.step(url.slice(0, 120), async () => {
      const response = await request.get(url);
      expect(response.status()).toBe(200);
      const { headings, texts } = await page.evaluate(
        (html) => {
          const parsed = new DOMParser().parseFromString(html, 'text/html');
          const elements = [...parsed.querySelectorAll('main *')];
          return {
            headings: parsed.querySelectorAll('h1').length,
            texts: elements.map(({ textContent }) => textContent.trim()),
          };
        },
        await response.text(),
      );
      expect(headings).toBe(1);
      expect(texts).toContainEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    });
  }
});

test('the browser keeps what the server has rendered for a URL of each kind', {
  tag: ['@LIST-7', '@LIST-12', '@LIST-14'],
}, async ({ page }) => {
  for (const [url, expected] of [
    ['/product/list?section=productList&page=NaN', PRODUCTS_FOUND],
    [`/product/list?section=${encodeURIComponent('<script>alert(1)</script>')}`, 'Invalid section'],
    ['/product/list?section=productList&min_price=NaN&max_price=Infinity', PRODUCTS_FOUND],
    ['/product/list?section=productList&min_price=9&max_price=1', NO_PRODUCTS_FOUND],
    [`/product/list?section=searchQuery&query=${encodeURIComponent('<img src=x onerror=alert(1)>')}`, PRODUCTS_FOUND],
    ['/product//list//1/?section=productCategory', PRODUCTS_FOUND],
  ] as const) {
    await test.step(url.slice(0, 120), async () => {
      await openPage(page, url);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main').getByText(expected, { exact: true }).first()).toBeVisible();
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
      await expect(page.getByText(LOAD_ERROR)).toHaveCount(0);
    });
  }
});

test('an invalid page number shows the first page', { tag: ['@LIST-54', '@LIST-55', '@LIST-56'] }, async ({ page }) => {
  const { results } = await fetchFromApi(page, '/api/products/?page=1&country_code=NG');
  const titles = results.map(({ title }) => title);
  // A unit test covers the others.
  for (const invalidPage of ['0', 'abc']) {
    await openPage(page, PRODUCT_LIST_URL.replace('page=1', `page=${invalidPage}`));
    expect(await productLinks(page).allTextContents()).toEqual(titles);
    await expect(page.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
  }
});

const UNKNOWN_LISTS = [
  '/product/list/999999?section=productCategory&categoryId=999999&page=1',
  '/product/list/999999?section=merchantStore&page=1',
];

test.describe('invalid and unknown ids', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('show the 404 page with a link to the products', { tag: ['@LIST-13'] }, async ({ page }) => {
    for (const path of [
      '/product/list/abc?section=productCategory',
      '/product/list/0?section=productCategory&categoryId=0&page=1',
      '/product/list/-1?section=merchantStore&page=1',
      '/product/list/1e3?section=merchantStore&page=abc',
      '/product/list/999999?section=productSubCategory&subCategoryId=999999&page=1',
      ...UNKNOWN_LISTS,
      '/product/list/99999999999999999999?section=productCategory',
      '/product/list/1%2F2?section=productCategory',
    ]) {
      await test.step(path, async () => {
        const response = await page.request.get(path);
        expect(response.status()).toBe(404);
        expect(await response.text()).toContain('This stall has moved');
      });
    }
    // One of each: an invalid id, an unknown category and an unknown store.
    for (const path of ['/product/list/abc?section=productCategory', ...UNKNOWN_LISTS]) {
      await openPage(page, path);
      await expect(pageHeading(page, 'This stall has moved')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Browse Products' })).toBeVisible();
    }
  });
});

test('an invalid country, stored for the server and in the browser, is ignored', {
  tag: ['@COUNTRY-19', '@COUNTRY-21'],
}, async ({ page, context, baseURL }) => {
  const { results } = await fetchFromApi(page, '/api/products/?page=1&country_code=NG');
  const priceForNigeria = results[0]?.converted_price ?? '?';
  await page.goto('/robots.txt');
  for (const [cookie, stored] of [
    ['xx', 'GB'],
    ['ZZ', '{"code":'],
    ['%00', '{"code":"britain"}'],
    ['GB;NG', '[]'],
    ['../..', 'null'],
    ['x'.repeat(2000), '{"code":7}'],
  ] as const)
    await test.step(`${cookie.slice(0, 20)} and ${stored}`, async () => {
      await context.clearCookies();
      await context.addCookies([{ name: 'country', value: encodeURIComponent(cookie), url: baseURL ?? '' }]);
      await page.evaluate((text) => localStorage.setItem('country', text), stored);
      await page.goto(PRODUCT_LIST_URL, { waitUntil: 'domcontentloaded' });
      // First as rendered by the server, then by the browser.
      await expect(productResults(page).getByRole('article').first()).toContainText(priceForNigeria);
      await hydrateParts(page);
      await expect(productResults(page).getByRole('article').first()).toContainText(priceForNigeria);
      await expect(resultCount(page)).toBeVisible();
    });
});
