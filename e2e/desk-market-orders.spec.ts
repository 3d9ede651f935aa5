import type { OperatorOrder } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';
import { fetchEmail } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of (?:404|409)/] });

const readOrder = (desk: Awaited<ReturnType<typeof openDesk>>, id: string) =>
  desk.call<OperatorOrder>('GET', `/operator/orders/${id}/`);

/** The dialog that is open, with its buttons on the screen. */
const openDialog = async (page: Page, name: RegExp, confirm: RegExp) => {
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name }));
  await dialog.getByRole('button', { name: confirm }).scrollIntoViewIfNeeded();
  await expectOnScreen(dialog.getByRole('button', { name: confirm }));
  return dialog;
};

test('an operator finds an order, corrects its address, ships and delivers a parcel, and cancels pieces', {
  tag: ['@OPERATOR-1', '@OPERATOR-9', '@OPERATOR-10', '@OPERATOR-17'],
}, async ({ page }) => {
  const { id, token, second } = await createBuyerWithPaidOrder(page);
  const email = await fetchEmail(page, token);
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/orders`);
  await page.getByLabel('Search orders').fill(email);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectNoHorizontalOverflow(page);
  await page
    .getByRole('row', { name: new RegExp(id) })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(id);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  const buyer = page.getByRole('region', { name: 'Buyer' });
  await buyer.getByRole('button', { name: 'Correct the address' }).click();
  const address = await openDialog(page, /^Correct the address/, /^Correct the address$/);
  await expectAccessible(page, ['[role=alertdialog]']);
  await expect(address.getByRole('button', { name: 'Correct the address' })).toBeDisabled();
  await address.getByLabel('City').fill('');
  await address.getByRole('button', { name: 'Correct the address' }).click();
  await expect(address.getByText('This field is required.')).toBeVisible();
  await address.getByLabel('City').fill('Epe');
  await address.getByRole('button', { name: 'Correct the address' }).click();
  await expect(address).toHaveCount(0);
  await expect(buyer).toContainText('Epe');

  const { fulfilments } = await readOrder(desk, id);
  const part = fulfilments.find(({ lines }) => lines.some(({ position }) => position === 1));
  await page.getByRole('button', { name: `Cancel pieces of ${part?.id}` }).click();
  const pieces = await openDialog(page, /^Cancel pieces/, /^Cancel pieces$/);
  await expectAccessible(page, ['[role=alertdialog]']);
  await pieces
    .getByRole('group', { name: `${second.title} to cancel` })
    .getByRole('button', { name: 'One more' })
    .click();
  await pieces.getByLabel('Why').fill('Sold out.');
  await pieces.getByRole('button', { name: 'Cancel 1 piece' }).click();
  await expect(page.getByText('1 piece cancelled. The buyer gets a mail.')).toBeVisible();

  await page.getByRole('button', { name: `Ship ${part?.id}` }).click();
  const parcel = await openDialog(page, /^Ship for/, /^Ship \d+ pieces?$/);
  await expectAccessible(page, ['[role=alertdialog]']);
  await parcel.getByRole('button', { name: /^Ship/ }).click();
  await expect(parcel.getByText('Enter the tracking number.')).toBeVisible();
  await parcel.getByLabel('Tracking number').fill('JD0146 1');
  await parcel.getByRole('button', { name: /^Ship/ }).click();
  await expect(parcel).toHaveCount(0);
  await page.getByRole('button', { name: /^It has arrived\s?: JD0146 1$/ }).click();
  const arrived = await openDialog(page, /^Has this parcel arrived/, /^It has arrived$/);
  await arrived.getByRole('button', { name: 'It has arrived' }).click();
  await expect(page.getByText('Recorded as delivered. The buyer gets a mail.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^It has arrived/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel the order' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Goodwill refund' })).toHaveCount(0);
  const changed = await readOrder(desk, id);
  expect(changed.delivery_address?.city).toBe('Epe');
  expect(changed.order.items[1]?.cancelled_quantity).toBe(1);
});

test('an order is refunded out of goodwill, not by more than was paid, and then cancelled', {
  tag: ['@OPERATOR-5', '@OPERATOR-8'],
}, async ({ page }) => {
  const { id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/orders/${id}`);
  await page.getByRole('button', { name: 'Goodwill refund' }).click();
  const refund = await openDialog(page, /^Refund out of goodwill/, /^Refund/);
  await expectAccessible(page, ['[role=alertdialog]']);
  await refund.getByLabel('Amount').fill('0');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund.getByText(/^Write an amount of more than 0/)).toBeVisible();
  await refund.getByLabel('Amount').fill('90,000,000');
  await refund.getByRole('radio', { name: /^Into the wallet/ }).check();
  await refund.getByLabel('Why').fill('The parcel was late.');
  await refund.getByRole('button', { name: 'Refund ₦90,000,000' }).click();
  await expect(refund.getByRole('alert')).toBeVisible();
  await refund.getByLabel('Amount').fill('150.50');
  await refund.getByRole('button', { name: 'Refund ₦150.50' }).click();
  await expect(page.getByText('₦150.50 goes back to the buyer.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('₦150.50');

  await page.getByRole('button', { name: 'Cancel the order' }).click();
  const cancel = await openDialog(page, /^Cancel order/, /^Cancel the order$/);
  await cancel.getByRole('button', { name: 'Keep the order' }).click();
  await expect(cancel).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await cancel.getByLabel('Why').fill('The buyer asked for it.');
  await cancel.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText(`Order ${id} is cancelled.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled');
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('The order was cancelled');
  await expectNoHorizontalOverflow(page);
});

test('finance reads orders and changes none; an unknown order and a search without result say so', {
  tag: ['@STAFF-4'],
}, async ({ page }) => {
  const { id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/orders/${id}`);
  await expect(page.getByRole('button', { name: 'Goodwill refund' })).toBeVisible();
  for (const name of [/^Cancel/, /^Ship/, /^Correct/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await navigate(page, `${desk.path}/orders/000000000000`);
  await expect(page.getByText('There is no such order')).toBeVisible();
  await navigate(page, `${desk.path}/orders?search=nobody@mail.test`);
  await expect(page.getByText('No order matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('row', { name: new RegExp(id) })).toBeVisible();
  await page.getByRole('link', { name: 'Late', exact: true }).click();
  await expect(page).toHaveURL(/view=late/);
});
