import { isMissing, type ReturnReason } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn, RETURN_DECISIONS } from '@sokuwa/contract/returns/returns.schemas.ts';

/** What a merchant can do with a return: `refund` is the acceptance of items that did not arrive, which refunds them at once. */
export type ReturnAction = 'accept' | 'refund' | 'receive' | 'decline';

/**
 * What a merchant can do now, the likely first (RETURN-13, RETURN-23). The server decides; this leaves out what it would refuse.
 * An operator's decision is final.
 */
export const actionsOf = ({
  status,
  reason,
  history,
}: Pick<OrderReturn, 'status' | 'reason' | 'history'>): ReturnAction[] => {
  const declines: ReturnAction[] = history.some(({ by }) => by === 'operator') ? [] : ['decline'];
  if (status === 'requested') return [isMissing(reason) ? 'refund' : 'accept', ...declines];
  if (status === 'accepted') return ['receive', ...declines];
  if (status !== 'appealed') return [];
  if (isMissing(reason)) return ['refund'];
  // Who has accepted a return and was too late to confirm the receipt can still do that.
  return history.some((step) => step.status === 'accepted') ? ['receive'] : ['accept'];
};

/** What an operator can decide: `accept` has it sent back, `refund` refunds it without the merchant's confirmation. */
export type ReturnDecisionName = (typeof RETURN_DECISIONS)[number];

/** What an operator can decide now, the likely first (RETURN-14, RETURN-23). The server decides; this leaves out what it would refuse. */
export const decisionsOf = ({
  status,
  reason,
  history,
}: Pick<OrderReturn, 'status' | 'reason' | 'history'>): ReturnDecisionName[] => {
  if (status !== 'requested' && status !== 'accepted' && status !== 'appealed') return [];
  // Nothing comes back of what did not arrive.
  if (isMissing(reason) || status === 'accepted') return ['refund', 'decline'];
  if (status === 'requested') return ['accept', 'decline'];
  // The buyer may have sent back what was accepted.
  const wasAccepted = history.some((step) => step.status === 'accepted');
  return wasAccepted ? ['refund', 'accept', 'decline'] : ['accept', 'refund', 'decline'];
};

/** What the buyer says is the matter, for the merchant. */
export const REASON_NAMES: Record<ReturnReason, string> = {
  changed_mind: 'Changed their mind',
  defective: 'Does not work as it should',
  damaged: 'Arrived damaged',
  wrong_item: 'Not what was ordered',
  not_as_described: 'Not as described',
  not_received: 'Has not arrived',
};

/** 'Egusi seed × 1 and 2 more': the first product, and how many lines follow. */
export const summarizeReturn = ({ lines }: Pick<OrderReturn, 'lines'>): string => {
  const [first, ...others] = lines;
  if (!first) return '';
  return `${first.product_name} × ${first.quantity}${others.length > 0 ? ` and ${others.length} more` : ''}`;
};

/** When the returned products were delivered; undefined if not, or if it could be one of several parcels. */
export const findDelivery = (
  { lines }: Pick<OrderReturn, 'lines'>,
  { parcels }: { parcels: readonly { lines: readonly { position: number }[]; delivered_at: string | null }[] },
): string | undefined => {
  const sent = parcels.filter((parcel) =>
    parcel.lines.some(({ position }) => lines.some((line) => line.position === position)),
  );
  return sent.length === 1 ? (sent[0]?.delivered_at ?? undefined) : undefined;
};
