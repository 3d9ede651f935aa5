import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { AccountId } from '../platform/tables.ts';

/**
 * Counts a use of a coupon by an order, and takes it off the account's checkout (3-decisions, "Checkout"). Of any number
 * at once no more succeed than the coupon has uses. Call it last in the order's transaction: it locks the coupon, which
 * many orders may share.
 * @param trx the order's transaction, which has locked the account
 * @param coupon the quote's
 * @returns undefined when it is taken; coupon_used when the account has used it; coupon_used_up when its uses are gone or
 *   its time is over. Nothing is changed then
 */
export const takeCoupon = async (
  trx: Database,
  account: AccountId,
  coupon: number,
): Promise<Refused<'coupon_used' | 'coupon_used_up'> | undefined> => {
  const { rows: used } = await sql`
    select from coupon_use where coupon_id = ${coupon} and account_id = ${account}`.execute(trx);
  if (used.length > 0) return refuse('coupon_used');
  const { rows: taken } = await sql`
    update coupon set uses = uses + 1
    where id = ${coupon} and (max_uses is null or uses < max_uses)
      and starts_at <= clock_timestamp() and (ends_at is null or ends_at > clock_timestamp())
    returning id`.execute(trx);
  if (taken.length === 0) return refuse('coupon_used_up');
  await trx.insertInto('coupon_use').values({ coupon_id: coupon, account_id: account }).execute();
  await trx.updateTable('checkout').set({ coupon_id: null }).where('account_id', '=', account).execute();
  return undefined;
};

/**
 * Gives a use back, for an order that was cancelled or expired; its buyer may use the coupon again. Where the cart that
 * was to be ordered is still there, it has its coupon again, unless another one was chosen meanwhile. Safe to repeat.
 * @param trx the transaction that ends the order, and has locked the account if it still exists; call it last there
 * @param account the order's
 */
export const releaseCoupon = async (trx: Database, account: AccountId, coupon: number): Promise<void> => {
  await sql`
    with released as (
      delete from coupon_use where coupon_id = ${coupon} and account_id = ${account} returning coupon_id
    )
    update coupon set uses = uses - 1 where id in (select coupon_id from released)`.execute(trx);
  await sql`
    update checkout set coupon_id = ${coupon}
    where account_id = ${account} and coupon_id is null
      and exists (select from cart_line where cart_line.account_id = checkout.account_id)`.execute(trx);
};
