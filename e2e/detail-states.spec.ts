import { LOAD_ERROR, PRODUCT_LIST_URL, pageHeading, productLinks } from './page-objects/product-list.ts';
import { fetchFromApi } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { skipRetryDelays } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequest, holdRequests, mockRequests, respondWith500 } from './support/network.ts';

const PRODUCT = /\/backend\/api\/products\/\d+\/\?/;
const RELATED = /\/backend\/api\/products\/\d+\/related\//;

const openFirstProduct = (page: Page) => productLinks(page).first().click();
const failure = (page: Page) => page.getByRole('main').getByRole('alert');

test("a loading product shows 'Loading product details...'", { tag: ['@PRODUCT-37'] }, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const title = (await productLinks(page).first().textContent()) ?? '';
  const release = await holdRequests(page, PRODUCT);
  await openFirstProduct(page);
  await expect(page.getByRole('status').filter({ hasText: /^Loading product details\.\.\.$/ })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(pageHeading(page, title)).toBeVisible();
});

test('leaving a product that is still loading shows the new page, not the product', async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const release = await holdRequests(page, PRODUCT);
  await openFirstProduct(page);
  await expect(page.getByText('Loading product details...')).toBeVisible();
  await page.goBack();
  await expect(productLinks(page)).toHaveCount(50);
  release();
  await expect(pageHeading(page, 'All Products')).toBeVisible();
});

test.describe('when a request fails', () => {
  // The router logs errors of loaders.
  test.use({ expectedErrors: [/Failed to load resource|ApiError: /] });

  for (const [name, respond, cause] of [
    ['no response', abortRequest, 'Network Error'],
    ['a server error', respondWith500, 'Internal Server Error'],
    [
      'broken JSON',
      (route) => route.fulfill({ contentType: 'application/json', body: '{"id":1,"ti' }),
      'The response could not be read.',
    ],
    ['missing fields', (route) => route.fulfill({ json: { id: 1, title: 'Yam' } }), 'The response could not be read.'],
  ] satisfies [string, Parameters<typeof mockRequests>[2], string][]) {
    test(`${name}: the page shows an error with the cause, and Try Again loads the product`, {
      tag: ['@PRODUCT-38', '@PRODUCT-39'],
    }, async ({ page }) => {
      await page.clock.install();
      await openPage(page, PRODUCT_LIST_URL);
      const title = (await productLinks(page).first().textContent()) ?? '';
      const calls = await mockRequests(page, PRODUCT, respond);
      // By keyboard, since hovering would prefetch.
      await productLinks(page).first().press('Enter');
      await skipRetryDelays(page, calls);
      await expect(failure(page).getByRole('heading', { name: LOAD_ERROR })).toBeVisible();
      await expect(failure(page)).toContainText(cause);
      await expectAccessible(page);
      await page.unroute(PRODUCT);
      await failure(page).getByRole('button', { name: 'Try Again' }).click();
      await expect(pageHeading(page, title)).toBeVisible();
    });
  }

  test('a removed product shows Product not found with a link to all products', { tag: ['@PRODUCT-40'] }, async ({
    page,
  }) => {
    await openPage(page, PRODUCT_LIST_URL);
    const calls = await mockRequests(page, PRODUCT, (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', detail: 'Not found.', message: 'Not found.' } }),
    );
    await openFirstProduct(page);
    await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
    // A 404 is not retried; hovering the link may have prefetched it once.
    expect(calls()).toBeLessThanOrEqual(2);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View All Products' }).click();
    await expect(page).toHaveURL(PRODUCT_LIST_URL);
  });

  test('related products that fail to load are hidden', { tag: ['@PRODUCT-33'] }, async ({ page }) => {
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    const title = (await productLinks(page).first().textContent()) ?? '';
    const calls = await mockRequests(page, RELATED, abortRequest);
    await openFirstProduct(page);
    await expect(pageHeading(page, title)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Related products' })).toBeVisible();
    await skipRetryDelays(page, calls);
    await expect(page.getByRole('list', { name: 'Related products' })).toHaveCount(0);
    await expect(pageHeading(page, title)).toBeVisible();
  });
});

test.describe('invalid and unknown product ids', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test("return 404 and show 'Product not found'", { tag: ['@PRODUCT-40', '@PRODUCT-41'] }, async ({ page }) => {
    for (const id of ['abc', '0', '-1', '2.5', '1e99', '999999999', '9'.repeat(300), '%00', '%3Cscript%3E', '1%2F2']) {
      await test.step(id.slice(0, 40), async () => {
        const response = await page.goto(`/product/details/${id}?section=productList&page=1`, {
          waitUntil: 'domcontentloaded',
        });
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
        await expect(page).toHaveTitle(/^Page not found/);
      });
    }
    await expectAccessible(page);
  });
});

test('invalid search params in the URL are ignored', { tag: ['@PRODUCT-42'] }, async ({ page }) => {
  const { results } = await fetchFromApi(page, '/api/products/?page=1');
  const [product] = results;
  for (const search of [
    'section=foo&page=abc&query=%',
    'section=%00&categoryId=1e99&subCategoryId=-1',
    'page[]=1&section={}',
    `query=${'x'.repeat(3000)}`,
  ]) {
    const response = await page.goto(`/product/details/${product?.id}?${search}`, { waitUntil: 'domcontentloaded' });
    expect(response?.status()).toBe(200);
    await expect(pageHeading(page, product?.title ?? '?')).toBeVisible();
  }
  await page.goto(`/product/details/${product?.id}/?section=hotDeals&page=1`, { waitUntil: 'domcontentloaded' });
  await expect(page).toHaveURL(`/product/details/${product?.id}?section=hotDeals&page=1`);
  await expect(pageHeading(page, product?.title ?? '?')).toBeVisible();
});
