import { quoteRefusals } from '../checkout/checkout.rules.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type { InitializedPayment, InitializePayment, Order } from './orders.schemas.ts';

/**
 * Makes the order and begins its payment; the buyer then goes to `authorization_url`. `checkout_changed` says in its
 * text, and by field in `errors`, what is different from what was sent; nothing is created then. After
 * `payment_unavailable` the order waits: the same call again goes on with it. An order that the wallet pays as a whole is
 * paid at once; `authorization_url` is then the page that says so.
 */
export const initializePayment = endpoint<{
  headers: { 'idempotency-key'?: string };
  body: InitializePayment;
  response: InitializedPayment;
}>()({
  method: 'POST',
  path: '/create-order/initialize-payment/',
  auth: 'required',
  summary: 'Order what is in the cart, and begin to pay',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    ...quoteRefusals,
    'coupon_used',
    'coupon_used_up',
    'checkout_changed',
    'idempotency_key_reused',
    'payment_unavailable',
  ],
});

/** Newest first, a hundred a page; a page past the end is empty. */
export const listOrders = endpoint<{ query: { page?: number }; response: Order[] }>()({
  method: 'GET',
  path: '/list-orders',
  auth: 'required',
  summary: 'The orders of whoever is signed in',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** Another person's order is not found. */
export const getOrder = endpoint<{ params: { id: string }; response: Order }>()({
  method: 'GET',
  path: '/order-detail/{id}',
  auth: 'required',
  summary: 'One order',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** What was paid is given back: credit into the wallet, the rest the way it came, or as credit where the provider can't. */
export const cancelOrder = endpoint<{ params: { id: string }; response: Order }>()({
  method: 'POST',
  path: '/orders/{id}/cancel',
  auth: 'required',
  summary: 'Cancel an order that was not shipped yet',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'order_not_cancellable'],
});
