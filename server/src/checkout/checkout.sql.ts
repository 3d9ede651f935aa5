import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/tables.ts';
import type { CouponTerms } from './coupon.rules.ts';

/** What a carrier asked for a shipment. */
export type KeptRate = { key: string; kobo: Kobo; minDays: number; maxDays: number };
export type CouponRow = CouponTerms & {
  id: number;
  code: string;
  /** Whether this account has used it. */
  used: boolean;
};

const couponColumns = sql`k.id, k.code, k.percent, k.fixed_kobo, k.starts_at, k.ends_at, k.minimum_kobo, k.max_uses, k.uses`;
const isUsed = (account: AccountId) =>
  sql`exists (select from coupon_use u where u.coupon_id = k.id and u.account_id = ${account}) as used`;

/** @param code in capitals */
export const selectCoupon = async (db: Database, account: AccountId, code: string): Promise<CouponRow | undefined> => {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns}, ${isUsed(account)} from coupon k where k.code = ${code}`.execute(db);
  return rows[0];
};

/** The coupon that the account's checkout keeps. */
export const selectKeptCoupon = async (db: Database, account: AccountId): Promise<CouponRow | undefined> => {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns}, ${isUsed(account)}
    from checkout c join coupon k on k.id = c.coupon_id where c.account_id = ${account}`.execute(db);
  return rows[0];
};

/** Puts a coupon on the account's checkout in place of what was there; the account must be locked. */
export const keepCoupon = async (trx: Database, account: AccountId, coupon: number): Promise<void> => {
  await trx
    .insertInto('checkout')
    .values({ account_id: account, coupon_id: coupon })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ coupon_id: coupon }))
    .execute();
};

/** The rate that the checkout keeps for this shipment, unless it is older than `since`. */
export const selectRate = async (
  db: Database,
  account: AccountId,
  key: string,
  since: Date,
): Promise<KeptRate | undefined> => {
  const { rows } = await sql<KeptRate>`
    select rate_key as key, rate_kobo as kobo, rate_min_days as "minDays", rate_max_days as "maxDays"
    from checkout where account_id = ${account} and rate_key = ${key} and rate_at > ${since}`.execute(db);
  return rows[0];
};

/** Keeps a rate in place of the one before it; the account must be locked. */
export const keepRate = async (trx: Database, account: AccountId, rate: KeptRate, at: Date): Promise<void> => {
  const kept = {
    rate_key: rate.key,
    rate_kobo: rate.kobo,
    rate_min_days: rate.minDays,
    rate_max_days: rate.maxDays,
    rate_at: at,
  };
  await trx
    .insertInto('checkout')
    .values({ account_id: account, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute();
};

/** Keeps price and stock of the cart's products as they are until the transaction ends; in one order, so that none waits in a ring. */
export const lockCartProducts = async (trx: Database, account: AccountId): Promise<void> => {
  await sql`
    select from product where id in (select product_id from cart_line where account_id = ${account})
    order by id for no key update`.execute(trx);
};
