import type { OperatorOrder } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { createBuyerWithOrder, createBuyerWithPaidOrder } from './support/orders.ts';
import { deliverOrder, troubleOrder } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of 409/] });

/** A new buyer with an order for which 500 naira too little have arrived. */
const createHeldOrder = async (page: Page): Promise<string> => {
  const { id } = await createBuyerWithOrder(page);
  await troubleOrder('held', id);
  return id;
};

const readOrder = (desk: Awaited<ReturnType<typeof openDesk>>, id: string) =>
  desk.call<OperatorOrder>('GET', `/operator/orders/${id}/`);

test('an operator finds a held payment, and accepts it with a reason', {
  tag: ['@OPERATOR-2', '@OPERATOR-17', '@OPERATOR-18'],
}, async ({ page }) => {
  const id = await createHeldOrder(page);
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(desk.path);
  await page.getByRole('link', { name: /^Settle: \d+ payments? (?:is|are) held$/ }).click();
  await expect(page.getByRole('link', { name: /^Held/ })).toContainText(/\d/);
  await page.getByLabel('Search payments').fill(`${id}-1`);
  await expect(page).toHaveURL(new RegExp(`search=${id}-1`));
  const row = page.getByRole('row', { name: new RegExp(id) });
  await expect(row).toContainText('₦500 less than the order asks for');
  await expectNoHorizontalOverflow(page);
  await row.getByRole('link').click();
  const payment = page.getByRole('region', { name: `${id}-1` });
  await expect(payment).toContainText('₦500 less than the order asks for.');
  await expect(payment.getByText(`${id}-1`)).toBeFocused();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await payment.getByRole('button', { name: 'Accept as paid' }).click();
  const question = /^Accept ₦[\d,.]+ as the whole payment\?$/;
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: question }));
  const accept = dialog.getByRole('button', { name: /^Accept ₦/ });
  await expectOnScreen(accept);
  await expectOnScreen(dialog.getByRole('button', { name: 'Not yet' }));
  await accept.click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await dialog.getByLabel('Why').fill('The rest was paid in cash.');
  await accept.click();
  await expect(page.getByText(`Accepted. Order ${id} is paid.`)).toBeVisible();
  await expect(payment.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(payment.getByRole('button', { name: 'Accept as paid' })).toHaveCount(0);
  expect((await readOrder(desk, id)).order.status).toBe('Paid');
});

test('a held payment is refunded into the wallet; whoever comes second is refused, and loses nothing', {
  tag: ['@OPERATOR-2'],
}, async ({ page }) => {
  const id = await createHeldOrder(page);
  const desk = await openDesk(page, 'operators', 'finance');
  const address = `${desk.path}/money?case=${id}-1`;
  const openRefund = async (tab: Page) => {
    await tab.goto(address);
    await tab
      .getByRole('region', { name: `${id}-1` })
      .getByRole('button', { name: 'Refund' })
      .click();
    const dialog = await expectOnScreen(tab.getByRole('alertdialog', { name: /^Refund ₦/ }));
    await dialog.getByRole('radio', { name: /wallet/ }).check();
    await dialog.getByLabel('Why').fill('The buyer asked for it.');
    return { dialog, refund: dialog.getByRole('button', { name: /^Refund ₦/ }) };
  };
  const late = await page.context().newPage();
  const second = await openRefund(late);
  const first = await openRefund(page);
  await expectOnScreen(first.refund);
  await expectAccessible(page, ['[role=alertdialog]']);
  await first.refund.click();
  await expect(page.getByText('The buyer has it in the wallet.')).toBeVisible();
  await expect(page.getByRole('region', { name: `${id}-1` }).getByRole('button', { name: 'Refund' })).toHaveCount(0);
  expect((await readOrder(desk, id)).refunds).toMatchObject([{ reference: `${id}-1`, status: 'wallet' }]);

  await second.refund.click();
  await expect(second.dialog.getByRole('alert')).toBeVisible();
  await expect(second.dialog.getByLabel('Why')).toHaveValue('The buyer asked for it.');
});

test('a stuck refund is found by its order, and made otherwise', { tag: ['@OPERATOR-17'] }, async ({ page }) => {
  const { id } = await createBuyerWithPaidOrder(page);
  await troubleOrder('stuck', id);
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/money`);
  await page.getByRole('navigation', { name: 'Views of the money' }).getByRole('link', { name: 'Refunds' }).click();
  const search = page.getByLabel('Search refunds');
  await search.fill('nobody');
  await expect(page.getByText('No refund matches')).toBeVisible();
  await search.fill(id.toLowerCase());
  const row = page.getByRole('row', { name: new RegExp(id) });
  await row.getByRole('link').click();
  const refund = page.getByRole('region', { name: `${id}-1.1` });
  await expect(refund).toContainText('Insufficient balance');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await refund.getByRole('button', { name: 'Try again or pay otherwise' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: 'Make the refund of ₦100?' }));
  await expectOnScreen(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.getByRole('radio', { name: /outside of the shop/ }).check();
  await dialog.getByLabel('Why').fill('Paid by bank transfer.');
  await dialog.getByRole('button', { name: 'Refund ₦100' }).click();
  await expect(page.getByText('Recorded as paid by hand.')).toBeVisible();
  await expect(refund.getByText('By hand')).toBeVisible();
});

test('a dispute shows until when it is answered; what can still be returned of a lost one is not released', {
  tag: ['@OPERATOR-17', '@PAYOUT-2'],
}, async ({ page }) => {
  const { id } = await createBuyerWithPaidOrder(page);
  await troubleOrder('disputed', id);
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/money?view=disputes`);
  await page
    .getByRole('row', { name: new RegExp(id) })
    .getByRole('link')
    .click();
  const dispute = page.getByRole('region', { name: `D-${id}` });
  await expect(dispute).toContainText('Otherwise the bank takes the money back.');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  const lost = await createBuyerWithPaidOrder(page);
  await deliverOrder(lost.id);
  await troubleOrder('lost', lost.id);
  await page.goto(`${desk.path}/money?view=disputes&filter=all&case=D-${lost.id}`);
  await page
    .getByRole('region', { name: `D-${lost.id}` })
    .getByRole('button', { name: 'Pay the merchants' })
    .click();
  const release = await expectOnScreen(page.getByRole('alertdialog', { name: `Pay the merchants of ${lost.id}?` }));
  await release.getByLabel('Why').fill('The parcel has arrived.');
  await expectOnScreen(release.getByRole('button', { name: 'Not yet' }));
  await release.getByRole('button', { name: 'Pay the merchants' }).click();
  await expect(release.getByRole('alert')).toBeVisible();
});

test('support reads payments and changes none; the catalogue does not see them', {
  tag: ['@STAFF-4'],
}, async ({ page }) => {
  const id = await createHeldOrder(page);
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/money?case=${id}-1`);
  const payment = page.getByRole('region', { name: `${id}-1` });
  await expect(payment).toContainText('₦500 less');
  await expect(payment.getByRole('button')).toHaveCount(0);
  const other = await openDesk(page, 'operators', 'catalogue');
  // A page that the browser renders: once it shows, the router follows the address.
  await page.goto(`${other.path}/coupons`);
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
  for (const place of ['money', 'orders', 'returns', 'customers']) {
    await expect(page.locator(`nav a[href$="/market/${place}"]`)).toHaveCount(0);
    await navigate(page, `${other.path}/${place}`);
    await expect(page.getByText('There is nothing here for you')).toBeVisible();
    await navigate(page, other.path);
    await expect(page.getByText('There is nothing here for you')).toHaveCount(0);
  }
});
