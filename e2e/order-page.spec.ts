import type { Locator } from '@playwright/test';
import { button, fillAddress } from './page-objects/checkout.ts';
import { clickInConfirmDialog, expectToast } from './page-objects/overlays.ts';
import { fetchServerCart, saveAddress } from './support/api.ts';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  expectOnScreen,
  expectTouchTargets,
} from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { formatNaira } from './support/format.ts';
import { createBuyerWithOrder, createBuyerWithPaidOrder } from './support/orders.ts';
import { runCli, signIn } from './support/shoppers.ts';

/** What a buyer does with an order after the payment, and the address book. */

const main = (page: Page) => page.getByRole('main');
const region = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const DAY = /\d\d-\d\d-\d{4}/;

/** Chooses the address with this first line. */
const chooseAddress = (list: Locator, line: string) => list.getByRole('radio', { name: line }).click();

/** Expects the page to be accessible, and to fit a phone and a wide screen. */
const expectGoodPage = async (page: Page) => {
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await expectNoHorizontalOverflow(page);
  await page.setViewportSize({ width: 390, height: 844 });
};

test('an order of two merchants shows its parcels, what is left, the days and the timeline; the list when it should arrive, with its parcels', {
  tag: ['@ORDER-37', '@ORDER-62', '@ORDER-65', '@ORDER-67', '@ORDER-68', '@ORDER-73'],
}, async ({ page }) => {
  const { id, first, second } = await createBuyerWithPaidOrder(page);
  await openPage(page, '/order');
  const listed = main(page).getByRole('article', { name: `Order ${id}` });
  await expect(listed).toContainText(/Should arrive between/);
  await listed.getByRole('link', { name: 'View Details' }).click();
  await expect(heading(page, `Order ${id}`)).toBeVisible();
  await expect(main(page)).toContainText(/Should arrive between \d\d-\d\d-\d{4} and \d\d-\d\d-\d{4}/);
  await expect(region(page, 'Parcels')).toHaveCount(0);
  await expect(region(page, 'Timeline').getByRole('listitem')).toHaveText([/^Order placed/, /^Payment confirmed/]);
  await expect(region(page, 'Ordered products')).toContainText(first.storeName);
  runCli('fulfilments', 'ship', `${id}-1`, '--carrier', 'dhl', '--tracking', 'JD0146');
  runCli('fulfilments', 'ship', `${id}-2`, '--carrier', 'gig', '--tracking', 'GIG7', '--pieces', '1:1');
  await openPage(page, `/order/details/${id}`);
  const parcels = region(page, 'Parcels')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(parcels).toHaveCount(3);
  await expect(parcels.nth(0)).toContainText(`from ${first.storeName}`);
  await expect(parcels.nth(0)).toContainText(/Carrier\s*DHL Express/);
  await expect(parcels.nth(0)).toContainText(`1 × ${first.title}`);
  await expect(parcels.nth(0)).toContainText('On its way');
  await expect(parcels.nth(0).getByRole('link', { name: 'JD0146' })).toHaveAttribute(
    'href',
    'https://www.dhl.com/ng-en/home/tracking.html?tracking-id=JD0146',
  );
  await expect(parcels.nth(1)).toContainText(`from ${second.storeName}`);
  await expect(parcels.nth(2)).toContainText(`Not shipped yet1 × ${second.title}`);
  await expectTouchTargets(button(page, 'Buy Again'));
  await expectGoodPage(page);
  await main(page).getByRole('link', { name: 'My Order' }).first().click();
  await expect(listed.getByRole('link', { name: 'JD0146' })).toHaveAttribute('href', /dhl\.com.*JD0146/);

  await test.step('a part is cancelled, the rest arrives', async () => {
    runCli('fulfilments', 'cancel', `${id}-2`, '--pieces', '1:1:1', '--reason', 'spoiled');
    runCli('fulfilments', 'deliver', `${id}-1`);
    runCli('fulfilments', 'deliver', `${id}-2`);
    await openPage(page, `/order/details/${id}`);
    await expect(parcels).toHaveCount(2);
    await expect(parcels.nth(0)).toContainText(/Delivered\s*\d\d-\d\d-\d{4}/);
    await expect(region(page, 'Ordered products')).toContainText('1 of 2 cancelled');
    // A job makes the refund, at any time.
    const events = region(page, 'Timeline')
      .getByRole('listitem')
      .filter({ hasNotText: /refunded/ });
    await expect(events).toHaveText([
      /^Order placed/,
      /^Payment confirmed/,
      /^Shipped/,
      /^Shipped/,
      /^Cancelled by the merchant1 × /,
      /^Refund of ₦[\d,.]+ requested/,
      /^Delivered/,
      /^Delivered/,
    ]);
    await expect(region(page, 'Timeline').getByRole('time').first()).toContainText(DAY);
    await expect(main(page)).not.toContainText('Should arrive between');
    await expect(main(page).getByRole('status')).toContainText(/refunded the way you paid/);
    await expectNoHorizontalOverflow(page);
  });
});

test('a paid order has a receipt to print', { tag: ['@ORDER-66', '@ORDER-69'] }, async ({ page }) => {
  const { id, first, second, total, shipment } = await createBuyerWithPaidOrder(page);
  await page.addInitScript(() => {
    window.print = () => {
      document.title = 'printed';
    };
  });
  await openPage(page, `/order/details/${id}`);
  await main(page).getByRole('link', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(`/order/${id}/receipt`);
  await expect(heading(page, 'Receipt')).toBeVisible();
  const receipt = main(page).getByRole('article', { name: 'Receipt' });
  for (const text of [
    `Order number${id}`,
    'SellerSokuwa12 Broad Street, Lagos Island, Lagos',
    /BuyerAda Obi.*@mail\.test/,
    'Delivered toAda Obi12 Broad Street, Lagos Island',
    `1 × ${first.title}${first.storeName}`,
    `2 × ${second.title}${second.storeName}`,
    `Delivery charges${formatNaira(shipment)}`,
    `Total (NGN)${formatNaira(total)}`,
    /Exchange rate of \d+ \w+ \d{4}/,
    `Paid through Sandbox, without money, ${id}-1${formatNaira(total)}`,
  ])
    await expect(receipt).toContainText(text);
  await expect(receipt).toContainText(/Paid\d\d-\d\d-\d{4}/);
  await expectGoodPage(page);
  await button(page, 'Print').click();
  await expect(page).toHaveTitle('printed');
  await test.step('only the receipt is printed', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(button(page, 'Print')).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeHidden();
    await expect(receipt).toBeVisible();
    await page.emulateMedia({ media: null });
  });
  await main(page).getByRole('link', { name: 'Back To Order' }).click();
  await expect(heading(page, `Order ${id}`)).toBeVisible();
});

test.describe('the delivery address', () => {
  test.use({ expectedErrors: [/status of 409/] });
  test('is changed until something is shipped', { tag: ['@ORDER-64', '@ORDER-71'] }, async ({ page }) => {
    const { id, token } = await createBuyerWithPaidOrder(page);
    const shipping = region(page, 'Shipping details');
    const change = main(page).getByRole('button', { name: 'Change the delivery address' });
    const panel = region(page, 'Change the delivery address');
    await openPage(page, `/order/details/${id}`);
    await change.click();
    await expect(panel.getByRole('heading')).toBeFocused();
    await expect(panel).toContainText('You have saved no other address yet.');
    await button(page, 'Keep The Address').click();
    await expect(shipping.getByRole('heading')).toBeFocused();

    await test.step('to a new address', async () => {
      await change.click();
      await button(page, 'Add New Address').click();
      await fillAddress(page);
      await button(page, 'Save Address').click();
      await expectToast(page, 'Delivery details saved successfully');
      await expect(panel.getByRole('radio')).toHaveCount(1);
      await expectNoHorizontalOverflow(page);
      await button(page, 'Deliver Here').click();
      await expectToast(page, 'The delivery address was changed.');
      await expect(shipping).toContainText('4 Allen Avenue');
      await expect(region(page, 'Timeline')).toContainText('Delivery address changed');
    });

    await test.step('not where the delivery has another price, and not after a shipment', async () => {
      const accra = { country: 'GH', region: 2_300_569, city: 2_306_104, phone_number: '030 222 2222' };
      await saveAddress(page, token, { address_line1: '1 Ring Road', make_default: false, ...accra });
      await openPage(page, `/order/details/${id}`);
      await change.click();
      await chooseAddress(panel, '1 Ring Road');
      await button(page, 'Deliver Here').click();
      await expect(panel.getByRole('alert')).toContainText('The delivery to this address has another price.');
      await expectGoodPage(page);
      await chooseAddress(panel, '12 Broad Street');
      runCli('orders', 'ship', id, '--tracking', 'T1');
      await button(page, 'Deliver Here').click();
      await expect(panel.getByRole('alert')).toContainText('can be changed only after the payment and before');
      await expect(main(page).locator('[aria-current=step]')).toContainText('Shipped');
      await expect(shipping).toContainText('4 Allen Avenue');
    });
  });
});

test('the buyer writes to a merchant about the order', { tag: ['@ORDER-72', '@MESSAGE-61'] }, async ({ page }) => {
  const { id, first } = await createBuyerWithPaidOrder(page);
  await openPage(page, `/order/details/${id}`);
  await main(page)
    .getByRole('button', { name: `Contact ${first.storeName}` })
    .click();
  const dialog = await expectOnScreen(page.getByRole('dialog', { name: `Write to ${first.storeName}` }));
  await expect(dialog.getByLabel('Subject')).toHaveValue(`About order ${id}`);
  await dialog.getByLabel('Message').fill('Please add a gift note.');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expect(dialog).toContainText('Message Delivered Successfully!');
  await dialog.getByRole('link', { name: 'inbox' }).click();
  await main(page)
    .getByRole('link', { name: `About order ${id}` })
    .click();
  await expect(heading(page, `About order ${id}`)).toBeVisible();
  await expectNoHorizontalOverflow(page);
  await main(page)
    .getByRole('link', { name: `order ${id}` })
    .click();
  await expect(page).toHaveURL(`/order/details/${id}`);
});

test.describe('when something fails', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\//] });
  const ADDRESSES_API = '**/backend/shipping-address/';
  const fail = (page: Page, url: string) =>
    page.route(url, (route) => route.fulfill({ status: 500, json: { code: 'internal_error', detail: 'Oops' } }));

  test('the receipt of an order that was not paid, or that fails to load, shows a message', {
    tag: ['@ORDER-32', '@ORDER-69'],
  }, async ({ page }) => {
    const { id } = await createBuyerWithOrder(page);
    await openPage(page, `/order/${id}/receipt`);
    await expect(page.getByRole('heading', { name: 'This order was not paid, so it has no receipt.' })).toBeVisible();
    await expectGoodPage(page);
    await main(page).getByRole('link', { name: 'Back To Order' }).click();
    await expect(button(page, 'Buy Again')).toHaveCount(0);
    await expect(main(page).getByRole('link', { name: 'Receipt' })).toHaveCount(0);

    await fail(page, '**/backend/order-detail/**');
    await openPage(page, `/order/${id}/receipt`);
    const title = page.getByRole('heading', { name: 'Failed to fetch order details. Please try again later.' });
    await fastForwardUntilVisible(page, title);
    await expectNoHorizontalOverflow(page);
    await page.unroute('**/backend/order-detail/**');
    await button(page, 'Try Again').click();
    await expect(page.getByRole('heading', { name: 'This order was not paid, so it has no receipt.' })).toBeVisible();
  });

  test('what is still available of an order is bought again; that and the choice of another address can be tried again', {
    tag: ['@ORDER-70', '@ORDER-71'],
  }, async ({ page }) => {
    await page.clock.install();
    const { id, token, first, second } = await createBuyerWithPaidOrder(page);
    const url = '**/backend/api/cart/save-bulk-items/';
    await openPage(page, `/order/details/${id}`);
    await fail(page, url);
    await button(page, 'Buy Again').click();
    await expectToast(page, 'Internal Server Error');
    await page.unroute(url);
    await button(page, 'Buy Again').click();
    await expect(main(page)).toContainText('The items of this order are in your cart.');
    expect((await fetchServerCart(page, token)).toSorted()).toEqual(
      [
        [first.id, 1],
        [second.id, 2],
      ].toSorted(),
    );
    await main(page).getByRole('link', { name: 'View Cart' }).click();
    await expect(page).toHaveURL(/\/product\/shopping\/cart/);
    await page.goBack();
    await expect(heading(page, `Order ${id}`)).toBeVisible();

    await test.step('a part is sold out, or no longer sold', async () => {
      const json = {
        ...{ cart: [], subtotal: 0 },
        capped: [{ product_id: second.id, title: second.title, requested: 2, added: 1 }],
        dropped: [{ product_id: first.id, requested: 1, reason: 'gone' }],
      };
      await page.route(url, (route) => route.fulfill({ json }));
      await button(page, 'Buy Again').click();
      const note = main(page).getByRole('status').filter({ hasText: 'A part of this order is in your cart.' });
      await expect(note.getByRole('listitem')).toHaveText([
        `Only 1 of 2 of ${second.title} could be added.`,
        `${first.title} is not sold any more.`,
      ]);
      await expectGoodPage(page);
    });

    await fail(page, ADDRESSES_API);
    await main(page).getByRole('button', { name: 'Change the delivery address' }).click();
    const panel = region(page, 'Change the delivery address');
    await fastForwardUntilVisible(page, panel.getByRole('heading', { name: 'Failed to fetch shopping address' }));
    await expectNoHorizontalOverflow(page);
    await page.unroute(ADDRESSES_API);
    await panel.getByRole('button', { name: 'Try Again' }).click();
    await expect(panel).toContainText('You have saved no other address yet.');
  });

  test('the address book: load it again after a failure, add, choose the default, edit and delete', {
    tag: ['@ADDRESS-37'],
  }, async ({ page }) => {
    await page.clock.install();
    const token = await signIn(page);
    await fail(page, ADDRESSES_API);
    await openPage(page, '/profile');
    await main(page).getByRole('link', { name: 'Delivery Addresses' }).click();
    await expect(page).toHaveURL('/profile/addresses');
    await expect(main(page).getByRole('status', { name: 'Loading your addresses' })).toBeVisible();
    await fastForwardUntilVisible(page, page.getByRole('heading', { name: 'Failed to fetch shopping address' }));
    await expectNoHorizontalOverflow(page);
    await page.unroute(ADDRESSES_API);
    await button(page, 'Try Again').click();
    await expect(main(page)).toContainText('You have no address yet.');
    await expectNoHorizontalOverflow(page);
    await fillAddress(page);
    await button(page, 'Save Address').click();
    await expect(main(page).getByRole('radio')).toBeChecked();
    await saveAddress(page, token, { make_default: false });
    await openPage(page, '/profile/addresses');
    await expect(main(page).getByRole('radio')).toHaveCount(2);
    await expectGoodPage(page);
    await chooseAddress(main(page), '12 Broad Street');
    await page.clock.runFor(3000);
    await expectToast(page, 'Delivery address updated successfully!');
    await button(page, 'Edit 4 Allen Avenue').click();
    await expect(heading(page, 'Edit Address')).toBeFocused();
    await main(page)
      .getByRole('textbox', { name: /^Address Line 1/ })
      .fill('6 Allen Avenue');
    await button(page, 'Save Address').click();
    await expect(main(page)).toContainText('6 Allen Avenue');
    await button(page, 'Delete 6 Allen Avenue').click();
    await clickInConfirmDialog(page, 'Delete');
    await expectToast(page, 'Address deleted.');
    await expect(main(page).getByRole('radio')).toHaveCount(1);
  });
});
