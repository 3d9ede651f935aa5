import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { InitializedPayment, InitializePayment } from '@sokuwa/contract/orders/orders.schemas.ts';

/**
 * Sends a request of one step of an order, in the way of the proof: once, or until it succeeds.
 * @returns the parsed response; undefined ends the order
 */
export type Post = <T>(
  step: 'cart' | 'totals' | 'checkout',
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<T | undefined>;

/** Puts one piece of a product into the cart and asks for the totals. @returns what the checkout page sends */
export const prepareOrder = async (
  post: Post,
  product: number,
  addressId: string,
): Promise<InitializePayment | undefined> => {
  const added = await post<Cart>('cart', '/backend/api/cart/save-bulk-items/', {
    cart_items: [{ product_id: product, quantity: 1 }],
  });
  if (!added) return undefined;
  const cart_items = added.cart.map(({ product_id, quantity, price, weight }) => ({
    product: product_id,
    quantity,
    price,
    weight,
  }));
  const address = { cart_items, shipping_address_id: addressId };
  const rate = await post<ShipmentRate>('totals', '/backend/calculate-shipment-rate/', address);
  if (!rate) return undefined;
  const { sub_total, total_shipment_rate, total } = rate.data;
  return { ...address, sub_total, total_shipment_rate, total };
};

/** Places an order. Every repetition with the same key has the same order. */
export const placeOrder = (post: Post, body: InitializePayment, key: string): Promise<InitializedPayment | undefined> =>
  post('checkout', '/backend/create-order/initialize-payment/', body, { 'idempotency-key': key });
