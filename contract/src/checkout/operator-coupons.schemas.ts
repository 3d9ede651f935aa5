import { z } from 'zod';
import { kobo } from '../money.ts';
import { instant, optionalActReason, positiveAmount } from '../operators/acts.schemas.ts';
import { timeCursor } from '../orders/operator-orders.schemas.ts';
import { ORDER_STATUSES } from '../orders/orders.rules.ts';
import { idCursor, line } from '../text.schemas.ts';
import { naira } from './checkout.schemas.ts';
import { COUPON_STATUSES, type CouponStatus } from './coupon.rules.ts';

const CODE_TEXT = 'A code is 2 to 32 letters, digits, hyphens and underscores.';
export const couponCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{1,31}$/, CODE_TEXT);
export const couponParams = z.object({ code: couponCode });

export const operatorCouponsQuery = z.object({
  status: z.enum(COUPON_STATUSES).optional(),
  /** A part of the code, in upper or lower case. */
  search: line(32).optional(),
  cursor: idCursor(2_147_483_647).optional(),
});
export type OperatorCouponsQuery = { status?: CouponStatus; search?: string; cursor?: string };

export const operatorCoupon = z.object({
  code: z.string(),
  status: z.enum(COUPON_STATUSES),
  /** Either a percentage off the items, rounded down to the kobo… */
  percent: z.number().int().nullable(),
  /** …or naira off the items. */
  fixed: z.number().nullable(),
  /** ISO 8601, UTC. */
  starts_at: z.string(),
  /** Null: it has no end. */
  ends_at: z.string().nullable(),
  /** Naira: the lowest subtotal that it applies to. */
  minimum: z.number(),
  /** How many orders can use it; null: any number. */
  max_uses: z.number().int().nullable(),
  /** Orders that are not cancelled, also unpaid ones. */
  uses: z.number().int(),
  /** Paid orders that have used it and are not cancelled. */
  orders: z.number().int(),
  /** Naira off these orders. */
  discount_given: z.number(),
});
export type OperatorCoupon = z.infer<typeof operatorCoupon>;
export const operatorCoupons = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(operatorCoupon),
});
export type OperatorCoupons = z.infer<typeof operatorCoupons>;

const maxUses = z.number().int().min(1).max(1_000_000_000);

export const newCoupon = z
  .object({
    code: couponCode,
    /** Give one of `percent` and `fixed`. */
    percent: z.number().int().min(1).max(100).optional(),
    /** Naira. */
    fixed: positiveAmount.optional(),
    /** Default: now. */
    starts_at: instant.optional(),
    /** Default: no end. */
    ends_at: instant.optional(),
    /** Naira. */
    minimum: naira.refine((amount) => amount >= kobo(0), 'Write an amount of 0 or more.').optional(),
    max_uses: maxUses.optional(),
  })
  .extend(optionalActReason.shape)
  .refine(({ percent, fixed }) => (percent === undefined) !== (fixed === undefined), {
    path: ['percent'],
    message: 'Give either a percentage or an amount.',
  })
  .refine(({ starts_at = new Date(), ends_at }) => ends_at === undefined || ends_at > starts_at, {
    path: ['ends_at'],
    message: 'The end must be after the start.',
  });
export type NewCoupon = z.input<typeof newCoupon>;

/** Omitted fields stay as they are; null: no end, or any number of uses. */
export const couponChange = z
  .object({ ends_at: instant.nullable().optional(), max_uses: maxUses.nullable().optional() })
  .extend(optionalActReason.shape)
  .refine(({ ends_at, max_uses }) => ends_at !== undefined || max_uses !== undefined, 'Give an end or a limit.');
export type CouponChange = z.input<typeof couponChange>;

export const couponEnd = optionalActReason;

export const couponOrdersQuery = z.object({ cursor: timeCursor().optional() });
export type CouponOrdersQuery = { cursor?: string };
/** Without the buyer: not everybody who works with coupons may see customers. */
export const couponOrder = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** Naira: what the coupon has taken off. */
  discount: z.number(),
  /** Naira: what the order costs. */
  total: z.number(),
});
export type CouponOrder = z.infer<typeof couponOrder>;
export const couponOrders = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first, also cancelled ones. */
  results: z.array(couponOrder),
});
export type CouponOrders = z.infer<typeof couponOrders>;
