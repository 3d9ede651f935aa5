import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  NewReturn,
  OrderReturn,
  OrderReturns,
  ReturnAppeal,
  ReturnPicture,
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
