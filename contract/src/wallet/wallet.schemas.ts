import { z } from 'zod';

/** `page` stays text because a bad page is refused as a page, not as input. */
export const walletQuery = z.object({ page: z.string().max(400).optional() });

/** A refund or a credit came in, or a use went out. */
export const entryKind = z.enum(['refund', 'credit', 'use']);

export const walletEntry = z.object({
  /** Rising in the order of entries: 1, 2, 3, … */
  id: z.number().int(),
  kind: entryKind,
  /** Naira; negative for a use. */
  amount: z.number(),
  /** '₦12,450.50', '-₦12,450.50'. */
  formatted_amount: z.string(),
  /** Naira in the wallet afterwards. */
  balance: z.number(),
  formatted_balance: z.string(),
  /** The order that it is about, if any. */
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
