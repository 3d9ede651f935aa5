import type { Kobo } from '@sokuwa/contract/money.ts';
import { z } from 'zod';
import {
  type OpenedPayment,
  type PaymentEvent,
  type PaymentRequest,
  type PaymentState,
  type Payments,
  PaymentsUnavailable,
} from './payments.port.ts';
import { parseJson, readEvent, stateOf, transaction } from './paystack.protocol.ts';

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
const REVERSED = /fully reversed/i;

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
      metadata: { cancel_action: `${returnUrl}?reference=${reference}` },
    });
    if (envelope.code === 'duplicate_reference' || DUPLICATE.test(envelope.message)) return 'duplicate';
    const { authorization_url, access_code } = this.#data(envelope, openedSchema);
    return { authorizationUrl: authorization_url, accessCode: access_code, message: envelope.message };
  }

  async verify(reference: string): Promise<PaymentState | 'unknown'> {
    const envelope = await this.#call('GET', `/transaction/verify/${encodeURIComponent(reference)}`);
    if (!envelope.status && (envelope.httpStatus === 404 || NOT_FOUND.test(envelope.message))) return 'unknown';
    const verified = this.#data(envelope, transaction);
    const state = stateOf(verified);
    if (!state)
      throw new PaymentsUnavailable(
        `the provider reports the unknown status "${verified.status}" of payment ${reference}`,
      );
    if (state.reference !== reference || (verified.domain ?? this.#mode) !== this.#mode)
      throw new PaymentsUnavailable(
        `the provider responded with another payment than ${reference}, or one of another mode`,
      );
    return state;
  }

  async refund(reference: string, amount: Kobo): Promise<'accepted' | 'already' | { refused: string }> {
    const envelope = await this.#call('POST', '/refund', { transaction: reference, amount });
    if (envelope.status) return 'accepted';
    if (REVERSED.test(envelope.message)) return 'already';
    // A 4xx is a final refusal; everything else is thrown.
    if (envelope.httpStatus === 400 || envelope.httpStatus === 404) return { refused: envelope.message };
    throw new PaymentsUnavailable(`the provider responded with status ${envelope.httpStatus}: ${envelope.message}`);
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
