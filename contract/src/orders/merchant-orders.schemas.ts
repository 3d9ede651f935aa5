import { z } from 'zod';
import { boundedCount } from '../counts.schemas.ts';
import { cursorText, line } from '../text.schemas.ts';
import {
  DEFAULT_MERCHANT_ORDERS,
  FULFILMENT_STATUSES,
  MAX_MERCHANT_ORDERS,
  MAX_ORDER_SEARCH,
  MAX_PARCELS,
  MERCHANT_ORDER_SORTS,
  type MerchantOrderId,
  PARCEL_REFUSALS,
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

const TIME_TEXT = 'Write a time, such as 2026-11-27T09:00:00Z.';
const instant = z.iso
  .datetime({ offset: true, error: TIME_TEXT })
  // PostgreSQL has no year 0.
  .refine((text) => !text.startsWith('0000'), TIME_TEXT);

const NOT_DUE = 'Only orders that are to be shipped, without a search, can be sorted by when they are due.';

const filter = {
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
};

const listQuery = z.object({
  ...filter,
  /** `due`: only orders that are to be shipped, without a search. */
  sort: z.enum(MERCHANT_ORDER_SORTS).default('newest'),
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
export const merchantOrdersQuery = listQuery.refine(
  ({ sort, status, search }) => sort !== 'due' || (!search && (status === undefined || status === 'to_ship')),
  { path: ['sort'], message: NOT_DUE },
);
type Filter = {
  status?: (typeof FULFILMENT_STATUSES)[number];
  late?: boolean;
  paid_from?: string;
  paid_to?: string;
};
export type MerchantOrdersQuery = Filter & {
  sort?: (typeof MERCHANT_ORDER_SORTS)[number];
  search?: string;
  cursor?: string;
  limit?: number;
};

export const merchantOrderFileQuery = z.object(filter);
export type MerchantOrderFileQuery = Filter;

export const trackingNumber = line(64).refine((text) => text !== '', 'Write the tracking number.');
export const newParcel = z.object({
  /** A key of `GET /merchant/carriers/`. */
  carrier: z.string(),
  tracking_number: trackingNumber,
  /** Default: everything that is left. */
  lines: pieces(piece).optional(),
});
export type NewParcelBody = z.input<typeof newParcel>;

/**
 * Each parcel has everything that is left of its order. They are checked one by one, so that one that is wrong holds up no other: only the
 * shape of the request is checked here.
 */
export const newParcels = z.object({
  parcels: z
    .array(
      z.object({
        /** The id of the order, or of the merchant's part of it. */
        id: z.string().max(100),
        carrier: z.string().max(100),
        tracking_number: z.string().max(1000),
      }),
    )
    .min(1, 'Send a parcel.')
    .max(MAX_PARCELS, `Send ${MAX_PARCELS} parcels at most.`),
});
export type NewParcels = z.input<typeof newParcels>;

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

/** How many orders each view of the list has. */
export const merchantOrderCounts = z.object({
  all: boundedCount,
  to_ship: boundedCount,
  /** Of those to ship. */
  late: boundedCount,
  shipped: boundedCount,
  delivered: boundedCount,
  cancelled: boundedCount,
});
export type MerchantOrderCounts = z.infer<typeof merchantOrderCounts>;

/** The result of each parcel, in the sequence of the request. */
export const parcelResults = z.object({
  results: z.array(
    z.discriminatedUnion('result', [
      /** Also if it was shipped before: a repetition is safe. */
      z.object({ result: z.literal('shipped'), id: z.string(), order: merchantOrder }),
      z.object({
        result: z.literal('refused'),
        /** As in the request. */
        id: z.string(),
        code: z.enum(PARCEL_REFUSALS),
        message: z.string(),
        /** Messages by field name. */
        errors: z.record(z.string(), z.array(z.string())).optional(),
      }),
    ]),
  ),
});
export type ParcelResults = z.infer<typeof parcelResults>;

export const carrier = z.object({
  key: z.string(),
  name: z.string(),
  /** The address of the page that tracks a parcel, with `{number}` in place of its number; null if there is none. */
  tracking_url: z.string().nullable(),
});
export type Carrier = z.infer<typeof carrier>;
