import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  OrderReturn,
  ReturnAcceptance,
  ReturnPage,
  ReturnPicture,
  ReturnReceipt,
  ReturnRefusal,
  ReturnsQuery,
} from './returns.schemas.ts';

type One = { id: string };
type PictureOf = { id: string; n: string };

/** Newest first. */
export const listMerchantReturns = endpoint<{ query: ReturnsQuery; response: ReturnPage }>()({
  method: 'GET',
  path: '/merchant/returns/',
  auth: 'merchant',
  area: 'returns',
  summary: "A merchant's returns",
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getMerchantReturn = endpoint<{ params: One; response: OrderReturn }>()({
  method: 'GET',
  path: '/merchant/returns/{id}/',
  auth: 'merchant',
  area: 'returns',
  summary: "One of a merchant's returns",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const getMerchantReturnPicture = endpoint<{ params: PictureOf; response: ReturnPicture }>()({
  method: 'GET',
  path: '/merchant/returns/{id}/pictures/{n}/',
  auth: 'merchant',
  area: 'returns',
  summary: "A picture of one of a merchant's returns",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Of items that did not arrive (`not_received`) nothing comes back: they are refunded at once, or `payment_disputed` while the bank examines the payment. */
export const acceptReturn = endpoint<{ params: One; body: ReturnAcceptance; response: OrderReturn }>()({
  method: 'POST',
  path: '/merchant/returns/{id}/accept/',
  auth: 'merchant',
  area: 'returns',
  summary: 'Accept a return, and say how the buyer sends it back',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused', 'payment_disputed'],
});

/** Also after the receipt, instead of confirming it, if the items are not as claimed. */
export const declineReturn = endpoint<{ params: One; body: ReturnRefusal; response: OrderReturn }>()({
  method: 'POST',
  path: '/merchant/returns/{id}/decline/',
  auth: 'merchant',
  area: 'returns',
  summary: 'Decline a return; the buyer can ask the shop to decide',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused'],
});

/** The buyer gets the refund at once. */
export const receiveReturn = endpoint<{ params: One; body: ReturnReceipt; response: OrderReturn }>()({
  method: 'POST',
  path: '/merchant/returns/{id}/receive/',
  auth: 'merchant',
  area: 'returns',
  summary: 'Confirm that the items of a return have arrived, which refunds them',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused', 'payment_disputed'],
});
