import { z } from 'zod';
import { cursorText, line } from '../text.schemas.ts';
import {
  DEFAULT_MERCHANT_ORDERS,
  FULFILMENT_STATUSES,
  MAX_MERCHANT_ORDERS,
  MAX_ORDER_SEARCH,
  type MerchantOrderId,
  parseMerchantOrderId,
} from './merchant-orders.rules.ts';
import { piece, pieces } from './pieces.schemas.ts';

/** The id of the order, or of the merchant's part of it. */
export const merchantOrderParams = z.object({
  id: z.string().transform((text, context): MerchantOrderId => {
    const id = parseMerchantOrderId(text);
    if (id) return id;
    context.addIssue({ code: 'custom', message: 'Write an order id, such as 7F3KQ2M9XW4T-1.' });
    return z.NEVER;
  }),
});

const instant = z.iso.datetime({ offset: true, error: 'Write a time, such as 2026-11-27T09:00:00Z.' });

export const merchantOrdersQuery = z.object({
  status: z.enum(FULFILMENT_STATUSES).optional(),
  /** Only those to ship whose `ship_by` has passed, or none of these. */
  late: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** Since when they were paid, inclusive. */
  paid_from: instant.optional(),
  /** Until when they were paid, exclusive. */
  paid_to: instant.optional(),
  /**
   * Words, all of which must occur: in the buyer's name, in the title of a product, in a tracking number, or in the order's id. Three letters
   * or more also find the words that begin with them, at most fifty.
   */
  search: line(MAX_ORDER_SEARCH).optional(),
  /** From `next` of the previous response. */
  cursor: cursorText().optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_MERCHANT_ORDERS}.`)
    .transform(Number)
    .refine((n) => n >= 1 && n <= MAX_MERCHANT_ORDERS, `Write a number from 1 to ${MAX_MERCHANT_ORDERS}.`)
    .default(DEFAULT_MERCHANT_ORDERS),
});
export type MerchantOrdersQuery = {
  status?: (typeof FULFILMENT_STATUSES)[number];
  late?: boolean;
  paid_from?: string;
  paid_to?: string;
  search?: string;
  cursor?: string;
  limit?: number;
};

export const trackingNumber = line(64).refine((text) => text !== '', 'Write the tracking number.');
export const newParcel = z.object({
  /** A key of `GET /merchant/carriers/`. */
  carrier: z.string(),
  tracking_number: trackingNumber,
  /** Default: everything that is left. */
  lines: pieces(piece).optional(),
});
export type NewParcelBody = z.input<typeof newParcel>;

export const arrival = z.object({
  /** Default: all parcels. */
  parcel_id: z.int().min(1).max(2_147_483_647).optional(),
});
export type Arrival = z.input<typeof arrival>;

export const cancelledLines = z.object({
  lines: pieces(
    piece.extend({
      /** `left` of the line as you know it: if it has changed, nothing is cancelled. A repeated request then cancels nothing again. */
      left: z.int().min(0).max(1_000_000_000),
    }),
  ),
});
export type CancelledLines = z.input<typeof cancelledLines>;

export const merchantOrder = z.object({
  /** The id of the merchant's part of the order. */
  id: z.string(),
  /** The id that the buyer knows. */
  order_id: z.string(),
  status: z.enum(FULFILMENT_STATUSES),
  /** All times are ISO 8601, UTC. */
  paid_at: z.string(),
  /** Until when it should be shipped. */
  ship_by: z.string(),
  /** Whether something is left to ship and `ship_by` has passed. */
  is_late: z.boolean(),
  /** When everything was shipped. */
  shipped_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  /** ISO 4217. */
  currency: z.string(),
  /** Empty after it was deleted. */
  buyer_name: z.string(),
  /** Only while something is to be shipped. */
  shipping_address: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      phone_number: z.string(),
      /** Up to three lines. */
      street: z.array(z.string()),
      postal_code: z.string(),
      city: z.string(),
      region: z.string(),
      country: z.string(),
    })
    .nullable(),
  /** The merchant's lines. Amounts are those of all pieces of the line, in the currency. */
  lines: z.array(
    z.object({
      /** Names the line in other calls. */
      position: z.number().int(),
      /** The product may no longer be sold. */
      product_id: z.number().int(),
      title: z.string(),
      /** URL of a small picture; empty without one. */
      image: z.string(),
      quantity: z.number().int(),
      /** Pieces that are neither shipped nor cancelled. */
      left: z.number().int(),
      cancelled: z.number().int(),
      returned: z.number().int(),
      unit_price: z.number(),
      /** The line's share of the buyer's discount, which the shop pays. */
      discount: z.number(),
      /** The shop's. */
      commission: z.number(),
      /** What the merchant gets: the price without the commission. */
      net: z.number(),
    }),
  ),
  /** Oldest first. */
  parcels: z.array(
    z.object({
      id: z.number().int(),
      carrier: z.string(),
      /** Null for another carrier. */
      carrier_name: z.string().nullable(),
      /** Null if it is not known. */
      tracking_number: z.string().nullable(),
      /** The carrier's page of the parcel; null if there is none. */
      tracking_url: z.string().nullable(),
      shipped_at: z.string(),
      delivered_at: z.string().nullable(),
      lines: z.array(z.object({ position: z.number().int(), quantity: z.number().int() })),
    }),
  ),
});
export type MerchantOrder = z.infer<typeof merchantOrder>;

export const merchantOrderPage = z.object({
  /** The URL of the next page; null on the last one. A page of a search that looks at many orders can have few results, or none, and a next one. */
  next: z.string().nullable(),
  results: z.array(merchantOrder),
});
export type MerchantOrderPage = z.infer<typeof merchantOrderPage>;

export const carrier = z.object({
  key: z.string(),
  name: z.string(),
  /** The address of the page that tracks a parcel, with `{number}` in place of its number; null if there is none. */
  tracking_url: z.string().nullable(),
});
export type Carrier = z.infer<typeof carrier>;
