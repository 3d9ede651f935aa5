import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';

// The first search is made to fail.
test.use({ expectedErrors: [/status of 500/] });

test('a merchant finds an order by keyboard, and what to do', { tag: ['@DESK-16'] }, async ({ page }) => {
  const { id, first } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, first.merchantId);
  await page.goto(`${desk.path}/products`);
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = await expectOnScreen(page.getByRole('dialog', { name: 'Search everything' }));
  const field = dialog.getByRole('combobox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  await field.fill(id);
  const option = dialog.getByRole('option', { name: new RegExp(`^${id}`) });
  await expectOnScreen(option);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(dialog.getByRole('status')).toContainText('Found 1 result');
  await expectAccessible(page, ['[role=dialog]']);
  await expectNoHorizontalOverflow(page);
  await dialog.getByRole('button', { name: 'Products' }).click();
  await expect(option).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Everything' }).click();
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${desk.path}/orders/${id}`));
  await expect(dialog).toHaveCount(0);

  // On phones it is a button with an icon, on wide screens it looks like a field.
  await page
    .getByRole('button', { name: /^Search/ })
    .filter({ visible: true })
    .click();
  await dialog.getByRole('option', { name: id }).click();
  await expect(field).toHaveValue(id);
  await field.fill('add prod');
  await expect(dialog.getByRole('option', { name: 'Add a product' })).toBeVisible();
  await field.press('ArrowUp');
  await field.press('ArrowDown');
  await expect(dialog.getByRole('option', { name: 'Add a product' })).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL(`${desk.path}/products/new`);
});

test('an operator searches again after a failure; nothing is found; Esc closes', {
  tag: ['@DESK-17', '@phone'],
}, async ({ page }) => {
  const { merchantId } = await openDesk(page, 'new');
  const owner = await openDesk(page, merchantId);
  const { name } = await owner.call<{ name: string }>('GET', '/merchant/store/');
  const desk = await openDesk(page, 'operators', 'catalogue');
  await page.goto(desk.path);
  let isBroken = true;
  await page.route('**/operator/search/**', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { message: 'Out of order' } }) : route.continue(),
  );
  await page
    .getByRole('button', { name: /^Search/ })
    .filter({ visible: true })
    .click();
  const dialog = await expectOnScreen(page.getByRole('dialog', { name: 'Search everything' }));
  const field = dialog.getByRole('combobox', { name: 'Search everything' });
  await field.fill(name);
  await expect(dialog.getByRole('alert')).toContainText('The search did not work');
  isBroken = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('option', { name: new RegExp(name) })).toBeVisible();
  await field.fill('qqxxzz');
  await expect(dialog.getByText('Nothing found for “qqxxzz”')).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Pages that the role may not read are not among the places.
  await page.keyboard.press('Control+k');
  await field.fill('pay');
  await expect(dialog.getByRole('option', { name: 'Payouts' })).toHaveCount(0);
});
