import type { ShipmentRateRequest } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { CartItems } from '../cart/index.ts';

/** The shown cart lines in the format of the checkout requests (CHECKOUT-21). */
export const toRequestItems = (items: CartItems): ShipmentRateRequest['cart_items'] =>
  items.map(({ productId, quantity, price, weight }) => ({
    product: productId,
    quantity,
    price: price / 100,
    weight,
  }));
