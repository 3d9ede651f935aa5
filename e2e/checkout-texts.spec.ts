import { pickOption } from './page-objects/account.ts';
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
import { expectToast, toast, toastOfKind } from './page-objects/overlays.ts';
import { fillCart, saveAddress } from './support/api.ts';
import { expectAccessible } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { createBuyer, createShopperWithCart } from './support/orders.ts';
import { createCoupon, signIn } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** Every text of the checkout, and the validation of its forms. */

test.use({ expectedErrors: [/Failed to load resource.*\/backend\//] });

const refusal = (status: number, text: string, code?: string) => ({
  status,
  json: { code, detail: text, message: text, error: text },
});
const main = (page: Page) => page.getByRole('main');
/** Opens the checkout as a new buyer and waits for the totals. */
const atCheckout = async (page: Page) => {
  const shopper = await createBuyer(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  return shopper;
};
test.describe('the address', () => {
  test('required fields that are empty are named, and what is filled in stays', {
    tag: ['@ADDRESS-9', '@ADDRESS-10'],
  }, async ({ page }) => {
    await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    await addressField(page, 'Last Name').fill('Obi');
    await button(page, 'Save Address').click();
    await expectToast(page, 'Please fill all delivery details required fields');
    await expect(alerts(page)).toHaveText('Please fill all the required fields');
    await expect(addressForm(page).getByText('This field is required.')).toHaveCount(7);
    await expect(addressField(page, 'First Name')).toBeFocused();
    await expect(addressField(page, 'Last Name')).toHaveValue('Obi');
    await expectAccessible(page);
  });

  test('an address line beyond 45 characters is cut, and that is said', {
    tag: ['@ADDRESS-11', '@ADDRESS-12'],
  }, async ({ page }) => {
    await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    for (const line of ['1', '2', '3']) {
      const field = addressField(page, `Address Line ${line}`);
      await field.fill('x'.repeat(45));
      await expect(toastOfKind(page, 'error')).toHaveCount(Number(line) - 1);
      await field.pressSequentially('y');
      await expectToast(page, `Address Line ${line} exceeds the maximum length of 45 characters.`);
      await expect(field).toHaveValue('x'.repeat(45));
    }
  });

  test('one that is cut within a character loses all of it', { tag: ['@ADDRESS-13'] }, async ({ page }) => {
    await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    await addressField(page, 'Address Line 1').fill(`${'x'.repeat(44)}🏠 upstairs`);
    await expect(addressField(page, 'Address Line 1')).toHaveValue('x'.repeat(44));
  });

  test('countries, regions and cities that cannot be had say so, each in its words', {
    tag: ['@ADDRESS-26'],
  }, async ({ page }) => {
    await page.clock.install();
    await createShopperWithCart(page);
    const fail = (call: string) => page.route(call, (route) => route.abort());
    await fail('**/backend/countries/');
    await openPage(page, CHECKOUT_URL);
    await fastForwardUntilVisible(page, toast(page, 'Failed to fetch countries.'));
    await page.unroute('**/backend/countries/');
    await fail('**/backend/regions/**');
    await page.reload();
    await pickOption(page, 'Country', 'Nigeria');
    await fastForwardUntilVisible(page, toast(page, 'Failed to fetch regions.'));
    await page.unroute('**/backend/regions/**');
    await fail('**/backend/cities**');
    await addressForm(page).getByRole('button', { name: 'Try Again' }).click();
    await pickOption(page, 'Region', 'lag', 'Lagos');
    await fastForwardUntilVisible(page, toast(page, 'Failed to fetch cities.'));
  });

  test('a phone number of another country is refused beside its field; the rest stays', {
    tag: ['@ADDRESS-15', '@ADDRESS-16', '@ADDRESS-17'],
  }, async ({ page }) => {
    await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    await fillAddress(page);
    await addressField(page, 'Phone Number').fill('123');
    await button(page, 'Save Address').click();
    await expectToast(page, 'Failed to save delivery details');
    await expect(addressField(page, 'Phone Number')).toHaveAccessibleDescription(/Please enter a phone number of/);
    await expect(addressField(page, 'Phone Number')).toBeFocused();
    await expect(addressField(page, 'Address Line 1')).toHaveValue('4 Allen Avenue');
    await addressField(page, 'Phone Number').fill('0803 123 4567');
    await button(page, 'Save Address').click();
    await expectToast(page, 'Delivery details saved successfully');
    await expect(addressForm(page)).toBeHidden();
  });

  test('what cannot be saved at all says so, and can be sent again', { tag: ['@ADDRESS-15', '@ADDRESS-16'] }, async ({
    page,
  }) => {
    await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    await fillAddress(page);
    await page.route(ADDRESSES_API, (route) => route.abort());
    await button(page, 'Save Address').click();
    await expectToast(page, 'Failed to save delivery details');
    await expect(alerts(page)).toHaveText('Network Error');
    await page.unroute(ADDRESSES_API);
    await button(page, 'Save Address').click();
    await expectToast(page, 'Delivery details saved successfully');
  });

  test('without a default one that is said, and no rate is asked for', {
    tag: ['@CHECKOUT-9', '@CHECKOUT-20', '@PAYMENT-2'],
  }, async ({ page }) => {
    const { token } = await createBuyer(page);
    const answer = await page.request.get('/backend/shipping-address/', {
      headers: { authorization: `Token ${token}` },
    });
    const [address] = await answer.json();
    await page.route(ADDRESSES_API, (route) => route.fulfill({ json: [{ ...address, is_default: 'False' }] }));
    await openPage(page, CHECKOUT_URL);
    await expect(main(page).getByText('No default address found.')).toBeVisible();
    await expect(totalValue(page, 'Delivery charges')).toHaveText('Needs an address');
    await payButton(page).click();
    await expect(alerts(page)).toHaveText('Please select/provide a shipping address');
    await expectAccessible(page);
  });

  test('a choice that fails says why, and the old one stands', { tag: ['@CHECKOUT-18'] }, async ({ page }) => {
    const { token } = await createBuyer(page);
    await saveAddress(page, token, { address_line1: '4 Allen Avenue' });
    await openPage(page, CHECKOUT_URL);
    await button(page, 'Change').click();
    await page.route(ADDRESSES_API, (route) => route.abort());
    await main(page).getByText('12 Broad Street').click();
    await expectToast(page, 'Error updating default address: Network Error');
    await expect(main(page).getByRole('radio', { name: /4 Allen Avenue/ })).toBeChecked();
  });

  test('the list that cannot be had says so, and comes when asked for again', async ({ page }) => {
    await createBuyer(page);
    await page.route(ADDRESSES_API, (route) => route.fulfill(refusal(503, 'Away', 'database_unavailable')));
    await openPage(page, CHECKOUT_URL);
    await fastForwardUntilVisible(page, alerts(page).filter({ hasText: 'Failed to fetch delivery addresses.' }));
    await page.unroute(ADDRESSES_API);
    await alerts(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(main(page).getByText('12 Broad Street')).toBeVisible();
  });
});

test.describe('the rate', () => {
  for (const [how, answer, text] of [
    [
      'the server refuses',
      refusal(400, 'We do not deliver to this country yet.'),
      'We do not deliver to this country yet.',
    ],
    ['the carrier is away', refusal(503, 'Failed to retrieve shipping rate'), 'Failed to retrieve shipping rate'],
    ['nothing that can be read comes', { status: 502, body: '<html>' }, 'Failed to retrieve shipping rate'],
  ] as const)
    test(`when ${how}, a red box says it in place of the totals, and Try Again brings them`, {
      tag: ['@CHECKOUT-7', '@CHECKOUT-23', '@CHECKOUT-24', '@CHECKOUT-29'],
    }, async ({ page }) => {
      await createBuyer(page);
      await page.route(SHIPPING_RATE_API, (route) => route.fulfill(answer));
      await openPage(page, CHECKOUT_URL);
      await fastForwardUntilVisible(page, orderSummary(page).getByRole('alert'));
      await expect(orderSummary(page).getByRole('alert')).toHaveText(text);
      await expect(totalValue(page, 'Total')).toHaveCount(0);
      await expectAccessible(page);
      await page.unroute(SHIPPING_RATE_API);
      await button(page, 'Try Again').click();
      await waitForTotals(page);
    });

  test('a country that is not served is told by the shop itself', { tag: ['@CHECKOUT-29'] }, async ({ page }) => {
    const { token } = await createShopperWithCart(page);
    const list = async (path: string) => (await page.request.get(`/backend${path}`)).json();
    const [region] = await list('/regions/?country_code=CU');
    const [city] = await list(`/cities?region_id=${region.geonameId}`);
    const there = { country: 'CU', region: region.geonameId, city: city.geonameId };
    await saveAddress(page, token, { ...there, phone_number: '+2348031234567' });
    await openPage(page, CHECKOUT_URL);
    const text = 'We do not deliver to Cuba yet. Please choose another address.';
    await fastForwardUntilVisible(page, orderSummary(page).getByRole('alert'));
    await expect(orderSummary(page).getByRole('alert')).toHaveText(text);
  });

  test('a cart that is other than it was shown is looked up again', async ({ page }) => {
    const { product } = await createBuyer(page);
    let first = true;
    await page.route(SHIPPING_RATE_API, (route) => {
      const asked = route.request().postDataJSON();
      const cart_items = first ? [{ ...asked.cart_items[0], quantity: 9 }] : asked.cart_items;
      first = false;
      return route.continue({ postData: { ...asked, cart_items } });
    });
    const looked = page.waitForResponse((answer) => answer.url().endsWith('/api/cart/') && !first);
    await openPage(page, CHECKOUT_URL);
    await waitForTotals(page);
    await looked;
    await expect(totalValue(page, 'Subtotal')).toHaveText(`₦${(product.price * 2).toLocaleString('en-US')}`);
    await expect(orderSummary(page).getByText(/^Your cart holds/)).toHaveCount(0);
  });
});

test.describe('the coupon', () => {
  const apply = async (page: Page, code: string) => {
    await couponField(page).fill(code);
    await button(page, 'Apply').click();
  };

  test('without a total it says so, without a code too', { tag: ['@CHECKOUT-34', '@CHECKOUT-35'] }, async ({
    page,
  }) => {
    const { token } = await createShopperWithCart(page);
    await openPage(page, CHECKOUT_URL);
    await apply(page, 'HARVEST');
    await expect(couponField(page)).toHaveAccessibleDescription('Total not available.');
    await saveAddress(page, token);
    await page.reload();
    await waitForTotals(page);
    await apply(page, '  ');
    await expect(couponField(page)).toHaveAccessibleDescription('Please enter a valid coupon code.');
    await couponField(page).fill('H');
    await expect(couponField(page)).toHaveAccessibleDescription('');
  });

  test('an unknown code, then one that was used already', {
    tag: ['@CHECKOUT-33', '@CHECKOUT-37', '@CHECKOUT-38', '@CHECKOUT-39'],
  }, async ({ page }) => {
    const { token, product } = await atCheckout(page);
    await apply(page, 'NOSUCHCODE');
    await expect(couponField(page)).toHaveAccessibleDescription('Invalid coupon code.');
    const code = createCoupon();
    await apply(page, code);
    await expect(main(page).getByText('Coupon applied successfully!')).toBeVisible();
    await expect(totalValue(page, `Discount \\(${code}\\)`)).toBeVisible();
    await payButton(page).click();
    const approve = page.getByRole('button', { name: 'Approve payment' });
    await fastForwardUntilVisible(page, approve);
    await approve.click();
    await expect(page).toHaveURL('/payment/success');
    await fillCart(page, token, [[product.id, 1]]);
    await openPage(page, CHECKOUT_URL);
    await waitForTotals(page);
    await apply(page, code);
    await expect(couponField(page)).toHaveAccessibleDescription('Coupon already applied and used by you');
  });

  test('whatever else the server says is shown, and its silence too', {
    tag: ['@CHECKOUT-36', '@CHECKOUT-40'],
  }, async ({ page }) => {
    await atCheckout(page);
    const sent: unknown[] = [];
    await page.route(COUPON_API, (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill(refusal(400, 'This coupon has expired.', 'coupon_expired'));
    });
    await apply(page, ' late ');
    await expect(couponField(page)).toHaveAccessibleDescription('This coupon has expired.');
    expect(sent).toEqual([{ total: expect.any(Number), coupon_code: 'late' }]);
    await page.unroute(COUPON_API);
    await page.route(COUPON_API, (route) => route.abort());
    await apply(page, 'late');
    await expect(couponField(page)).toHaveAccessibleDescription('Failed to apply coupon. Please try again.');
  });
});

test.describe('the payment', () => {
  test('before the total is known it cannot begin, and says so until it is', async ({ page }) => {
    await createBuyer(page);
    const held = Promise.withResolvers<void>();
    await page.route(SHIPPING_RATE_API, async (route) => {
      await held.promise;
      await route.continue();
    });
    await openPage(page, CHECKOUT_URL);
    await expect(button(page, 'Change')).toBeVisible();
    await payButton(page).click();
    await expect(alerts(page)).toHaveText('Total not available.');
    held.resolve();
    await waitForTotals(page);
    await expect(alerts(page)).toHaveCount(0);
  });

  for (const [how, answer, text] of [
    ['the server says why', refusal(502, 'The provider is asleep.'), 'The provider is asleep.'],
    ['it says nothing', { status: 500, body: '' }, 'Failed to create order.'],
    ['there is no status', { json: { order_id: 'X' } }, 'Failed to initialize payment. Please try again.'],
    [
      'the status is false',
      { json: { payment: { status: false, data: { authorization_url: '/x' } } } },
      'Failed to initialize payment. Please try again.',
    ],
  ] as const)
    test(`where ${how}, that is said beside the button, which works again`, {
      tag: ['@PAYMENT-9', '@PAYMENT-10', '@PAYMENT-11'],
    }, async ({ page }) => {
      await atCheckout(page);
      await page.route(PAYMENT_API, (route) => route.fulfill(answer));
      await payButton(page).click();
      await expect(alerts(page)).toHaveText(text);
      await expectAccessible(page);
      await page.unroute(PAYMENT_API);
      await payButton(page).click();
      await expectToast(page, 'Order created successfully!');
    });

  test('an order whose answer was lost is asked for again by the same key, and is the same', {
    tag: ['@PAYMENT-17'],
  }, async ({ page }) => {
    const { token } = await atCheckout(page);
    const keys: (string | undefined)[] = [];
    await page.route(PAYMENT_API, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
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

test('an empty cart says so, and leads to the shop', async ({ page }) => {
  await signIn(page);
  await openPage(page, CHECKOUT_URL);
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await expectAccessible(page);
});

test('a cart that cannot be had says so, and comes when asked for again', async ({ page }) => {
  await createBuyer(page);
  await page.route(CART_API, (route) => route.fulfill(refusal(500, 'Internal Server Error')));
  await openPage(page, CHECKOUT_URL);
  await fastForwardUntilVisible(page, page.getByRole('heading', { name: 'Error fetching cart' }));
  await page.unroute(CART_API);
  await button(page, 'Try Again').click();
  await waitForTotals(page);
});

test('whose sign-in has ended is led to the login, and back', async ({ page }) => {
  await atCheckout(page);
  await page.route(PAYMENT_API, (route) => route.fulfill(refusal(401, 'Invalid token.', 'token_invalid')));
  await payButton(page).click();
  await expect(alerts(page)).toContainText('Your sign-in has ended. Please sign in again.');
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(CHECKOUT_URL)}`,
  );
  await writeStoredToken(page, null);
});
