import { answer, breakOff, button, hold } from './entry-places.ts';
import { expectToast, hurryTo } from './places.ts';
import { cards, FOLLOWED, follow, heart, keptMarks, SAVED, saveFor, VIEWED } from './saved-places.ts';
import { expect, expectAccessible, test, visit } from './shop-test.ts';
import { signIn, someProducts, storeToken } from './shopper.ts';

/** What the pages of saved items, followed sellers, views and wallet say when something fails or is slow. */

test.use({ expectedErrors: [/Failed to load resource/] });

const FULL = { code: 'saved_full', detail: 'You can save 500 products at most.' };

test('a heart answers before the server does, and takes it back when that fails', { tag: ['@SAVED-5'] }, async ({
  page,
}) => {
  await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await someProducts(page, 1);
  await visit(page, `/product/details/${id}`);
  const release = await hold(page, `**/backend/api/saved-items//${id}/`, (route) =>
    route.fulfill({ status: 409, json: FULL }),
  );
  await heart(page, title).click();
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
  release();
  await expectToast(page, 'You cannot save more products than these. Please take some out first.');
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'false');
});

test('pressed thrice while the first call is under way, the last press is what stays', { tag: ['@SAVED-6'] }, async ({
  page,
}) => {
  const token = await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await someProducts(page, 1);
  await visit(page, `/product/details/${id}`);
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'false');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/saved-items//')) sent.push(request.method());
  });
  const release = await hold(page, `**/backend/api/saved-items//${id}/`, (route) => route.continue());
  await heart(page, title).click();
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
  await heart(page, title).click();
  await heart(page, title).click();
  await heart(page, title).click();
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'false');
  release();
  await expect.poll(() => sent).toEqual(['PUT', 'DELETE']);
  await expect.poll(async () => (await keptMarks(page, token)).product_ids).toEqual([]);
});

test('an item that could not be taken out comes back', { tag: ['@SAVED-5'] }, async ({ page }) => {
  const token = await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await someProducts(page, 1);
  await saveFor(page, token, [id]);
  await visit(page, SAVED);
  await expect(cards(page)).toHaveCount(1);
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
  const release = await hold(page, `**/backend/api/saved-items//${id}/`, (route) => route.abort());
  await heart(page, title).click();
  await expect(cards(page)).toHaveCount(0);
  release();
  await expectToast(page, 'Network Error');
  await expect(cards(page)).toHaveCount(1);
});

test('a token that has ended says so at the heart, and the next press leads to the login', {
  tag: ['@SESSION-13'],
}, async ({ page }) => {
  await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await someProducts(page, 1);
  await visit(page, '/');
  // The first response with 401 drops the token; it must be the one to the press on the heart.
  for (const call of ['api/saved-ids/', 'api/cart/', 'api/recently-viewed/', 'profile/', 'user/messages/**'])
    await page.route(`**/backend/${call}`, (route) => route.abort());
  await storeToken(page, 'x'.repeat(43));
  await visit(page, `/product/details/${id}`);
  await heart(page, title).click();
  await expectToast(page, 'Your sign-in has ended. Please sign in again.');
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'false');
  await heart(page, title).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});

for (const [path, call, title] of [
  [SAVED, '/api/saved-items/?**', 'Failed to fetch saved items.'],
  [FOLLOWED, '/api/followed-sellers/?**', 'Failed to fetch followed sellers.'],
  [VIEWED, '/api/recently-viewed/?**', 'Failed to fetch recently viewed products.'],
  ['/wallet', '/wallet/', 'Failed to fetch your wallet.'],
] as const)
  test(`${path} that could not be loaded says so, and can be tried again`, { tag: ['@SAVED-24'] }, async ({ page }) => {
    await signIn(page);
    await answer(page, call, 400, { code: 'invalid_input', detail: 'No.' });
    await page.clock.install();
    await visit(page, path);
    const alert = page.getByRole('main').getByRole('alert');
    await hurryTo(page, alert);
    await expect(alert).toContainText(title);
    await expectAccessible(page);
    await page.unroute(`**/backend${call}`);
    await button(page, 'Try Again').click();
    await expect(alert).toBeHidden();
  });

test('clearing that fails loses nothing, and is said', async ({ page }) => {
  await signIn(page);
  const [{ id } = { id: 0 }] = await someProducts(page, 1);
  const remembered = page.waitForResponse('**/backend/api/recently-viewed/');
  await visit(page, `/product/details/${id}`);
  await remembered;
  await visit(page, VIEWED);
  await expect(cards(page)).toHaveCount(1);
  await breakOff(page, '/api/recently-viewed/');
  await button(page, 'Clear').click();
  await expectToast(page, 'Network Error');
  await expect(cards(page)).toHaveCount(1);
});

test('whatever stands in storage as views harms nobody', { tag: ['@SAVED-21'] }, async ({ page }) => {
  await visit(page, '/about');
  const [{ id } = { id: 0 }] = await someProducts(page, 1);
  for (const text of ['{', '[1,null,{"product_id":"x"}]', '{"views":[]}']) {
    await page.evaluate((value) => localStorage.setItem('recentlyViewed', value), text);
    await visit(page, `/product/details/${id}`);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed')))
      .toMatch(new RegExp(`^\\[\\{"product_id":${id},"viewed_at":"[^"]+"\\}\\]$`));
  }
});

test('a dead link of a mail about saved items says so', { tag: ['@SAVED-12'] }, async ({ page }) => {
  await visit(page, `/unsubscribe/${'A'.repeat(43)}`);
  await button(page, 'Stop These Mails').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is not valid.');
  await expectAccessible(page);
});

test('an empty page of followed sellers leads on', async ({ page }) => {
  await signIn(page);
  await visit(page, FOLLOWED);
  await expect(page.getByRole('heading', { name: 'You do not follow any seller yet.' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'View All Products' })).toBeVisible();
  await expect(follow(page, 'nobody')).toHaveCount(0);
});
