import type { Kobo } from '@sokuwa/contract/money.ts';

/** A payment to initialize. */
export type PaymentRequest = {
  /** The shop's unique reference: letters, digits and - . = only (Paystack, "Initialize transaction"). */
  readonly reference: string;
  /** The buyer's email address. */
  readonly email: string;
  readonly amount: Kobo;
  /** The return URL, for paid and unpaid payments; the provider adds `?reference=`. */
  readonly returnUrl: string;
};

/** An initialized payment. */
export type OpenedPayment = {
  readonly authorizationUrl: string;
  readonly accessCode: string;
  /** The provider's message. */
  readonly message: string;
};

/** The state of a payment at the provider. */
export type PaymentState = {
  readonly reference: string;
  /** `open`: not paid yet, or abandoned, which the buyer can still resume. */
  readonly status: 'success' | 'failed' | 'open' | 'reversed';
  /** ISO 4217. */
  readonly currency: string;
  /** The requested amount in the currency's subunit (kobo). */
  readonly requested: number;
  /** The paid amount in the subunit; higher than requested when the buyer pays the provider's fees. */
  readonly amount: number;
};

/** A webhook event. */
export type PaymentEvent =
  | { readonly kind: 'charge'; readonly state: PaymentState }
  /** `reference` is the payment's reference. */
  | { readonly kind: 'refund'; readonly reference: string; readonly status: 'processed' | 'failed' }
  /** An event that the shop ignores. */
  | { readonly kind: 'other'; readonly event: string };

/** The provider refused the refund; `refused` is its reason. */
type RefundRefused = { readonly refused: string };

/** The provider did not respond in time, or sent an invalid response. It is unknown whether it executed the request. */
export class PaymentsUnavailable extends Error {}

/** A payment provider. */
export interface Payments {
  /** Stored with each payment. */
  readonly name: 'paystack' | 'sandbox';
  /**
   * Initializes a payment.
   * @returns `duplicate` when the reference was used before, for example after a timeout
   * @throws PaymentsUnavailable
   */
  initialize(charge: PaymentRequest): Promise<OpenedPayment | 'duplicate'>;
  /**
   * Verifies a payment.
   * @returns `unknown` when the provider does not know the reference
   * @throws PaymentsUnavailable
   */
  verify(reference: string): Promise<PaymentState | 'unknown'>;
  /**
   * Refunds the whole amount to the original method. Idempotent.
   * @returns `accepted`, `already` when it was refunded before, or the refusal
   * @throws PaymentsUnavailable
   */
  refund(reference: string, amount: Kobo): Promise<'accepted' | 'already' | RefundRefused>;
  /**
   * Verifies and parses a webhook.
   * @param body the raw bytes, which the signature covers
   * @param signature the header x-paystack-signature
   * @returns undefined for an invalid signature or event
   */
  readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined>;
}
