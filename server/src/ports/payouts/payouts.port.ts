import type { Kobo } from '@sokuwa/contract/money.ts';

/** A bank account. Both numbers are text: they may begin with zeros. */
export type AccountNumber = { readonly bankCode: string; readonly accountNumber: string };
export type BankAccount = AccountNumber & {
  /** The name of its holder, as the bank has it. */
  readonly accountName: string;
};

/** Money to send to a bank account. */
export type Transfer = {
  /** The shop's unique reference, by which the provider recognizes a repetition: 16 to 50 of a-z, 0-9, - and _ (Paystack, "Initiate Transfer"). */
  readonly reference: string;
  readonly amount: Kobo;
  readonly account: BankAccount;
  /** From `createRecipient`, for the same account. */
  readonly recipient: string;
  /** What the receiver reads. */
  readonly reason: string;
};

/** A transfer at the provider. `failed` and `reversed` return the money; `reversed` may follow a success. */
export type TransferState = {
  readonly reference: string;
  readonly status: 'pending' | 'success' | 'failed' | 'reversed';
  /** What the provider charged for it. */
  readonly fee: Kobo;
  /** Why it failed, in the provider's words. */
  readonly reason: string | null;
};
/**
 * The provider has not accepted a transfer. `temporary`: it may accept it later, for example with a higher balance. A refusal does not say
 * that the reference was never executed: an earlier request may have been.
 */
export type TransferRefusal = {
  readonly reference: string;
  /** Why, in the provider's words. */
  readonly reason: string;
  readonly kind: 'temporary' | 'final';
};

/** The provider did not respond in time, or sent an invalid response. It is unknown whether it executed the request. */
export class PayoutsUnavailable extends Error {}

/** Finds the holder of a bank account. */
export interface AccountResolver {
  /**
   * @returns the holder's name; `unknown` if the bank has no such account
   * @throws PayoutsUnavailable
   */
  resolveAccount(account: AccountNumber): Promise<string | 'unknown'>;
}

/** A way to send money to merchants. */
export interface Payouts extends AccountResolver {
  /** Stored with each payout. */
  readonly name: 'paystack' | 'sandbox' | 'file';
  /** The provider and its mode (live or test), which recipients belong to: they are unknown at every other issuer. */
  readonly issuer: string;
  /** Maximum transfers of one `send`. */
  readonly maxTransfers: number;
  /**
   * Registers a bank account. Idempotent: the same account has the same recipient.
   * @returns the recipient; or why the provider does not take this account, for example because it was closed
   * @throws PayoutsUnavailable
   */
  createRecipient(account: BankAccount): Promise<{ recipient: string } | { refused: string }>;
  /**
   * Sends transfers. Each reference is executed once: a repetition returns the state of the first.
   * @param transfers at most `maxTransfers`
   * @returns the outcome of each, in any sequence; one that is missing has an unknown outcome
   * @throws PayoutsUnavailable; each of the transfers may have been executed nevertheless
   */
  send(transfers: readonly Transfer[]): Promise<(TransferState | TransferRefusal)[]>;
  /**
   * @returns `unknown` when the provider does not know the reference
   * @throws PayoutsUnavailable
   */
  verify(reference: string): Promise<TransferState | 'unknown'>;
}
