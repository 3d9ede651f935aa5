import { z } from 'zod';
import { addressId } from '../addresses/addresses.schemas.ts';
import { MAX_LINES } from '../cart/cart.rules.ts';
import { kobo, parseNaira } from '../money.ts';

/** Naira as a client knows them, a number or text such as '12,450.50', in kobo. The server only compares them with its own. */
export const naira = z.union([z.number(), z.string().max(40)]).transform((given, context) => {
  const amount = typeof given === 'string' ? parseNaira(given) : Math.round(given * 100);
  if (amount !== null && Number.isSafeInteger(amount)) return kobo(amount);
  context.addIssue({ code: 'custom', message: 'This is not an amount.' });
  return z.NEVER;
});

/** A cart line as 2-account-checkout, section 7 sends it: what the client takes the cart to be. */
export const checkoutItem = z.object({
  product: z.number().int().min(1).max(2_147_483_647),
  quantity: z.number().int().min(1).max(1_000_000),
  /** Naira for one. */
  price: naira.optional(),
  /** Kilograms of one; the server goes by its own. */
  weight: z.union([z.number(), z.string().max(40)]).optional(),
});
export const checkoutItems = z.array(checkoutItem).max(MAX_LINES, `A cart holds ${MAX_LINES} products at most.`);
export type CheckoutItem = z.output<typeof checkoutItem>;

export const shipmentRateQuery = z.object({ country_code: z.string().trim().max(400).optional() });
export type ShipmentRateQuery = {
  /** Whose currency the total is converted to; the shop's default country without it. */
  country_code?: string;
};
export const shipmentRateAsk = z.object({ cart_items: checkoutItems, shipping_address_id: addressId });
export type ShipmentRateAsk = z.input<typeof shipmentRateAsk>;

export const shipmentRate = z.object({
  data: z.object({
    /** Naira; the texts beside the numbers carry sign and commas: '₦12,450.50'. */
    sub_total: z.number(),
    discount: z.number(),
    formatted_discount: z.string(),
    total_shipment_rate: z.number(),
    formatted_total_shipment_rate: z.string(),
    /** sub_total - discount + total_shipment_rate. */
    total: z.number(),
    formatted_total: z.string(),
    /** What the buyer's wallet could pay of the total; 0 with an empty one. Used when the order is placed with it. */
    wallet_credit: z.number(),
    formatted_wallet_credit: z.string(),
    /** What would be left to pay then: '₦0' when the wallet covers it all. */
    formatted_total_after_credit: z.string(),
    /** 'US$8.15'. */
    converted_total: z.string(),
    /** 'US$1 = ₦1,528'. */
    exchange_rate: z.string(),
    /** The day that the rate is of, YYYY-MM-DD (UTC). */
    exchange_rate_date: z.string(),
    /** '3 to 5 working days'. */
    estimated_delivery_duration: z.string(),
    /** The coupon that the checkout keeps, if any. */
    coupon_code: z.string().nullable(),
    /** Why it takes nothing off just now; empty when it does, or when there is none. */
    coupon_message: z.string(),
    /** What of the cart is other than the items that were sent, in sentences; the figures are of the cart. */
    changes: z.array(z.string()),
  }),
});
export type ShipmentRate = z.infer<typeof shipmentRate>;

export const applyCoupon = z.object({
  /** Naira. The server goes by the cart's own. */
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
  /** Naira off the items of the cart as it is. */
  discount: z.number(),
  formatted_discount: z.string(),
});
export type CouponApplied = z.infer<typeof couponApplied>;
