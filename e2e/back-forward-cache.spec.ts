import type { CDPSession } from '@playwright/test';
import { CART_URL } from './page-objects/cart.ts';
import { CHECKOUT_URL } from './page-objects/checkout.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { fetchFromApi } from './support/api.ts';
import { chromiumWithBackForwardCache } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { addWalletCredit, DEMO_LOGIN, fetchEmail, signIn } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

test.use({ launchOptions: chromiumWithBackForwardCache() });
// Messages of pages that do not find what the demo account lacks.
test.use({ expectedErrors: [/Failed to load resource|not a whole number of kobo/] });

/** Starts to go back one page. Playwright's own function waits for a network navigation, which a restored page does not make. */
const startGoingBack = async (session: CDPSession): Promise<void> => {
  const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - 1]?.id ?? 0;
  await session.send('Page.navigateToHistoryEntry', { entryId });
};

/**
 * Goes back one page.
 * @returns why the browser did not restore the page from its back/forward cache; empty if it did
 */
const goBack = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const outcome = new Promise<string[]>((resolve) => {
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      resolve(notRestoredExplanations.map(({ reason }) => reason)),
    );
    session.on('Page.frameNavigated', ({ type }) => {
      if (type === 'BackForwardCacheRestore') resolve([]);
    });
  });
  await startGoingBack(session);
  const reasons = await outcome;
  await session.detach();
  return reasons;
};

/** Loads another document of the shop. */
const leavePage = (page: Page) => page.goto('/about', { waitUntil: 'domcontentloaded' });

/** The path of the shown document. `page.url()` does not notice that a page was restored. */
const readPath = (page: Page): Promise<string> => page.evaluate(() => location.pathname);

/*
 * What can keep a page out of the cache is its code, not its content: open connections, listeners, locks and headers. So one page
 * of each kind of route module is opened: for guests the modules with a first view of their own (home, list, product, cart) and a
 * form with the short layout; `leavePage` adds a page of text. For signed-in shoppers a list and a form of the account, a
 * conversation, the checkout, and a page that polls. The browser keeps six pages at most: `leavePage` opens the sixth.
 */
const GUEST_PAGES = [
  ['home', '/'],
  ['list', PRODUCT_LIST_URL],
  ['product', '/product/details/1'],
  ['cart', CART_URL],
  ['login', '/login'],
] as const;

/** Opens pages one after the other, and goes back through them. @returns the reasons of those that were loaded again */
const findPagesLoadedAgain = async (
  page: Page,
  pages: readonly (readonly [name: string, path: string])[],
): Promise<string[]> => {
  const findings: string[] = [];
  for (const [name, path] of pages)
    await test.step(`open ${name}`, async () => {
      await openPage(page, path);
      // The cache stores only pages that have finished loading.
      await page.waitForLoadState('load');
    });
  await leavePage(page);
  for (const [name] of pages.toReversed())
    await test.step(`back to ${name}`, async () => {
      const reasons = await goBack(page);
      if (reasons.length > 0) findings.push(`${name}: ${reasons.join(', ')}`);
    });
  return findings;
};

test('the browser restores pages of a guest without loading them again', { tag: ['@SHELL-104'] }, async ({ page }) => {
  expect(await findPagesLoadedAgain(page, GUEST_PAGES)).toEqual([]);
});

test('the browser restores pages of a signed-in shopper', { tag: ['@SHELL-104'] }, async ({ page }) => {
  const login = await page.request.post('/backend/login/', { data: DEMO_LOGIN });
  const { token }: { token: string } = await login.json();
  const [order] = await fetchFromApi<{ id: string }[]>(page, '/list-orders', token);
  const { results: threads } = await fetchFromApi<{ results: { id: string }[] }>(page, '/user/messages', token);
  await page.goto('/robots.txt');
  await writeStoredToken(page, token);
  const pages = [
    ['orders', '/order'],
    ['profile form', '/profile/edit'],
    ['message', `/inbox/message/details/${threads[0]?.id}`],
    ['checkout', CHECKOUT_URL],
    ['pending payment', `/payment/pending?order=${order?.id}`],
  ] as const;
  expect(await findPagesLoadedAgain(page, pages)).toEqual([]);
});

test('a restored page of a signed-in shopper is visible, fetches again what it shows, and follows messages again', {
  tag: ['@SHELL-105'],
}, async ({ page }) => {
  const token = await signIn(page);
  const isStream = (url: string) => url.includes('/messages/events/');
  const opened = page.waitForRequest((request) => isStream(request.url()));
  await openPage(page, '/wallet');
  const main = page.getByRole('main');
  await expect(main).toContainText('Balance₦0');
  await opened;
  await leavePage(page);
  await addWalletCredit(await fetchEmail(page, token), 100_000);
  const openedAgain = page.waitForRequest(
    (request) => isStream(request.url()) && request.frame().url().endsWith('/wallet'),
  );
  expect(await goBack(page)).toEqual([]);
  await openedAgain;
  await expect(main).toContainText('Balance₦1,000');
  expect(await page.evaluate(() => getComputedStyle(document.body).visibility)).toBe('visible');
});

test('after a sign-out on another page, a restored page shows nothing of the account', { tag: ['@SHELL-106'] }, async ({
  page,
}) => {
  const token = await signIn(page);
  const email = await fetchEmail(page, token);
  await openPage(page, '/profile');
  await expect(page.getByRole('main').getByText(email).filter({ visible: true }).first()).toBeVisible();
  // Records whether the account was ever visible after the page was restored.
  await page.evaluate(() => {
    addEventListener('pageshow', () => sessionStorage.setItem('shown', getComputedStyle(document.body).visibility));
  });
  await leavePage(page);
  await writeStoredToken(page, null);
  // Reports of a page that is loaded again at once can be lost. Only a restored page runs the listener above.
  await startGoingBack(await page.context().newCDPSession(page));
  // Reading fails while a document is replaced.
  await expect(async () => expect(await readPath(page)).toBe('/login')).toPass();
  await expect(page.getByText(email)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe('hidden');
});
