import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { ProviderRefund } from '../ports/payments/payments.port.ts';

/** Creates the merchant's note of a refund, by which the shop recognizes its refund at the provider. */
export const createRefundNote = (reference: string): string => `Shop refund ${reference}`;

type KnownRefund = {
  reference: string;
  payment_reference: string;
  /** The shop's status of the refund. */
  status: string;
  amount_kobo: Kobo;
  /** The id of the last refund at the provider that the shop has recorded. */
  provider_id: string | null;
  provider_status: ProviderRefund['status'] | null;
};

/**
 * Finds the shop's refund among all refunds of a payment at the provider: by its note, or, for a refund of the whole payment, by the amount
 * if somebody made it in the provider's dashboard. Ignores failed refunds that the shop has handled already or did not
 * send, because a new refund can be sent after them (PAYMENT-41).
 * @param listed the refunds at the provider, or `unknown` if it does not know the payment
 * @returns undefined if there is none, so that the refund can be sent
 */
export const findOwnRefund = (
  refund: KnownRefund,
  listed: readonly ProviderRefund[] | 'unknown',
): ProviderRefund | undefined => {
  if (listed === 'unknown') return undefined;
  const isHandled = ({ id }: ProviderRefund) => refund.provider_status === 'failed' && id === refund.provider_id;
  const isWhole = refund.reference === refund.payment_reference;
  const own = listed.filter((row) => {
    const isMarked = row.note === createRefundNote(refund.reference);
    if (row.status !== 'failed') return isMarked || (isWhole && row.amount === refund.amount_kobo);
    // Refunds that an earlier version of the shop sent have no note.
    const isSent = isMarked || (isWhole && refund.status === 'accepted' && row.amount === refund.amount_kobo);
    return isSent && !isHandled(row);
  });
  return own.find(({ status }) => status !== 'failed') ?? own[0];
};

/**
 * Splits a refund of a payment into what the shop pays, and what the bank has paid already after a lost dispute (PAYMENT-52).
 * @param amount what the buyer gets back, if so much is left of the payment
 * @param payment `left`: what is left of it to refund; `paidByBank`: refunds that the bank has paid; `lost`: what the bank has taken of it
 * @returns two parts whose sum is at most `amount` and `left`
 */
export const splitRefund = (
  amount: Kobo,
  { left, paidByBank, lost }: { left: Kobo; paidByBank: Kobo; lost: Kobo },
): { byShop: Kobo; byBank: Kobo } => {
  const total = Math.max(0, Math.min(amount, left));
  const byShop = Math.max(0, Math.min(total, left + paidByBank - lost));
  return { byShop: kobo(byShop), byBank: kobo(total - byShop) };
};

const DAY_MS = 24 * 3_600_000;

/** Whether the days of retries are over, so that an operator must decide. */
export const isRetryOver = (createdAt: Date, now: Date, retryDays: number): boolean =>
  now.getTime() - createdAt.getTime() > retryDays * DAY_MS;
