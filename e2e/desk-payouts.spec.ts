import { readFile } from 'node:fs/promises';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';

// The account that the bank does not know, and the payout that does not exist.
test.use({ expectedErrors: [/status of 40[49]/] });

test('a merchant enters a bank account, changes it, and revokes the change', {
  tag: ['@PAYOUT-5', '@PAYOUT-6', '@PAYOUT-7', '@PAYOUT-8'],
}, async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/payouts`);
  await expect(page.getByRole('heading', { name: 'No payouts yet' })).toBeVisible();
  await expect(page.getByText(/Enter your bank account below/)).toBeVisible();
  await expectNoHorizontalOverflow(page);

  await page.getByRole('button', { name: 'Enter your bank account' }).click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  const save = dialog.getByRole('button', { name: 'Ask the bank and save' });
  await expectOnScreen(save);
  await save.click();
  await expect(dialog.getByText('Choose the bank.')).toBeVisible();
  await dialog.getByLabel('Bank', { exact: true }).selectOption('Zenith Bank');
  await dialog.getByLabel('Account number').fill('0000000009');
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('The bank does not know this account');
  await expect(dialog.getByLabel('Account number')).toHaveValue('0000000009');
  await expectAccessible(page, ['[role=dialog]']);
  await dialog.getByLabel('Account number').fill('012 345 6789');
  await save.click();
  await expect(dialog).toHaveCount(0);
  const panel = page.getByRole('region', { name: 'Bank account' });
  await expect(panel).toContainText('Zenith Bank ••••••6789');
  await expect(panel).not.toContainText('0123456789');

  await panel.getByRole('button', { name: 'Change the bank account' }).click();
  await dialog.getByLabel('Bank', { exact: true }).selectOption('Another bank');
  await dialog.getByLabel('Code of the bank').fill('999');
  await dialog.getByLabel('Account number').fill('1234567890');
  await save.click();
  await expect(panel).toContainText('Bank 999 ••7890');
  await panel.getByRole('button', { name: /I have changed my mind/ }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog'));
  await expectOnScreen(question.getByRole('button', { name: 'Keep the change' }));
  await question.getByRole('button', { name: 'Revoke the change' }).click();
  await expect(panel).not.toContainText('7890');
  await expect(panel).toContainText('Zenith Bank ••••••6789');
});

test('a merchant reads the statement by month and saves it as a file', { tag: ['@PAYOUT-3', '@PAYOUT-4'] }, async ({
  page,
}) => {
  const { first, id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, first.merchantId);
  await page.goto(`${desk.path}/payouts`);
  const statement = page.getByRole('table', { name: /^Statement of/ });
  await expect(statement.getByRole('row', { name: new RegExp(id) })).toContainText('Sale');
  await expectNoHorizontalOverflow(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV$/ }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toContain('date,kind,order');
  expect(csv).toContain(id);

  await page.getByLabel('Month of the statement').selectOption('All time');
  await expect(page).toHaveURL(/span=all/);
  await expect(statement.getByRole('row', { name: new RegExp(id) })).toBeVisible();
  await navigate(page, `${desk.path}/payouts?span=2020-02`);
  await expect(page.getByRole('heading', { name: 'Nothing in February 2020' })).toBeVisible();

  await navigate(page, `${desk.path}/payouts/po-00000000000000000000`);
  await expect(page.getByText('Your store has no such payout')).toBeVisible();
});

test('staff do not see payouts, the team and integrations', { tag: ['@STAFF-3'] }, async ({ page }) => {
  const desk = await openDesk(page, 'new', 'staff');
  await page.goto(`${desk.path}/settings`);
  await expect(page.getByLabel('Place')).toBeDisabled();
  for (const place of ['payouts', 'team', 'integrations']) {
    await navigate(page, `${desk.path}/${place}`);
    await expect(page.getByText('There is nothing here for you')).toBeVisible();
    await navigate(page, `${desk.path}/settings`);
    await expect(page.getByLabel('Place')).toBeDisabled();
  }
});
