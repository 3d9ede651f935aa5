import type { OperatorArea } from '../staff/roles.ts';

type WorkRule = {
  /** Who may read the area sees it. */
  area: OperatorArea;
  /** `now`: somebody loses money or time while it waits. */
  urgency: 'now' | 'today';
  /** The call that lists it. */
  list: string;
};

/** What waits for an operator, by kind, the most urgent first. */
export const WORK_KINDS = {
  /** The provider cannot make a refund, or needs the buyer's bank account. */
  refunds_stuck: { area: 'payments', urgency: 'now', list: '/operator/refunds/?waiting=true' },
  /** Amount or currency of a payment is wrong, or its order cannot be paid any more. */
  payments_held: { area: 'payments', urgency: 'now', list: '/operator/payments/?status=held' },
  /** The bank takes the money back without an answer in time. */
  disputes_open: { area: 'payments', urgency: 'now', list: '/operator/disputes/?state=open' },
  /** The bank has taken the money back, and the order is still to be shipped. */
  disputes_lost: { area: 'payments', urgency: 'now', list: '/operator/disputes/?state=lost' },
  /** Payouts that are lost, overdue, or were paid after they had failed. */
  payouts_unclear: { area: 'payouts', urgency: 'now', list: '/operator/payout-batches/' },
  /** The buyer asks an operator to decide. */
  returns_appealed: { area: 'returns', urgency: 'today', list: '/operator/returns/?waiting=appealed' },
  /** The merchant has neither decided nor confirmed the receipt in time. */
  returns_overdue: { area: 'returns', urgency: 'today', list: '/operator/returns/?waiting=overdue' },
  /** Parts of orders that should have been shipped. */
  orders_late: { area: 'orders', urgency: 'today', list: '/operator/orders/?late=true' },
  /** Stores that have applied. */
  applications: { area: 'merchants', urgency: 'today', list: '/operator/applications/?state=applied' },
  /** Products that shoppers have reported, or that were taken down and changed. */
  products_to_moderate: { area: 'catalogue', urgency: 'today', list: '/operator/moderation/' },
  payout_batches: { area: 'payouts', urgency: 'today', list: '/operator/payout-batches/' },
  /** A merchant's new bank account that takes effect unless somebody revokes it. */
  bank_account_changes: { area: 'payouts', urgency: 'today', list: '/operator/bank-account-changes/' },
  /** Mails that could not be sent so far. */
  mails_unsent: { area: 'settings', urgency: 'today', list: '/operator/jobs/?kind=send_mail' },
  /** Other background jobs that failed at their last attempt. */
  jobs_failed: { area: 'settings', urgency: 'today', list: '/operator/jobs/?state=failed' },
} as const satisfies Record<string, WorkRule>;
export type WorkKind = keyof typeof WORK_KINDS;

/** Days and hours of the market begin when they do there. */
export const MARKET_TIME_ZONE = 'Africa/Lagos';
/** Work of one kind is counted up to this number. */
export const MAX_WORK_COUNTED = 1000;
