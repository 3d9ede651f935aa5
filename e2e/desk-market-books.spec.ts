import { readFile } from 'node:fs/promises';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';

test('finance checks the books, and finds the entries of an order', {
  tag: ['@BOOKS-12', '@BOOKS-13', '@PAYOUT-21', '@STAFF-4'],
}, async ({ page }) => {
  const { id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/books`);
  const check = page.getByRole('region', { name: 'Last check' });
  await check.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('table', { name: 'Balances by account' })).toContainText('Payment provider');
  await expect(check.getByRole('button', { name: 'Check now' })).toBeEnabled();
  await expect(check.getByRole('status')).toContainText(/for operator \d+/);
  await expectNoHorizontalOverflow(page);

  await page.getByRole('link', { name: 'A day' }).click();
  const balances = page.getByRole('table', { name: /^Balances of/ });
  await expect(balances.getByRole('row', { name: /^Commission/ })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Statement of the day, CSV' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(id);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('button', { name: 'Day before' }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/);

  await page.getByRole('link', { name: 'Entries', exact: true }).click();
  await page.getByLabel('Day', { exact: true }).fill('');
  await page.getByRole('searchbox', { name: 'Order' }).fill(id);
  const entries = page.getByRole('table', { name: /^Entries of the books/ });
  await expect(entries.getByRole('row', { name: new RegExp(`sale ${id}`) }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Commission');
  await expect(page).toHaveURL(/account=commission/);
  await expect(entries.getByRole('row', { name: /^Merchants/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Disputes');
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await expect(entries).toBeVisible();

  await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/books`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
