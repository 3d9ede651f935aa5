import type { CouponApplied, CouponRemoved } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { formatNaira } from '@sokuwa/contract/money.ts';
import type { AccountChanges, ChangeRefused } from '../account/index.ts';
import { selectCartItems } from '../cart/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { LimitedKey, RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { computeSubTotal } from './checkout.rules.ts';
import { type CouponRefusal, checkCoupon, computeDiscount } from './coupon.rules.ts';
import * as store from './coupon.sql.ts';

export type CouponContext = { accountChanges: AccountChanges; rateLimiter: RateLimiter; triesPerHour: number };

/**
 * Applies a coupon to the account's checkout and replaces a previous one. It stays until an order uses it, it is removed or
 * the cart is cleared; only the order counts a use (docs/decisions/checkout-totals.md).
 * @param code as typed by the user
 * @returns the discount for the current cart; cart_empty; coupon_not_found; why the coupon is not valid; or
 *   too_many_requests after too many unknown codes (CHECKOUT-60)
 */
export const applyCoupon = async (
  { accountChanges, rateLimiter, triesPerHour }: CouponContext,
  accountId: AccountId,
  code: string,
): Promise<CouponApplied | ChangeRefused | Refused<'cart_empty' | 'coupon_not_found' | CouponRefusal>> => {
  const limitedKey: LimitedKey = {
    limit: { action: 'coupon', maxAttempts: triesPerHour, windowSeconds: 3600 },
    key: `account ${accountId}`,
  };
  const throttled = await rateLimiter.consume(limitedKey);
  if (throttled) return throttled;

  const result = await accountChanges.run(accountId, async (trx) => {
    const items = await selectCartItems(trx, accountId);
    if (items.length === 0) return refuse('cart_empty');
    const coupon = await store.selectCoupon(trx, accountId, code.toUpperCase());
    if (!coupon) return refuse('coupon_not_found');
    const subTotal = computeSubTotal(items);
    const refused = checkCoupon(coupon, subTotal, coupon.used, new Date());
    if (refused) return refused;
    await store.upsertCheckoutCoupon(trx, accountId, coupon.id);
    const discount = computeDiscount(coupon, subTotal);
    return {
      message: 'Coupon applied successfully!',
      coupon_code: coupon.code,
      discount: discount / 100,
      formatted_discount: formatNaira(discount),
    };
  });
  // Only unknown codes count, because only they are guesses.
  if (!isRefused(result) || result.refused !== 'coupon_not_found') await rateLimiter.release(limitedKey);
  return result;
};

/**
 * Removes the coupon from the account's checkout (CHECKOUT-59). If its unpaid order is replaced, the new order has no
 * coupon either. Idempotent.
 */
export const removeCoupon = (
  accountChanges: AccountChanges,
  accountId: AccountId,
): Promise<CouponRemoved | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    await store.removeCheckoutCoupon(trx, accountId);
    return { message: 'Coupon removed.' };
  });

/**
 * Counts a use of a coupon by an order, and removes it from the account's checkout (ORDER-4). Concurrent calls cannot
 * exceed the maximum uses. Call it last in the order's transaction: it locks the coupon, which many orders may share.
 * @param trx the order's transaction, which has locked the account
 * @returns undefined on success; coupon_used when the account has used it; coupon_used_up when it has no uses left or is
 *   not valid now. A refusal changes nothing
 */
export const redeemCoupon = async (
  trx: Database,
  accountId: AccountId,
  couponId: number,
): Promise<Refused<'coupon_used' | 'coupon_used_up'> | undefined> => {
  if (await store.hasUsedCoupon(trx, accountId, couponId)) return refuse('coupon_used');
  if (!(await store.insertCouponUse(trx, accountId, couponId))) return refuse('coupon_used_up');
  await store.clearCheckoutCoupon(trx, accountId);
  return undefined;
};

/**
 * Releases a coupon use when its order is cancelled or expires, so the buyer can use it again. The checkout gets the
 * coupon back if the cart is not empty and has no other coupon. Call it once for each use.
 * @param trx the transaction that cancels the order; it has locked the account if that exists. Call it last there
 * @param accountId the account of the order; null if it is deleted: then another account can use the coupon
 */
export const releaseCoupon = async (trx: Database, accountId: AccountId | null, couponId: number): Promise<void> => {
  if (accountId === null) return store.decrementUses(trx, couponId);
  await store.deleteCouponUse(trx, accountId, couponId);
  await store.restoreCheckoutCoupon(trx, accountId, couponId);
};
