import { z } from 'zod';
import {
  type DisputeState,
  type OpenedPayment,
  type PaymentEvent,
  type PaymentRequest,
  type PaymentState,
  type Payments,
  PaymentsUnavailable,
  type ProviderRefund,
  type RefundRefusal,
  type RefundRequest,
} from './payments.port.ts';
import { PaystackClient, type PaystackOptions } from './paystack.client.ts';
import { disputeSchema, readEvent, refundSchema, stateOf, transaction } from './paystack.protocol.ts';

const openedSchema = z.object({ authorization_url: z.url(), access_code: z.string(), reference: z.string() });

const DUPLICATE = /duplicate transaction reference/i;
const NOT_FOUND = /reference (was )?not found|invalid transaction reference/i;
/** Final refusals: the amount is below the minimum, or the transaction is unknown. */
const FINAL_REFUSAL = /cannot refund less than|transaction (reference )?(was )?not found/i;
const LOW_BALANCE = /insufficient balance|balance is not enough/i;
/** Rows per page of refunds. */
const PAGE_SIZE = 100;

/** Adapter for Paystack's API, as specified in its repository PaystackOSS/openapi. */
export class PaystackPayments implements Payments {
  readonly name = 'paystack';
  readonly #client: PaystackClient;
  readonly #secretKey: string;

  constructor(options: PaystackOptions) {
    this.#client = new PaystackClient(options, PaymentsUnavailable);
    this.#secretKey = options.secretKey;
  }

  async initialize({ reference, email, amount, returnUrl }: PaymentRequest): Promise<OpenedPayment | 'duplicate'> {
    const envelope = await this.#client.call('POST', '/transaction/initialize', {
      reference,
      email,
      amount,
      currency: 'NGN',
      callback_url: returnUrl,
      metadata: { cancel_action: `${returnUrl}?reference=${reference}&cancelled=1` },
    });
    if (envelope.code === 'duplicate_reference' || DUPLICATE.test(envelope.message)) return 'duplicate';
    const { authorization_url, access_code } = this.#client.data(envelope, openedSchema);
    return { authorizationUrl: authorization_url, accessCode: access_code, message: envelope.message };
  }

  async verify(reference: string): Promise<PaymentState | 'unknown'> {
    const verified = await this.#verify(reference);
    if (verified === 'unknown') return 'unknown';
    const state = stateOf(verified);
    if (!state)
      throw new PaymentsUnavailable(
        `the provider reports the unknown status "${verified.status}" of payment ${reference}`,
      );
    return state;
  }

  async #verify(reference: string): Promise<z.infer<typeof transaction> | 'unknown'> {
    const envelope = await this.#client.call('GET', `/transaction/verify/${encodeURIComponent(reference)}`);
    if (!envelope.status && (envelope.httpStatus === 404 || NOT_FOUND.test(envelope.message))) return 'unknown';
    const verified = this.#client.data(envelope, transaction);
    if (verified.reference !== reference || (verified.domain ?? this.#client.mode) !== this.#client.mode)
      throw new PaymentsUnavailable(
        `the provider responded with another payment than ${reference}, or one of another mode`,
      );
    return verified;
  }

  async refund({ reference, amount, note }: RefundRequest): Promise<ProviderRefund | RefundRefusal> {
    const envelope = await this.#client.call('POST', '/refund', {
      transaction: reference,
      amount,
      merchant_note: note,
    });
    const { status, message, code, httpStatus } = envelope;
    if (status) return this.#client.data(envelope, refundSchema).refund;
    if (code === 'insufficient_balance' || LOW_BALANCE.test(message)) return { refused: message, kind: 'balance' };
    if (FINAL_REFUSAL.test(message)) return { refused: message, kind: 'final' };
    if ([400, 404, 422].includes(httpStatus)) return { refused: message, kind: 'other' };
    throw new PaymentsUnavailable(`the provider responded with status ${httpStatus}: ${message}`);
  }

  async listRefunds(reference: string): Promise<ProviderRefund[] | 'unknown'> {
    // Refunds are listed by the numeric id of the transaction (Paystack, "List refunds").
    const verified = await this.#verify(reference);
    if (verified === 'unknown') return 'unknown';
    const id = String(verified.id ?? '');
    if (id === '') throw new PaymentsUnavailable(`the provider did not send the id of payment ${reference}`);
    const refunds: ProviderRefund[] = [];
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({ transaction: id, perPage: String(PAGE_SIZE), page: String(page) });
      const rows = this.#client.data(await this.#client.call('GET', `/refund?${query}`), z.array(refundSchema));
      const own = rows.filter((row) => (row.reference ?? reference) === reference && (row.transactionId ?? id) === id);
      refunds.push(...own.map(({ refund }) => refund));
      if (rows.length < PAGE_SIZE) return refunds;
    }
  }

  async readDispute(id: string): Promise<DisputeState | 'unknown'> {
    const envelope = await this.#client.call('GET', `/dispute/${encodeURIComponent(id)}`);
    return !envelope.status && envelope.httpStatus === 404
      ? 'unknown'
      : this.#client.data(envelope, disputeSchema).dispute;
  }

  async readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined> {
    return readEvent(body, signature, this.#secretKey, this.#client.mode);
  }
}
