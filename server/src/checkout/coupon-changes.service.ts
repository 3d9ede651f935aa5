import type { Kobo } from '@sokuwa/contract/money.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import * as store from './coupon.sql.ts';

/** An operator's input for a new coupon. Exactly one of `percent` and `fixed_kobo` is set. */
export type NewCoupon = {
  code: string;
  percent: number | null;
  fixed_kobo: Kobo | null;
  /** Default: now. */
  starts_at?: Date | undefined;
  ends_at: Date | null;
  minimum_kobo: Kobo;
  max_uses: number | null;
};

const subjectOf = (code: string): string => `coupon ${code}`;

/** Whether a coupon has the terms of a request that may be a repetition. A request without a start fits any start. */
const hasTerms = (row: store.CouponDetails, { starts_at = row.starts_at, ...coupon }: NewCoupon): boolean =>
  row.percent === coupon.percent &&
  row.fixed_kobo === coupon.fixed_kobo &&
  row.minimum_kobo === coupon.minimum_kobo &&
  row.max_uses === coupon.max_uses &&
  row.starts_at.getTime() === starts_at.getTime() &&
  row.ends_at?.getTime() === coupon.ends_at?.getTime();

/**
 * Creates a coupon (CHECKOUT-64). Safe to repeat: the same terms again change nothing.
 * @returns its code; coupon_exists if another coupon has this code
 */
export const createCoupon = async (
  db: Database,
  coupon: NewCoupon,
  options: ActOptions,
): Promise<{ code: string } | Refused<'coupon_exists'>> => {
  const { code } = coupon;
  const created = await runAct(db, options, async (trx) => {
    const { starts_at = new Date(), ...terms } = coupon;
    const row = { ...terms, starts_at };
    if (await store.insertCoupon(trx, row))
      return acted({ code }, { action: 'coupons create', subject: subjectOf(code), after: row });
    const existing = await store.selectCouponDetails(trx, code);
    return existing && hasTerms(existing, coupon) ? 'repeated' : refuse('coupon_exists');
  });
  return created === 'repeated' ? { code } : created;
};

/**
 * Changes the end of a coupon, or how many orders can use it (CHECKOUT-65).
 * @param change omitted fields stay; null: no end, or no limit
 * @returns its code; not_found; coupon_end_too_early if it would end before its start; coupon_limit_too_low if more orders have used it
 */
export const changeCoupon = (
  db: Database,
  code: string,
  { ends_at, max_uses }: { ends_at?: Date | null | undefined; max_uses?: number | null | undefined },
  options: ActOptions,
): Promise<{ code: string } | Refused<'not_found' | 'coupon_end_too_early' | 'coupon_limit_too_low'>> =>
  runAct(db, options, async (trx) => {
    const coupon = await store.lockCoupon(trx, code);
    if (!coupon) return refuse('not_found');
    const before = { ends_at: coupon.ends_at, max_uses: coupon.max_uses };
    const after = {
      ends_at: ends_at === undefined ? before.ends_at : ends_at,
      max_uses: max_uses === undefined ? before.max_uses : max_uses,
    };
    if (after.ends_at && after.ends_at <= coupon.starts_at) return refuse('coupon_end_too_early');
    if (after.max_uses !== null && after.max_uses < coupon.uses) return refuse('coupon_limit_too_low');
    await store.updateCoupon(trx, coupon.id, after);
    return acted({ code }, { action: 'coupons change', subject: subjectOf(code), before, after });
  });

/**
 * Ends a coupon now (CHECKOUT-65). One that has not started ends too: then it was valid at no time. Orders that have used it keep
 * their discount. A repetition changes nothing.
 * @returns its code; not_found
 */
export const endCoupon = async (
  db: Database,
  code: string,
  options: ActOptions,
): Promise<{ code: string } | Refused<'not_found'>> => {
  const ended = await runAct(db, options, async (trx) => {
    const coupon = await store.lockCoupon(trx, code);
    if (!coupon) return refuse('not_found');
    const now = new Date();
    if (coupon.ends_at && coupon.ends_at <= now) return 'repeated';
    const before = { starts_at: coupon.starts_at, ends_at: coupon.ends_at };
    // A coupon starts before it ends, by at least a millisecond.
    const after = { starts_at: new Date(Math.min(before.starts_at.getTime(), now.getTime() - 1)), ends_at: now };
    await store.updateCoupon(trx, coupon.id, after);
    return acted({ code }, { action: 'coupons end', subject: subjectOf(code), before, after });
  });
  return ended === 'repeated' ? { code } : ended;
};
