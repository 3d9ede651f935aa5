import { z } from 'zod';
import { actReason } from '../operators/acts.schemas.ts';
import { orderIdParam } from '../orders/orders.schemas.ts';
import { cursorText, day, idCursor, line } from '../text.schemas.ts';
import {
  BATCH_STATUSES,
  PAYOUT_ANOMALIES,
  PAYOUT_STATUSES,
  STATEMENT_KINDS,
  WAITING_REASONS,
} from './payouts.rules.ts';

const MAX_ID = 2_147_483_647;
const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Write a whole number from 1.')
  .transform(Number)
  .refine((id) => id <= MAX_ID, 'Write a smaller number.');
const PAYOUT_ID = /^po-[0-9a-f]{20}$/;
const payoutIdText = z.string().regex(PAYOUT_ID, 'Write the id of a payout: po- and 20 letters and digits.');

/** Days of UTC, both inclusive. Default: everything until now. */
const days = { from: day.optional(), to: day.optional() };
export const statementQuery = z.object({ ...days, cursor: idCursor(Number.MAX_SAFE_INTEGER).optional() });
export const statementFileQuery = z.object(days);
/** The cursor of batches is the number of the last one. */
export const batchesQuery = z.object({ cursor: idCursor(MAX_ID).optional() });
/** The cursor of payouts is the id of the last one. */
export const payoutsQuery = z.object({ cursor: cursorText(PAYOUT_ID).optional() });
export const payoutId = z.object({ id: payoutIdText });
export const batchId = z.object({ id: idText });
export const merchantIdParam = z.object({ id: idText });
export const orderToRelease = z.object({ id: orderIdParam });

/** Amounts are naira. */
export const balance = z.object({
  /** Owed for sales that buyers can still return. */
  pending: z.number(),
  /** Paid with the next payout. */
  payable: z.number(),
  /** Sent and not arrived yet. */
  on_the_way: z.number(),
});
export type Balance = z.infer<typeof balance>;

export const statementEntry = z.object({
  kind: z.enum(STATEMENT_KINDS),
  /** ISO 8601, UTC. */
  at: z.string(),
  order_id: z.string().nullable(),
  /** Price of the pieces before discounts; null for payouts and corrections. */
  gross: z.number().nullable(),
  commission: z.number().nullable(),
  /** The change of what the merchant is owed. A release changes nothing: it makes a part of it payable. */
  amount: z.number(),
  /** The change of what can be paid. */
  payable: z.number(),
});
export type StatementEntry = z.infer<typeof statementEntry>;

export const statement = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(statementEntry),
});
export type Statement = z.infer<typeof statement>;

export const payout = z.object({
  id: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  /** Naira. */
  amount: z.number(),
  /** The last digits of the account number; null before it is approved. */
  account_last_digits: z.string().nullable(),
  /** Why it failed or was cancelled. */
  reason: z.string().nullable(),
  created_at: z.string(),
  /** When it was paid, failed or cancelled; ISO 8601, UTC. */
  finished_at: z.string().nullable(),
});
export type Payout = z.infer<typeof payout>;

export const payoutPage = z.object({ next: z.string().nullable(), results: z.array(payout) });
export type PayoutPage = z.infer<typeof payoutPage>;

/** `entries`: the releases since the payout before, newest first, at most 1000. */
export const payoutDetail = payout.extend({ entries: z.array(statementEntry) });
export type PayoutDetail = z.infer<typeof payoutDetail>;

const maskedAccount = z.object({
  bank_code: z.string(),
  /** The last digits of the account number. */
  last_digits: z.string(),
  /** The holder, as the bank has it. */
  account_name: z.string(),
  effective_at: z.string(),
});
export type MaskedAccount = z.infer<typeof maskedAccount>;

export const bankAccount = z.object({
  /** Payouts go here; null without an account. */
  current: maskedAccount.nullable(),
  /** Takes effect later, unless it is revoked. */
  pending: maskedAccount.nullable(),
});
export type BankAccounts = z.infer<typeof bankAccount>;

/** Both numbers are text, because they may begin with zeros. */
export const newBankAccount = z.object({
  bank_code: z
    .string('Write the code of the bank.')
    .trim()
    .regex(/^[0-9A-Za-z]{2,12}$/, 'Write the code of the bank, such as 058.'),
  account_number: z
    .string('Write the account number.')
    .trim()
    .regex(/^\d{6,20}$/, 'Write the account number, 10 digits in Nigeria.'),
});
export type NewBankAccount = z.input<typeof newBankAccount>;

export const batch = z.object({
  id: z.number().int(),
  status: z.enum(BATCH_STATUSES),
  created_at: z.string(),
  approved_at: z.string().nullable(),
  /** When the file for the bank was last made; ISO 8601, UTC. */
  file_made_at: z.string().nullable(),
  payouts: z.number().int(),
  /** Naira, of payouts that are not cancelled. */
  amount: z.number(),
});
export type Batch = z.infer<typeof batch>;

export const waitingMerchant = z.object({
  merchant_id: z.number().int(),
  name: z.string().nullable(),
  payable: z.number(),
  /** `ready`: in the next batch. */
  reason: z.enum(WAITING_REASONS),
});
export type WaitingMerchant = z.infer<typeof waitingMerchant>;

export const batchPayout = payout.extend({
  merchant_id: z.number().int(),
  merchant_name: z.string().nullable(),
  fee: z.number(),
  /** When an operator stopped it; ISO 8601, UTC. */
  stopped_at: z.string().nullable(),
  /** How it was sent; `file`: by a file for the bank. Null before that. */
  provider: z.string().nullable(),
  /**
   * Why it needs a person; null if it does not. `late`: paid after the provider had reported a failure, so perhaps paid twice. `lost`: the
   * provider knew it, and does not know it any more. `overdue`: it is being sent, and not checked at the provider.
   */
  anomaly: z.enum(PAYOUT_ANOMALIES).nullable(),
});
export type BatchPayout = z.infer<typeof batchPayout>;

export const anomalousPayout = batchPayout.extend({ batch_id: z.number().int(), anomaly: z.enum(PAYOUT_ANOMALIES) });
export type AnomalousPayout = z.infer<typeof anomalousPayout>;

export const batchPage = z.object({
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(batch),
  /** Payouts of all batches that need a person, at most 1000, newest first. */
  anomalies: z.array(anomalousPayout),
  /** The 1000 merchants with the most money that can be paid and is in no approved payout. */
  waiting: z.array(waitingMerchant),
});
export type BatchPage = z.infer<typeof batchPage>;

export const batchDetail = batch.extend({ results: z.array(batchPayout) });
export type BatchDetail = z.infer<typeof batchDetail>;

const bankReason = line(1000).refine((text) => text !== '', 'Write what the bank says.');
/** What the bank has done with payouts of a file. */
export const confirmation = actReason.extend({
  paid: z.array(payoutIdText).max(10_000).default([]),
  failed: z
    .array(z.object({ id: payoutIdText, reason: bankReason }))
    .max(10_000)
    .default([]),
});
export type Confirmation = z.input<typeof confirmation>;

export const released = z.object({ released_pieces: z.number().int() });
export type Released = z.infer<typeof released>;

/** New bank accounts that take effect unless they are revoked. */
export const bankAccountChanges = z.object({
  results: z.array(
    z.object({
      merchant_id: z.number().int(),
      /** The merchant's. */
      name: z.string(),
      /** Of the account's number. */
      last_digits: z.string(),
      /** Of the account that is replaced; null if it is the first one. */
      replaced_last_digits: z.string().nullable(),
      requested_at: z.string(),
      effective_at: z.string(),
    }),
  ),
});
export type BankAccountChanges = z.infer<typeof bankAccountChanges>;
