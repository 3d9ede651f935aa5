import { endpoint } from '../endpoint.ts';
import type { OptionalActReason } from '../operators/acts.schemas.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  CouponChange,
  CouponOrders,
  CouponOrdersQuery,
  NewCoupon,
  OperatorCoupon,
  OperatorCoupons,
  OperatorCouponsQuery,
} from './operator-coupons.schemas.ts';

const writeRefusals = [...apiWriteRefusals, ...bodyRefusals] as const;
type Params = { code: string };

export const listCoupons = endpoint<{ query: OperatorCouponsQuery; response: OperatorCoupons }>()({
  method: 'GET',
  path: '/operator/coupons/',
  auth: 'operator',
  area: 'coupons',
  summary: 'Coupons with their use, newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

/** The same coupon again is not refused, so a retry is safe. */
export const createCoupon = endpoint<{ body: NewCoupon; response: OperatorCoupon }>()({
  method: 'POST',
  path: '/operator/coupons/',
  auth: 'operator',
  area: 'coupons',
  summary: 'Create a coupon that each buyer can use once',
  refusals: [...writeRefusals, 'coupon_exists'],
});

export const getCoupon = endpoint<{ params: Params; response: OperatorCoupon }>()({
  method: 'GET',
  path: '/operator/coupons/{code}/',
  auth: 'operator',
  area: 'coupons',
  summary: 'One coupon with its use',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const changeCoupon = endpoint<{ params: Params; body: CouponChange; response: OperatorCoupon }>()({
  method: 'PATCH',
  path: '/operator/coupons/{code}/',
  auth: 'operator',
  area: 'coupons',
  summary: 'Change the end of a coupon, or how many orders can use it',
  refusals: [...writeRefusals, 'not_found', 'coupon_end_too_early', 'coupon_limit_too_low'],
});

/** Orders that have used it keep their discount. A repetition changes nothing. */
export const endCoupon = endpoint<{ params: Params; body: OptionalActReason; response: OperatorCoupon }>()({
  method: 'POST',
  path: '/operator/coupons/{code}/end/',
  auth: 'operator',
  area: 'coupons',
  summary: 'End a coupon now, also one that has not started',
  refusals: [...writeRefusals, 'not_found'],
});

export const listCouponOrders = endpoint<{ params: Params; query: CouponOrdersQuery; response: CouponOrders }>()({
  method: 'GET',
  path: '/operator/coupons/{code}/orders/',
  auth: 'operator',
  area: 'coupons',
  summary: 'The orders that have used a coupon, newest first',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});
