import { fetchFromApi, fetchProductsInStock, fillCart, postToApi, saveAddress } from './api.ts';
import type { Page } from './fixtures.ts';
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

/** A new shopper with an order that is not paid yet. */
export const createBuyerWithOrder = async (page: Page) => {
  const shopper = await createBuyer(page);
  const [{ id: shipping_address_id } = { id: '' }] = await fetchFromApi<{ id: string }[]>(
    page,
    '/shipping-address/',
    shopper.token,
  );
  const cart_items = [{ product: shopper.product.id, quantity: 2, price: shopper.product.price }];
  type Rate = { data: { sub_total: number; total_shipment_rate: number; total: number } };
  const rateRequest = { cart_items, shipping_address_id };
  const { data } = await postToApi<Rate>(page, '/calculate-shipment-rate/', shopper.token, rateRequest);
  const { sub_total, total_shipment_rate, total } = data;
  const order = { cart_items, sub_total, total_shipment_rate, total, shipping_address_id };
  const { order_id } = await postToApi<{ order_id: string }>(
    page,
    '/create-order/initialize-payment/',
    shopper.token,
    order,
  );
  return { ...shopper, id: order_id, shipment: total_shipment_rate, total };
};
