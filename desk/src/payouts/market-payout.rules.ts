import type { PayoutAnomaly, WaitingReason } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type { Batch, BatchPayout } from '@sokuwa/contract/payouts/payouts.schemas.ts';

const FILE = 'file';

/** Whether somebody has to say what became of a payout: it is in a file for the bank, or lost or overdue (PAYOUT-17, PAYOUT-40). */
export const waitsForBank = ({
  status,
  provider,
  anomaly,
}: Pick<BatchPayout, 'status' | 'provider' | 'anomaly'>): boolean =>
  status === 'sending' && (provider === FILE || anomaly === 'lost' || anomaly === 'overdue');

/** Whether a paid payout can be reported as returned by the bank: its provider does not report it. */
export const canComeBack = ({ status, provider }: Pick<BatchPayout, 'status' | 'provider'>): boolean =>
  status === 'paid' && provider === FILE;

/** What a retry does: `ask` the provider about one under way, or `draft` the money of one that failed. Undefined: nothing. */
export const retryKind = ({
  status,
  provider,
}: Pick<BatchPayout, 'status' | 'provider'>): 'ask' | 'draft' | undefined => {
  if (status === 'failed' || status === 'reversed') return 'draft';
  return status === 'sending' && provider !== FILE ? 'ask' : undefined;
};

/** Whether a payout can be stopped (PAYOUT-34): not one that the bank may have in a file. */
export const canStop = (
  { status, provider, stopped_at }: Pick<BatchPayout, 'status' | 'provider' | 'stopped_at'>,
  { file_made_at }: Pick<Batch, 'file_made_at'>,
): boolean =>
  status === 'approved' ||
  (status === 'sending' && stopped_at === null && !(provider === FILE && file_made_at !== null));

/** Whether a file for the bank can be made of the batch. */
export const hasBankFile = (payouts: readonly Pick<BatchPayout, 'status' | 'provider'>[]): boolean =>
  payouts.some(({ status, provider }) => status === 'sending' && provider === FILE);

/** Adds amounts in naira, exactly. */
export const sumNaira = (amounts: readonly number[]): number =>
  amounts.reduce((sum, naira) => sum + Math.round(naira * 100), 0) / 100;

/** What to do about a payout that needs a person. */
export const ANOMALY_TEXTS: Record<PayoutAnomaly, { name: string; text: string }> = {
  late: {
    name: 'Paid late',
    text: 'It was paid after it had been reported as failed, so perhaps twice. What is too much is taken off the next payouts: write to the merchant.',
  },
  lost: {
    name: 'Lost',
    text: 'The provider knew it, and does not know it any more. Find out there or from the merchant whether it was paid, and confirm it.',
  },
  overdue: {
    name: 'Overdue',
    text: 'Its provider has not been asked for an hour: the settings name another one, or the job does not run. The doctor says which.',
  },
};

/** Why a merchant is in the next batch or not. */
export const WAITING_TEXTS: Record<WaitingReason, string> = {
  ready: 'In the next batch',
  in_draft: 'In a batch that waits for approval',
  no_bank_account: 'No bank account',
  below_minimum: 'Below the smallest payout',
  suspended: 'Suspended',
};
