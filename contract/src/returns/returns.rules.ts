/** Days from delivery in which a product that does not spoil can be returned unused, without a fault. */
export const RETURN_DAYS = 30;
/** Days from delivery in which a fault of a product that does not spoil can be reported. */
export const FAULT_RETURN_DAYS = 7;
/** Hours from delivery in which a product that spoils can be returned, whatever the reason. */
export const PERISHABLE_RETURN_HOURS = 24;

/** Days from the dispatch after which a parcel can be reported as not received, if the order does not say when it should arrive. */
export const NOT_RECEIVED_DAYS = 14;

/**
 * Why a buyer returns something. Every reason but `changed_mind` is a fault, for which the shop covers the return shipping (RETURN-4). Of
 * `not_received` nothing comes back.
 */
export const RETURN_REASONS = [
  'changed_mind',
  'defective',
  'damaged',
  'wrong_item',
  'not_as_described',
  'not_received',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** Whether the buyer has not just changed their mind. */
export const isFault = (reason: ReturnReason): boolean => reason !== 'changed_mind';

/** Whether the items did not arrive: whoever accepts that refunds them at once, and nothing comes back (RETURN-23). */
export const isMissing = (reason: ReturnReason): boolean => reason === 'not_received';

/**
 * The states of a return:
 * - `requested`: the merchant decides; items that did not arrive are `received` then
 * - `accepted`: the buyer sends it back, and the merchant confirms the receipt
 * - `appealed`: an operator decides
 * - `received`: the refund is on its way
 * - `refunded`, `declined`, `withdrawn`: it has ended; a declined one may be appealed
 */
export const RETURN_STATUSES = [
  'requested',
  'accepted',
  'appealed',
  'received',
  'refunded',
  'declined',
  'withdrawn',
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** Why a return is `appealed`: the buyer asks an operator, or the merchant did not act in time. */
export const RETURN_WAITING_REASONS = ['appealed', 'overdue'] as const;
export type ReturnWaitingReason = (typeof RETURN_WAITING_REASONS)[number];

/** Who takes a step of a return. `shop`: a job. */
export const RETURN_ACTORS = ['buyer', 'merchant', 'operator', 'shop'] as const;
export type ReturnActor = (typeof RETURN_ACTORS)[number];

/** Days in which the merchant decides; then an operator is asked. */
export const DECISION_DAYS = 3;
/** Days in which the items come back after the return is accepted; then an operator is asked. */
export const RECEIPT_DAYS = 21;
/** Days in which the buyer can ask an operator after the merchant has declined. */
export const APPEAL_DAYS = 7;

/** Returns of an order that a buyer can request within 24 hours. */
export const MAX_RETURNS_PER_DAY = 10;
/** Withdrawn returns after which a line of an order cannot be returned again. */
export const MAX_WITHDRAWN_RETURNS = 3;

export const MAX_RETURN_PICTURES = 3;
/** Maximum characters of a sentence of a return. */
export const RETURN_NOTE_MAX = 1000;
/** Returns per page of a list. */
export const RETURNS_PAGE_SIZE = 50;
