import { z } from 'zod';
import { addressId } from '../addresses/addresses.schemas.ts';
import { checkoutItems, naira } from '../checkout/checkout.schemas.ts';
import { ORDER_STATUSES } from './orders.rules.ts';

/**
 * What the shopper saw and agreed to. The server trusts none of it: it works everything out by itself, and refuses when
 * that differs (3-decisions, "Checkout, payment, orders").
 */
export const initializePayment = z.object({
  cart_items: checkoutItems,
  /** Naira: the sum of the lines. */
  sub_total: naira,
  /** Naira: what the delivery costs. */
  total_shipment_rate: naira,
  /** Naira: what is to be paid, after the discount. */
  total: naira,
  /** Naira of the total to be taken out of the wallet: `wallet_credit` of the rate, or nothing. */
  wallet_credit: naira.optional(),
  shipping_address_id: addressId,
});
export type InitializePayment = z.input<typeof initializePayment>;

/**
 * For clients that retry: the same key with the same body gives the same answer again, with another body it is refused.
 * Without one, two presses on an unchanged cart give the same order all the same.
 */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Write 1 to 255 visible ASCII characters.')
    .optional(),
});

/** The shape of Paystack's answer to "initialize transaction", within the order's. */
export const initializedPayment = z.object({
  order_id: z.string(),
  payment: z.object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({
      /** Where the buyer pays. */
      authorization_url: z.string(),
      access_code: z.string(),
      reference: z.string(),
    }),
  }),
});
export type InitializedPayment = z.infer<typeof initializedPayment>;

/** Twelve letters and digits, drawn at random: nobody can guess the next one from it. */
export const orderIdParam = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, 'Write an order id, such as 7F3KQ2M9XW4T.');

export const listOrdersQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Write a whole number from 1.')
    .transform(Number)
    .optional(),
});

export const orderItem = z.object({
  /** To link to the product; it may have left the shop since. */
  product_id: z.number().int(),
  product_name: z.string(),
  /** Address of the picture as it was; empty when there was none. */
  product_image: z.string(),
  /** Naira for one, as it was sold. */
  price: z.number(),
  quantity: z.number().int(),
});

/** 2-account-checkout, section 3. What was forgotten with its account is empty text. */
export const order = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  updated_at: z.string(),
  /** Naira: what was or is to be paid. */
  total_price: z.number(),
  /** Naira: the sum of the items. */
  sub_total: z.number(),
  /** Naira. */
  total_shipment_rate: z.number(),
  /** Naira that the coupon took off. */
  discount: z.number(),
  /** Naira of the total that came out of the wallet. */
  wallet_credit: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  /** The carrier's, from the shipment on. */
  tracking_number: z.string().nullable(),
  items: z.array(orderItem),
  shipping_address: z.object({
    first_name: z.string(),
    last_name: z.string(),
    phone_number: z.string(),
    street_address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    region: z.string(),
    country: z.string(),
    /** Who ordered. */
    user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  }),
});
export type Order = z.infer<typeof order>;
