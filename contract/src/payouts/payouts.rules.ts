/** Rows of a page of payouts, batches or a statement. */
export const PAYOUTS_PAGE_SIZE = 100;
/** How long a change of bank details waits before it takes effect. */
export const BANK_ACCOUNT_DELAY_DAYS = 3;

export const PAYOUT_STATUSES = ['draft', 'approved', 'sending', 'paid', 'failed', 'reversed', 'cancelled'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
export const BATCH_STATUSES = ['draft', 'approved', 'sending', 'done', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** What changes the money that the shop owes to a merchant. */
export const STATEMENT_KINDS = [
  'sale',
  'cancellation',
  'return',
  'release',
  'settled_outside',
  'payout',
  'payout_returned',
  'correction',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/**
 * Why a payout needs a person: it was paid after the provider had reported a failure, the provider does not know it any more, or it is not
 * checked at the provider.
 */
export const PAYOUT_ANOMALIES = ['late', 'lost', 'overdue'] as const;
export type PayoutAnomaly = (typeof PAYOUT_ANOMALIES)[number];

/** Why a merchant is not in a batch although there is money to pay. */
export const WAITING_REASONS = ['suspended', 'in_draft', 'no_bank_account', 'below_minimum', 'ready'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];
