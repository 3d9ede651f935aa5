import {
  NO_PRODUCTS_FOUND,
  PRODUCT_LIST_URL,
  pageHeading,
  productLinks,
  resultCount,
} from './page-objects/product-list.ts';
import { expect, navigate, openPage, type Page, test } from './support/fixtures.ts';

/** Records the list calls that the browser makes from now on. @returns their paths below /backend, with queries */
const recordListCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // Ignore product pages, which may be prefetched on hover, and the call for a store's profile.
    if (/^\/backend\/(api|merchants)\/.*(products|new-arrivals|hot-deals|brands)\//.test(pathname + search))
      if (!/^\/backend\/api\/products\/\d+\/$/.test(pathname)) calls.push(pathname.replace('/backend', '') + search);
  });
  return calls;
};

test('a list is rendered with its products, which are not fetched a second time', async ({ page, request }) => {
  const calls = recordListCalls(page);
  await openPage(page, PRODUCT_LIST_URL);
  const titles = await productLinks(page).allTextContents();
  expect(titles).toHaveLength(50);
  expect(calls).toEqual([]);

  const html = await (await request.get(PRODUCT_LIST_URL)).text();
  const missing = titles.filter(
    (title) => !html.includes(title.trim().replaceAll('&', '&amp;').replaceAll("'", '&#x27;')),
  );
  expect(missing).toEqual([]);

  await page.getByRole('navigation', { name: /pag/i }).getByRole('link', { name: /\b2\b/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(productLinks(page).first()).not.toHaveText(titles[0] ?? '');
  // Only the new page was requested.
  expect(calls).toEqual(['/api/products/?page=2&country_code=NG']);
});

test('a page that the server has kept for minutes is not fetched a second time', async ({ page }) => {
  // It is still current: the server removes what has changed. A clock that is ahead stands for the minutes.
  await page.clock.install({ time: Date.now() + 4 * 60_000 });
  const calls = recordListCalls(page);
  await openPage(page, PRODUCT_LIST_URL);
  await page.getByRole('navigation', { name: /pag/i }).getByRole('link', { name: /\b2\b/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => calls).toEqual(['/api/products/?page=2&country_code=NG']);
});

test('the browser makes the eight list calls as the specification writes them', {
  tag: [
    '@API-5',
    '@API-18',
    '@API-19',
    '@API-20',
    '@API-21',
    '@API-22',
    '@API-23',
    '@API-24',
    '@LIST-3',
    '@LIST-4',
    '@LIST-5',
    '@SEARCH-5',
  ],
}, async ({ page }) => {
  const calls = recordListCalls(page);
  await openPage(page, '/about');
  for (const [path, call, heading] of [
    ['?section=newArrivals&page=1', '/api/new-arrivals/?page=1&country_code=NG', 'New Arrivals'],
    ['?section=hotDeals&page=1', '/api/hot-deals/?page=1&country_code=NG', 'Hot Deals'],
    ['?section=ourBrands&page=1', '/api/sokuwa-brands/?page=1&country_code=NG', 'Sokuwa Brands'],
    ['?section=productList&page=2', '/api/products/?page=2&country_code=NG', 'All Products'],
    [
      '?section=searchQuery&query=shea+butter&page=1',
      '/api/products/?country_code=NG&search=shea+butter&page=1',
      'Results for “shea butter”',
    ],
    ['/1?section=merchantStore&page=1', '/merchants/1/products/?page=1&country_code=NG', 'Òkè-Ajé Provisions'],
    [
      '/2?section=productCategory&categoryId=2&page=1',
      '/api/products/category//2?page=1&country_code=NG',
      'African Arts And Crafts',
    ],
    [
      '/10201?section=productSubCategory&subCategoryId=10201&page=1',
      '/api/products/subitem//10201?page=1&country_code=NG',
      'Garri & Cassava',
    ],
  ] as const) {
    calls.length = 0;
    await navigate(page, `/product/list${path}`);
    await expect(pageHeading(page, heading)).toBeVisible();
    await expect(resultCount(page)).toBeVisible();
    expect(calls).toEqual([call]);
  }
});

test('lists without an id and searches without a term are not fetched, and show that they are empty', {
  tag: ['@LIST-8', '@LIST-50', '@SEARCH-1'],
}, async ({ page }) => {
  const calls = recordListCalls(page);
  await openPage(page, PRODUCT_LIST_URL);
  for (const section of ['productCategory', 'productSubCategory', 'merchantStore', 'searchQuery'])
    for (const params of ['', '&categoryId=&subCategoryId=&query=+']) {
      await navigate(page, PRODUCT_LIST_URL);
      await expect(productLinks(page)).toHaveCount(50);
      await navigate(page, `/product/list?section=${section}&page=1${params}`);
      await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
      await expect(resultCount(page)).toHaveText('We found 0 items for you!');
    }
  expect(calls).toEqual([]);
  // Prove that the recorder would see a call: open a list with an id.
  await navigate(page, '/product/list?section=productCategory&categoryId=2&page=1');
  await expect(productLinks(page).first()).toBeVisible();
  expect(calls).toEqual(['/api/products/category//2?page=1&country_code=NG']);
});
