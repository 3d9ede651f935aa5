import { kobo } from '@sokuwa/contract/money.ts';
import type { AccountNumber, AccountResolver, Payouts, Transfer, TransferState } from './payouts.port.ts';

/**
 * Payouts by a file that an operator sends to the bank (`formatBankFile`). The operator confirms each of them, so none has an outcome here.
 * Bank accounts are resolved by the payment provider.
 */
export class FilePayouts implements Payouts {
  readonly name = 'file';
  readonly issuer = 'file';
  readonly maxTransfers = 1000;
  readonly #resolver: AccountResolver;

  constructor(resolver: AccountResolver) {
    this.#resolver = resolver;
  }

  resolveAccount(account: AccountNumber): Promise<string | 'unknown'> {
    return this.#resolver.resolveAccount(account);
  }

  /** The file has the account itself, so nothing of it is stored as a recipient (PAYOUT-6). */
  async createRecipient(): Promise<{ recipient: string }> {
    return { recipient: 'file' };
  }

  async send(transfers: readonly Transfer[]): Promise<TransferState[]> {
    return transfers.map(({ reference }) => this.#pending(reference));
  }

  async verify(reference: string): Promise<TransferState> {
    return this.#pending(reference);
  }

  #pending(reference: string): TransferState {
    return { reference, status: 'pending', fee: kobo(0), reason: null };
  }
}
