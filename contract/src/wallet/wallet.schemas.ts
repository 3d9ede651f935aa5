import { z } from 'zod';

/** `page` stays text, because an invalid page is refused with `invalid_page`, not with `invalid_input`. */
export const walletQuery = z.object({ page: z.string().max(400).optional() });

/** `refund` and `credit` increase the balance, `use` reduces it. */
export const entryKind = z.enum(['refund', 'credit', 'use']);

export const walletEntry = z.object({
  /** Sequence number in the wallet: 1, 2, 3, … */
  id: z.number().int(),
  kind: entryKind,
  /** Naira; negative for a use. */
  amount: z.number(),
  /** '₦12,450.50', '-₦12,450.50'. */
  formatted_amount: z.string(),
  /** Balance after this entry, in naira. */
  balance: z.number(),
  formatted_balance: z.string(),
  /** The order that caused the entry. */
  order_id: z.string().nullable(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const wallet = z.object({
  /** Naira. */
  balance: z.number(),
  formatted_balance: z.string(),
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** Newest first. */
  results: z.array(walletEntry),
});
export type Wallet = z.infer<typeof wallet>;
