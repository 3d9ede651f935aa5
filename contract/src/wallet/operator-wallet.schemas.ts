import { z } from 'zod';
import { actReason, positiveAmount } from '../operators/acts.schemas.ts';

export const newCredit = z
  .object({
    /** Of the account, in upper or lower case. */
    email: z.string().trim().min(1).max(254),
    /** Naira. */
    amount: positiveAmount,
  })
  .extend(actReason.shape);
export type NewCredit = z.input<typeof newCredit>;
export const creditGiven = z.object({
  /** Naira: the balance of the wallet now. */
  balance: z.number(),
});
export type CreditGiven = z.infer<typeof creditGiven>;
