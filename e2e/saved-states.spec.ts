import { accountMenu, PROFILE_URL } from './page-objects/account.ts';
import { button } from './page-objects/forms.ts';
import { expectToast } from './page-objects/overlays.ts';
import { cards, FOLLOWED_SELLERS_URL, followButton, SAVED_ITEMS_URL, saveButton } from './page-objects/saved.ts';
import { fetchProductsInStock, fetchSavedIds, postToApi, saveProducts } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequests, holdRequests, mockResponse } from './support/network.ts';
import { signIn } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** Error and loading states of saved items, followed sellers, recently viewed products and the wallet. */

test.use({ expectedErrors: [/Failed to load resource/] });

const LIST_FULL_REFUSAL = { code: 'saved_full', detail: 'You can save 500 products at most.' };

/** Adds a product to the viewed ones of the account. */
const recordView = async (page: Page, token: string, productId: number) => {
  const views = [{ product_id: productId, viewed_at: new Date().toISOString() }];
  await postToApi(page, '/api/recently-viewed/', token, { views });
};

test('a save shows at once and is reverted when it fails; several clicks during a request end in the state of the last click', {
  tag: ['@SAVED-5', '@SAVED-6'],
}, async ({ page }) => {
  const token = await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await fetchProductsInStock(page, 1);
  const heart = saveButton(page, title);
  await openPage(page, `/product/details/${id}`);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await test.step('a save that fails', async () => {
    const release = await holdRequests(page, `**/backend/api/saved-items//${id}/`, (route) =>
      route.fulfill({ status: 409, json: LIST_FULL_REFUSAL }),
    );
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    release();
    await expectToast(page, 'You cannot save more products than these. Please take some out first.');
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('four clicks', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/saved-items//')) sent.push(request.method());
    });
    const release = await holdRequests(page, `**/backend/api/saved-items//${id}/`);
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await heart.click();
    await heart.click();
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    release();
    await expect.poll(() => sent).toEqual(['PUT', 'DELETE']);
    await expect.poll(async () => (await fetchSavedIds(page, token)).product_ids).toEqual([]);
  });
});

test('an item reappears when removing it fails', { tag: ['@SAVED-5'] }, async ({ page }) => {
  const token = await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await fetchProductsInStock(page, 1);
  await saveProducts(page, token, [id]);
  await openPage(page, SAVED_ITEMS_URL);
  await expect(cards(page)).toHaveCount(1);
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'true');
  const release = await holdRequests(page, `**/backend/api/saved-items//${id}/`, (route) => route.abort());
  await saveButton(page, title).click();
  await expect(cards(page)).toHaveCount(0);
  release();
  await expectToast(page, 'Network Error');
  await expect(cards(page)).toHaveCount(1);
});

test('saving with an expired token shows an error, and the next click opens the login', {
  tag: ['@SESSION-13'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  const [{ id, title } = { id: 0, title: '' }] = await fetchProductsInStock(page, 1);
  // The first response with 401 removes the token; it must be the response to the click on the heart.
  for (const call of ['api/saved-ids/', 'api/cart/', 'api/recently-viewed/', 'profile/', 'user/messages/**'])
    await page.route(`**/backend/${call}`, (route) => route.abort());
  await writeStoredToken(page, 'x'.repeat(43));
  await openPage(page, `/product/details/${id}`);
  await saveButton(page, title).click();
  await expectToast(page, 'Your sign-in has ended. Please sign in again.');
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'false');
  await saveButton(page, title).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('lists that fail to load show an error and can be retried; a failed clearing shows an error, and the products stay', {
  tag: ['@SAVED-24'],
}, async ({ page }) => {
  await page.clock.install();
  const token = await signIn(page);
  const [{ id } = { id: 0 }] = await fetchProductsInStock(page, 1);
  await recordView(page, token, id);
  const lists = [
    ['Saved Items', '/api/saved-items/?**', 'Failed to fetch saved items.'],
    ['Followed Seller', '/api/followed-sellers/?**', 'Failed to fetch followed sellers.'],
    ['Wallet', '/wallet/', 'Failed to fetch your wallet.'],
    // The last one stays open for the next step.
    ['Recently Viewed', '/api/recently-viewed/?**', 'Failed to fetch recently viewed products.'],
  ] as const;
  for (const [, call] of lists) await mockResponse(page, call, 400, { code: 'invalid_input', detail: 'No.' });
  await openPage(page, PROFILE_URL);
  for (const [name, call, title] of lists)
    await test.step(name, async () => {
      await accountMenu(page).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      const alert = page.getByRole('main').getByRole('alert');
      await fastForwardUntilVisible(page, alert);
      await expect(alert).toContainText(title);
      if (name === 'Saved Items') await expectAccessible(page);
      await page.unroute(`**/backend${call}`);
      await button(page, 'Try Again').click();
      await expect(alert).toBeHidden();
    });

  await test.step('clearing the viewed products', async () => {
    await expect(cards(page)).toHaveCount(1);
    await abortRequests(page, '/api/recently-viewed/');
    await button(page, 'Clear').click();
    await expectToast(page, 'Network Error');
    await expect(cards(page)).toHaveCount(1);
  });
});

test('invalid stored views are replaced', { tag: ['@SAVED-21'] }, async ({ page }) => {
  await page.goto('/robots.txt');
  const [{ id } = { id: 0 }] = await fetchProductsInStock(page, 1);
  for (const text of ['{', '[1,null,{"product_id":"x"}]', '{"views":[]}']) {
    await page.evaluate((value) => localStorage.setItem('recentlyViewed', value), text);
    await openPage(page, `/product/details/${id}`);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed')))
      .toMatch(new RegExp(`^\\[\\{"product_id":${id},"viewed_at":"[^"]+"\\}\\]$`));
  }
});

test('an invalid unsubscribe link shows an error', { tag: ['@SAVED-12'] }, async ({ page }) => {
  await openPage(page, `/unsubscribe/${'A'.repeat(43)}`);
  await button(page, 'Stop These Emails').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is not valid.');
  await expectAccessible(page);
});

test('About Us and Saved Items link to My Interest; without followed sellers a message and a link to the products are shown', {
  tag: ['@HOME-48'],
}, async ({ page }) => {
  await signIn(page);
  for (const path of ['/about', SAVED_ITEMS_URL]) {
    await openPage(page, path);
    await page.getByRole('main').getByRole('link', { name: 'My Interest', exact: true }).click();
    await expect(page).toHaveURL('/my-interest');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Interest');
  }
  await page.goBack();
  await accountMenu(page).getByRole('link', { name: 'Followed Seller' }).click();
  await expect(page).toHaveURL(FOLLOWED_SELLERS_URL);
  await expect(page.getByRole('heading', { name: 'You are not following any sellers yet.' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'View All Products' })).toBeVisible();
  await expect(followButton(page, 'nobody')).toHaveCount(0);
});
