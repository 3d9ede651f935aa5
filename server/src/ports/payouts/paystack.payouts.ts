import { setTimeout as wait } from 'node:timers/promises';
import { kobo } from '@sokuwa/contract/money.ts';
import { z } from 'zod';
import { PaystackClient, type PaystackOptions } from '../payments/paystack.client.ts';
import {
  type AccountNumber,
  type BankAccount,
  type Payouts,
  PayoutsUnavailable,
  type Transfer,
  type TransferRefusal,
  type TransferState,
} from './payouts.port.ts';

/** Paystack takes at most 100 transfers at a time, five seconds apart (Paystack, "Bulk Transfers"). */
const MAX_TRANSFERS = 100;
const BULK_INTERVAL_MS = 5000;

/** Conclusive statuses (Paystack, "Managing Transfers"); every other one is pending: `pending`, `otp`, `received`. */
const STATES: Record<string, TransferState['status']> = {
  success: 'success',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
};

const resolvedSchema = z.object({ account_name: z.string() });
const recipientSchema = z.object({ recipient_code: z.string() });
const transferSchema = z.object({
  reference: z.string(),
  status: z.string(),
  fee_charged: z.coerce.number().int().nonnegative().nullish(),
  gateway_response: z.string().nullish(),
  domain: z.enum(['test', 'live']).optional(),
});

/** Paystack refuses a request with these; with others it is unknown what happened. */
const REFUSED = [400, 404, 422];
const NOT_FOUND = /not found|invalid transfer|no transfer/i;
const UNRESOLVED = /could not resolve|unable to resolve|invalid account|unknown bank/i;
/** The reference was sent before, as Paystack's code or, in older responses, its text says. */
const DUPLICATE_CODE = 'duplicate_transfer_reference';
const DUPLICATE = /duplicate|already (been )?used|already exists|unique reference/i;
/** Refusals that do not depend on the transfer: every transfer would be refused. The operator must act at the provider. */
const TEMPORARY = /balance is not enough|insufficient|cannot initiate third party payouts|otp|try again/i;

const toState = ({
  reference,
  status,
  fee_charged,
  gateway_response,
}: z.infer<typeof transferSchema>): TransferState => ({
  reference,
  status: STATES[status] ?? 'pending',
  fee: kobo(fee_charged ?? 0),
  reason: STATES[status] === 'failed' ? (gateway_response ?? status) : null,
});

/** Adapter for Paystack Transfers, as specified in its repository PaystackOSS/openapi. The confirmation by OTP must be off. */
export class PaystackPayouts implements Payouts {
  readonly name = 'paystack';
  readonly maxTransfers = MAX_TRANSFERS;
  readonly #client: PaystackClient;
  readonly #intervalMs: number;
  #nextBulkAt = 0;

  constructor({ intervalMs = BULK_INTERVAL_MS, ...options }: PaystackOptions & { intervalMs?: number }) {
    this.#client = new PaystackClient(options, PayoutsUnavailable);
    this.#intervalMs = intervalMs;
  }

  get issuer(): string {
    return `${this.name} ${this.#client.mode}`;
  }

  async resolveAccount({ bankCode, accountNumber }: AccountNumber): Promise<string | 'unknown'> {
    const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode });
    const envelope = await this.#client.call('GET', `/bank/resolve?${query}`);
    const isRefused = !envelope.status && REFUSED.includes(envelope.httpStatus);
    if (isRefused && (envelope.httpStatus !== 400 || UNRESOLVED.test(envelope.message))) return 'unknown';
    return this.#client.data(envelope, resolvedSchema).account_name;
  }

  async createRecipient({
    bankCode,
    accountNumber,
    accountName,
  }: BankAccount): Promise<{ recipient: string } | { refused: string }> {
    const envelope = await this.#client.call('POST', '/transferrecipient', {
      type: 'nuban',
      name: accountName,
      account_number: accountNumber,
      bank_code: bankCode,
      currency: 'NGN',
    });
    if (!envelope.status && REFUSED.includes(envelope.httpStatus)) return { refused: envelope.message };
    return { recipient: this.#client.data(envelope, recipientSchema).recipient_code };
  }

  async send(transfers: readonly Transfer[]): Promise<(TransferState | TransferRefusal)[]> {
    await this.#waitForTurn();
    const envelope = await this.#client.call('POST', '/transfer/bulk', {
      source: 'balance',
      currency: 'NGN',
      transfers: transfers.map(({ reference, amount, recipient, reason }) => ({
        reference,
        amount,
        recipient,
        reason,
      })),
    });
    if (envelope.status) return this.#client.data(envelope, z.array(transferSchema)).map(toState);
    if (!REFUSED.includes(envelope.httpStatus)) this.#client.data(envelope, z.never());
    const { message, code } = envelope;
    // One invalid transfer, or one that was sent before, refuses all: find it.
    if (transfers.length > 1 && !TEMPORARY.test(message)) {
      const outcomes: (TransferState | TransferRefusal)[] = [];
      for (const transfer of transfers) outcomes.push(...(await this.#sendOne(transfer)));
      return outcomes;
    }
    return transfers.flatMap(({ reference }) => this.#refusal(reference, message, code));
  }

  async #sendOne({ reference, amount, recipient, reason }: Transfer): Promise<(TransferState | TransferRefusal)[]> {
    const transfer = { source: 'balance', currency: 'NGN', reference, amount, recipient, reason };
    const envelope = await this.#client.call('POST', '/transfer', transfer);
    if (envelope.status) return [toState(this.#client.data(envelope, transferSchema))];
    if (!REFUSED.includes(envelope.httpStatus)) this.#client.data(envelope, z.never());
    return this.#refusal(reference, envelope.message, envelope.code);
  }

  /** A reference that was sent before has an outcome, which `verify` reads. */
  #refusal(reference: string, reason: string, code: string | undefined): TransferRefusal[] {
    if (code === DUPLICATE_CODE || DUPLICATE.test(reason)) return [];
    return [{ reference, reason, kind: TEMPORARY.test(reason) ? 'temporary' : 'final' }];
  }

  async verify(reference: string): Promise<TransferState | 'unknown'> {
    const envelope = await this.#client.call('GET', `/transfer/verify/${encodeURIComponent(reference)}`);
    if (!envelope.status && (envelope.httpStatus === 404 || NOT_FOUND.test(envelope.message))) return 'unknown';
    const transfer = this.#client.data(envelope, transferSchema);
    if (transfer.reference !== reference || (transfer.domain ?? this.#client.mode) !== this.#client.mode)
      throw new PayoutsUnavailable(`the provider responded with another transfer than ${reference}`);
    return toState(transfer);
  }

  async #waitForTurn(): Promise<void> {
    const now = Date.now();
    const delay = this.#nextBulkAt - now;
    this.#nextBulkAt = Math.max(now, this.#nextBulkAt) + this.#intervalMs;
    if (delay > 0) await wait(delay);
  }
}
