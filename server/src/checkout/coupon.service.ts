import type { CouponApplied } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { nairaText } from '@sokuwa/contract/money.ts';
import { lockAccount } from '../account/index.ts';
import { selectCartItems } from '../cart/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { subTotalOf } from './checkout.rules.ts';
import { type CouponRefusal, discountOf, whyNot } from './coupon.rules.ts';
import * as store from './coupon.sql.ts';

/**
 * Puts a coupon on the account's checkout, where it stays until an order takes it or the cart is cleared; a use is counted
 * by the order (docs/decisions/checkout-totals.md). The same one again is as good as once, another one takes its place.
 * @param code as it was typed
 * @returns what it takes off the cart as it is; cart_empty; coupon_not_found; or why it takes off nothing
 */
export const applyCoupon = (
  db: Database,
  account: AccountId,
  code: string,
): Promise<CouponApplied | Refused<'token_invalid' | 'cart_empty' | 'coupon_not_found' | CouponRefusal>> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, account))) return refuse('token_invalid');
    const items = await selectCartItems(trx, account);
    if (items.length === 0) return refuse('cart_empty');
    const coupon = await store.selectCoupon(trx, account, code.toUpperCase());
    if (!coupon) return refuse('coupon_not_found');
    const subTotal = subTotalOf(items);
    const refused = whyNot(coupon, subTotal, coupon.used, new Date());
    if (refused) return refused;
    await store.upsertCheckoutCoupon(trx, account, coupon.id);
    const discount = discountOf(coupon, subTotal);
    return {
      message: 'Coupon applied successfully!',
      coupon_code: coupon.code,
      discount: discount / 100,
      formatted_discount: `₦${nairaText(discount)}`,
    };
  });

/**
 * Counts a use of a coupon by an order, and takes it off the account's checkout (ORDER-4). Of any number
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
  if (await store.hasUsed(trx, account, coupon)) return refuse('coupon_used');
  if (!(await store.insertUse(trx, account, coupon))) return refuse('coupon_used_up');
  await store.clearCheckoutCoupon(trx, account);
  return undefined;
};

/**
 * Gives a use back, for an order that was cancelled or expired; its buyer may use the coupon again. Where the cart that
 * was to be ordered is still there, it has its coupon again, unless another one was chosen meanwhile. Safe to repeat.
 * @param trx the transaction that ends the order, and has locked the account if it still exists; call it last there
 * @param account the order's
 */
export const releaseCoupon = async (trx: Database, account: AccountId, coupon: number): Promise<void> => {
  await store.deleteUse(trx, account, coupon);
  await store.restoreCheckoutCoupon(trx, account, coupon);
};
