import { endpoint } from '../endpoint.ts';
import type { ActReason } from '../operators/acts.schemas.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { Carrier } from './merchant-orders.schemas.ts';
import type {
  CorrectAddress,
  HeldPayment,
  NewRefund,
  OperatorCancelLines,
  OperatorDeliver,
  OperatorOrder,
  OperatorOrdersQuery,
  OperatorRefunds,
  OperatorRefundsQuery,
  OperatorShip,
  OrderChanged,
  OrderSummaries,
  RefundCreated,
  SettledRefund,
  SettleRefund,
} from './operator-orders.schemas.ts';
import type {
  OperatorDisputes,
  OperatorDisputesQuery,
  OperatorPayments,
  OperatorPaymentsQuery,
} from './operator-payments.schemas.ts';

const readRefusals = [...signedInRefusals, 'invalid_input'] as const;
const writeRefusals = [...apiWriteRefusals, ...bodyRefusals] as const;

export const listOperatorOrders = endpoint<{ query: OperatorOrdersQuery; response: OrderSummaries }>()({
  method: 'GET',
  path: '/operator/orders/',
  auth: 'operator',
  area: 'orders',
  summary: 'Orders of all buyers: late ones oldest first, others newest first',
  refusals: readRefusals,
});

export const getOperatorOrder = endpoint<{ params: { id: string }; response: OperatorOrder }>()({
  method: 'GET',
  path: '/operator/orders/{id}/',
  auth: 'operator',
  area: 'orders',
  summary: 'Everything about an order: fulfilments, payments, refunds, disputes and its entries in the books',
  refusals: [...readRefusals, 'not_found'],
});

/** `address_not_changeable` once something is shipped. */
export const correctOrderAddress = endpoint<{ params: { id: string }; body: CorrectAddress; response: OrderChanged }>()(
  {
    method: 'PATCH',
    path: '/operator/orders/{id}/address/',
    auth: 'operator',
    area: 'orders',
    summary: 'Correct the delivery address of an order, without its country and region',
    refusals: [...writeRefusals, 'not_found', 'address_not_changeable'],
  },
);

export const cancelOperatorOrder = endpoint<{ params: { id: string }; body: ActReason; response: OrderChanged }>()({
  method: 'POST',
  path: '/operator/orders/{id}/cancel/',
  auth: 'operator',
  area: 'orders',
  summary: 'Cancel an order that is not shipped, and refund what was paid',
  refusals: [...writeRefusals, 'not_found', 'step_not_allowed', 'order_partly_shipped'],
});

/** The same tracking number of the same carrier is one parcel, so a retry is safe. */
export const shipFulfilment = endpoint<{ params: { id: string }; body: OperatorShip; response: OrderChanged }>()({
  method: 'POST',
  path: '/operator/fulfilments/{id}/ship/',
  auth: 'operator',
  area: 'orders',
  summary: 'Record a parcel for a merchant, and mail the buyer',
  refusals: [...writeRefusals, 'not_found', 'unknown_carrier', 'order_disputed', 'nothing_to_ship', 'too_many_pieces'],
});

/** A parcel of another fulfilment is `not_found`. Parcels that have arrived already stay as they are, so a retry is safe. */
export const deliverFulfilment = endpoint<{ params: { id: string }; body: OperatorDeliver; response: OrderChanged }>()({
  method: 'POST',
  path: '/operator/fulfilments/{id}/deliver/',
  auth: 'operator',
  area: 'orders',
  summary: 'Record that parcels have arrived',
  refusals: [...writeRefusals, 'not_found', 'nothing_shipped'],
});

export const listOperatorCarriers = endpoint<{ response: Carrier[] }>()({
  method: 'GET',
  path: '/operator/carriers/',
  auth: 'operator',
  area: 'orders',
  summary: 'The carriers that a parcel can name',
  refusals: signedInRefusals,
});

/** Each line names how many are `left`, so a retry is safe. */
export const cancelFulfilmentLines = endpoint<{
  params: { id: string };
  body: OperatorCancelLines;
  response: OrderChanged;
}>()({
  method: 'POST',
  path: '/operator/fulfilments/{id}/cancel/',
  auth: 'operator',
  area: 'orders',
  summary: 'Cancel pieces that are not shipped, and refund what was paid for them',
  refusals: [...writeRefusals, 'not_found', 'order_not_cancellable', 'too_many_pieces', 'pieces_changed'],
});

/** At most 200, oldest first. */
export const listHeldPayments = endpoint<{ response: HeldPayment[] }>()({
  method: 'GET',
  path: '/operator/payments/held/',
  auth: 'operator',
  area: 'payments',
  summary: 'Held payments, refunds that need attention, and disputes',
  refusals: signedInRefusals,
});

export const searchPayments = endpoint<{ query: OperatorPaymentsQuery; response: OperatorPayments }>()({
  method: 'GET',
  path: '/operator/payments/',
  auth: 'operator',
  area: 'payments',
  summary: 'Payments of all buyers: held ones oldest first, others newest first',
  refusals: readRefusals,
});

export const listDisputes = endpoint<{ query: OperatorDisputesQuery; response: OperatorDisputes }>()({
  method: 'GET',
  path: '/operator/disputes/',
  auth: 'operator',
  area: 'payments',
  summary: 'Disputes of payments: open and lost ones oldest first, others newest first',
  refusals: readRefusals,
});

export const acceptPayment = endpoint<{ params: { reference: string }; body: ActReason; response: OrderChanged }>()({
  method: 'POST',
  path: '/operator/payments/{reference}/accept/',
  auth: 'operator',
  area: 'payments',
  summary: 'Accept a held payment as the whole payment of its order',
  refusals: [...writeRefusals, 'payment_not_held', 'payment_not_acceptable'],
});

export const refundHeldPayment = endpoint<{
  params: { reference: string };
  body: SettleRefund;
  response: SettledRefund;
}>()({
  method: 'POST',
  path: '/operator/payments/{reference}/refund/',
  auth: 'operator',
  area: 'payments',
  summary: 'Refund a held payment, or retry a stuck refund',
  refusals: [...writeRefusals, 'payment_not_held', 'payment_foreign', 'account_deleted'],
});

export const listRefunds = endpoint<{ query: OperatorRefundsQuery; response: OperatorRefunds }>()({
  method: 'GET',
  path: '/operator/refunds/',
  auth: 'operator',
  area: 'payments',
  summary: 'Refunds of all orders or of one: those that need a person oldest first, others newest first',
  refusals: readRefusals,
});

/** The same `Idempotency-Key` is one refund of the order, so a retry is safe. */
export const createRefund = endpoint<{
  headers: { 'idempotency-key'?: string };
  body: NewRefund;
  response: RefundCreated;
}>()({
  method: 'POST',
  path: '/operator/refunds/',
  auth: 'operator',
  area: 'payments',
  summary: 'Refund a paid order, or a part of it, out of goodwill',
  refusals: [
    ...writeRefusals,
    'not_found',
    'order_not_paid',
    'payment_disputed',
    'account_deleted',
    'refund_too_large',
    'idempotency_key_reused',
  ],
});
