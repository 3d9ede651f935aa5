import {
  APPEAL_DAYS,
  DECISION_DAYS,
  isMissing,
  RECEIPT_DAYS,
  type ReturnActor,
  type ReturnReason,
  type ReturnStatus,
} from '@sokuwa/contract/returns/returns.rules.ts';
import { type Pieces, reportableFrom, returnableUntil, type SentPieces } from '../orders/index.ts';

type Step = { readonly from: readonly ReturnStatus[]; readonly to: ReturnStatus; readonly by: readonly ReturnActor[] };

/** All transitions of a return but its refund, and who may take them. A receipt leads to `refunded` when the buyer has the money. */
export const STEPS = {
  accept: { from: ['requested', 'appealed'], to: 'accepted', by: ['merchant', 'operator'] },
  /** Also after the receipt, instead of confirming it. */
  decline: { from: ['requested', 'accepted'], to: 'declined', by: ['merchant'] },
  /** Instead of `decline`, by an operator: that is final. */
  declineFinally: { from: ['requested', 'accepted', 'appealed'], to: 'declined', by: ['operator'] },
  appeal: { from: ['declined'], to: 'appealed', by: ['buyer'] },
  /** Nobody has decided, or confirmed the receipt, in time. */
  escalate: { from: ['requested', 'accepted'], to: 'appealed', by: ['shop'] },
  receive: { from: ['accepted', 'appealed'], to: 'received', by: ['merchant', 'operator'] },
  /** Who agrees that items did not arrive refunds them at once: nothing comes back (RETURN-23). */
  concede: { from: ['requested', 'appealed'], to: 'received', by: ['merchant', 'operator'] },
  withdraw: { from: ['requested', 'accepted', 'appealed'], to: 'withdrawn', by: ['buyer'] },
} as const satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;

/** What the rules of steps need of a return. */
export type ReturnState = {
  status: ReturnStatus;
  reason: ReturnReason;
  appeal_by: Date | null;
  is_decided_by_operator: boolean;
};

/** Whether the step can be taken now: by the table, and an operator's decision is final. */
export const canTake = (
  step: StepName,
  { status, reason, appeal_by, is_decided_by_operator }: ReturnState,
  now = new Date(),
) => {
  if (!STEPS[step].from.some((from) => from === status)) return false;
  if (step === 'concede') return isMissing(reason);
  if (step === 'accept' || step === 'receive') return !isMissing(reason);
  if (step === 'decline') return !is_decided_by_operator;
  if (step === 'appeal') return appeal_by !== null && appeal_by > now;
  return true;
};

/**
 * Whether a merchant has no say about this step any more (RETURN-13): it accepted the return and did not confirm the receipt in time, so an
 * operator is asked. It can still confirm the receipt.
 * @param wasAccepted whether the return was ever accepted
 */
export const isTooLateForMerchant = (
  step: StepName,
  { status }: Pick<ReturnState, 'status'>,
  { wasAccepted }: { wasAccepted: boolean },
): boolean => step === 'accept' && status === 'appealed' && wasAccepted;

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number, now: Date): Date => new Date(now.getTime() + days * DAY_MS);

/** Until when somebody must act after a step; null if nobody must. The buyer appeals once, and not against an operator. */
export const deadlinesAfter = (
  { to }: { to: ReturnStatus },
  { is_appealed, is_decided_by_operator }: { is_appealed: boolean; is_decided_by_operator: boolean },
  now = new Date(),
): { decide_by: Date | null; appeal_by: Date | null } => {
  const days = to === 'requested' ? DECISION_DAYS : to === 'accepted' ? RECEIPT_DAYS : undefined;
  const canAppeal = to === 'declined' && !is_appealed && !is_decided_by_operator;
  return {
    decide_by: days === undefined ? null : inDays(days, now),
    appeal_by: canAppeal ? inDays(APPEAL_DAYS, now) : null,
  };
};

/** Pieces that can be returned, by parcel. `until`: null if they can be until they arrive. */
export type ReturnablePieces = { parcelId: number; position: number; quantity: number; until: Date | null };

/** Pieces of a return. `isOver`: a report that they did not arrive, which was declined for good. */
export type ClaimedPieces = { parcel_id: number; position: number; quantity: number; isOver: boolean };

/**
 * Which pieces can be returned now for a reason (RETURN-9), or be reported as not received (RETURN-23). Those that are under way come first,
 * then those whose window ends first.
 * @param claimed pieces of returns, but for those that were withdrawn
 * @param perishable the positions of lines with products that spoil
 * @param expectedTo the day on which everything of the order should have arrived, YYYY-MM-DD; null if it is not known
 */
export const findReturnable = (
  sent: readonly SentPieces[],
  claimed: readonly ClaimedPieces[],
  {
    reason,
    perishable,
    expectedTo,
    now = new Date(),
  }: { reason: ReturnReason; perishable: ReadonlySet<number>; expectedTo: string | null; now?: Date },
): ReturnablePieces[] => {
  // What was found after all can be returned for another reason.
  const relevant = claimed.filter(({ isOver }) => isMissing(reason) || !isOver);
  return sent
    .filter(
      ({ deliveredAt, shippedAt }) =>
        deliveredAt !== null || (isMissing(reason) && reportableFrom(shippedAt, expectedTo) <= now),
    )
    .map(({ parcelId, position, quantity, deliveredAt }) => ({
      parcelId,
      position,
      quantity: relevant.reduce(
        (left, piece) => (piece.parcel_id === parcelId && piece.position === position ? left - piece.quantity : left),
        quantity,
      ),
      until: deliveredAt && returnableUntil(deliveredAt, perishable.has(position), reason),
    }))
    .filter(({ quantity, until }) => quantity > 0 && (until === null || until > now))
    .toSorted((a, b) => (a.until?.getTime() ?? 0) - (b.until?.getTime() ?? 0) || a.parcelId - b.parcelId);
};

/**
 * Chooses the parcels of pieces that are returned: the first ones.
 * @param pieces each line once
 * @returns undefined if there are fewer
 */
export const chooseParcels = (
  pieces: Pieces,
  returnable: readonly ReturnablePieces[],
): { parcel_id: number; position: number; quantity: number }[] | undefined => {
  const chosen: { parcel_id: number; position: number; quantity: number }[] = [];
  for (const { position, quantity } of pieces) {
    let left = quantity;
    for (const part of returnable.filter((part) => part.position === position)) {
      const taken = Math.min(left, part.quantity);
      if (taken > 0) chosen.push({ parcel_id: part.parcelId, position, quantity: taken });
      left -= taken;
    }
    if (left > 0) return undefined;
  }
  return chosen;
};
