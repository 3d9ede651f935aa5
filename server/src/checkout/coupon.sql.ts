import type { CouponStatus } from '@sokuwa/contract/checkout/coupon.rules.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { hasCart, type UnpaidOrders } from '../cart/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';
import type { CouponTerms } from './coupon.rules.ts';

export type CouponRow = CouponTerms & {
  id: number;
  code: string;
  /** Whether this account has used it. */
  used: boolean;
};

const couponColumns = sql`k.id, k.code, k.percent, k.fixed_kobo, k.starts_at, k.ends_at, k.minimum_kobo, k.max_uses, k.uses`;
const isUsed = (accountId: AccountId) =>
  sql`exists (select from coupon_use u where u.coupon_id = k.id and u.account_id = ${accountId}) as used`;

/** @param code in upper case */
export const selectCoupon = async (
  db: Database,
  accountId: AccountId,
  code: string,
): Promise<CouponRow | undefined> => {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns}, ${isUsed(accountId)} from coupon k where k.code = ${code}`.execute(db);
  return rows[0];
};

/**
 * The coupon of the account's checkout, or of its unpaid order. The unpaid order's own use does not count, because a new
 * checkout replaces that order.
 */
export const selectCheckoutCoupon = async (
  db: Database,
  accountId: AccountId,
  unpaidOrders: UnpaidOrders,
): Promise<CouponRow | undefined> => {
  const { rows } = await sql<CouponRow>`
    select k.id, k.code, k.percent, k.fixed_kobo, k.starts_at, k.ends_at, k.minimum_kobo, k.max_uses,
      k.uses - (o.coupon_id is not distinct from k.id)::integer as uses,
      o.coupon_id is distinct from k.id
        and exists (select from coupon_use u where u.coupon_id = k.id and u.account_id = c.account_id) as used
    from checkout c
    left join ${unpaidOrders.orders} o on o.account_id = c.account_id
    join coupon k on k.id = coalesce(c.coupon_id, case when not c.coupon_removed then o.coupon_id end)
    where c.account_id = ${accountId}`.execute(db);
  return rows[0];
};

/** Sets the coupon of the account's checkout. The account must be locked. */
export const upsertCheckoutCoupon = async (trx: Database, accountId: AccountId, couponId: number): Promise<void> => {
  await trx
    .insertInto('checkout')
    .values({ account_id: accountId, coupon_id: couponId })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ coupon_id: couponId, coupon_removed: false }))
    .execute();
};

/** Removes the coupon from the account's checkout, because its order has taken it. */
export const clearCheckoutCoupon = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx
    .updateTable('checkout')
    .set({ coupon_id: null, coupon_removed: false })
    .where('account_id', '=', accountId)
    .execute();
};

/** Removes the coupon from the account's checkout, and marks the one of its unpaid order as removed by the buyer. */
export const removeCheckoutCoupon = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx
    .updateTable('checkout')
    .set({ coupon_id: null, coupon_removed: true })
    .where('account_id', '=', accountId)
    .execute();
};

export const hasUsedCoupon = async (db: Database, accountId: AccountId, couponId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from coupon_use where coupon_id = ${couponId} and account_id = ${accountId}`.execute(db);
  return rows.length > 0;
};

/** Counts a use by an account that has not used the coupon. @returns false when none are left or it is not valid */
export const insertCouponUse = async (trx: Database, accountId: AccountId, couponId: number): Promise<boolean> => {
  const { rows } = await sql`
    update coupon set uses = uses + 1
    where id = ${couponId} and (max_uses is null or uses < max_uses)
      and starts_at <= clock_timestamp() and (ends_at is null or ends_at > clock_timestamp())
    returning id`.execute(trx);
  if (rows.length === 0) return false;
  await trx.insertInto('coupon_use').values({ coupon_id: couponId, account_id: accountId }).execute();
  return true;
};

/** Deletes the account's use, if one exists, and decrements the count. */
export const deleteCouponUse = async (trx: Database, accountId: AccountId, couponId: number): Promise<void> => {
  await sql`
    with released as (
      delete from coupon_use where coupon_id = ${couponId} and account_id = ${accountId} returning coupon_id
    )
    update coupon set uses = uses - 1 where id in (select coupon_id from released)`.execute(trx);
};

/** Locks coupons, and that of the account's checkout, until the transaction ends, in the order of their ids to prevent deadlocks. */
export const lockCoupons = async (trx: Database, accountId: AccountId, couponIds: readonly number[]): Promise<void> => {
  await sql`
    select from coupon
    where id = any(${[...couponIds]}::integer[])
      or id = (select coupon_id from checkout where account_id = ${accountId})
    order by id for no key update`.execute(trx);
};

/** Decrements the count of uses for an account that is deleted; its use was deleted with it. */
export const decrementUses = async (trx: Database, couponId: number): Promise<void> => {
  await sql`update coupon set uses = uses - 1 where id = ${couponId}`.execute(trx);
};

/** Restores the checkout's coupon, if the cart is not empty, no other coupon is set and the buyer did not remove it. */
export const restoreCheckoutCoupon = async (trx: Database, accountId: AccountId, couponId: number): Promise<void> => {
  await sql`
    update checkout set coupon_id = ${couponId}
    where account_id = ${accountId} and coupon_id is null and not coupon_removed
      and ${hasCart(sql.ref('checkout.account_id'))}`.execute(trx);
};

/** @returns false when a coupon with this code exists */
export const insertCoupon = async (db: Database, coupon: Insertable<Tables['coupon']>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('coupon')
    .values(coupon)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** A coupon as operators see it. */
export type CouponDetails = CouponTerms & { id: number; code: string; status: CouponStatus };

const status = sql`case when k.ends_at <= now() then 'ended' when k.starts_at > now() then 'scheduled' else 'running' end`;

/** @param code in upper case */
export const selectCouponDetails = async (db: Database, code: string): Promise<CouponDetails | undefined> => {
  const { rows } = await sql<CouponDetails>`
    select ${couponColumns}, ${status} as status from coupon k where k.code = ${code}`.execute(db);
  return rows[0];
};

/** Locks a coupon until the transaction ends. */
export const lockCoupon = async (trx: Database, code: string): Promise<CouponDetails | undefined> => {
  const { rows } = await sql<CouponDetails>`
    select ${couponColumns}, ${status} as status from coupon k where k.code = ${code} for no key update`.execute(trx);
  return rows[0];
};

/**
 * Coupons, newest first.
 * @param filters `search`: a part of the code, in upper case; `before`: the id of the last one of the page before
 */
export const selectCouponPage = async (
  db: Database,
  { search, before, ...filters }: { status?: CouponStatus | undefined; search: string; before: number | undefined },
  limit: number,
): Promise<CouponDetails[]> => {
  const { rows } = await sql<CouponDetails>`
    select ${couponColumns}, ${status} as status from coupon k
    where strpos(k.code, ${search}) > 0
      and ${filters.status === undefined ? sql`true` : sql`${status} = ${filters.status}`}
      and ${before === undefined ? sql`true` : sql`k.id < ${before}`}
    order by k.id desc limit ${limit}`.execute(db);
  return rows;
};

export const updateCoupon = async (trx: Database, id: number, change: Updateable<Tables['coupon']>): Promise<void> => {
  await trx.updateTable('coupon').set(change).where('id', '=', id).execute();
};
