import { z } from 'zod';
import { boundedCount } from '../counts.schemas.ts';
import { balance } from '../payouts/payouts.schemas.ts';
import { sales, today } from './today.schemas.ts';

/** How a merchant sells and ships. Of the last 30 days in Lagos, today included. What the sender's role may not read is null. */
export const merchantFigures = z.object({
  orders: z
    .object({
      to_ship: today.shape.to_ship,
      sales: z.object(sales),
      /** Of the orders that were paid in these days and not cancelled: how many have left or should have left, and how many of them left in time. */
      shipping: z.object({ due: z.number().int(), in_time: z.number().int() }),
    })
    .nullable(),
  returns: z
    .object({
      /** Returns that wait for the merchant's decision. */
      undecided: boundedCount,
      /** The orders that were paid in these days of which a buyer returns something. Returns that were declined or withdrawn do not count. */
      returned_orders: z.number().int(),
    })
    .nullable(),
  payouts: z
    .object({
      balance,
      next_payout: today.shape.next_payout.unwrap(),
    })
    .nullable(),
});
export type MerchantFigures = z.infer<typeof merchantFigures>;
