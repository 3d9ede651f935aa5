import type { ShipmentRateAsk } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { CartItems } from '../cart/index.ts';

/** The cart's lines as the checkout's calls send them (CHECKOUT-21): what the shopper saw. */
export const cartItemsOf = (items: CartItems): ShipmentRateAsk['cart_items'] =>
  items.map(({ productId, quantity, price, weight }) => ({
    product: productId,
    quantity,
    price: price / 100,
    weight,
  }));
