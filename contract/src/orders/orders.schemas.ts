import { z } from 'zod';
import { addressId } from '../addresses/addresses.schemas.ts';
import { checkoutItems, naira } from '../checkout/checkout.schemas.ts';
import {
  CANCEL_REASONS,
  isOrderId,
  normalizeOrderId,
  ORDER_EVENTS,
  ORDER_STATUSES,
  REFUND_DESTINATIONS,
} from './orders.rules.ts';

/** The amounts that the shopper saw. The server recomputes each one and refuses a difference. */
export const initializePayment = z.object({
  cart_items: checkoutItems,
  /** Naira: the sum of the lines. */
  sub_total: naira,
  /** Naira: the delivery charge. */
  total_shipment_rate: naira,
  /** Naira: the amount due, after the discount. */
  total: naira,
  /** Naira to pay from the wallet: `wallet_credit` of the rate, or nothing. */
  wallet_credit: naira.optional(),
  shipping_address_id: addressId,
});
/** The order's prices are converted to this country's currency; default: the shop's default country. */
export const initializePaymentQuery = z.object({ country_code: z.string().trim().max(400).optional() });
export type InitializePaymentQuery = { country_code?: string };
export type InitializePayment = z.input<typeof initializePayment>;

/**
 * For retries: the same key with the same body returns the same order; with another body it is refused. Without a key, two
 * requests for an unchanged cart also return the same order.
 */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Write 1 to 255 visible ASCII characters.')
    .optional(),
});

/** `payment` has the shape of Paystack's response to Initialize Transaction. */
export const initializedPayment = z.object({
  order_id: z.string(),
  payment: z.object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({
      /** The payment page. */
      authorization_url: z.string(),
      access_code: z.string(),
      reference: z.string(),
    }),
  }),
});
export type InitializedPayment = z.infer<typeof initializedPayment>;

/** Twelve random letters and digits, so that an id cannot be guessed. Normalized with `normalizeOrderId`. */
export const orderIdParam = z
  .string()
  .overwrite(normalizeOrderId)
  .refine(isOrderId, 'Write an order id, such as 7F3KQ2M9XW4T.');

export const listOrdersQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Write a whole number from 1.')
    .transform(Number)
    .optional(),
});

/** The new delivery address of an order: one of the account's addresses. */
export const changeOrderAddress = z.object({ shipping_address_id: addressId });
export type ChangeOrderAddress = z.input<typeof changeOrderAddress>;

export const orderItem = z.object({
  /** The product may no longer be sold. */
  product_id: z.number().int(),
  product_name: z.string(),
  /** URL of the picture at order time; empty when there was none. */
  product_image: z.string(),
  /** Unit price at order time, in naira. */
  price: z.number(),
  /** The price in the buyer's currency at order time: 'US$8.15'. Empty for older orders, which have no stored rate. */
  converted_price: z.string(),
  quantity: z.number().int(),
  /** Naira: the item's share of the order's discount. Null for orders of release 1.0. */
  discount: z.number().nullable(),
  /** Number of the item in the order, from 0. */
  position: z.number().int(),
  /** Pieces of it that were cancelled after the payment. */
  cancelled_quantity: z.number().int(),
  /** Pieces of it that were sent back and have arrived, or were refunded because they did not arrive. */
  returned_quantity: z.number().int(),
  /** One of `merchants`; null for some older orders. */
  merchant_id: z.number().int().nullable(),
});

/** A first and a last day, YYYY-MM-DD. */
const dayRange = z.object({ from: z.string(), to: z.string() });

/** Pieces of an item. */
const pieces = z.object({
  /** The number of the item. */
  position: z.number().int(),
  product_name: z.string(),
  quantity: z.number().int(),
});

export const orderParcel = z.object({
  id: z.number().int(),
  /** Name of the carrier; null if it is not known. */
  carrier: z.string().nullable(),
  /** Null for some older orders. */
  tracking_number: z.string().nullable(),
  /** The carrier's page that shows where the parcel is; null if there is none. */
  tracking_url: z.string().nullable(),
  /** Name of the merchant who sent it; null if it is not known. */
  merchant_name: z.string().nullable(),
  /** ISO 8601, UTC. */
  shipped_at: z.string(),
  /** Null until it has arrived. */
  delivered_at: z.string().nullable(),
  items: z.array(pieces),
});
export type OrderParcel = z.infer<typeof orderParcel>;

/** One refund of an order. The payment and the wallet credit are refunded separately, each to where it came from. */
export const orderRefund = z.object({
  /** Naira. */
  amount: z.number(),
  to: z.enum(REFUND_DESTINATIONS),
  /** `pending`: on its way. The bank takes up to ten working days. */
  status: z.enum(['pending', 'done']),
  /** ISO 8601, UTC. */
  requested_at: z.string(),
  /** Null while it is pending. */
  done_at: z.string().nullable(),
  /** When a pending refund to the payment method arrives. */
  expected: dayRange.nullable(),
});
export type OrderRefund = z.infer<typeof orderRefund>;

/** A payment that was received for an order. */
export const orderPayment = z.object({
  /** 'paystack', or 'sandbox' for a stand-in without money. */
  provider: z.string(),
  /** The provider's reference. */
  reference: z.string(),
  /** Naira. */
  amount: z.number(),
});

export const orderEvent = z.object({
  event: z.enum(ORDER_EVENTS),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** What was shipped, delivered or cancelled; empty for other events. */
  items: z.array(pieces),
  /** Naira, of a refund; null for other events. */
  amount: z.number().nullable(),
  /** Where a refund goes; null for other events. */
  to: z.enum(REFUND_DESTINATIONS).nullable(),
});
export type OrderEvent = z.infer<typeof orderEvent>;

/** The state of an order's payment. */
export const paymentState = z.object({
  /** `pending`: not paid yet, and it can still succeed, such as a bank transfer that is under way. */
  status: z.enum(['paid', 'pending', 'failed']),
  /** A sentence for the buyer. */
  message: z.string(),
  /** Path of the success or failure page, which the buyer should see next; null while pending. */
  page: z.string().nullable(),
});
export type PaymentStateResponse = z.infer<typeof paymentState>;

/** After its account is deleted, the personal data of an order is empty text. */
export const order = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  updated_at: z.string(),
  /** Naira: the order's total. */
  total_price: z.number(),
  /** Naira: the sum of the items. */
  sub_total: z.number(),
  /** Naira. */
  total_shipment_rate: z.number(),
  /** Naira: the coupon's discount. */
  discount: z.number(),
  /** Naira of the total paid from the wallet. */
  wallet_credit: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  // The next three fields are empty for orders from before exchange rates were stored with the order.
  /** The total at the exchange rate of order time. */
  converted_total: z.string(),
  /** 'US$1 = ₦1,528'. */
  exchange_rate: z.string(),
  /** Date of the exchange rate, YYYY-MM-DD (UTC). */
  exchange_rate_date: z.string(),
  /** The estimate that the buyer saw at the checkout: '2 to 4 working days'. Empty for older orders. */
  estimated_delivery_duration: z.string(),
  /** Set when the order is shipped. */
  tracking_number: z.string().nullable(),
  /**
   * When everything should have arrived, from the carrier's days and the time that the merchants need to pack. Null for orders of
   * release 1.0.
   */
  expected_delivery: dayRange.nullable(),
  /** Oldest first; empty until something is shipped. */
  parcels: z.array(orderParcel),
  /** Who sells the items, each once. */
  merchants: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** What happened to the order, oldest first. */
  timeline: z.array(orderEvent),
  /** What was paid through the provider. */
  payments: z.array(orderPayment),
  /** Null unless the order is cancelled. */
  cancelled_for: z.enum(CANCEL_REASONS).nullable(),
  /** Whether the buyer can cancel the order now. */
  can_cancel: z.boolean(),
  /** Whether the delivery address can be changed now. */
  can_change_address: z.boolean(),
  /** The payment deadline of a pending order, ISO 8601, UTC; null if it cannot be paid. */
  payment_deadline: z.string().nullable(),
  /** The refunds of the order; empty if there are none. */
  refunds: z.array(orderRefund),
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
    /** The buyer. */
    user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  }),
});
export type Order = z.infer<typeof order>;
