import { CHECKOUT_URL, couponField, payButton, waitForTotals } from './page-objects/checkout.ts';
import { expectNoHorizontalOverflow } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { openDesk } from './support/desk.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { createBuyer } from './support/orders.ts';

// What an operator does is seen in the shop; held payments, appeals and banners have journeys of their own.

test('a coupon that an operator makes is used by a shopper, and the desk shows the order', {
  tag: ['@CHECKOUT-32', '@OPERATOR-17'],
}, async ({ page, browser }) => {
  const code = `YAM-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  const operator = await browser.newPage();
  const desk = await openDesk(operator, 'operators', 'catalogue');
  await operator.goto(`${desk.path}/coupons/new`);
  await operator.getByLabel('Code').fill(code);
  await operator.getByLabel('Percentage', { exact: true }).fill('10');
  await operator.getByRole('button', { name: 'Create the coupon' }).click();
  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Running');

  await createBuyer(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await couponField(page).fill(code);
  await page.getByRole('main').getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('main').getByText('Coupon applied successfully!')).toBeVisible();
  await payButton(page).click();
  const approve = page.getByRole('button', { name: 'Approve payment', exact: true });
  await fastForwardUntilVisible(page, approve);
  await approve.click();
  await expect(page).toHaveURL('/payment/success');
  await page.getByRole('link', { name: 'View your order', exact: true }).click();
  await expect(page).toHaveURL(/\/order\/details\//);
  const orderId = new URL(page.url()).pathname.replace('/order/details/', '');

  await operator.reload();
  await expect(operator.getByRole('main')).toContainText(orderId);
  await expectNoHorizontalOverflow(operator);
  await operator.close();
});
