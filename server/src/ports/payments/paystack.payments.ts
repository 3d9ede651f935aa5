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
import { disputeSchema, parseJson, readEvent, refundSchema, stateOf, transaction } from './paystack.protocol.ts';

type Options = {
  /** sk_test_… or sk_live_… */
  secretKey: string;
  /** https://api.paystack.co, without a final slash. */
  url: string;
  /** Timeout of one call. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/** The envelope of every response; errors of newer endpoints also have a code. */
const envelopeSchema = z.object({
  status: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  data: z.unknown().optional(),
});
type Envelope = z.infer<typeof envelopeSchema> & { httpStatus: number };

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
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { timeoutMs: TIMEOUT_MS, ...options };
  }

  get #mode(): 'test' | 'live' {
    return this.#options.secretKey.startsWith('sk_live_') ? 'live' : 'test';
  }

  async initialize({ reference, email, amount, returnUrl }: PaymentRequest): Promise<OpenedPayment | 'duplicate'> {
    const envelope = await this.#call('POST', '/transaction/initialize', {
      reference,
      email,
      amount,
      currency: 'NGN',
      callback_url: returnUrl,
      metadata: { cancel_action: `${returnUrl}?reference=${reference}&cancelled=1` },
    });
    if (envelope.code === 'duplicate_reference' || DUPLICATE.test(envelope.message)) return 'duplicate';
    const { authorization_url, access_code } = this.#data(envelope, openedSchema);
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
    const envelope = await this.#call('GET', `/transaction/verify/${encodeURIComponent(reference)}`);
    if (!envelope.status && (envelope.httpStatus === 404 || NOT_FOUND.test(envelope.message))) return 'unknown';
    const verified = this.#data(envelope, transaction);
    if (verified.reference !== reference || (verified.domain ?? this.#mode) !== this.#mode)
      throw new PaymentsUnavailable(
        `the provider responded with another payment than ${reference}, or one of another mode`,
      );
    return verified;
  }

  async refund({ reference, amount, note }: RefundRequest): Promise<ProviderRefund | RefundRefusal> {
    const envelope = await this.#call('POST', '/refund', { transaction: reference, amount, merchant_note: note });
    const { status, message, code, httpStatus } = envelope;
    if (status) return this.#data(envelope, refundSchema).refund;
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
      const rows = this.#data(await this.#call('GET', `/refund?${query}`), z.array(refundSchema));
      const own = rows.filter((row) => (row.reference ?? reference) === reference && (row.transactionId ?? id) === id);
      refunds.push(...own.map(({ refund }) => refund));
      if (rows.length < PAGE_SIZE) return refunds;
    }
  }

  async readDispute(id: string): Promise<DisputeState | 'unknown'> {
    const envelope = await this.#call('GET', `/dispute/${encodeURIComponent(id)}`);
    return !envelope.status && envelope.httpStatus === 404 ? 'unknown' : this.#data(envelope, disputeSchema).dispute;
  }

  async readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined> {
    return readEvent(body, signature, this.#options.secretKey, this.#mode);
  }

  async #call(method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> {
    const { url, secretKey, timeoutMs } = this.#options;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (cause) {
      throw new PaymentsUnavailable('the provider did not respond', { cause });
    }
    const parsed = envelopeSchema.safeParse(parseJson(text));
    if (!parsed.success || response.status >= 500)
      throw new PaymentsUnavailable(`the provider responded with status ${response.status} and an unexpected body`);
    return { ...parsed.data, httpStatus: response.status };
  }

  #data<T>(envelope: Envelope, schema: z.ZodType<T>): T {
    const parsed = schema.safeParse(envelope.data);
    if (envelope.httpStatus !== 200 || !envelope.status || !parsed.success)
      throw new PaymentsUnavailable(`the provider responded with status ${envelope.httpStatus}: ${envelope.message}`);
    return parsed.data;
  }
}
