import { z } from 'zod';
import { boundedCount } from '../counts.schemas.ts';
import { sales, today } from './today.schemas.ts';

/** How a merchant sells and ships. Of the last 30 days in Lagos, today included. What the sender's role may not read is null. */
export const merchantMetrics = z.object({
  orders: z
    .object({
      to_ship: today.shape.to_ship,
      sales: z.object(sales),
      /**
       * Of the orders that were paid in these days: how many were shipped or should have been, and how many of them were shipped on time. One that
       * was cancelled counts if it was late then, one with an open dispute only if it was shipped.
       */
      shipping: z.object({ due: z.number().int(), on_time: z.number().int() }),
    })
    .nullable(),
  returns: z
    .object({
      /** Returns that wait for the merchant's decision. */
      undecided: boundedCount,
      /** How many of the orders that were paid in these days have a return that was not declined or withdrawn, also of what did not arrive. */
      orders_with_return: z.number().int(),
    })
    .nullable(),
  payouts: z
    .object({
      /** All that the shop owes to the merchant, in naira. Negative: the merchant owes it to the shop. */
      owed: z.number(),
      next_payout: today.shape.next_payout.unwrap(),
    })
    .nullable(),
});
export type MerchantMetrics = z.infer<typeof merchantMetrics>;
