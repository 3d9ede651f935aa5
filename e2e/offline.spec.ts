import type { BrowserContext } from '@playwright/test';
import { CART_URL, cartRows, clickInAddedDialog } from './page-objects/cart.ts';
import { expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, productLinks, resultCount } from './page-objects/product-list.ts';
import { expectAccessible, expectOnScreen } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, type Page, test, waitForHydration } from './support/fixtures.ts';
import { openProxy, type ShopProxy } from './support/proxy.ts';
import { readGuestCart } from './support/storage.ts';

test.use({ launchOptions: chromiumWithPictures });

test.use({
  serviceWorkers: 'allow',
  // The browser logs every request that fails.
  expectedErrors: [/Failed to load resource|net::ERR_INTERNET_DISCONNECTED/],
});

const offlineBar = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });

/** Waits until the service worker controls the page and has cached it. */
const waitUntilCached = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect
    .poll(() => readCachedPages(page))
    .toContain(await page.evaluate(() => location.pathname + location.search));
};

/** The paths of the pages that the service worker has cached. */
const readCachedPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url);
        if (pathname.startsWith('/~')) found.push(pathname.replace(/^\/~[A-Z]*/, '') + search);
      }
    return found;
  });

/** The buttons of the cards of a list. */
const addButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Add .* to cart$/ });
const goOffline = (context: BrowserContext) => context.setOffline(true);

test('visited pages open without a network and show that they are offline; a guest can change the cart, but cannot add products; only public responses are cached; a page that was never visited shows links to visited pages and the cart', {
  tag: ['@OFFLINE-1', '@OFFLINE-2', '@OFFLINE-3', '@OFFLINE-4'],
}, async ({ page, context }) => {
  await openPage(page, '/');
  await waitUntilCached(page);
  await openPage(page, PRODUCT_LIST_URL);
  const titles = await productLinks(page).allTextContents();
  for (const position of [0, 1]) {
    await addButtons(page).nth(position).click();
    await clickInAddedDialog(page, 'Continue Shopping');
  }
  await productLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: titles[0]?.trim() ?? '' })).toBeVisible();
  await waitUntilCached(page);
  const detail = page.url();

  await goOffline(context);
  await expect(offlineBar(page)).toBeVisible();
  for (const path of ['/', PRODUCT_LIST_URL]) {
    await openPage(page, path);
    await expect(offlineBar(page)).toContainText(
      /You are viewing a copy saved on \d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d\./,
    );
  }
  await expectAccessible(page);
  expect(await productLinks(page).allTextContents()).toEqual(titles);
  await addButtons(page).first().click();
  await expectToast(page, 'An error occurred while adding the product to the cart');
  await productLinks(page).first().click();
  await expect(page).toHaveURL(detail);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name: titles[0]?.trim() ?? '' })).toBeVisible();
  await expect(offlineBar(page)).toBeVisible();
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(2);
  await expect(offlineBar(page)).toBeVisible();
  await page.getByRole('button', { name: 'One more' }).first().click();
  await expect.poll(async () => (await readGuestCart(page))?.cart.map(({ quantity }) => quantity)).toContain(2);
  await page
    .getByRole('button', { name: /^Remove / })
    .last()
    .click();
  await expectOnScreen(page.getByRole('region', { name: 'Notifications' }).getByText(/removed from cart$/));
  await expect(cartRows(page)).toHaveCount(1);

  await context.setOffline(false);
  await expect(offlineBar(page)).toBeHidden();
  await openPage(page, PRODUCT_LIST_URL);
  await expect(resultCount(page)).toBeVisible();
  await expect(offlineBar(page)).toBeHidden();
  expect((await readGuestCart(page))?.cart).toHaveLength(1);

  const title = await page.title();
  await test.step('only public responses are cached: no account page and no response to a token', async () => {
    await page.goto('/login', { waitUntil: 'domcontentloaded' });
    // Products that the journey does not open.
    await page.evaluate(() =>
      fetch('/backend/api/products/407/?country_code=NG', { headers: { authorization: 'Token x' } }),
    );
    await page.evaluate(() => fetch('/backend/api/products/408/?country_code=NG'));
    const readCachedUrls = () =>
      page.evaluate(async () => {
        const found: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) found.push(url.slice(location.origin.length));
        return found;
      });
    await expect.poll(readCachedUrls).toContain('/backend/api/products/408/?country_code=NG');
    const cachedUrls = await readCachedUrls();
    // The assets of every page are public.
    const cachedResponses = cachedUrls.filter((url) => !url.startsWith('/assets/'));
    expect(cachedResponses.filter((url) => /products\/407|login|profile|order|payment|checkout/.test(url))).toEqual([]);
    // Files that no page needs are not cached.
    expect(cachedUrls.filter((url) => /sandbox|map$/.test(url))).toEqual([]);
  });
  await openPage(page, PRODUCT_LIST_URL);
  await goOffline(context);
  await expect(offlineBar(page)).toBeVisible();
  await productLinks(page).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect(page).toHaveURL(/\/product\/details\//);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your cart' }).click();
  await expect(cartRows(page)).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: title }).click();
  await expect(productLinks(page)).toHaveCount(50);

  await page.goBack();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Add To Cart', exact: true }).first()).toBeVisible();
  await expect(offlineBar(page)).toBeHidden();
});

test.describe('behind a proxy', () => {
  let proxy: ShopProxy;
  test.beforeEach(async ({ baseURL }) => {
    proxy = await openProxy(baseURL ?? '');
  });
  test.afterEach(() => proxy.close());

  test('a cached page is shown when the network is too slow; the page detects by itself that the shop is reachable again; a new build replaces the old one and deletes the cache of the build before it', {
    tag: ['@OFFLINE-1', '@OFFLINE-5', '@OFFLINE-6', '@SHELL-102'],
  }, async ({ page, context }) => {
    await openPage(page, proxy.origin + PRODUCT_LIST_URL);
    await waitUntilCached(page);
    proxy.shouldHold = (path) => path.startsWith('/product/list');
    const prefetched: string[] = [];
    page.on(
      'request',
      (request) => /\/backend\/api\/products\/\d+\//.test(request.url()) && prefetched.push(request.url()),
    );
    // Those of the page before do not count.
    page.on('framenavigated', () => prefetched.splice(0));
    await page.goto(proxy.origin + PRODUCT_LIST_URL, { waitUntil: 'domcontentloaded' });
    await expect(productLinks(page)).toHaveCount(50);
    const slowBar = page.getByRole('status').filter({ hasText: 'The network is slow.' });
    await expect(slowBar).toBeVisible();
    expect(prefetched).toEqual([]);
    // The late response still updates the state.
    proxy.releaseHeld();
    await expect(slowBar).toBeHidden();
    proxy.shouldHold = () => false;

    proxy.isOffline = () => true;
    await openPage(page, proxy.origin + PRODUCT_LIST_URL);
    await expect(offlineBar(page)).toBeVisible();
    proxy.isOffline = () => false;
    await expect(offlineBar(page)).toBeHidden();

    const readCachedBuilds = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shop-')));
    const readWorkerStates = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return [registration?.installing, registration?.waiting, registration?.active].map((worker) => worker?.state);
      });
    await openPage(page, proxy.origin);
    await waitUntilCached(page);
    const [firstBuild] = await readCachedBuilds();
    for (const build of ['second', 'third']) {
      proxy.rewriteBody = (path, text) =>
        path === '/worker.js' ? text.replace(firstBuild?.replace('shop-', '') ?? '', build) : text;
      // The browser checks for a new worker on this page too, and the page makes no further requests. In Chromium, a request to
      // the old worker during its replacement can delay the replacement by 40 seconds.
      await page.goto(`${proxy.origin}/robots.txt`);
      await expect.poll(readCachedBuilds).toContain(`shop-${build}`);
      await expect.poll(readWorkerStates).toEqual([undefined, undefined, 'activated']);
    }
    await expect.poll(readCachedBuilds).toEqual(['shop-second', 'shop-third']);
    await openPage(page, proxy.origin);
    await waitUntilCached(page);
    await context.setOffline(true);
    await openPage(page, proxy.origin);
    await expect(offlineBar(page)).toBeVisible();
    // All scripts of the page are cached with it.
    const missing = await page.evaluate(async () => {
      const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
      const cachedScripts = await Promise.all(scripts.map((src) => caches.match(src, { ignoreVary: true })));
      return scripts.filter((_, index) => !cachedScripts[index]);
    });
    expect(missing).toEqual([]);
  });
});
