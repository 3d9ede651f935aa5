import type { Locator } from '@playwright/test';
import { combobox, pickOption } from './page-objects/account.ts';
import { CART_API } from './page-objects/cart.ts';
import {
  ADDRESSES_API,
  addressField,
  addressForm,
  alerts,
  button,
  CHECKOUT_URL,
  COUPON_API,
  couponField,
  fillAddress,
  orderSummary,
  PAYMENT_API,
  payButton,
  SHIPPING_RATE_API,
  totalValue,
  waitForTotals,
} from './page-objects/checkout.ts';
import { dismissToasts, expectToast, toast, toastOfKind, waitForConfirmDialog } from './page-objects/overlays.ts';
import { fillCart } from './support/api.ts';
import {
  expectAccessible,
  expectBusyButton,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';
import { createBuyer, createShopperWithCart } from './support/orders.ts';
import { createCoupon, signIn } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** The texts of the checkout and the validation of its forms. */

test.use({ expectedErrors: [/Failed to load resource.*\/backend\//] });

const refusalResponse = (status: number, text: string, code?: string) => ({
  status,
  json: { code, detail: text, message: text, error: text },
});
const main = (page: Page) => page.getByRole('main');
/** Opens the checkout as a new buyer and waits for the totals. */
const openCheckout = async (page: Page) => {
  const shopper = await createBuyer(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  return shopper;
};
const applyCoupon = async (page: Page, code: string) => {
  await couponField(page).fill(code);
  await button(page, 'Apply').click();
};

test.describe('delivery addresses', () => {
  test('empty required fields show an error, filled ones keep their values, and a line is cut after 45 characters', {
    tag: ['@ADDRESS-9', '@ADDRESS-10', '@ADDRESS-11', '@ADDRESS-12', '@ADDRESS-13', '@ADDRESS-36'],
  }, async ({ page }) => {
    await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    await test.step('empty required fields', async () => {
      await addressField(page, 'First Name').fill('');
      await addressField(page, 'Last Name').fill('Obi');
      await button(page, 'Clear Country').click();
      await button(page, 'Save Address').click();
      await expectToast(page, 'Please fill all delivery details required fields');
      await expect(alerts(page)).toHaveText('Please fill all the required fields');
      await expect(addressForm(page).getByText('This field is required.')).toHaveCount(5);
      // Region and city cannot be filled in before the country, so they show no error.
      await expect(combobox(page, 'Country')).toHaveAttribute('aria-invalid', 'true');
      for (const name of ['Region', 'City'])
        await expect(combobox(page, name)).not.toHaveAttribute('aria-invalid', 'true');
      await pickOption(page, 'Country', 'Nigeria');
      await button(page, 'Save Address').click();
      await expect(combobox(page, 'Region')).toHaveAttribute('aria-invalid', 'true');
      await expect(combobox(page, 'City')).not.toHaveAttribute('aria-invalid', 'true');
      await expect(addressField(page, 'First Name')).toBeFocused();
      await expect(addressField(page, 'Last Name')).toHaveValue('Obi');
      await expectAccessible(page);
    });

    await dismissToasts(page);
    await expect(addressField(page, 'Address Line 2')).toHaveCount(0);
    await button(page, 'Add Lines 2 and 3').click();
    for (const line of ['1', '2', '3'])
      await test.step(`address line ${line} is cut, and a toast says so`, async () => {
        const field = addressField(page, `Address Line ${line}`);
        await field.fill('x'.repeat(45));
        await expect(field).toHaveValue('x'.repeat(45));
        await expect(toastOfKind(page, 'error')).toHaveCount(0);
        await field.pressSequentially('y');
        await expectToast(page, `Address Line ${line} exceeds the maximum length of 45 characters.`);
        await expect(field).toHaveValue('x'.repeat(45));
        await dismissToasts(page);
      });

    await test.step('a line is never cut inside a character', async () => {
      await addressField(page, 'Address Line 1').fill(`${'x'.repeat(44)}🏠 upstairs`);
      await expect(addressField(page, 'Address Line 1')).toHaveValue('x'.repeat(44));
    });
  });

  test('places and a save that fail show their own errors, an invalid phone number beside its field, and both can be retried', {
    tag: ['@ADDRESS-15', '@ADDRESS-16', '@ADDRESS-17', '@ADDRESS-26'],
  }, async ({ page }) => {
    await createShopperWithCart(page);
    const abortCall = (call: string) => page.route(call, (route) => route.abort());
    const tryAgain = addressForm(page).getByRole('button', { name: 'Try Again' });
    await test.step('places', async () => {
      await abortCall('**/backend/countries/');
      await openPage(page, CHECKOUT_URL);
      await fastForwardUntilVisible(page, toast(page, 'Failed to fetch countries.'));
      await page.unroute('**/backend/countries/');
      await abortCall('**/backend/regions/**');
      await tryAgain.click();
      await expect(combobox(page, 'Country')).toHaveValue('Nigeria');
      await fastForwardUntilVisible(page, toast(page, 'Failed to fetch regions.'));
      await page.unroute('**/backend/regions/**');
      await abortCall('**/backend/cities**');
      await tryAgain.click();
      await pickOption(page, 'Region', 'lag', 'Lagos');
      await fastForwardUntilVisible(page, toast(page, 'Failed to fetch cities.'));
      await page.unroute('**/backend/cities**');
      await tryAgain.click();
      await expect(tryAgain).toHaveCount(0);
    });
    await dismissToasts(page);
    await fillAddress(page);
    await test.step('a save without a response', async () => {
      await page.route(ADDRESSES_API, (route) => route.abort());
      await button(page, 'Save Address').click();
      await expectToast(page, 'Failed to save delivery details');
      await expect(alerts(page)).toHaveText('Network Error');
      await page.unroute(ADDRESSES_API);
    });
    await dismissToasts(page);
    await test.step('an invalid phone number', async () => {
      await addressField(page, 'Phone Number').fill('123');
      await button(page, 'Save Address').click();
      await expectToast(page, 'Failed to save delivery details');
      await expect(addressField(page, 'Phone Number')).toHaveAccessibleDescription(/Please enter a phone number of/);
      await expect(addressField(page, 'Phone Number')).toBeFocused();
      await expect(addressField(page, 'Address Line 1')).toHaveValue('4 Allen Avenue');
    });
    await addressField(page, 'Phone Number').fill('0803 123 4567');
    await button(page, 'Save Address').click();
    await expectToast(page, 'Delivery details saved successfully');
    await expect(addressForm(page)).toBeHidden();
  });

  test('a new address is filled in from the profile, with a city that is not in the list', {
    tag: ['@ADDRESS-30', '@ADDRESS-34'],
  }, async ({ page }) => {
    const { token } = await createShopperWithCart(page);
    await page.request.put('/backend/user-profile-update', {
      headers: { authorization: `Token ${token}` },
      data: { phone_number: '0803 123 4567', street_address: '12 Broad Street' },
    });
    await openPage(page, CHECKOUT_URL);
    await expect(addressField(page, 'Phone Number')).toHaveValue('+2348031234567');
    await expect(addressField(page, 'Address Line 1')).toHaveValue('12 Broad Street');
    await expect(addressField(page, 'First Name')).not.toHaveValue('');
    await expect(combobox(page, 'Country')).toHaveValue('Nigeria');
    await pickOption(page, 'Region', 'lag', 'Lagos');
    await combobox(page, 'City').fill('Yaba');
    await expectOnScreen(page.getByRole('option', { name: 'Use “Yaba”' }));
    // Choose the city by keyboard.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(combobox(page, 'City')).toHaveValue('Yaba');
    await addressField(page, 'Postal Code').fill('101245');
    await button(page, 'Save Address').click();
    await expectToast(page, 'Delivery details saved successfully');
    await expect(main(page).getByText('Yaba, 101245')).toBeVisible();
    await waitForTotals(page);
  });

  test('an address can be added without becoming the default, chosen, edited, and deleted after a confirmation', {
    tag: ['@ADDRESS-31', '@ADDRESS-32', '@ADDRESS-35', '@CHECKOUT-18'],
  }, async ({ page }) => {
    await createBuyer(page);
    await openPage(page, CHECKOUT_URL);
    await button(page, 'Change').click();
    await button(page, 'Add New Address').click();
    await expect(main(page).getByRole('checkbox', { name: /make it my default/ })).toBeChecked();
    await main(page)
      .getByRole('checkbox', { name: /make it my default/ })
      .uncheck();
    await fillAddress(page);
    await button(page, 'Save Address').click();
    await expectToast(page, 'Delivery details saved successfully');
    await expect(main(page).getByText('12 Broad Street')).toBeVisible();

    await test.step('a failed change of the default shows the reason and restores the old one', async () => {
      await button(page, 'Change').click();
      await expect(main(page).getByRole('radio', { name: /12 Broad Street/ })).toBeChecked();
      await expectNoHorizontalOverflow(page);
      await page.route(ADDRESSES_API, (route) => route.abort());
      await main(page).getByText('4 Allen Avenue').click();
      await expectToast(page, 'Error updating default address: Network Error');
      await expect(main(page).getByRole('radio', { name: /12 Broad Street/ })).toBeChecked();
      await page.unroute(ADDRESSES_API);
    });

    await button(page, 'Edit 4 Allen Avenue').click();
    await expect(main(page).getByRole('heading', { name: 'Edit the delivery address' })).toBeFocused();
    await expect(combobox(page, 'City')).toHaveValue('Ikeja');
    await addressField(page, 'Address Line 1').fill('6 Allen Avenue');
    await button(page, 'Save Address').click();
    await expect(addressForm(page)).toBeHidden();

    await button(page, 'Change').click();
    await button(page, 'Delete 6 Allen Avenue').click();
    const dialog = await waitForConfirmDialog(page, 'Delete this address?');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep Address' }).click();
    await expect(main(page).getByRole('radio')).toHaveCount(2);
    await button(page, 'Delete 6 Allen Avenue').click();
    await page.route(`${ADDRESSES_API}*/`, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'The address could not be deleted: Network Error');
    await expect(main(page).getByRole('radio')).toHaveCount(2);
    await page.unroute(`${ADDRESSES_API}*/`);
    await button(page, 'Delete 6 Allen Avenue').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Address deleted.');
    await expect(main(page).getByRole('radio')).toHaveCount(1);
    await expect(main(page).getByRole('heading', { name: 'Choose a delivery address' })).toBeFocused();
    await button(page, 'Delete 12 Broad Street').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(addressForm(page)).toBeVisible();
  });

  test('without a default address a notice is shown, no shipping rate is requested, and no coupon can be applied', {
    tag: ['@CHECKOUT-9', '@CHECKOUT-20', '@CHECKOUT-34', '@PAYMENT-2'],
  }, async ({ page }) => {
    const { token } = await createBuyer(page);
    const response = await page.request.get('/backend/shipping-address/', {
      headers: { authorization: `Token ${token}` },
    });
    const [address] = await response.json();
    await page.route(ADDRESSES_API, (route) => route.fulfill({ json: [{ ...address, is_default: 'False' }] }));
    await openPage(page, CHECKOUT_URL);
    await expect(main(page).getByText('No default address found.')).toBeVisible();
    await expect(totalValue(page, 'Delivery charges')).toHaveText('Enter your address');
    await payButton(page).click();
    await expect(alerts(page)).toHaveText('Please select/provide a shipping address');
    await applyCoupon(page, 'HARVEST');
    await expect(couponField(page)).toHaveAccessibleDescription('Total not available.');
    await expectAccessible(page);
  });
});

/** Reads the colour of a rendered element, 0 to 255 per channel. */
const readColor = async (element: Locator, property: 'color' | 'backgroundColor') => {
  const [red = 0, green = 0, blue = 0] = await element.evaluate((rendered, name) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = getComputedStyle(rendered)[name];
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, property);
  return { red, green, blue };
};

test.describe('the cart, addresses and shipping rate', () => {
  // Two successive cases have different texts, so that the message of the first cannot satisfy the check of the second.
  const RATE_FAILURES = [
    [
      'the carrier is unavailable',
      refusalResponse(503, 'Failed to retrieve shipping rate'),
      'Failed to retrieve shipping rate',
    ],
    [
      // server/src/checkout/checkout.test.ts has this refusal of the server.
      'a country without delivery',
      refusalResponse(400, 'We do not deliver to Cuba yet. Please choose another address.'),
      'We do not deliver to Cuba yet. Please choose another address.',
    ],
    ['the response is unreadable', { status: 502, body: '<html>' }, 'Failed to retrieve shipping rate'],
  ] as const;
  const rateAlert = (page: Page) => orderSummary(page).getByRole('alert');

  test('a cart, addresses and a shipping rate that fail to load show an error each, and Try Again loads them', {
    tag: ['@SHELL-86', '@CHECKOUT-7', '@CHECKOUT-23', '@CHECKOUT-24', '@CHECKOUT-29', '@PAYMENT-40'],
  }, async ({ page }) => {
    await createBuyer(page);
    await page.route(CART_API, (route) => route.fulfill(refusalResponse(500, 'Internal Server Error')));
    await page.route(ADDRESSES_API, (route) => route.fulfill(refusalResponse(503, 'Away', 'database_unavailable')));
    let rateFailure: (typeof RATE_FAILURES)[number][1] = RATE_FAILURES[0][1];
    await page.route(SHIPPING_RATE_API, (route) => route.fulfill(rateFailure));
    await openPage(page, CHECKOUT_URL);
    await test.step('the cart', async () => {
      await fastForwardUntilVisible(page, page.getByRole('heading', { name: 'Error fetching cart' }));
      await page.unroute(CART_API);
      await button(page, 'Try Again').click();
      await expect(orderSummary(page)).toBeVisible();
    });
    await test.step('the addresses', async () => {
      const failure = alerts(page).getByText('Failed to fetch shopping address', { exact: true });
      await fastForwardUntilVisible(page, failure);
      await page.unroute(ADDRESSES_API);
      await alerts(page).getByRole('button', { name: 'Try Again' }).click();
      await expect(main(page).getByText('12 Broad Street')).toBeVisible();
    });
    for (const [reason, response, text] of RATE_FAILURES)
      await test.step(`the shipping rate: ${reason}`, async () => {
        rateFailure = response;
        if (response !== RATE_FAILURES[0][1]) await button(page, 'Try Again').click();
        await fastForwardUntilVisible(page, rateAlert(page));
        await expect(rateAlert(page)).toHaveText(text);
        for (const property of ['color', 'backgroundColor'] as const) {
          const { red, green, blue } = await readColor(rateAlert(page), property);
          expect(red).toBeGreaterThan(Math.max(green, blue) + 10);
        }
        await expect(totalValue(page, 'Total')).toHaveCount(0);
      });
    await test.step('no payment can start without a total', async () => {
      await payButton(page).click();
      await expect(alerts(page).last()).toHaveText('Total not available.');
      await expectAccessible(page);
    });
    await page.unroute(SHIPPING_RATE_API);
    await button(page, 'Try Again').click();
    await waitForTotals(page);
    await expect(alerts(page)).toHaveCount(0);
  });

  test('a cart that differs from the displayed one is fetched again', async ({ page }) => {
    const { product } = await createBuyer(page);
    let isFirstRequest = true;
    await page.route(SHIPPING_RATE_API, (route) => {
      const sentBody = route.request().postDataJSON();
      const cart_items = isFirstRequest ? [{ ...sentBody.cart_items[0], quantity: 9 }] : sentBody.cart_items;
      isFirstRequest = false;
      return route.continue({ postData: { ...sentBody, cart_items } });
    });
    const refetched = page.waitForResponse((response) => response.url().endsWith('/api/cart/') && !isFirstRequest);
    await openPage(page, CHECKOUT_URL);
    await waitForTotals(page);
    await refetched;
    await expect(totalValue(page, 'Subtotal')).toHaveText(`₦${(product.price * 2).toLocaleString('en-US')}`);
    await expect(orderSummary(page).getByText(/^Your cart holds/)).toHaveCount(0);
  });

  test('an empty cart shows a message', async ({ page }) => {
    await signIn(page);
    await openPage(page, CHECKOUT_URL);
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await expectAccessible(page);
  });
});

// Two successive cases have different texts, so that the message of the first cannot satisfy the check of the second.
const PAYMENT_FAILURES = [
  ['the server sends a message', refusalResponse(502, 'The provider is asleep.'), 'The provider is asleep.'],
  [
    'the response has no payment status',
    { json: { order_id: 'X' } },
    'Failed to initialize payment. Please try again.',
  ],
  ['the server sends no message', { status: 500, body: '' }, 'Failed to create order.'],
  [
    'the payment status is false',
    { json: { payment: { status: false, data: { authorization_url: '/x' } } } },
    'Failed to initialize payment. Please try again.',
  ],
] as const;

test.describe('the coupon', () => {
  test('shows an error for an empty, an unknown, a refused and a used code, and without a response', {
    tag: [
      '@CHECKOUT-33',
      '@CHECKOUT-35',
      '@CHECKOUT-36',
      '@CHECKOUT-37',
      '@CHECKOUT-38',
      '@CHECKOUT-39',
      '@CHECKOUT-40',
    ],
  }, async ({ page }) => {
    const { token, product } = await openCheckout(page);
    const expectError = (text: string) => expect(couponField(page)).toHaveAccessibleDescription(text);
    await applyCoupon(page, '  ');
    await expectError('Please enter a valid coupon code.');
    await couponField(page).fill('H');
    await expectError('');
    await applyCoupon(page, 'NOSUCHCODE');
    await expectError('Invalid coupon code.');

    const sent: unknown[] = [];
    await page.route(COUPON_API, (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill(refusalResponse(400, 'This coupon has expired.', 'coupon_expired'));
    });
    await applyCoupon(page, ' late ');
    await expectError('This coupon has expired.');
    expect(sent).toEqual([{ total: expect.any(Number), coupon_code: 'late' }]);
    await page.unroute(COUPON_API);
    await page.route(COUPON_API, (route) => route.abort());
    await applyCoupon(page, 'late');
    await expectError('Failed to apply coupon. Please try again.');
    await page.unroute(COUPON_API);

    const code = await createCoupon();
    await applyCoupon(page, code);
    await expect(main(page).getByText('Coupon applied successfully!')).toBeVisible();
    await expect(totalValue(page, `Discount \\(${code}\\)`)).toBeVisible();
    // The order can be placed after an answer without a payment.
    await page.route(PAYMENT_API, (route) => route.fulfill({ json: { order_id: 'X' } }), { times: 1 });
    await payButton(page).click();
    await expect(alerts(page)).toHaveText('Failed to initialize payment. Please try again.');
    await payButton(page).click();
    const approve = page.getByRole('button', { name: 'Approve payment' });
    await fastForwardUntilVisible(page, approve);
    await approve.click();
    await expect(page).toHaveURL('/payment/success');
    await fillCart(page, token, [[product.id, 1]]);
    await openPage(page, CHECKOUT_URL);
    await waitForTotals(page);
    await applyCoupon(page, code);
    await expectError('Coupon already applied and used by you');
  });

  test('shows that a code is being applied, sends it once, recalculates before the order can be placed, and can be removed; then a payment that fails shows an error, and a link to the login when the sign-in has expired', {
    tag: ['@CHECKOUT-33', '@CHECKOUT-59', '@PAYMENT-9', '@PAYMENT-10', '@PAYMENT-11'],
  }, async ({ page }) => {
    await openCheckout(page);
    const total = await totalValue(page, 'Total').innerText();
    const code = await createCoupon();
    const calls: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(COUPON_API, async (route) => {
      calls.push(route.request().method());
      await released;
      await route.continue();
    });
    const applyButton = button(page, 'Apply');
    const idle = await applyButton.evaluate((element) => element.innerHTML);
    await applyCoupon(page, code);
    await expect.poll(() => calls).toEqual(['POST']);
    await expectBusyButton(applyButton);
    await expect(main(page).getByText('Coupon applied successfully!')).toHaveCount(0);
    await applyButton.click({ force: true });
    await couponField(page).press('Enter');
    expect(calls).toEqual(['POST']);
    const releaseCart = await holdRequests(page, CART_API);
    const releaseTotals = await holdRequests(page, SHIPPING_RATE_API);
    release();
    await expect(main(page).getByText('Coupon applied successfully!')).toBeVisible();
    await expect(button(page, 'Calculating delivery…')).toHaveAttribute('aria-busy', 'true');
    releaseTotals();
    await expect(payButton(page)).toBeVisible();
    releaseCart();
    await expect(applyButton).not.toHaveAttribute('aria-busy');
    expect(await applyButton.evaluate((element) => element.innerHTML)).toBe(idle);
    expect(calls).toEqual(['POST']);
    await expect(totalValue(page, `Discount \\(${code}\\)`)).toBeVisible();
    await expect(totalValue(page, 'Total')).not.toHaveText(total);

    // The coupon can also be removed after a reload, when the field is empty.
    await page.reload();
    await waitForTotals(page);
    const remove = button(page, `Remove coupon ${code}`);
    await remove.focus();
    await expectOnScreen(remove);
    await page.route('**/backend/checkout/coupon/', (route) => route.abort());
    await remove.click();
    await expectToast(page, 'The coupon could not be removed: Network Error');
    await expect(remove).toBeVisible();
    await page.unroute('**/backend/checkout/coupon/');
    await remove.press('Enter');
    await expect(main(page).getByText('Coupon removed.')).toBeVisible();
    await expect(couponField(page)).toBeFocused();
    await expect(totalValue(page, 'Total')).toHaveText(total);
    await expect(remove).toHaveCount(0);

    for (const [reason, response, text] of PAYMENT_FAILURES)
      await test.step(reason, async () => {
        await page.route(PAYMENT_API, (route) => route.fulfill(response));
        await payButton(page).click();
        await expect(alerts(page)).toHaveText(text);
        await page.unroute(PAYMENT_API);
      });
    await test.step('the sign-in has expired', async () => {
      await page.route(PAYMENT_API, (route) => route.fulfill(refusalResponse(401, 'Invalid token.', 'token_invalid')));
      await payButton(page).click();
      await expect(alerts(page)).toContainText('Your sign-in has ended. Please sign in again.');
      await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute(
        'href',
        `/login?next=${encodeURIComponent(CHECKOUT_URL)}`,
      );
      await writeStoredToken(page, null);
    });
  });
});

test.describe('the payment', () => {
  test('waits for the delivery charges; a retry after a lost response sends the same key and creates no second order', {
    tag: ['@PAYMENT-17', '@PAYMENT-40'],
  }, async ({ page }) => {
    const { token } = await createBuyer(page);
    const release = await holdRequests(page, SHIPPING_RATE_API);
    const keys: (string | undefined)[] = [];
    await page.route(PAYMENT_API, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const rateRequest = page.waitForRequest(SHIPPING_RATE_API);
    await openPage(page, CHECKOUT_URL);
    const waiting = button(page, 'Calculating delivery…');
    // The button first waits two seconds for the request, then for its response.
    await expect(waiting).toHaveAttribute('aria-disabled', 'true');
    await expect(payButton(page)).toHaveCount(0);
    await expect(button(page, 'Change')).toBeVisible();
    await page.clock.fastForward(2000);
    await rateRequest;
    await expect(waiting).toHaveAttribute('aria-disabled', 'true');
    await waiting.click({ force: true });
    await waiting.press('Enter');
    release();
    await expect(payButton(page)).not.toHaveAttribute('aria-disabled');
    await expect(alerts(page)).toHaveCount(0);
    expect(keys).toEqual([]);

    await payButton(page).click();
    await expect(alerts(page)).toHaveText('Failed to create order.');
    await payButton(page).click();
    await expectToast(page, 'Order created successfully!');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
    const orders = await page.request.get('/backend/list-orders', { headers: { authorization: `Token ${token}` } });
    expect(await orders.json()).toHaveLength(1);
  });
});
