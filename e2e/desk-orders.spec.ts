import { readFile } from 'node:fs/promises';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';

test.use({ expectedErrors: [/status of 404/] });

test('a merchant finds an order, ships it, and records its arrival', {
  tag: ['@MERCHANT-2', '@STAFF-1', '@DESK-6', '@DESK-7'],
}, async ({ page }) => {
  const { first, id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, first.merchantId, 'staff');
  await page.goto(`${desk.path}/orders?search=${id}`);
  const row = page.getByRole('row', { name: new RegExp(id) });
  await expect(row).toContainText(first.title);
  await expect(row).toContainText('To ship');
  const views = page.getByRole('navigation', { name: 'Views of the orders' });
  await expect(views.getByRole('link', { name: /^To ship/ })).toContainText(/\d/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const saving = await expectOnScreen(page.getByRole('dialog', { name: 'Save orders as CSV' }));
  await expectAccessible(page, ['[role=dialog]']);
  await saving.getByRole('button', { name: 'Save the file' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(id);
  await expectOnScreen(row.getByRole('link', { name: new RegExp(id) }));
  await expectNoHorizontalOverflow(page);

  await row.getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Chosen orders' });
  await expectOnScreen(bar.getByRole('link', { name: 'Packing slips' }));
  await bar.getByRole('button', { name: /^Ship/ }).click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  await expectOnScreen(dialog.getByRole('button', { name: 'Not yet' }));
  await dialog.getByRole('button', { name: 'Not yet' }).click();

  await row.getByRole('link', { name: new RegExp(id) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(id);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByLabel('Tracking number').fill('GIG123');
  await page.getByRole('button', { name: /^Ship parcel/ }).click();
  await expect(page.getByText('Shipped. The buyer gets a mail.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Parcel 1' })).toBeVisible();
  await page.getByRole('button', { name: /^It has arrived/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Delivered');

  await navigate(page, `${desk.path}/orders`);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('table').or(page.getByRole('heading', { name: /^Nothing/ }))).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(id) })).toHaveCount(0);
});

test('pieces are cancelled after a question, and a packing slip names what to pack', async ({ page }) => {
  const { second, id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, second.merchantId);
  await page.goto(`${desk.path}/orders?search=${id}`);
  await page.getByRole('link', { name: new RegExp(id) }).click();
  await page.getByRole('button', { name: 'Cancel pieces' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog'));
  await expectOnScreen(dialog.getByRole('button', { name: 'Keep them' }));
  await expect(dialog.getByRole('button', { name: /^Cancel/ })).toBeDisabled();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expectAccessible(page, ['[role=alertdialog]']);
  await dialog.getByRole('button', { name: 'Cancel 1 piece' }).click();
  await expect(page.getByText('1 piece cancelled. The buyer gets a mail.')).toBeVisible();

  await page.getByRole('link', { name: 'Packing slip' }).click();
  const slip = page.getByRole('article');
  await expect(slip.getByRole('row', { name: new RegExp(second.title) })).toContainText('1');
  await expect(slip).not.toContainText('₦');
});

test('an order of another merchant, and another store, are not found', async ({ page }) => {
  const { first, id } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/orders/${id}`);
  await expect(page.getByText('Your store has no such order')).toBeVisible();
  await page.goto(`/desk/store/${first.merchantId}/orders`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
  await expectOnScreen(page.getByRole('link', { name: 'To my desk' }));
  await page.goto(`${desk.path}/orders`);
  await expect(page.getByText('Nothing to ship')).toBeVisible();
});
