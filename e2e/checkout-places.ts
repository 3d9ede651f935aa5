import { pickOption } from './account-places.ts';
import { hurryTo } from './places.ts';
import { expect, type Page } from './shop-test.ts';
import { fillCart, signIn, someProducts } from './shopper.ts';

/** Where things are between the cart and a paid order; `places.ts` has the rest. */

export const CHECKOUT = '/product/shopping/checkout';
export const ADDRESS_CALL = '**/backend/shipping-address/';
export const RATE_CALL = '**/backend/calculate-shipment-rate/**';
export const COUPON_CALL = '**/backend/checkout/apply-coupon/';
export const PAY_CALL = '**/backend/create-order/initialize-payment/';
export const CART_CALL = '**/backend/api/cart/';

const main = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
export const summary = (page: Page) => main(page).getByRole('region', { name: 'Your order' });
/** What the totals say of one thing. */
export const total = (page: Page, name: string | RegExp) =>
  summary(page)
    .locator('dt', { hasText: typeof name === 'string' ? new RegExp(`^${name}$`) : name })
    .locator('+ dd');
/** Passes the two seconds that the checkout waits before it asks for the rate. */
export const untilPriced = (page: Page) => hurryTo(page, total(page, 'Converted total'));
export const addressForm = (page: Page) => page.getByRole('form', { name: 'Delivery details' });
export const addressField = (page: Page, label: string) =>
  addressForm(page).getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) });
/** Types an address in Ikeja into the form. */
export const fillAddress = async (page: Page) => {
  await addressField(page, 'First Name').fill('Ada');
  await addressField(page, 'Last Name').fill('Obi');
  await addressField(page, 'Phone Number').fill('0803 123 4567');
  await pickOption(page, 'Country', 'Nigeria');
  await pickOption(page, 'Region', 'lag', 'Lagos');
  await pickOption(page, 'City', 'ikej', 'Ikeja');
  await addressField(page, 'Address Line 1').fill('4 Allen Avenue');
  await addressField(page, 'Postal Code').fill('100271');
};
export const couponField = (page: Page) => main(page).getByRole('textbox', { name: 'Coupon code' });
export const pay = (page: Page) => button(page, 'Proceed To Payment');
export const alerts = (page: Page) => main(page).getByRole('alert');

/** An address in Lagos, as the API takes it; ids as /regions/ and /cities list them. */
const BROAD_STREET = {
  first_name: 'Ada',
  last_name: 'Obi',
  phone_number: '0803 123 4567',
  address_line1: '12 Broad Street',
  address_line2: 'Lagos Island',
  address_line3: '',
  country: 'NG',
  region: 1_526_506_923,
  city: 2_332_459,
  postal_code: '101231',
};

/** Keeps another address for the shopper, the default from then on. */
export const keepAddress = async (page: Page, token: string, parts: Partial<typeof BROAD_STREET> = {}) => {
  const answer = await page.request.post('/backend/shipping-address/', {
    headers: { authorization: `Token ${token}` },
    data: { ...BROAD_STREET, ...parts },
  });
  expect(answer.ok()).toBe(true);
};

/** A new shopper with two of a product in the cart, on pages whose clock is installed. */
export const shopperWithCart = async (page: Page) => {
  await page.clock.install();
  const token = await signIn(page);
  const [product = { id: 0, title: '', price: 0 }] = await someProducts(page, 1);
  await fillCart(page, token, [[product.id, 2]]);
  return { token, product };
};

/** One who has an address too. */
export const buyer = async (page: Page) => {
  const shopper = await shopperWithCart(page);
  await keepAddress(page, shopper.token);
  return shopper;
};

/** A buyer with an order that is to be paid still. */
export const buyerWithOrder = async (page: Page) => {
  const shopper = await buyer(page);
  const headers = { authorization: `Token ${shopper.token}` };
  const ask = async (path: string, data: object) => {
    const answer = await page.request.post(`/backend${path}`, { headers, data });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  const addresses = await page.request.get('/backend/shipping-address/', { headers });
  const [{ id: shipping_address_id }] = await addresses.json();
  const cart_items = [{ product: shopper.product.id, quantity: 2, price: shopper.product.price }];
  const { data } = await ask('/calculate-shipment-rate/', { cart_items, shipping_address_id });
  const { sub_total, total_shipment_rate, total } = data;
  const body = { cart_items, sub_total, total_shipment_rate, total, shipping_address_id };
  const { order_id } = await ask('/create-order/initialize-payment/', body);
  return { ...shopper, id: order_id as string, shipment: total_shipment_rate as number, total: total as number };
};

/** Naira as pages show them. */
export const naira = (amount: number): string =>
  `₦${amount.toLocaleString('en-US', { minimumFractionDigits: amount % 1 === 0 ? 0 : 2 })}`;

/** The call that makes a signed-in shopper known by mail. */
export const emailOf = async (page: Page, token: string): Promise<string> => {
  const answer = await page.request.get('/backend/profile/', { headers: { authorization: `Token ${token}` } });
  const { user } = await answer.json();
  return user.email;
};
