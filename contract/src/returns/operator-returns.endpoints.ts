import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  OperatorReturnsQuery,
  OrderReturn,
  ReturnDecision,
  ReturnPage,
  ReturnPicture,
} from './returns.schemas.ts';

type One = { id: string };
type PictureOf = { id: string; n: string };

/** `waiting` lists those that wait for an operator for one reason, `status=appealed` all of them. */
export const listOperatorReturns = endpoint<{ query: OperatorReturnsQuery; response: ReturnPage }>()({
  method: 'GET',
  path: '/operator/returns/',
  auth: 'operator',
  area: 'returns',
  summary: 'Returns of all merchants: with `waiting` what has waited longest first, others newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getOperatorReturn = endpoint<{ params: One; response: OrderReturn }>()({
  method: 'GET',
  path: '/operator/returns/{id}/',
  auth: 'operator',
  area: 'returns',
  summary: 'A return',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const getOperatorReturnPicture = endpoint<{ params: PictureOf; response: ReturnPicture }>()({
  method: 'GET',
  path: '/operator/returns/{id}/pictures/{n}/',
  auth: 'operator',
  area: 'returns',
  summary: 'A picture of a return',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Final: the merchant cannot decline afterwards, and the buyer cannot appeal. */
export const decideReturn = endpoint<{ params: One; body: ReturnDecision; response: OrderReturn }>()({
  method: 'POST',
  path: '/operator/returns/{id}/decide/',
  auth: 'operator',
  area: 'returns',
  summary: 'Decide about a return',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'return_step_refused', 'payment_disputed'],
});
