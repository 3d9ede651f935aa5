import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** The smallest payment that the provider takes: NGN 50 (Paystack, "Minimum charge"). */
export const MIN_PAYMENT: Kobo = kobo(5000);

/** A payment to initialize. */
export type PaymentRequest = {
  /** The shop's unique reference: letters, digits and - . = only (Paystack, "Initialize transaction"). */
  readonly reference: string;
  /** The buyer's email address. */
  readonly email: string;
  readonly amount: Kobo;
  /** The return URL; the provider adds `?reference=`, and `&cancelled=1` when the buyer leaves without paying. */
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
  /** `open`: in progress, such as a bank transfer. `abandoned`: the buyer has not completed it. Both can still succeed. */
  readonly status: 'success' | 'failed' | 'open' | 'abandoned' | 'reversed';
  /** ISO 4217. */
  readonly currency: string;
  /** The requested amount in the currency's subunit (kobo). */
  readonly requested: number;
  /** The paid amount in the subunit; higher than requested when the buyer pays the provider's fees. */
  readonly amount: number;
};

/** A refund to make. */
export type RefundRequest = {
  /** The payment's reference. */
  readonly reference: string;
  readonly amount: Kobo;
  /** The merchant's note, by which the shop recognizes its refund in `listRefunds`. */
  readonly note: string;
};

/**
 * A refund at the provider. `processed` and `failed` are final; the amount of a failed one is back in the shop's
 * balance.
 */
export type ProviderRefund = {
  readonly id: string;
  /** `needs-attention`: the provider needs the buyer's bank account (Paystack, "Refunds"). */
  readonly status: 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention';
  /** In the currency's subunit. */
  readonly amount: number;
  readonly note: string | null;
};

/**
 * The provider did not make the refund. `final`: it will never make it; `balance`: its balance is too low at present;
 * `other`: an operator must decide.
 */
export type RefundRefusal = { readonly refused: string; readonly kind: 'final' | 'balance' | 'other' };

/** A dispute (chargeback) of a payment. */
export type DisputeState = {
  readonly id: string;
  /** The payment's reference. */
  readonly reference: string;
  /** The provider's status; `resolved` is final. */
  readonly status: string;
  readonly resolution: string | null;
  /** In the currency's subunit. */
  readonly amount: number | null;
  /** Until when the shop can respond at the provider. */
  readonly dueAt: Date | null;
};

/** A webhook event. */
export type PaymentEvent =
  | { readonly kind: 'charge'; readonly state: PaymentState }
  /** A refund of the payment changed; call `listRefunds` for its state. */
  | { readonly kind: 'refund'; readonly reference: string }
  | { readonly kind: 'dispute'; readonly dispute: DisputeState }
  /** A transfer to a merchant changed; check its reference at the provider. */
  | { readonly kind: 'transfer'; readonly reference: string }
  /** An event that the shop ignores. */
  | { readonly kind: 'other'; readonly event: string };

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
   * Refunds a payment to the original method. Not idempotent: call `listRefunds` first, because the response to an
   * earlier call may have been lost.
   * @throws PaymentsUnavailable; the refund may have been made nevertheless
   */
  refund(request: RefundRequest): Promise<ProviderRefund | RefundRefusal>;
  /**
   * Lists all refunds of a payment, including those made in the provider's dashboard.
   * @returns `unknown` if the provider does not know the reference; the payment may still have refunds
   * @throws PaymentsUnavailable
   */
  listRefunds(reference: string): Promise<ProviderRefund[] | 'unknown'>;
  /**
   * Reads a dispute.
   * @returns `unknown` when the provider does not know it
   * @throws PaymentsUnavailable
   */
  readDispute(id: string): Promise<DisputeState | 'unknown'>;
  /**
   * Verifies and parses a webhook.
   * @param body the raw bytes, which the signature covers
   * @param signature the header x-paystack-signature
   * @returns undefined for an invalid signature or event
   */
  readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined>;
}
