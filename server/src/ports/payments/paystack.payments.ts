import type { Kobo } from '@sokuwa/contract/money.ts';
import { z } from 'zod';
import {
  type Charge,
  type OpenedPayment,
  type PaymentEvent,
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
  /** Timeout of one call in milliseconds. */
  timeout?: number;
};

const TIMEOUT = 10_000;

/** The envelope of every response; errors of newer calls also have a code. */
const envelope = z.object({
  status: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  data: z.unknown().optional(),
});
type Envelope = z.infer<typeof envelope> & { http: number };

const opened = z.object({ authorization_url: z.url(), access_code: z.string(), reference: z.string() });

const DUPLICATE = /duplicate transaction reference/i;
const NOT_FOUND = /reference (was )?not found|invalid transaction reference/i;
const REVERSED = /fully reversed/i;

/** Adapter for Paystack's API, as specified in its repository PaystackOSS/openapi. */
export class PaystackPayments implements Payments {
  readonly name = 'paystack';
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { timeout: TIMEOUT, ...options };
  }

  get #mode(): 'test' | 'live' {
    return this.#options.secretKey.startsWith('sk_live_') ? 'live' : 'test';
  }

  async initialize({ reference, email, amount, returnUrl }: Charge): Promise<OpenedPayment | 'duplicate'> {
    const answer = await this.#call('POST', '/transaction/initialize', {
      reference,
      email,
      amount,
      currency: 'NGN',
      callback_url: returnUrl,
      metadata: { cancel_action: `${returnUrl}?reference=${reference}` },
    });
    if (answer.code === 'duplicate_reference' || DUPLICATE.test(answer.message)) return 'duplicate';
    const { authorization_url, access_code } = this.#data(answer, opened);
    return { authorizationUrl: authorization_url, accessCode: access_code, message: answer.message };
  }

  async verify(reference: string): Promise<PaymentState | 'unknown'> {
    const answer = await this.#call('GET', `/transaction/verify/${encodeURIComponent(reference)}`);
    if (!answer.status && (answer.http === 404 || NOT_FOUND.test(answer.message))) return 'unknown';
    const verified = this.#data(answer, transaction);
    const state = stateOf(verified);
    if (!state) throw new PaymentsUnavailable(`the provider calls the payment ${reference} "${verified.status}"`);
    if (state.reference !== reference || (verified.domain ?? this.#mode) !== this.#mode)
      throw new PaymentsUnavailable(`the provider answered for another payment than ${reference}`);
    return state;
  }

  async refund(reference: string, amount: Kobo): Promise<'accepted' | 'already' | { refused: string }> {
    const answer = await this.#call('POST', '/refund', { transaction: reference, amount });
    if (answer.status) return 'accepted';
    if (REVERSED.test(answer.message)) return 'already';
    // A 4xx is a final refusal; everything else is thrown.
    if (answer.http === 400 || answer.http === 404) return { refused: answer.message };
    throw new PaymentsUnavailable(`the provider answered ${answer.http}: ${answer.message}`);
  }

  async readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined> {
    return readEvent(body, signature, this.#options.secretKey, this.#mode);
  }

  async #call(method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> {
    const { url, secretKey, timeout } = this.#options;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      text = await response.text();
    } catch (cause) {
      throw new PaymentsUnavailable('the provider did not answer', { cause });
    }
    const read = envelope.safeParse(parseJson(text));
    if (!read.success || response.status >= 500)
      throw new PaymentsUnavailable(`the provider answered ${response.status} without anything to go by`);
    return { ...read.data, http: response.status };
  }

  #data<T>(answer: Envelope, schema: z.ZodType<T>): T {
    const read = schema.safeParse(answer.data);
    if (answer.http !== 200 || !answer.status || !read.success)
      throw new PaymentsUnavailable(`the provider answered ${answer.http}: ${answer.message}`);
    return read.data;
  }
}
