import { z } from 'zod';
import { parseJson } from './paystack.protocol.ts';

export type PaystackOptions = {
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

/** Calls Paystack's API. */
export class PaystackClient {
  readonly #options: Required<PaystackOptions>;
  readonly #Unavailable: new (
    message: string,
    options?: ErrorOptions,
  ) => Error;

  /** @param Unavailable the error of the port: the provider did not respond, or not as its documentation says */
  constructor(options: PaystackOptions, Unavailable: new (message: string, options?: ErrorOptions) => Error) {
    this.#options = { timeoutMs: TIMEOUT_MS, ...options };
    this.#Unavailable = Unavailable;
  }

  get mode(): 'test' | 'live' {
    return this.#options.secretKey.startsWith('sk_live_') ? 'live' : 'test';
  }

  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> {
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
      throw new this.#Unavailable('the provider did not respond', { cause });
    }
    const parsed = envelopeSchema.safeParse(parseJson(text));
    if (!parsed.success || response.status >= 500)
      throw new this.#Unavailable(`the provider responded with status ${response.status} and an unexpected body`);
    return { ...parsed.data, httpStatus: response.status };
  }

  /** The content of a successful response. */
  data<T>(envelope: Envelope, schema: z.ZodType<T>): T {
    const parsed = schema.safeParse(envelope.data);
    const isOk = envelope.httpStatus === 200 || envelope.httpStatus === 201;
    if (!isOk || !envelope.status || !parsed.success)
      throw new this.#Unavailable(`the provider responded with status ${envelope.httpStatus}: ${envelope.message}`);
    return parsed.data;
  }
}
