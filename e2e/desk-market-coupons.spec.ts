import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, test } from './support/fixtures.ts';

// A code that exists already, and the page of an unknown coupon.
test.use({ expectedErrors: [/status of 40[49]/] });

test('an operator creates a coupon, changes and ends it', { tag: ['@CHECKOUT-41'] }, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'catalogue');
  const code = `SALE-${Date.now().toString(36).toUpperCase()}`;
  await page.goto(`${desk.path}/coupons`);
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoHorizontalOverflow(page);

  await page.getByRole('link', { name: 'New coupon' }).click();
  const create = page.getByRole('button', { name: 'Create the coupon' });
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByLabel('Percentage', { exact: true }).fill('101');
  await create.click();
  await expect(page.getByLabel('Percentage', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  // What is typed stays on the device.
  await page.reload();
  await expect(page.getByLabel('Code')).toHaveValue(code.toLowerCase());
  await page.getByLabel('An amount').check();
  await page.getByLabel('Amount', { exact: true }).fill('1,500');
  await page.getByLabel('For items of at least').fill('5,000');
  await page.getByLabel('How many orders can use it').fill('100');
  await create.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Running');
  await expect(page.getByText('₦1,500 off · Without an end')).toBeVisible();
  await expect(page.getByText('No order has used it')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  const change = page.getByRole('button', { name: 'Change the coupon' });
  await expect(change).toBeDisabled();
  await page.getByLabel('Until, Lagos time').fill('2020-01-01T10:00');
  await change.click();
  await expect(page.getByLabel('Until, Lagos time')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Until, Lagos time').fill('2099-01-01T10:00');
  await page.getByLabel('Reason').fill('Only for the feast days');
  await change.click();
  await expect(page.getByText('₦1,500 off · Until 1 Jan 2099, 10:00')).toBeVisible();

  await page.getByRole('button', { name: 'End it now…' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog'));
  await expectOnScreen(dialog.getByRole('button', { name: 'Keep it running' }));
  await dialog.getByRole('button', { name: 'End the coupon' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ended');

  await page.goto(`${desk.path}/coupons/new`);
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Percentage', { exact: true }).fill('10');
  await create.click();
  await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');

  await page.goto(`${desk.path}/coupons?view=ended&search=${code.toLowerCase()}`);
  await page.getByRole('link', { name: code }).click();
  await expect(page).toHaveURL(new RegExp(`/coupons/${code}$`));
  await navigate(page, `${desk.path}/coupons/NO-SUCH-CODE`);
  await expect(page.getByText('There is no such coupon')).toBeVisible();
});

test('finance reads coupons and changes nothing', { tag: ['@STAFF-4'] }, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/coupons`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New coupon' })).toHaveCount(0);
  await page.goto(`${desk.path}/coupons/new`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
