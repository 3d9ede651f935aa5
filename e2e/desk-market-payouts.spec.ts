import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { losePayout, makePayable } from './support/shoppers.ts';

// A batch that somebody else has cancelled, and an unknown batch.
test.use({ expectedErrors: [/status of 40[49]/] });

/** Accounts of the sandbox: one is closed, and the other's transfers stay on the way. */
const CLOSED = '0000000006';
const SLOW = '0000000003';

/** A new merchant who can be paid. */
const createPayee = async (page: Page, account_number: string) => {
  const { merchantId, call } = await openDesk(page, 'new');
  await call('PUT', '/merchant/bank-account/', { bank_code: '057', account_number });
  const { name } = await call<{ name: string }>('GET', '/merchant/store/');
  await makePayable(merchantId, 900_050);
  return { merchantId, name };
};

// Only one journey at a time can draft a batch of what it has made payable.
test('finance drafts a batch, approves it, and settles what goes wrong', {
  tag: ['@PAYOUT-9', '@PAYOUT-10', '@PAYOUT-14', '@PAYOUT-34', '@PAYOUT-40'],
}, async ({ page }) => {
  const closed = await createPayee(page, CLOSED);
  const slow = await createPayee(page, SLOW);
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/payouts`);
  await expect(page.getByRole('row', { name: new RegExp(slow.name) })).toContainText('In the next batch');
  await expectNoHorizontalOverflow(page);

  await page.getByRole('button', { name: 'Draft a batch now' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog'));
  const draft = await expectOnScreen(dialog.getByRole('button', { name: 'Draft the batch' }));
  await draft.click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await dialog.getByLabel('Why').fill('Friday');
  await draft.click();
  await expect(page.getByRole('heading', { name: /^Batch \d+/ })).toContainText('To approve');
  const url = page.url();

  await page.getByRole('button', { name: /^Approve, pay ₦/ }).click();
  await expectOnScreen(dialog.getByRole('button', { name: 'Not yet' }));
  await expect(dialog).toContainText(/to \d+ merchants\?/);
  await dialog.getByLabel('Why').fill('Amounts checked');
  await dialog.getByRole('button', { name: /^Approve, pay ₦/ }).click();
  const payoutTo = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(payoutTo(closed.name)).toContainText('Failed');
  await expect(payoutTo(slow.name)).toContainText('Sent');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await payoutTo(slow.name).getByRole('button', { name: /^Stop/ }).click();
  await expectOnScreen(dialog.getByRole('button', { name: 'Let it go' }));
  await dialog.getByLabel('Why').fill('The merchant has asked for it');
  await dialog.getByRole('button', { name: 'Stop the payout' }).click();
  await expect(payoutTo(slow.name)).toContainText('Stopped');
  await expect(payoutTo(slow.name).getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  await payoutTo(slow.name)
    .getByRole('button', { name: /^Ask again/ })
    .click();
  await expectOnScreen(dialog.getByRole('button', { name: 'Ask the provider' }));
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toHaveCount(0);

  await losePayout(slow.merchantId);
  await page.goto(`${desk.path}/payouts`);
  const troubled = page.getByRole('region', { name: 'Need a person' });
  await expect(troubled).toContainText(slow.name);
  await troubled.getByRole('link', { name: new RegExp(slow.name) }).click();
  await page.getByLabel(`Choose the payout to ${slow.name}`).check();
  const bar = await expectOnScreen(page.getByRole('region', { name: 'Chosen payouts' }));
  await bar.getByRole('button', { name: 'Not paid' }).click();
  await dialog.getByRole('button', { name: 'It was not paid' }).click();
  await expect(dialog.getByText('Write what the bank says.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Not sure' }).click();
  await bar.getByRole('button', { name: 'Paid', exact: true }).click();
  await dialog.getByLabel('Why').fill('Statement of the bank');
  await dialog.getByRole('button', { name: 'It was paid' }).click();
  await expect(payoutTo(slow.name)).toContainText('Paid');

  await page.goto(url);
  await payoutTo(closed.name)
    .getByRole('button', { name: /^Retry/ })
    .click();
  await dialog.getByRole('button', { name: 'Draft a new batch' }).click();
  await expect(page).not.toHaveURL(url);
  await expect(page.getByRole('heading', { name: /^Batch \d+/ })).toContainText('To approve');
  await page.getByRole('button', { name: 'Cancel the batch' }).click();
  await desk.call('POST', `/operator/payout-batches/${page.url().split('/').pop()}/cancel/`, {});
  await dialog.getByRole('button', { name: 'Cancel the batch' }).click();
  await expect(dialog.getByRole('alert')).toContainText('approved or cancelled already');
  await dialog.getByRole('button', { name: 'Keep the batch' }).click();
  await expect(page.getByRole('heading', { name: /^Batch \d+/ })).toContainText('Cancelled');
  await navigate(page, `${desk.path}/payouts/999999999`);
  await expect(page.getByText('There is no such batch')).toBeVisible();
});

test('finance revokes a bank account that waits; support does not see payouts', {
  tag: ['@PAYOUT-8', '@STAFF-4'],
}, async ({ page }) => {
  const merchant = await createPayee(page, '0123456789');
  const owner = await openDesk(page, merchant.merchantId);
  await owner.call('PUT', '/merchant/bank-account/', { bank_code: '058', account_number: '1234567890' });
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/payouts`);
  const accounts = page.getByRole('region', { name: 'New bank accounts' });
  const change = accounts.getByRole('listitem').filter({ hasText: merchant.name });
  await expect(change).toContainText('Account ••7890 instead of ••6789');
  await expectNoHorizontalOverflow(page);
  await change.getByRole('button', { name: /^Revoke/ }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog'));
  await dialog.getByLabel('Why').fill('The merchant did not ask for it');
  await dialog.getByRole('button', { name: 'Revoke the account' }).click();
  await expect(change).toHaveCount(0);

  await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/payouts`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
