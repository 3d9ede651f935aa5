import { z } from 'zod';
import { addressId } from '../addresses/addresses.schemas.ts';
import { MAX_LINES } from '../cart/cart.rules.ts';
import { kobo, parseNaira } from '../money.ts';

/** Naira from a client, a number or text such as '12,450.50', converted to kobo. Only compared with the server's own amounts. */
export const naira = z.union([z.number(), z.string().max(40)]).transform((value, context) => {
  const amount = typeof value === 'string' ? parseNaira(value) : Math.round(value * 100);
  if (amount !== null && Number.isSafeInteger(amount)) return kobo(amount);
  context.addIssue({ code: 'custom', message: 'This is not an amount.' });
  return z.NEVER;
});

/** A cart line as the client sees it. */
export const checkoutItem = z.object({
  product: z.number().int().min(1).max(2_147_483_647),
  quantity: z.number().int().min(1).max(1_000_000),
  /** Unit price in naira. */
  price: naira.optional(),
  /** Kilograms of one; the server uses its own value. */
  weight: z.union([z.number(), z.string().max(40)]).optional(),
});
export const checkoutItems = z.array(checkoutItem).max(MAX_LINES, `A cart holds ${MAX_LINES} products at most.`);
export type CheckoutItem = z.output<typeof checkoutItem>;

export const shipmentRateQuery = z.object({ country_code: z.string().trim().max(400).optional() });
export type ShipmentRateQuery = {
  /** The total is converted to this country's currency; default: the shop's default country. */
  country_code?: string;
};
export const shipmentRateRequest = z.object({ cart_items: checkoutItems, shipping_address_id: addressId });
export type ShipmentRateRequest = z.input<typeof shipmentRateRequest>;

export const shipmentRate = z.object({
  data: z.object({
    /** Naira; `formatted_` texts have sign and commas: '₦12,450.50'. */
    sub_total: z.number(),
    discount: z.number(),
    formatted_discount: z.string(),
    total_shipment_rate: z.number(),
    formatted_total_shipment_rate: z.string(),
    /** sub_total - discount + total_shipment_rate. */
    total: z.number(),
    formatted_total: z.string(),
    /** How much of the total the buyer's wallet can pay, in naira. */
    wallet_credit: z.number(),
    formatted_wallet_credit: z.string(),
    /** What remains to be paid after that credit. */
    formatted_total_after_credit: z.string(),
    /** 'US$8.15'. */
    converted_total: z.string(),
    /** 'US$1 = ₦1,528'. */
    exchange_rate: z.string(),
    /** Date of the exchange rate, YYYY-MM-DD (UTC). */
    exchange_rate_date: z.string(),
    /** '3 to 5 working days'. */
    estimated_delivery_duration: z.string(),
    /** The coupon stored on the checkout. */
    coupon_code: z.string().nullable(),
    /** Why the coupon gives no discount at the moment; otherwise empty. */
    coupon_message: z.string(),
    /** Differences between the cart and the sent items, as sentences. Amounts are always of the cart. */
    changes: z.array(z.string()),
  }),
});
export type ShipmentRate = z.infer<typeof shipmentRate>;

export const applyCoupon = z.object({
  /** Naira; the server uses the cart's own total. */
  total: naira.optional(),
  coupon_code: z
    .string('Please enter a valid coupon code.')
    .trim()
    .regex(/^\P{Cc}{1,64}$/u, 'Please enter a valid coupon code.'),
});
export type ApplyCoupon = z.input<typeof applyCoupon>;

export const couponApplied = z.object({
  message: z.string(),
  coupon_code: z.string(),
  /** Discount on the cart's items, in naira. */
  discount: z.number(),
  formatted_discount: z.string(),
});
export type CouponApplied = z.infer<typeof couponApplied>;

export const couponRemoved = z.object({ message: z.string() });
export type CouponRemoved = z.infer<typeof couponRemoved>;
