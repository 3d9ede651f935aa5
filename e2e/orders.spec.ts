import { breadcrumbs } from './page-objects/account.ts';
import { button } from './page-objects/checkout.ts';
import { expectToast, waitForConfirmDialog } from './page-objects/overlays.ts';
import { fetchFromApi } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { formatNaira } from './support/format.ts';
import { createBuyerWithOrder } from './support/orders.ts';
import { DEMO_LOGIN } from './support/shoppers.ts';

/** The list and the detail of orders. */

const ORDERS_URL = '/order';
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** Returns the day of an order, formatted as on the pages. It is not always today: a test may run around midnight. */
const fetchOrderDay = async (page: Page, id: string, token: string) => {
  const order = await fetchFromApi<{ created_at: string }>(page, `/order-detail/${id}`, token);
  const day = new Date(order.created_at);
  return [day.getDate(), day.getMonth() + 1, day.getFullYear()].map((part) => String(part).padStart(2, '0')).join('-');
};

test('the list shows an order and links to its page, where cancelling asks for confirmation, reloads it and scrolls to the top', {
  tag: ['@ORDER-27', '@ORDER-28', '@ORDER-36', '@ORDER-40', '@ORDER-41', '@ORDER-42', '@ORDER-43'],
}, async ({ page }) => {
  const { id, product, shipment, total, token } = await createBuyerWithOrder(page);
  const day = await fetchOrderDay(page, id, token);
  await openPage(page, ORDERS_URL);
  const order = main(page).getByRole('article', { name: `Order ${id}` });
  await test.step('the list', async () => {
    await expect(order).toContainText(day);
    await expect(order).toContainText('Pending');
    await expect(order).toContainText(id);
    await expect(order.getByRole('listitem')).toHaveText([product.title]);
    await expect(order.locator('img')).toHaveCount(1);
    await expect(order).toContainText(`Total (NGN) ${formatNaira(total)}`);
    await expect(breadcrumbs(page)).toHaveText(['Home', 'Account', 'My Order']);
    await expectNoHorizontalOverflow(page);
  });
  await order.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(`/order/details/${id}`);
  await expect(heading(page, `Order ${id}`)).toBeVisible();
  await expect(main(page)).toContainText(`Created ${day} · Updated ${day}`);
  await expect(main(page).getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')).toContainText(
    'Pending',
  );
  const products = main(page).getByRole('region', { name: 'Ordered products' });
  await expect(products.getByRole('link', { name: product.title })).toBeVisible();
  await expect(products).toContainText(`2 × ${formatNaira(product.price)}`);
  await expect(products).toContainText(`Delivery charges${formatNaira(shipment)}`);
  await expect(products).toContainText(`Total (NGN)${formatNaira(total)}`);
  await expect(main(page).getByRole('region', { name: 'Customer details' })).toContainText(/Ada Obi.*@mail\.test/);
  await expect(main(page).getByRole('region', { name: 'Shipping details' })).toContainText(
    'Ada Obi12 Broad Street, Lagos IslandLagos, 101231Nigeria+2348031234567',
  );
  await expect(breadcrumbs(page)).toHaveText(['Home', 'Account', 'My Order', 'Order Details']);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await button(page, 'Cancel Order').click();
  const dialog = await waitForConfirmDialog(page, 'Cancel this order?');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Cancel Order')).toBeFocused();
  await button(page, 'Cancel Order').click();
  await waitForConfirmDialog(page, 'Cancel this order?');
  await expectAccessible(page);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await expectToast(page, 'Order cancelled successfully.');
  await expect(main(page).getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(button(page, 'Cancel Order')).toBeHidden();
  await expect(main(page).getByRole('list', { name: 'Progress' })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(heading(page, `Order ${id}`)).toBeFocused();
  await main(page).getByRole('link', { name: 'My Order' }).first().click();
  await expect(main(page).getByRole('article', { name: `Order ${id}` })).toContainText('Cancelled');
});

test('an order is found by its code, in lower case and with spaces; a pending one can be paid from the list and its page', {
  tag: ['@INFO-23', '@ORDER-47', '@ORDER-50', '@ORDER-57'],
}, async ({ page }) => {
  const { id, total } = await createBuyerWithOrder(page);
  const pay = main(page).getByRole('button', { name: `for order ${id}` });
  await test.step('from the Help Center', async () => {
    await openPage(page, '/help#track-orders');
    await page.getByRole('textbox', { name: 'Order code' }).fill(` ${id.slice(0, 6).toLowerCase()} ${id.slice(6)} `);
    await page.getByRole('button', { name: 'Track Order' }).click();
    await expect(page).toHaveURL(`/order/details/${id}`);
    await expect(heading(page, `Order ${id}`)).toBeVisible();
  });
  await breadcrumbs(page).getByRole('link', { name: 'My Order' }).click();
  await expect(main(page).getByRole('article')).toContainText(/Pay by \d\d:\d\d, or the order expires\./);
  await expect(pay).toHaveText(`Pay ${formatNaira(total)}`);
  await main(page).getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(`/order/details/${id}`);
  await expect(heading(page, `Order ${id}`)).toBeVisible();
  await expect(main(page)).toContainText(/Pay by \d\d:\d\d, or the order expires\./);
  await pay.click();
  await expect(page).toHaveURL(new RegExp(`/sandbox/pay/${id}-1$`));
  await page.getByRole('button', { name: 'Approve payment', exact: true }).click();
  await expect(page).toHaveURL(/\/payment\/success/);

  await openPage(page, `/order/details/${id.toLowerCase()}`);
  await expect(heading(page, `Order ${id}`)).toBeVisible();
  await expect(main(page).locator('[aria-current=step]')).toContainText('Paid');
  await expect(pay).toHaveCount(0);
});

test('the demo account has orders in every state', { tag: ['@SANDBOX-12'] }, async ({ page }) => {
  await openPage(page, '/login?next=%2Forder');
  await page.getByLabel('Email', { exact: true }).fill(DEMO_LOGIN.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_LOGIN.password);
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL(ORDERS_URL);
  const orders = main(page).getByRole('article');
  await expect(orders).toHaveText([/Pending/, /Paid/, /Paid/, /Shipped/, /Delivered/, /Cancelled/, /Delivered/]);
});
