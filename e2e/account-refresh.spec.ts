import { accountMenu } from './page-objects/account.ts';
import { button } from './page-objects/forms.ts';
import { fetchSoldProduct, saveProducts, sendQuestion } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, navigate, openPage, test } from './support/fixtures.ts';
import { respondWith500 } from './support/network.ts';
import { createBuyerWithOrder } from './support/orders.ts';

/** Pages of the account area whose content was loaded and whose refetch fails. */

test.use({ expectedErrors: [/Failed to load resource/] });

/** The cached response of the profile is fresh for five minutes. */
const PROFILE_LIFETIME = '05:30';

test('a page that fails to load again keeps its content, says so and can be retried', {
  tag: ['@SHELL-89'],
}, async ({ page }) => {
  const { token, id, product } = await createBuyerWithOrder(page);
  const { merchantId, storeName } = await fetchSoldProduct(page);
  const message = await sendQuestion(page, token, product.id, 'Is it fresh?', 'I would like to know.');
  await saveProducts(page, token, [product.id]);
  const headers = { authorization: `Token ${token}` };
  const followed = await page.request.put(`/backend/api/followed-sellers/${merchantId}/`, { headers });
  expect(followed.ok()).toBe(true);
  const viewed = await page.request.post('/backend/api/recently-viewed/', {
    headers,
    data: { views: [{ product_id: product.id, viewed_at: new Date().toISOString() }] },
  });
  expect(viewed.ok(), await viewed.text()).toBe(true);

  const main = page.getByRole('main');
  await openPage(page, '/about');
  for (const [path, api, content, title] of [
    ['/order', 'list-orders**', id, 'Failed to fetch orders. Please try again later.'],
    [
      `/order/details/${id}`,
      'order-detail/**',
      product.title,
      'Failed to fetch order details. Please try again later.',
    ],
    ['/inbox', 'user/messages', 'Is it fresh?', 'Internal Server Error'],
    [
      `/inbox/message/details/${message}`,
      'list-contact-merchant/**',
      'I would like to know.',
      'Failed to load message',
    ],
    ['/saved-items', 'api/saved-items/**', product.title, 'Failed to fetch saved items.'],
    ['/followed-seller', 'api/followed-sellers/**', storeName, 'Failed to fetch followed sellers.'],
    ['/recently-viewed', 'api/recently-viewed/**', product.title, 'Failed to fetch recently viewed products.'],
    ['/wallet', 'wallet/**', 'Balance', 'Failed to fetch your wallet.'],
    ['/profile', 'profile/', 'Personal details', 'Failed to fetch profile data.'],
  ] as const)
    await test.step(path, async () => {
      const heading = main.getByRole('heading', { level: 1 });
      const left = await heading.innerText();
      await navigate(page, path);
      // Some of the content is on the page before too.
      await expect(heading).not.toHaveText(left);
      const shown = main.getByText(content).first();
      await expect(shown).toBeVisible();
      const isWallet = path === '/wallet';
      await accountMenu(page)
        .getByRole('link', { name: isWallet ? 'My Order' : 'Wallet' })
        .click();
      await expect(main.getByRole('heading', { level: 1, name: isWallet ? 'My Order' : 'Wallet' })).toBeVisible();
      await page.route(`**/backend/${api}`, respondWith500);
      if (path === '/profile') await page.clock.fastForward(PROFILE_LIFETIME);
      await page.goBack();
      const notice = main.getByRole('status').filter({ hasText: 'This page shows what was loaded earlier.' });
      await fastForwardUntilVisible(page, notice);
      await expect(notice).toContainText(title);
      await expect(shown).toBeVisible();
      await expect(main.getByRole('alert')).toHaveCount(0);
      await expectOnScreen(button(page, 'Try Again'));
      await expectNoHorizontalOverflow(page);
      // The pages differ in what they have loaded earlier.
      if (path === '/order') await expectAccessible(page);
      await page.unroute(`**/backend/${api}`);
      await button(page, 'Try Again').click();
      await expect(notice).toBeHidden();
      await expect(shown).toBeVisible();
    });
});
