import type { Kobo } from '@sokuwa/contract/money.ts';

/** What is asked of a buyer. */
export type Charge = {
  /** Ours, never used before: letters, digits and - . = only (Paystack, "Initialize transaction"). */
  readonly reference: string;
  /** The buyer's. */
  readonly email: string;
  readonly amount: Kobo;
  /** Where the provider sends the buyer afterwards, whether they paid or not; `?reference=` is added. */
  readonly returnUrl: string;
};

/** A payment that the buyer can make now. */
export type OpenedPayment = {
  readonly authorizationUrl: string;
  readonly accessCode: string;
  /** The provider's own words. */
  readonly message: string;
};

/** What became of a payment. */
export type PaymentState = {
  readonly reference: string;
  /** `open`: not made yet, or given up, which a buyer can still think better of. */
  readonly status: 'success' | 'failed' | 'open' | 'reversed';
  /** ISO 4217. */
  readonly currency: string;
  /** What the buyer was asked for, in the currency's subunit (kobo). */
  readonly requested: number;
  /** What the buyer paid, in the subunit; more than was requested where they bear the provider's fees. */
  readonly amount: number;
};

/** What a webhook says. */
export type PaymentEvent =
  | { readonly kind: 'charge'; readonly state: PaymentState }
  /** `reference` is the payment's. */
  | { readonly kind: 'refund'; readonly reference: string; readonly status: 'processed' | 'failed' }
  /** Nothing that the shop acts upon. */
  | { readonly kind: 'other'; readonly event: string };

/** Said by a provider that will not give the money back the way it came; `refused` is its reason. */
type RefundRefused = { readonly refused: string };

/** The provider did not answer in time, or not with anything to go by. Whether it did what was asked is not known. */
export class PaymentsAway extends Error {}

/** A payment provider. */
export interface Payments {
  /** For the record kept with each payment. */
  readonly name: 'paystack' | 'sandbox';
  /**
   * Opens a payment.
   * @returns `duplicate` when the provider has seen the reference already, as after a timeout
   * @throws PaymentsAway
   */
  initialize(charge: Charge): Promise<OpenedPayment | 'duplicate'>;
  /**
   * Asks what became of a payment.
   * @returns `unknown` when the provider never heard of the reference
   * @throws PaymentsAway
   */
  verify(reference: string): Promise<PaymentState | 'unknown'>;
  /**
   * Gives the whole amount of a payment back the way it came. Safe to ask for again.
   * @returns `accepted` when it will be, `already` when it was; or why it can't be
   * @throws PaymentsAway
   */
  refund(reference: string, amount: Kobo): Promise<'accepted' | 'already' | RefundRefused>;
  /**
   * Reads a webhook.
   * @param body the bytes as they came: the signature is of them
   * @param signature the header x-paystack-signature
   * @returns undefined when it is forged, altered or no event
   */
  readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined>;
}
