import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ProviderRefund } from '../ports/payments/payments.port.ts';

/** The merchant's note of a refund at the provider: it marks the refund as the shop's own. */
export const createRefundNote = (reference: string): string => `Shop refund ${reference}`;

type KnownRefund = {
  reference: string;
  amount_kobo: Kobo;
  /** The refund at the provider that the shop knows already. */
  provider_id: string | null;
  provider_status: ProviderRefund['status'] | null;
};

/**
 * Finds the shop's refund of a payment among all refunds of the payment at the provider: by its note, or by the whole amount
 * if somebody made it in the provider's own pages. A failure that the shop has handled already does not count, because its
 * refund may be sent again (PAYMENT-41).
 * @returns undefined when the provider has none, so that the refund can be sent
 */
export const findOwnRefund = (
  { reference, amount_kobo, provider_id, provider_status }: KnownRefund,
  listed: readonly ProviderRefund[],
): ProviderRefund | undefined => {
  const own = listed.filter(
    ({ id, status, amount, note }) =>
      (note === createRefundNote(reference) || amount === amount_kobo) &&
      !(status === 'failed' && provider_status === 'failed' && id === provider_id),
  );
  return own.find(({ status }) => status !== 'failed') ?? own[0];
};

const DAY_MS = 24 * 3_600_000;

/** Whether the provider's balance has been too low for so long that an operator must decide. */
export const isRetryOver = (createdAt: Date, now: Date, retryDays: number): boolean =>
  now.getTime() - createdAt.getTime() > retryDays * DAY_MS;
