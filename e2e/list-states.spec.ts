import {
  filterBySelect,
  LOAD_ERROR,
  NO_PRODUCTS_FOUND,
  openFilters,
  PRODUCT_LIST_URL,
  pageHeading,
  pagination,
  productLinks,
  productResults,
  resultCount,
  searchBox,
  viewAllLink,
} from './page-objects/product-list.ts';
import { fetchFromApi, type ProductListResponse } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { fastForwardUntilVisible, skipRetryDelays } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequest, holdRequests, mockRequests, type Respond } from './support/network.ts';

const HOT_DEALS = /\/backend\/api\/hot-deals\/\?/;
const SEARCH = /\/backend\/api\/products\/\?.*search=/;
const CATEGORIES = /\/backend\/api\/category\//;
const MERCHANT = /\/backend\/merchants\/\d+\/$/;

/** The cause of an error when a response cannot be read. */
const UNREADABLE = 'The response could not be read.';

const placeholders = (page: Page) => page.getByRole('list', { name: 'Loading products' }).locator('li');
const failure = (page: Page) => productResults(page).getByRole('alert');
const submitSearch = async (page: Page, term: string) => {
  await searchBox(page).fill(term);
  await searchBox(page).press('Enter');
};

test('a loading list shows twelve placeholders, then its products; leaving it aborts its request and shows no error', {
  tag: ['@LIST-46', '@LIST-47', '@LIST-51'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const release = await holdRequests(page, HOT_DEALS);
  const aborted = page.waitForEvent('requestfailed', (request) => HOT_DEALS.test(request.url()));
  await filterBySelect(page).selectOption('Hot Deals');
  await expect(placeholders(page)).toHaveCount(12);
  await filterBySelect(page).selectOption('New Arrivals');
  await expect(pageHeading(page, 'New Arrivals')).toBeVisible();
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(productLinks(page)).toHaveCount(50);
  await expect(failure(page)).toHaveCount(0);

  await filterBySelect(page).selectOption('Hot Deals');
  await expect(pageHeading(page, 'Hot Deals')).toBeVisible();
  await expect(placeholders(page)).toHaveCount(12);
  await expect(page.getByRole('list', { name: 'Loading products' })).toHaveAttribute('aria-busy', 'true');
  await expect(resultCount(page)).toHaveCount(0);
  await expectAccessible(page);
  release();
  await expect(placeholders(page)).toHaveCount(0);
  await expect(productLinks(page)).toHaveCount(50);
  await expect(resultCount(page)).toBeVisible();
});

const respondWithText =
  (body: string): Respond =>
  (route) =>
    route.fulfill({ contentType: 'application/json', body });
const respondWith400: Respond = (route) => {
  const text = 'The request is not valid.';
  return route.fulfill({ status: 400, json: { code: 'invalid_input', detail: text, message: text } });
};
/** Responses to the request of a list, and the cause that the page shows for each. */
const FAILURES: [name: string, respond: Respond, cause: string][] = [
  // web/src/catalog/read-responses.test.ts has other responses that cannot be read.
  ['broken JSON', respondWithText('{"count":3,"results":[{"id":1,"ti'), UNREADABLE],
  ['products without the fields of a card', respondWithText('{"count":1,"results":[{"id":1}]}'), UNREADABLE],
  ['a refusal', respondWith400, 'Something in this request is not right. Please check it and try again.'],
  ['no response', abortRequest, 'Network Error'],
];

test.describe('when a request fails', () => {
  // The router logs errors of loaders.
  test.use({ expectedErrors: [/Failed to load resource|ApiError: The response could not be read/] });

  test('a failed list, also one that cannot be read, is requested four times, shows the cause and can be retried', {
    tag: ['@SHELL-73', '@SHELL-77', '@LIST-46', '@LIST-48', '@LIST-49', '@LIST-52'],
  }, async ({ page }) => {
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    for (const [name, respond, cause] of FAILURES)
      await test.step(name, async () => {
        await filterBySelect(page).selectOption('All Products');
        await expect(productLinks(page)).toHaveCount(50);
        await expect(failure(page)).toHaveCount(0);
        await page.unroute(HOT_DEALS);
        const released = Promise.withResolvers<void>();
        const calls = await mockRequests(page, HOT_DEALS, async (route) => {
          await released.promise;
          await respond(route);
        });
        await filterBySelect(page).selectOption('Hot Deals');
        // The error of the step before is not shown again.
        await expect(placeholders(page)).toHaveCount(12);
        await expect(failure(page)).toHaveCount(0);
        released.resolve();
        await skipRetryDelays(page, calls);
        await expect(failure(page).getByRole('heading', { name: LOAD_ERROR })).toBeVisible();
        await expect(failure(page)).toContainText(cause);
        await page.clock.fastForward(60_000);
        expect(calls()).toBe(4);
      });
    await expect(viewAllLink(page)).toBeVisible();
    await expectAccessible(page);
    await page.unroute(HOT_DEALS);
    await failure(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(productLinks(page)).toHaveCount(50);
  });

  test("a failed search shows 'Error fetching search results: ' and the cause; the count may be only in `total`", {
    tag: ['@SEARCH-6', '@SEARCH-9'],
  }, async ({ page }) => {
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    const calls = await mockRequests(page, SEARCH, abortRequest);
    await submitSearch(page, 'yam');
    await skipRetryDelays(page, calls);
    await expect(failure(page)).toContainText(LOAD_ERROR);
    await expect(
      failure(page).getByText('Error fetching search results: Network Error', { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);

    await page.unroute(SEARCH);
    await mockRequests(page, SEARCH, async (route) => {
      const { count, results } = await (await route.fetch()).json();
      await route.fulfill({ json: { total: count, results } });
    });
    await expect(resultCount(page)).toHaveCount(0);
    await submitSearch(page, 'shea');
    await expect(resultCount(page)).toBeVisible();
    await expect(productLinks(page).first()).toBeVisible();
  });

  test('without categories the list is shown, and the filters show an error', {
    tag: ['@LIST-37', '@LIST-38'],
  }, async ({ page }) => {
    await page.clock.install();
    // Before the page is opened, since it requests the categories by itself.
    await mockRequests(page, CATEGORIES, abortRequest);
    await openPage(page, '/');
    await submitSearch(page, 'yam');
    // Home has products too, but no result count.
    await expect(resultCount(page)).toBeVisible();
    await expect(productLinks(page).first()).toBeVisible();
    const filters = await openFilters(page);
    // The header requests them too, so the attempts of the filters cannot be counted.
    await fastForwardUntilVisible(page, filters.getByText('Failed to fetch nav bar items'));
    await expect(filters.getByRole('spinbutton', { name: 'Minimum price' })).toBeVisible();
  });

  test('a store shows placeholders until its merchant is loaded, an error that can be retried when it fails, and its first letter without a cover picture', {
    tag: ['@LIST-11', '@LIST-47'],
  }, async ({ page }) => {
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    await productLinks(page).first().click();
    const store = page.getByRole('link', { name: 'View Merchant Store' });
    await expect(store).toBeVisible();
    const released = Promise.withResolvers<void>();
    const calls = await mockRequests(page, MERCHANT, async (route) => {
      await released.promise;
      await route.fulfill({ json: { merchant_id: 1, since: 'once' } });
    });
    await store.click();
    await expect(placeholders(page)).toHaveCount(12);
    released.resolve();
    await skipRetryDelays(page, calls);
    await expect(page.getByRole('alert').filter({ hasText: LOAD_ERROR })).toContainText(UNREADABLE);
    await expect(viewAllLink(page)).toBeVisible();
    await expectAccessible(page);
    await page.unroute(MERCHANT);
    await mockRequests(page, MERCHANT, async (route) =>
      route.fulfill({ json: { ...(await (await route.fetch()).json()), store_name: 'Ọjà Ọba', cover_url: null } }),
    );
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('list', { name: 'About this store' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Ọjà Ọba' })).toBeVisible();
    await expect(page.getByText('Ọ', { exact: true })).toBeVisible();
  });

  test('search engines do not index a page past the end, or a list under the URL of another section', {
    tag: ['@LIST-71', '@LIST-72'],
  }, async ({ request }) => {
    const read = async (url: string) => (await request.get(url)).text();
    expect(await read('/product/list?section=productList&page=999')).toContain(
      '<meta name="robots" content="noindex"/>',
    );
    expect(await read('/product/list?section=productList&page=2')).not.toContain('noindex');
    expect(await read('/product/list/3?section=productList')).toMatch(
      /<link rel="canonical" href="[^"?]+\/product\/list\?section=productList"\/>/,
    );
  });

  test('a page that no longer exists is empty and links to page 1; a product without the fields of a card is left out', {
    tag: ['@LIST-44', '@LIST-45', '@LIST-61'],
  }, async ({ page }) => {
    await openPage(page, PRODUCT_LIST_URL);
    await mockRequests(page, /\/backend\/api\/products\/\?page=2/, (route) =>
      route.fulfill({ status: 404, json: { code: 'invalid_page', detail: 'Invalid page.', message: 'Invalid page.' } }),
    );
    await pagination(page).getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
    await page.getByRole('link', { name: 'Back to page 1' }).click();
    await expect(productLinks(page)).toHaveCount(50);

    await mockRequests(page, HOT_DEALS, async (route) => {
      const list = await (await route.fetch()).json();
      list.results[0] = { id: list.results[0].id };
      list.results[1].products_images = null;
      await route.fulfill({ json: list });
    });
    await filterBySelect(page).selectOption('Hot Deals');
    await expect(pageHeading(page, 'Hot Deals')).toBeVisible();
    await expect(productLinks(page)).toHaveCount(49);
    // The icon of its category replaces the missing picture.
    const icon = productResults(page).getByRole('article').first().locator('img');
    await expect(icon).toHaveAttribute('src', /^\/brand\/category-\w+\.svg$/);
  });
});

test("a search without results shows a message, and an unknown section 'Invalid section'", {
  tag: ['@LIST-7', '@LIST-46', '@LIST-50'],
}, async ({ page }) => {
  await openPage(page, '/product/list?section=searchQuery&query=zzzzqqqq&page=1');
  await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/backend/')) requestedUrls.push(request.url());
  });
  await openPage(page, '/product/list?section=nonsense&page=1');
  await expect(productResults(page).getByRole('alert').getByRole('heading', { name: 'Invalid section' })).toBeVisible();
  await expect(resultCount(page)).toHaveCount(0);
  await expect(productLinks(page)).toHaveCount(0);
  await expectAccessible(page);
  expect(requestedUrls.filter((url) => !url.includes('/countries/'))).toEqual([]);
  await productResults(page).getByRole('link', { name: 'View All Products' }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
});

const goToPage = async (page: Page, name: string) => {
  await pagination(page).getByRole('link', { name }).press('Enter');
  await expect(
    pagination(page)
      .getByRole('link', { name: /^Page \d/ })
      .and(page.locator('[aria-current]')),
  ).toHaveText(name.replace('Page ', ''));
  await expect(productLinks(page).first()).toBeVisible();
};

test('search results are fetched again only after five minutes; a list that no page shows stays cached as long', {
  tag: ['@SHELL-80', '@SEARCH-8'],
}, async ({ page }) => {
  const FIRST_PAGE = /\/backend\/api\/products\/\?.*search=.*page=1\b/;
  await page.clock.install();
  await openPage(page, PRODUCT_LIST_URL);
  const calls = await mockRequests(page, FIRST_PAGE, (route) => route.continue());
  await submitSearch(page, 'beauty');
  await expect(page.getByRole('heading', { level: 1, name: 'beauty' })).toBeVisible();
  await expect.poll(calls).toBe(1);
  await goToPage(page, 'Page 2');
  await page.clock.fastForward('04:50');
  await goToPage(page, 'Page 1');
  expect(calls()).toBe(1);
  await goToPage(page, 'Page 2');
  await page.clock.fastForward('00:20');
  await goToPage(page, 'Page 1');
  await expect.poll(calls).toBe(2);

  const { results } = await fetchFromApi<ProductListResponse>(page, '/api/hot-deals/?page=1&country_code=NG');
  const titles = results.map(({ title }) => title);
  await filterBySelect(page).selectOption('Hot Deals');
  await expect(productLinks(page)).toHaveText(titles);
  await filterBySelect(page).selectOption('All Products');
  await expect(pageHeading(page, 'All Products')).toBeVisible();
  const release = await holdRequests(page, HOT_DEALS);
  await page.clock.fastForward('04:50');
  await filterBySelect(page).selectOption('Hot Deals');
  // The cached list is shown while it is fetched again.
  await expect(pageHeading(page, 'Hot Deals')).toBeVisible();
  expect(await productLinks(page).allTextContents()).toEqual(titles);
  await filterBySelect(page).selectOption('All Products');
  await expect(pageHeading(page, 'All Products')).toBeVisible();
  await page.clock.fastForward('05:10');
  await filterBySelect(page).selectOption('Hot Deals');
  await expect(placeholders(page)).toHaveCount(12);
  release();
  await expect(productLinks(page)).toHaveCount(50);
});
