import { z } from 'zod';
import { boundedCount } from '../counts.schemas.ts';
import { EVENT_AREAS, SALES_DAYS } from './today.rules.ts';

/** Orders that were paid and not cancelled. `amount`: the price of their pieces, without those that were cancelled, in naira. */
export const sales = { orders: z.number().int(), amount: z.number() };

/** Times are ISO 8601, UTC. What the sender's role may not read is null. */
export const today = z.object({
  to_ship: z.object({
    count: boundedCount,
    /** Of these, how many should have been shipped by now. */
    late_count: boundedCount,
    /** Until when the first one should be shipped; null without any. */
    oldest_ship_by: z.string().nullable(),
  }),
  /** Message threads in which the buyer wrote last. */
  unanswered: z
    .object({
      count: boundedCount,
      /** Since when the buyer waits who waits longest. */
      oldest_at: z.string().nullable(),
    })
    .nullable(),
  /** Returns that wait for a decision. */
  returns: z
    .object({
      count: boundedCount,
      /** Until when the first one should be decided. */
      decide_by: z.string().nullable(),
    })
    .nullable(),
  /** Products with `stock=low`. */
  low_stock: z
    .object({
      count: boundedCount,
      /** The first ones, those with the lowest stock first. */
      products: z.array(
        z.object({
          id: z.number().int(),
          title: z.string(),
          /** URL of a small picture; empty without one. */
          image: z.string(),
          stock: z.number().int(),
        }),
      ),
    })
    .nullable(),
  sales: z.object({
    /** Days in Lagos, oldest first; the last one is today. */
    days: z.array(z.object({ day: z.string(), ...sales })).length(SALES_DAYS),
    /** As many days before. */
    previous: z.object(sales),
  }),
  next_payout: z
    .object({
      /** In naira: the payout that is being made, or what can be paid. */
      amount: z.number(),
      /** Of the payout that is being made; null if there is none. */
      status: z.enum(['draft', 'approved', 'sending']).nullable(),
      /** The day on which the next payouts are made, as YYYY-MM-DD; null if one is being made already, or if this merchant gets none then. */
      expected_at: z.string().nullable(),
      /** What can be paid later, when it cannot be returned any more; in naira. */
      waiting_amount: z.number(),
      /** Null without a bank account. */
      bank_account_label: z.string().nullable(),
    })
    .nullable(),
});
export type Today = z.infer<typeof today>;

/** The merchant, where the header `x-desk-store` cannot be sent. */
export const merchantEventsQuery = z.object({ store: z.string().optional() });

/** Where something has arrived or changed; only areas that the sender's role may read. */
export const merchantEvent = z.object({ areas: z.array(z.enum(EVENT_AREAS)) });
export type MerchantEvent = z.infer<typeof merchantEvent>;
