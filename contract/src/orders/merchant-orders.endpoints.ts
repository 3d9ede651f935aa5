import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  Arrival,
  CancelledLines,
  Carrier,
  MerchantOrder,
  MerchantOrderCounts,
  MerchantOrderFileQuery,
  MerchantOrderPage,
  MerchantOrdersQuery,
  NewParcelBody,
  NewParcels,
  ParcelResults,
} from './merchant-orders.schemas.ts';

/** New orders do not move the pages after a cursor. */
export const listMerchantOrders = endpoint<{ query: MerchantOrdersQuery; response: MerchantOrderPage }>()({
  method: 'GET',
  path: '/merchant/orders/',
  auth: 'merchant',
  area: 'orders',
  summary: "A merchant's paid orders, newest first, or those to ship by when they are due",
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const countMerchantOrders = endpoint<{ response: MerchantOrderCounts }>()({
  method: 'GET',
  path: '/merchant/orders/counts/',
  auth: 'merchant',
  area: 'orders',
  summary: 'How many orders a merchant has of each status',
  refusals: signedInRefusals,
});

/** One line for each line of an order, newest orders first. Amounts are in naira. */
export const downloadMerchantOrders = endpoint<{ query: MerchantOrderFileQuery; response: string }>()({
  method: 'GET',
  path: '/merchant/orders.csv',
  auth: 'merchant',
  area: 'orders',
  summary: "A merchant's paid orders as CSV, at most 100,000 lines",
  refusals: [...signedInRefusals, 'invalid_input', 'order_file_too_long'],
  download: 'orders.csv',
});

/** Always 200: each parcel is shipped or not for itself, as its result says. Safe to repeat, as the call for one. */
export const shipMerchantOrders = endpoint<{ body: NewParcels; response: ParcelResults }>()({
  method: 'POST',
  path: '/merchant/orders/ship/',
  auth: 'merchant',
  area: 'orders',
  summary: 'Ship up to 100 orders, each in one parcel',
  refusals: [...apiWriteRefusals, ...bodyRefusals],
});

/** An order without a line of this merchant is `not_found`. */
export const getMerchantOrder = endpoint<{ params: { id: string }; response: MerchantOrder }>()({
  method: 'GET',
  path: '/merchant/orders/{id}/',
  auth: 'merchant',
  area: 'orders',
  summary: "One of a merchant's orders",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** The same number of the same carrier is the same parcel, so a retry is safe. */
export const shipMerchantOrder = endpoint<{ params: { id: string }; body: NewParcelBody; response: MerchantOrder }>()({
  method: 'POST',
  path: '/merchant/orders/{id}/ship/',
  auth: 'merchant',
  area: 'orders',
  summary: 'Ship an order, or pieces of it, in one parcel',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'not_found',
    'unknown_carrier',
    'order_disputed',
    'nothing_to_ship',
    'too_many_pieces',
  ],
});

/** Parcels that have arrived already stay as they are, so a retry is safe. */
export const deliverMerchantOrder = endpoint<{ params: { id: string }; body: Arrival; response: MerchantOrder }>()({
  method: 'POST',
  path: '/merchant/orders/{id}/deliver/',
  auth: 'merchant',
  area: 'orders',
  summary: 'Record that a parcel, or all parcels of an order, have arrived',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'nothing_shipped'],
});

/** The buyer gets back what was paid for the pieces. Each line names how many are `left`, so a retry is safe. */
export const cancelMerchantLines = endpoint<{
  params: { id: string };
  body: CancelledLines;
  response: MerchantOrder;
}>()({
  method: 'POST',
  path: '/merchant/orders/{id}/cancel/',
  auth: 'merchant',
  area: 'orders',
  summary: 'Cancel pieces that are not shipped',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'not_found',
    'order_not_cancellable',
    'too_many_pieces',
    'pieces_changed',
  ],
});

export const listCarriers = endpoint<{ response: Carrier[] }>()({
  method: 'GET',
  path: '/merchant/carriers/',
  auth: 'merchant',
  area: 'orders',
  summary: 'The carriers that a parcel can name',
  refusals: signedInRefusals,
});
