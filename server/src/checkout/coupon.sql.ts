import { type Insertable, sql } from 'kysely';
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
const isUsed = (account: AccountId) =>
  sql`exists (select from coupon_use u where u.coupon_id = k.id and u.account_id = ${account}) as used`;

/** @param code in capitals */
export const selectCoupon = async (db: Database, account: AccountId, code: string): Promise<CouponRow | undefined> => {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns}, ${isUsed(account)} from coupon k where k.code = ${code}`.execute(db);
  return rows[0];
};

/**
 * The coupon that the account's checkout keeps, or that its unpaid order took: as long as that waits, the checkout can be
 * gone through again, and the order's own use does not count.
 */
export const selectKeptCoupon = async (
  db: Database,
  account: AccountId,
  unpaidOrders: UnpaidOrders,
): Promise<CouponRow | undefined> => {
  const { rows } = await sql<CouponRow>`
    select k.id, k.code, k.percent, k.fixed_kobo, k.starts_at, k.ends_at, k.minimum_kobo, k.max_uses,
      k.uses - (o.coupon_id is not distinct from k.id)::integer as uses,
      o.coupon_id is distinct from k.id
        and exists (select from coupon_use u where u.coupon_id = k.id and u.account_id = c.account_id) as used
    from checkout c
    left join ${unpaidOrders.orders} o on o.account_id = c.account_id
    join coupon k on k.id = coalesce(c.coupon_id, o.coupon_id)
    where c.account_id = ${account}`.execute(db);
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

/** Takes the coupon off the account's checkout. */
export const dropCoupon = async (trx: Database, account: AccountId): Promise<void> => {
  await trx.updateTable('checkout').set({ coupon_id: null }).where('account_id', '=', account).execute();
};

export const hasUsed = async (db: Database, account: AccountId, coupon: number): Promise<boolean> => {
  const { rows } = await sql`
    select from coupon_use where coupon_id = ${coupon} and account_id = ${account}`.execute(db);
  return rows.length > 0;
};

/** Counts a use, which the account must not have had. @returns false when there is none left, or not at this time */
export const insertUse = async (trx: Database, account: AccountId, coupon: number): Promise<boolean> => {
  const { rows } = await sql`
    update coupon set uses = uses + 1
    where id = ${coupon} and (max_uses is null or uses < max_uses)
      and starts_at <= clock_timestamp() and (ends_at is null or ends_at > clock_timestamp())
    returning id`.execute(trx);
  if (rows.length === 0) return false;
  await trx.insertInto('coupon_use').values({ coupon_id: coupon, account_id: account }).execute();
  return true;
};

/** Takes a use back, if the account had it. */
export const deleteUse = async (trx: Database, account: AccountId, coupon: number): Promise<void> => {
  await sql`
    with released as (
      delete from coupon_use where coupon_id = ${coupon} and account_id = ${account} returning coupon_id
    )
    update coupon set uses = uses - 1 where id in (select coupon_id from released)`.execute(trx);
};

/** Puts a coupon back on the checkout of an account that still has something to order, and no other coupon. */
export const returnCoupon = async (trx: Database, account: AccountId, coupon: number): Promise<void> => {
  await sql`
    update checkout set coupon_id = ${coupon}
    where account_id = ${account} and coupon_id is null
      and ${hasCart(sql.ref('checkout.account_id'))}`.execute(trx);
};

/** @returns false when there is one of this code */
export const insertCoupon = async (db: Database, coupon: Insertable<Tables['coupon']>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('coupon')
    .values(coupon)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Whether there is a coupon of this code, in capitals. */
export const selectCode = async (db: Database, code: string): Promise<boolean> =>
  (await db.selectFrom('coupon').select('id').where('code', '=', code).executeTakeFirst()) !== undefined;
