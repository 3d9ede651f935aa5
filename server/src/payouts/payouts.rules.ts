import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { PayoutStatus, StatementKind } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { credit, debit, type LedgerEntry, type LedgerKind } from '../ledger/index.ts';
import type { MerchantId } from '../platform/ids.ts';
import type { TransferState } from '../ports/payouts/payouts.port.ts';

/** All transitions of a payout (PAYOUT-12). */
const TRANSITIONS: Record<PayoutStatus, readonly PayoutStatus[]> = {
  draft: ['approved', 'cancelled'],
  approved: ['sending', 'failed'],
  // Back to approved if its merchant is suspended while it is prepared.
  sending: ['approved', 'paid', 'failed'],
  paid: ['reversed'],
  failed: ['paid'],
  reversed: [],
  cancelled: [],
};

/** The hour (UTC) at which a batch is drafted on its weekday. */
export const BATCH_HOUR = 6;

/**
 * The day (UTC, YYYY-MM-DD) of the next weekly batch, which may be today.
 * @param weekday 1 is Monday, 7 is Sunday; 0 drafts none
 */
export const nextBatchDay = (weekday: number, now: Date): string | null => {
  if (weekday === 0) return null;
  const day = new Date(now);
  // What is payable after the batch of the day was drafted is in the next one.
  if (day.getUTCHours() >= BATCH_HOUR) day.setUTCDate(day.getUTCDate() + 1);
  while ((day.getUTCDay() || 7) !== weekday) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
};

/** Whether the table has this transition. Nothing becomes what it is. */
export const canBecome = (from: PayoutStatus, to: PayoutStatus): boolean => TRANSITIONS[from].includes(to);

/**
 * What a transfer's state means for its payout. A reversal before a success is a failure; a failure after a success is a reversal. A success
 * after a failure is late: the merchant has the money, although it could be paid again meanwhile.
 * @returns undefined if nothing changes: the transfer is pending, or the state is known already, or the payout has no transfer yet
 */
export const nextStatus = (from: PayoutStatus, { status }: Pick<TransferState, 'status'>): PayoutStatus | undefined => {
  if (status === 'pending' || from === 'approved') return undefined;
  const isReturned = status !== 'success';
  const to = isReturned ? (from === 'paid' ? 'reversed' : 'failed') : 'paid';
  return canBecome(from, to) ? to : undefined;
};

type Amounts = { merchant_id: MerchantId; amount_kobo: Kobo; fee_kobo: Kobo };

const ofMerchant = (account: 'payable' | 'payouts', merchantId: MerchantId, amount: number): LedgerEntry => ({
  account,
  merchantId,
  amount: kobo(amount),
});

/** What a payout writes into the books. `late`: it is paid after it has failed, so its money could be paid again meanwhile. */
export type PayoutEvent = 'approved' | 'paid' | 'failed' | 'reversed' | 'late';

/** What an event of a payout writes into the books. @param source where its money comes from */
export const entriesOfPayout = (
  event: PayoutEvent,
  { merchant_id, amount_kobo, fee_kobo }: Amounts,
  source: 'clearing' | 'bank',
): LedgerEntry[] => {
  switch (event) {
    case 'approved':
      return [ofMerchant('payable', merchant_id, amount_kobo), ofMerchant('payouts', merchant_id, -amount_kobo)];
    case 'paid':
      return [
        ofMerchant('payouts', merchant_id, amount_kobo),
        debit('fees', fee_kobo),
        credit(source, kobo(amount_kobo + fee_kobo)),
      ];
    case 'late':
      return [
        ofMerchant('payable', merchant_id, amount_kobo),
        debit('fees', fee_kobo),
        credit(source, kobo(amount_kobo + fee_kobo)),
      ];
    case 'failed':
      return [ofMerchant('payouts', merchant_id, amount_kobo), ofMerchant('payable', merchant_id, -amount_kobo)];
    case 'reversed':
      return [debit(source, amount_kobo), ofMerchant('payable', merchant_id, -amount_kobo)];
  }
};

/** The money of a provider's transfers is at the provider; a file is paid from the bank. */
export const sourceOf = (provider: string | null): 'clearing' | 'bank' => (provider === 'file' ? 'bank' : 'clearing');

/**
 * What is paid of a drafted payout when it is approved: what was drafted, but not more than what can be paid now (PAYOUT-10).
 * @returns why it is cancelled instead
 */
export const approvedAmount = (
  drafted: Kobo,
  payable: Kobo,
  minimum: Kobo,
): { amount: Kobo } | { cancelled: string } => {
  const amount = kobo(Math.min(drafted, payable));
  return amount < minimum ? { cancelled: 'Less than the minimum can be paid now.' } : { amount };
};

/** The kinds of the ledger's transactions, as a merchant's statement names them; null: they concern no merchant, or change nothing for it. */
const STATEMENT_KIND_OF: Record<LedgerKind, StatementKind | null> = {
  sale: 'sale',
  'pieces cancelled': 'cancellation',
  'sale closed': 'cancellation',
  'pieces returned': 'return',
  'pieces released': 'release',
  'settled outside': 'settled_outside',
  payout: 'payout',
  'payout late': 'payout',
  'payout failed': 'payout_returned',
  'payout reversed': 'payout_returned',
  'payout paid': null,
  payment: null,
  'payment held': null,
  'refund owed': null,
  'refund paid': null,
  goodwill: null,
  'goodwill recovered': null,
  'dispute lost': null,
  'deposits closed': null,
};

/** How a merchant's statement names a transaction. @param kind as the ledger has it; one that no event writes is a correction */
export const statementKindOf = (kind: string): StatementKind =>
  (STATEMENT_KIND_OF as Record<string, StatementKind | null>)[kind] ?? 'correction';
