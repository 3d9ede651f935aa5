import { getCoupon, listCouponOrders, listCoupons } from '@sokuwa/contract/checkout/operator-coupons.endpoints.ts';
import type { OperatorCoupon, OperatorCouponsQuery } from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { cursorOf } from '../lib/paging.ts';

const couponsKey = ['market', 'coupons'] as const;

/** Coupons page by page. */
export const couponsQuery = (query: Omit<OperatorCouponsQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [...couponsKey, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      api.call(listCoupons, { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

export const couponQuery = (code: string) =>
  queryOptions({
    queryKey: [...couponsKey, 'coupon', code],
    queryFn: ({ signal }) => api.call(getCoupon, { params: { code }, signal }),
  });

/** The orders that have used a coupon, page by page. */
export const couponOrdersQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: [...couponsKey, 'orders', code],
    queryFn: ({ signal, pageParam }) =>
      api.call(listCouponOrders, {
        params: { code },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => cursorOf(next),
  });

/** Puts a created or changed coupon into the cache, and reads the lists again. */
export const useSaveCoupon = () => {
  const queryClient = useQueryClient();
  return (coupon: OperatorCoupon): void => {
    queryClient.setQueryData(couponQuery(coupon.code).queryKey, coupon);
    void queryClient.invalidateQueries({ queryKey: [...couponsKey, 'list'] });
  };
};
