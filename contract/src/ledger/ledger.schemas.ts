import { z } from 'zod';
import { orderIdParam } from '../orders/orders.schemas.ts';
import { cursorText, day } from '../text.schemas.ts';
import { BOOK_ACCOUNTS, type BookAccount } from './ledger.rules.ts';

export const dayQuery = z.object({ date: day });

export const dayBalances = z.object({
  /** YYYY-MM-DD, in UTC. */
  date: z.string(),
  /** By account. Naira; debits are positive. */
  accounts: z.array(
    z.object({
      account: z.string(),
      opening: z.number(),
      debits: z.number(),
      /** Positive too. */
      credits: z.number(),
      closing: z.number(),
    }),
  ),
});
export type DayBalances = z.infer<typeof dayBalances>;

export const bookEntriesQuery = z.object({
  account: z.enum(BOOK_ACCOUNTS).optional(),
  order: orderIdParam.optional(),
  /** A day of UTC. */
  date: day.optional(),
  /** Transaction and line of the last entry of the page before. */
  cursor: cursorText(/^\d{1,15}\.\d{1,4}$/).optional(),
});
export type BookEntriesQuery = { account?: BookAccount; order?: string; date?: string; cursor?: string };
export const bookEntry = z.object({
  transaction_id: z.number().int(),
  line: z.number().int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  kind: z.string(),
  /** The business event, such as `sale 7F3KQ2M9XW4T`. */
  cause: z.string(),
  order_id: z.string().nullable(),
  account: z.string(),
  merchant_id: z.number().int().nullable(),
  /** Naira; debits are positive. */
  amount: z.number(),
});
export type BookEntry = z.infer<typeof bookEntry>;
export const bookEntries = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(bookEntry),
});
export type BookEntries = z.infer<typeof bookEntries>;

/** Amounts in naira; debits are positive. */
export const booksCheck = z.object({
  /** As in the audit log; `shop`: the daily check. */
  requested_by: z.string(),
  /** ISO 8601, UTC. */
  requested_at: z.string(),
  /** Null while it waits or runs. */
  finished_at: z.string().nullable(),
  /** Null while it waits or runs. */
  report: z
    .object({
      is_clean: z.boolean(),
      /** Transactions that do not sum to zero. */
      unbalanced: z.array(z.object({ cause: z.string(), sum: z.number() })),
      /** Accounts that are not as the tables say: of an order, or of the payouts. At most 100 of each. */
      differences: z.array(
        z.object({
          order_id: z.string().nullable(),
          account: z.string(),
          merchant_id: z.number().int().nullable(),
          expected: z.number(),
          actual: z.number(),
        }),
      ),
      /** Merchants who were paid more than they were owed. */
      overpaid: z.array(z.object({ merchant_id: z.number().int(), amount: z.number() })),
      /** The same after a payout that was paid late: no difference. */
      debts: z.array(z.object({ merchant_id: z.number().int(), amount: z.number() })),
      /** By account, at the time of the check. */
      balances: z.array(z.object({ account: z.string(), balance: z.number() })),
    })
    .nullable(),
});
export type BooksCheck = z.infer<typeof booksCheck>;
export const booksState = z.object({
  /** The last one that has finished; null before the first. */
  last_check: booksCheck.nullable(),
  /** One that waits or runs. */
  open_check: booksCheck.nullable(),
});
export type BooksState = z.infer<typeof booksState>;
