import type { BrowserContext } from '@playwright/test';
import { answerAddedDialog, CART_URL, cartRows, firstAddButton } from './page-objects/cart.ts';
import { expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, productLinks, resultCount } from './page-objects/product-list.ts';
import { expectAccessible, expectOnScreen } from './support/assertions.ts';
import { chromium } from './support/chromium.ts';
import { expect, openPage, type Page, test, waitForHydration } from './support/fixtures.ts';
import { openProxy, type ShopProxy } from './support/proxy.ts';
import { readGuestCart } from './support/storage.ts';

test.use({ launchOptions: chromium({ pictures: true }) });

test.use({
  serviceWorkers: 'allow',
  // The browser logs every request that fails.
  expectedErrors: [/Failed to load resource|net::ERR_INTERNET_DISCONNECTED/],
});

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });

/** Waits until the service worker controls the page and has cached it. */
const untilKept = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptPages(page)).toContain(await page.evaluate(() => location.pathname + location.search));
};

/** The paths of the pages that the service worker has cached. */
const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) {
        const { pathname, search } = new URL(url);
        if (pathname.startsWith('/~')) found.push(pathname.replace(/^\/~[A-Z]*/, '') + search);
      }
    return found;
  });

const goOffline = (context: BrowserContext) => context.setOffline(true);

test('what was seen opens without network, and says that it is offline', { tag: ['@OFFLINE-1'] }, async ({
  page,
  context,
}) => {
  await openPage(page, '/');
  await untilKept(page);
  await openPage(page, PRODUCT_LIST_URL);
  const titles = await productLinks(page).allTextContents();
  await firstAddButton(page).click();
  await answerAddedDialog(page, 'Continue Shopping');
  await productLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: titles[0]?.trim() ?? '' })).toBeVisible();
  await untilKept(page);
  const detail = page.url();

  await goOffline(context);
  await expect(bar(page)).toBeVisible();
  for (const path of ['/', PRODUCT_LIST_URL]) {
    await openPage(page, path);
    await expect(bar(page)).toContainText('What you see was kept on');
    await expectAccessible(page);
  }
  expect(await productLinks(page).allTextContents()).toEqual(titles);
  await productLinks(page).first().click();
  await expect(page).toHaveURL(detail);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name: titles[0]?.trim() ?? '' })).toBeVisible();
  await expect(bar(page)).toBeVisible();
  await openPage(page, CART_URL);
  await expect(cartRows(page)).toHaveCount(1);
  await expect(bar(page)).toBeVisible();

  await context.setOffline(false);
  await expect(bar(page)).toBeHidden();
  await openPage(page, PRODUCT_LIST_URL);
  await expect(resultCount(page)).toBeVisible();
  await expect(bar(page)).toBeHidden();
  expect((await readGuestCart(page))?.cart).toHaveLength(1);
});

test('a page that was never seen says so, and leads to what was and to the cart', { tag: ['@OFFLINE-2'] }, async ({
  page,
  context,
}) => {
  await openPage(page, PRODUCT_LIST_URL);
  await untilKept(page);
  const title = await page.title();
  await goOffline(context);
  await expect(bar(page)).toBeVisible();
  await productLinks(page).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await expect(page).toHaveURL(/\/product\/details\//);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: title }).click();
  await expect(productLinks(page)).toHaveCount(50);

  await page.goBack();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Add To Cart', exact: true }).first()).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('the cart of a guest is changed offline, and an add is refused', { tag: ['@OFFLINE-3'] }, async ({
  page,
  context,
}) => {
  await openPage(page, PRODUCT_LIST_URL);
  await firstAddButton(page).click();
  await answerAddedDialog(page, 'Continue Shopping');
  await untilKept(page);
  await goOffline(context);
  await firstAddButton(page).click();
  await expectToast(page, 'An error occurred while adding the product to the cart');
  await openPage(page, CART_URL);
  await expect(bar(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'One more' }).click();
  await expect.poll(async () => (await readGuestCart(page))?.cart[0]?.quantity).toBe(2);
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expectOnScreen(page.getByRole('region', { name: 'Notifications' }).getByText(/removed from cart$/));
});

test('what is kept is for everybody: no page of the account, no answer to a token', { tag: ['@OFFLINE-4'] }, async ({
  page,
}) => {
  await openPage(page, '/');
  await untilKept(page);
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() =>
    fetch('/backend/api/products/7/?country_code=NG', { headers: { authorization: 'Token x' } }),
  );
  await page.evaluate(() => fetch('/backend/api/products/8/?country_code=NG'));
  const addresses = () =>
    page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url.slice(location.origin.length));
      return found;
    });
  await expect.poll(addresses).toContain('/backend/api/products/8/?country_code=NG');
  const kept = await addresses();
  // The assets of every page are public.
  const answers = kept.filter((address) => !address.startsWith('/assets/'));
  expect(answers.filter((address) => /products\/7|login|profile|order|payment|checkout/.test(address))).toEqual([]);
  // Files that no page needs are not cached.
  expect(kept.filter((address) => /sandbox|map$/.test(address))).toEqual([]);
});

test.describe('behind a network of its own', () => {
  let proxy: ShopProxy;
  test.beforeEach(async ({ baseURL }) => {
    proxy = await openProxy(baseURL ?? '');
  });
  test.afterEach(() => proxy.close());

  test('a network that takes too long is not waited for where the page is kept', { tag: ['@OFFLINE-5'] }, async ({
    page,
  }) => {
    await openPage(page, proxy.origin + PRODUCT_LIST_URL);
    await untilKept(page);
    proxy.shouldHold = (path) => path.startsWith('/product/list');
    await openPage(page, proxy.origin + PRODUCT_LIST_URL);
    await expect(productLinks(page)).toHaveCount(50);
    const slow = page.getByRole('status').filter({ hasText: 'The network is slow.' });
    await expect(slow).toBeVisible();
    // The late response still updates the state.
    proxy.releaseHeld();
    await expect(slow).toBeHidden();
  });

  test('a shop that can be reached again is noticed without being asked for', { tag: ['@OFFLINE-1'] }, async ({
    page,
  }) => {
    await openPage(page, proxy.origin + PRODUCT_LIST_URL);
    await untilKept(page);
    proxy.isOffline = () => true;
    await openPage(page, proxy.origin + PRODUCT_LIST_URL);
    await expect(bar(page)).toBeVisible();
    proxy.isOffline = () => false;
    await expect(bar(page)).toBeHidden();
  });

  test('a new build takes the place of the old one, and drops what the one before that kept', {
    tag: ['@OFFLINE-6'],
  }, async ({ page, context }) => {
    const builds = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shop-')));
    await openPage(page, proxy.origin);
    await untilKept(page);
    const [first] = await builds();
    for (const build of ['second', 'third']) {
      proxy.rewriteBody = (path, text) =>
        path === '/worker.js' ? text.replace(first?.replace('shop-', '') ?? '', build) : text;
      await openPage(page, proxy.origin);
      await expect.poll(builds).toContain(`shop-${build}`);
      await page.waitForFunction(() =>
        navigator.serviceWorker.getRegistration().then((worker) => !worker?.installing && !worker?.waiting),
      );
    }
    await expect.poll(builds).toEqual(['shop-second', 'shop-third']);
    await context.setOffline(true);
    await openPage(page, proxy.origin);
    await expect(bar(page)).toBeVisible();
    // All scripts of the page are cached with it.
    const missing = await page.evaluate(async () => {
      const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src);
      const kept = await Promise.all(scripts.map((src) => caches.match(src, { ignoreVary: true })));
      return scripts.filter((_, at) => !kept[at]);
    });
    expect(missing).toEqual([]);
  });
});
