import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusals.ts';
import type {
  NewReturn,
  OrderReturn,
  OrderReturns,
  ReturnAcceptance,
  ReturnAppeal,
  ReturnDecision,
  ReturnPage,
  ReturnPicture,
  ReturnReceipt,
  ReturnRefusal,
  ReturnsQuery,
  UploadedPicture,
} from './returns.schemas.ts';

type One = { id: string };
type PictureOf = { id: string; n: string };

export const getReturns = endpoint<{ params: One; response: OrderReturns }>()({
  method: 'GET',
  path: '/orders/{id}/returns',
  auth: 'required',
  summary: 'The returns of an order, and what can be returned until when',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/**
 * A repeated request returns the same return. `payment_disputed`: the bank examines the payment, or has paid the buyer back.
 */
export const requestReturn = endpoint<{ params: One; body: NewReturn; response: OrderReturn }>()({
  method: 'POST',
  path: '/orders/{id}/returns',
  auth: 'required',
  summary: 'Ask to return delivered pieces of one merchant, or report pieces that did not arrive',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    'not_found',
    'not_returnable',
    'return_of_several_merchants',
    'payment_disputed',
    'too_many_returns',
    'return_picture_gone',
  ],
});

/** Multipart/form-data with one file `image`. The picture is deleted after a day if no return uses it. */
export const uploadReturnPicture = endpoint<{ body: FormData; response: UploadedPicture }>()({
  method: 'POST',
  path: '/return-pictures/',
  auth: 'required',
  summary: 'Upload a picture for a return',
  refusals: [...signedInRefusals, ...bodyRefusals, 'picture_invalid', 'picture_too_large', 'too_busy'],
});

export const getReturnPicture = endpoint<{ params: PictureOf; response: ReturnPicture }>()({
  method: 'GET',
  path: '/returns/{id}/pictures/{n}',
  auth: 'required',
  summary: "A picture of the buyer's return",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const appealReturn = endpoint<{ params: One; body: ReturnAppeal; response: OrderReturn }>()({
  method: 'POST',
  path: '/returns/{id}/appeal',
  auth: 'required',
  summary: 'Ask the shop to decide about a declined return',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found', 'return_step_refused'],
});

export const withdrawReturn = endpoint<{ params: One; response: OrderReturn }>()({
  method: 'POST',
  path: '/returns/{id}/withdraw',
  auth: 'required',
  summary: 'Withdraw a return that is not received yet',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found', 'return_step_refused'],
});

/** Newest first. */
export const listMerchantReturns = endpoint<{ query: ReturnsQuery; response: ReturnPage }>()({
  method: 'GET',
  path: '/merchant/returns/',
  auth: 'merchant',
  summary: "A merchant's returns",
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getMerchantReturn = endpoint<{ params: One; response: OrderReturn }>()({
  method: 'GET',
  path: '/merchant/returns/{id}/',
  auth: 'merchant',
  summary: "One of a merchant's returns",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const getMerchantReturnPicture = endpoint<{ params: PictureOf; response: ReturnPicture }>()({
  method: 'GET',
  path: '/merchant/returns/{id}/pictures/{n}/',
  auth: 'merchant',
  summary: "A picture of one of a merchant's returns",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Of items that did not arrive (`not_received`) nothing comes back: they are refunded at once, or `payment_disputed` while the bank examines the payment. */
export const acceptReturn = endpoint<{ params: One; body: ReturnAcceptance; response: OrderReturn }>()({
  method: 'POST',
  path: '/merchant/returns/{id}/accept/',
  auth: 'merchant',
  summary: 'Accept a return, and say how the buyer sends it back',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused', 'payment_disputed'],
});

/** Also after the receipt, instead of confirming it, if the items are not as claimed. */
export const declineReturn = endpoint<{ params: One; body: ReturnRefusal; response: OrderReturn }>()({
  method: 'POST',
  path: '/merchant/returns/{id}/decline/',
  auth: 'merchant',
  summary: 'Decline a return; the buyer can ask the shop to decide',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused'],
});

/** The buyer gets the refund at once. */
export const receiveReturn = endpoint<{ params: One; body: ReturnReceipt; response: OrderReturn }>()({
  method: 'POST',
  path: '/merchant/returns/{id}/receive/',
  auth: 'merchant',
  summary: 'Confirm that the items of a return have arrived, which refunds them',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused', 'payment_disputed'],
});

/** Newest first. `status=appealed` lists those that wait for an operator. */
export const listOperatorReturns = endpoint<{ query: ReturnsQuery; response: ReturnPage }>()({
  method: 'GET',
  path: '/operator/returns/',
  auth: 'operator',
  summary: 'Returns of all merchants',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getOperatorReturn = endpoint<{ params: One; response: OrderReturn }>()({
  method: 'GET',
  path: '/operator/returns/{id}/',
  auth: 'operator',
  summary: 'A return',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const getOperatorReturnPicture = endpoint<{ params: PictureOf; response: ReturnPicture }>()({
  method: 'GET',
  path: '/operator/returns/{id}/pictures/{n}/',
  auth: 'operator',
  summary: 'A picture of a return',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Final: the merchant cannot decline afterwards, and the buyer cannot appeal. */
export const decideReturn = endpoint<{ params: One; body: ReturnDecision; response: OrderReturn }>()({
  method: 'POST',
  path: '/operator/returns/{id}/decide/',
  auth: 'operator',
  summary: 'Decide about a return',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused', 'payment_disputed'],
});
