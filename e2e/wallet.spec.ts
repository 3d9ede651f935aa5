import { CHECKOUT_URL, payButton, totalValue, waitForTotals } from './page-objects/checkout.ts';
import { expectToast } from './page-objects/overlays.ts';
import { fetchServerCart } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { formatNaira } from './support/format.ts';
import { createBuyer } from './support/orders.ts';
import { addWalletCredit, fetchEmail, signIn } from './support/shoppers.ts';

/** The wallet and paying with its credit. */

const main = (page: Page) => page.getByRole('main');
const entryRows = (page: Page) => main(page).getByRole('table', { name: 'Entries' }).locator('tbody').getByRole('row');
const useCreditCheckbox = (page: Page) => main(page).getByRole('checkbox', { name: /from my wallet$/ });

test('the wallet shows the balance and its dated entries, newest first, page by page', {
  tag: ['@WALLET-1', '@WALLET-2', '@WALLET-3'],
}, async ({ page }) => {
  const token = await signIn(page);
  await openPage(page, '/wallet');
  await expect(main(page)).toContainText('Balance₦0');
  await expect(page.getByRole('heading', { name: 'No wallet activity yet.' })).toBeVisible();
  await expectAccessible(page);

  await addWalletCredit(await fetchEmail(page, token), 1_245_050);
  await addWalletCredit(await fetchEmail(page, token), 10_000, 50);
  // An invalid page number shows the first page.
  await openPage(page, '/wallet?page=no');
  await expect(main(page)).toContainText('Balance₦17,450.50');
  await expect(entryRows(page)).toHaveCount(50);
  await expect(entryRows(page).first()).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}Credit\+₦100₦17,450\.50$/);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await main(page).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/wallet?page=2');
  await expect(entryRows(page)).toHaveText([/Credit\+₦12,450\.50₦12,450\.50$/]);
});

test('credit pays a part of an order and is refunded when the order is cancelled', {
  tag: ['@WALLET-5', '@WALLET-6'],
}, async ({ page }) => {
  const { token } = await createBuyer(page);
  await addWalletCredit(await fetchEmail(page, token), 100_000);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await expect(useCreditCheckbox(page)).not.toBeChecked();
  await useCreditCheckbox(page).check();
  const totalNaira = Number(((await totalValue(page, 'Total').textContent()) ?? '').replace(/[₦,]/g, ''));
  const remainingTotal = formatNaira(totalNaira - 1000);
  await expect(main(page).getByRole('status').filter({ hasText: 'Left to pay' })).toContainText(remainingTotal);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await payButton(page).click();
  await fastForwardUntilVisible(page, page.getByRole('heading', { name: `Pay ${remainingTotal}`, exact: true }));
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await page.getByRole('button', { name: 'Approve payment', exact: true }).click();
  await expect(page).toHaveURL('/payment/success');

  await openPage(page, '/wallet');
  await expect(main(page)).toContainText('Balance₦0');
  await expect(entryRows(page).first()).toContainText('Paid with credit');
  await expect(entryRows(page).first()).toContainText('−₦1,000');
  await entryRows(page).first().getByRole('link').click();
  await expect(main(page).locator('dl')).toContainText('Paid from your wallet₦1,000');
  const id = page.url().split('/').at(-1);
  const cancelled = await page.request.post(`/backend/orders/${id}/cancel`, {
    headers: { authorization: `Token ${token}` },
  });
  expect(cancelled.ok()).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL('/wallet');
  await expect(main(page)).toContainText('Balance₦1,000');
  await expect(entryRows(page).first()).toContainText('Refund');
});

test('credit pays a whole order without the provider', { tag: ['@WALLET-5', '@WALLET-7'] }, async ({ page }) => {
  const { token } = await createBuyer(page);
  await addWalletCredit(await fetchEmail(page, token), 900_000_000);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await useCreditCheckbox(page).check();
  await expect(main(page).getByRole('status').filter({ hasText: 'Left to pay' })).toContainText('₦0');
  await payButton(page).click();
  await expectToast(page, 'Order created successfully!');
  await fastForwardUntilVisible(page, page.getByRole('heading', { name: 'Congratulations!' }));
  await expect(page).toHaveURL('/payment/success');
  expect(await fetchServerCart(page, token)).toEqual([]);
  await openPage(page, '/order');
  await expect(main(page).getByRole('article').first()).toContainText('Paid');
});
