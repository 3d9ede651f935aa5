import { quoteRefusals } from '../checkout/checkout.rules.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  ChangeOrderAddress,
  InitializedPayment,
  InitializePayment,
  InitializePaymentQuery,
  Order,
  PaymentStateResponse,
} from './orders.schemas.ts';

/**
 * Places the order and initializes its payment; the client then redirects to `authorization_url`. `checkout_changed`
 * lists the differences from the request in its text, and by field in `errors`; nothing is created. After
 * `payment_unavailable` the order stays pending and the same call continues it. An order paid completely by the wallet
 * is paid at once, and `authorization_url` is the success page. An account may place a limited number of orders per
 * hour; `too_many_requests` says when to try again. An order that replaces an unpaid one for the same goods has the
 * same payment deadline.
 */
export const initializePayment = endpoint<{
  query: InitializePaymentQuery;
  headers: { 'idempotency-key'?: string };
  body: InitializePayment;
  response: InitializedPayment;
}>()({
  method: 'POST',
  path: '/create-order/initialize-payment/',
  auth: 'required',
  summary: 'Place an order for the cart and initialize its payment',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    ...quoteRefusals,
    'coupon_used',
    'coupon_used_up',
    'checkout_changed',
    'idempotency_key_reused',
    'too_many_units',
    'payment_too_small',
    'payment_unavailable',
  ],
});

/** Newest first, a hundred a page; a page past the end is empty. */
export const listOrders = endpoint<{ query: { page?: number }; response: Order[] }>()({
  method: 'GET',
  path: '/list-orders',
  auth: 'required',
  summary: 'Orders of the signed-in user',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** Another user's order is `not_found`. */
export const getOrder = endpoint<{ params: { id: string }; response: Order }>()({
  method: 'GET',
  path: '/order-detail/{id}',
  auth: 'required',
  summary: 'One order',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Refunds what was paid: credit to the wallet, the rest to the original method, or as credit where the provider cannot. */
export const cancelOrder = endpoint<{ params: { id: string }; response: Order }>()({
  method: 'POST',
  path: '/orders/{id}/cancel',
  auth: 'required',
  summary: 'Cancel an order before it is shipped',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'order_not_cancellable'],
});

/**
 * Changes the delivery address of a paid order while nothing of it is shipped, to one of the account's addresses. The delivery must
 * cost the same there, otherwise it is `delivery_price_differs`. Repeating it changes nothing.
 */
export const changeOrderAddress = endpoint<{ params: { id: string }; body: ChangeOrderAddress; response: Order }>()({
  method: 'PUT',
  path: '/orders/{id}/shipping-address',
  auth: 'required',
  summary: 'Change the delivery address of an order before it is shipped',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    'not_found',
    'address_not_changeable',
    'delivery_price_differs',
    'country_not_served',
    'shipment_too_heavy',
    'carrier_unavailable',
  ],
});

/**
 * Continues the payment of a pending order until its `payment_deadline`; the client then redirects to `authorization_url`. An
 * order that is paid, cancelled or past its deadline is `order_not_payable`.
 */
export const payOrder = endpoint<{ params: { id: string }; response: InitializedPayment }>()({
  method: 'POST',
  path: '/orders/{id}/pay',
  auth: 'required',
  summary: 'Continue the payment of a pending order',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'order_not_payable', 'payment_unavailable'],
});

/**
 * The state of an order's payment, which a page polls while it is `pending`. The shop verifies it with the provider at
 * most every ten seconds.
 */
export const getPaymentState = endpoint<{ params: { id: string }; response: PaymentStateResponse }>()({
  method: 'GET',
  path: '/orders/{id}/payment',
  auth: 'required',
  summary: 'Whether the payment of an order has arrived',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});
