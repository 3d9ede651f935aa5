import type { CouponStatus } from '@sokuwa/contract/checkout/coupon.rules.ts';
import type * as schemas from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import { type CouponDetails, selectCouponDetails, selectCouponPage } from '../checkout/index.ts';
import * as orders from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { type Refused, refuse } from '../platform/refusal.ts';

/** Coupons with what orders have used of them. */
const withUse = async (db: Database, rows: readonly CouponDetails[]): Promise<schemas.OperatorCoupon[]> => {
  const totals = await orders.selectCouponTotals(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    code: row.code,
    status: row.status,
    percent: row.percent,
    fixed: row.fixed_kobo === null ? null : row.fixed_kobo / 100,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    minimum: row.minimum_kobo / 100,
    max_uses: row.max_uses,
    uses: row.uses,
    orders: totals.get(row.id)?.orders ?? 0,
    discount_given: (totals.get(row.id)?.discount_kobo ?? 0) / 100,
  }));
};

export type CouponSearch = {
  status?: CouponStatus | undefined;
  /** A part of the code. */
  search?: string | undefined;
  cursor?: number | undefined;
};

/** One page of coupons with their use, newest first. */
export const listCoupons = async (
  db: Database,
  { status, search = '', cursor }: CouponSearch,
): Promise<CursorPage<schemas.OperatorCoupon>> => {
  const filters = { status, search: search.toUpperCase(), before: cursor };
  const rows = await selectCouponPage(db, filters, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, ({ id }) => String(id));
  return { ...page, results: await withUse(db, page.results) };
};

/** A coupon with its use. @returns not_found if there is no coupon with this code */
export const readCoupon = async (
  db: Database,
  code: string,
): Promise<schemas.OperatorCoupon | Refused<'not_found'>> => {
  const row = await selectCouponDetails(db, code);
  const [coupon] = row ? await withUse(db, [row]) : [];
  return coupon ?? refuse('not_found');
};

/** One page of the orders that have used a coupon, newest first. @returns not_found if there is no coupon with this code */
export const listCouponOrders = async (
  db: Database,
  code: string,
  cursor: string | undefined,
): Promise<CursorPage<schemas.CouponOrder> | Refused<'not_found'>> => {
  const coupon = await selectCouponDetails(db, code);
  if (!coupon) return refuse('not_found');
  const page = await orders.listCouponOrders(db, coupon.id, cursor);
  const results = page.results.map(({ id, status, created_at, discount_kobo, total_kobo }) => ({
    id,
    status,
    created_at: created_at.toISOString(),
    discount: discount_kobo / 100,
    total: total_kobo / 100,
  }));
  return { ...page, results };
};
