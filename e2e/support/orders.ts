import {
  fetchFromApi,
  fetchProductsInStock,
  fetchServerCart,
  fillCart,
  postToApi,
  type SoldProduct,
  saveAddress,
  withSeller,
} from './api.ts';
import { expect, type Page } from './fixtures.ts';
import { signIn } from './shoppers.ts';

/** Installs the page's clock and signs in a new shopper with two pieces of a product in the cart. */
export const createShopperWithCart = async (page: Page) => {
  await page.clock.install();
  const token = await signIn(page);
  const [product = { id: 0, title: '', price: 0 }] = await fetchProductsInStock(page, 1);
  await fillCart(page, token, [[product.id, 2]]);
  return { token, product };
};

/** A new shopper with a cart and an address. */
export const createBuyer = async (page: Page) => {
  const shopper = await createShopperWithCart(page);
  await saveAddress(page, shopper.token);
  return shopper;
};

/** Orders what is in the shopper's cart, to the shopper's first address. */
const placeOrder = async (page: Page, token: string) => {
  const [{ id: shipping_address_id } = { id: '' }] = await fetchFromApi<{ id: string }[]>(
    page,
    '/shipping-address/',
    token,
  );
  const cart_items = (await fetchServerCart(page, token)).map(([product, quantity]) => ({ product, quantity }));
  type Rate = { data: { sub_total: number; total_shipment_rate: number; total: number } };
  const rateRequest = { cart_items, shipping_address_id };
  const { data } = await postToApi<Rate>(page, '/calculate-shipment-rate/', token, rateRequest);
  const { sub_total, total_shipment_rate, total } = data;
  const order = { cart_items, sub_total, total_shipment_rate, total, shipping_address_id };
  const { order_id } = await postToApi<{ order_id: string }>(page, '/create-order/initialize-payment/', token, order);
  return { id: order_id, shipment: total_shipment_rate, total };
};

/** A new shopper with an order that is not paid yet. */
export const createBuyerWithOrder = async (page: Page) => {
  const shopper = await createBuyer(page);
  return { ...shopper, ...(await placeOrder(page, shopper.token)) };
};

/** A new shopper with a paid order: one piece of one merchant, and two of another. */
export const createBuyerWithPaidOrder = async (page: Page) => {
  const token = await signIn(page);
  const products = await fetchProductsInStock(page, 30);
  // Starts with another product each time, because the journeys together would sell one out.
  const start = token.charCodeAt(0) % products.length;
  const rotated = [...products.slice(start), ...products.slice(0, start)].slice(0, 10);
  const [first, ...sold] = (await Promise.all(rotated.map((product) => withSeller(page, product)))) as [
    SoldProduct,
    ...SoldProduct[],
  ];
  const second = sold.find(({ merchantId }) => merchantId !== first.merchantId) ?? first;
  await fillCart(page, token, [
    [first.id, 1],
    [second.id, 2],
  ]);
  await saveAddress(page, token);
  const order = await placeOrder(page, token);
  const response = await page.request.post(`/sandbox/pay/${order.id}-1/approve`);
  expect(response.ok()).toBe(true);
  return { ...order, token, first, second };
};
