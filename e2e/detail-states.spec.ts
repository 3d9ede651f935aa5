import { LOAD_ERROR, PRODUCT_LIST_URL, pageHeading, productLinks } from './page-objects/product-list.ts';
import { fetchFromApi } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { skipRetryDelays } from './support/clock.ts';
import { expect, openPage, type Page, test, waitForFrames } from './support/fixtures.ts';
import { abortRequest, holdRequests, mockRequests, type Respond, respondWith500 } from './support/network.ts';

const PRODUCT = /\/backend\/api\/products\/\d+\/\?/;
const RELATED = /\/backend\/api\/products\/\d+\/related\//;

const failure = (page: Page) => page.getByRole('main').getByRole('alert');

test("a loading product shows 'Loading product details...'; leaving it shows the new page, not the product", {
  tag: ['@PRODUCT-37'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const title = (await productLinks(page).nth(1).textContent()) ?? '';
  const releaseFirst = await holdRequests(page, PRODUCT);
  await productLinks(page).first().click();
  await expect(page.getByText('Loading product details...')).toBeVisible();
  await page.goBack();
  await expect(productLinks(page)).toHaveCount(50);
  const loaded = page.waitForEvent('requestfinished', (request) => PRODUCT.test(request.url()));
  releaseFirst();
  await loaded;
  // If the response still opened the product page, it would appear in these frames.
  await waitForFrames(page);
  await expect(pageHeading(page, 'All Products')).toBeVisible();
  await expect(productLinks(page)).toHaveCount(50);
  await expect(page).toHaveURL(PRODUCT_LIST_URL);

  const release = await holdRequests(page, PRODUCT);
  await productLinks(page).nth(1).click();
  await expect(page.getByRole('status').filter({ hasText: /^Loading product details\.\.\.$/ })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(pageHeading(page, title)).toBeVisible();
});

/** Responses to the request of a product, and the cause that the page shows for each. */
const FAILURES: [name: string, respond: Respond, cause: string][] = [
  ['no response', abortRequest, 'Network Error'],
  ['a server error', respondWith500, 'Internal Server Error'],
  [
    'broken JSON',
    (route) => route.fulfill({ contentType: 'application/json', body: '{"id":1,"ti' }),
    'The response could not be read.',
  ],
  ['missing fields', (route) => route.fulfill({ json: { id: 1, title: 'Yam' } }), 'The response could not be read.'],
];

test.describe('when a request fails', () => {
  // The router logs errors of loaders.
  test.use({ expectedErrors: [/Failed to load resource|ApiError: /] });

  test('without a valid response the page of a product shows an error with the cause, and Try Again loads the product', {
    tag: ['@PRODUCT-38', '@PRODUCT-39'],
  }, async ({ page }) => {
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    for (const [index, [name, respond, cause]] of FAILURES.entries())
      await test.step(name, async () => {
        const product = productLinks(page).nth(index);
        const title = (await product.textContent()) ?? '';
        const calls = await mockRequests(page, PRODUCT, respond);
        // By keyboard, since hovering would prefetch.
        await product.press('Enter');
        await skipRetryDelays(page, calls);
        await expect(failure(page).getByRole('heading', { name: LOAD_ERROR })).toBeVisible();
        await expect(failure(page)).toContainText(cause);
        // The errors differ only in their cause.
        if (index === 0) await expectAccessible(page);
        await page.unroute(PRODUCT);
        await failure(page).getByRole('button', { name: 'Try Again' }).click();
        await expect(pageHeading(page, title)).toBeVisible();
        await page.goBack();
        await expect(pageHeading(page, 'All Products')).toBeVisible();
      });
  });

  test('a removed product shows Product not found with a link to all products; related ones that fail to load are hidden', {
    tag: ['@PRODUCT-33', '@PRODUCT-40'],
  }, async ({ page }) => {
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    const title = (await productLinks(page).nth(1).textContent()) ?? '';
    const calls = await mockRequests(page, PRODUCT, (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', detail: 'Not found.', message: 'Not found.' } }),
    );
    await productLinks(page).first().click();
    await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
    // A 404 is not retried; hovering the link may have prefetched it once.
    expect(calls()).toBeLessThanOrEqual(2);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View All Products' }).click();
    await expect(page).toHaveURL(PRODUCT_LIST_URL);

    await page.unroute(PRODUCT);
    const relatedCalls = await mockRequests(page, RELATED, abortRequest);
    await productLinks(page).nth(1).click();
    await expect(pageHeading(page, title)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Related products' })).toBeVisible();
    await skipRetryDelays(page, relatedCalls);
    await expect(page.getByRole('list', { name: 'Related products' })).toHaveCount(0);
    await expect(pageHeading(page, title)).toBeVisible();
  });
});

test.describe('invalid and unknown product ids', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test("return 404 and show 'Product not found'", { tag: ['@PRODUCT-40', '@PRODUCT-41'] }, async ({ page }) => {
    for (const id of ['abc', '0', '-1', '2.5', '1e99', '999999999', '9'.repeat(300), '%00', '%3Cscript%3E', '1%2F2']) {
      await test.step(id.slice(0, 40), async () => {
        const response = await page.request.get(`/product/details/${id}?section=productList&page=1`);
        expect(response.status()).toBe(404);
        const html = await response.text();
        expect(html).toContain('Product not found');
        expect(html).toMatch(/<title>Page not found/);
      });
    }
    // The browser keeps what the server has rendered: an invalid id and an unknown one.
    for (const id of ['%3Cscript%3E', '999999999']) {
      await openPage(page, `/product/details/${id}?section=productList&page=1`);
      await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
      await expect(page).toHaveTitle(/^Page not found/);
    }
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
