import { endpoint } from '../endpoint.ts';
import type { ActReason, OptionalActReason } from '../operators/acts.schemas.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  NewCommission,
  OperatorMerchantDetail,
  OperatorMerchants,
  OperatorMerchantsQuery,
} from './operator-merchants.schemas.ts';

const writeRefusals = [...apiWriteRefusals, ...bodyRefusals, 'not_found'] as const;
type Params = { merchantId: number };

export const listOperatorMerchants = endpoint<{ query: OperatorMerchantsQuery; response: OperatorMerchants }>()({
  method: 'GET',
  path: '/operator/merchants/',
  auth: 'operator',
  area: 'merchants',
  summary: 'All merchants, also suspended ones',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getOperatorMerchant = endpoint<{ params: Params; response: OperatorMerchantDetail }>()({
  method: 'GET',
  path: '/operator/merchants/{merchantId}/',
  auth: 'operator',
  area: 'merchants',
  summary: 'One merchant',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Paid orders can still be shipped. A repetition changes nothing. */
export const suspendMerchant = endpoint<{ params: Params; body: ActReason; response: OperatorMerchantDetail }>()({
  method: 'POST',
  path: '/operator/merchants/{merchantId}/suspend/',
  auth: 'operator',
  area: 'merchants',
  summary: "Take a merchant's products out of the shop",
  refusals: writeRefusals,
});

/** A repetition changes nothing. */
export const unsuspendMerchant = endpoint<{
  params: Params;
  body: OptionalActReason;
  response: OperatorMerchantDetail;
}>()({
  method: 'POST',
  path: '/operator/merchants/{merchantId}/unsuspend/',
  auth: 'operator',
  area: 'merchants',
  summary: 'Put the products of a suspended merchant back into the shop',
  refusals: writeRefusals,
});

export const changeCommission = endpoint<{ params: Params; body: NewCommission; response: OperatorMerchantDetail }>()({
  method: 'PATCH',
  path: '/operator/merchants/{merchantId}/commission/',
  auth: 'operator',
  area: 'merchants',
  summary: "Set the shop's commission on a merchant's new orders",
  refusals: writeRefusals,
});
