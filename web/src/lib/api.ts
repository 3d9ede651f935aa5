import { type Endpoint, fillPath, queryString, type Shape } from '@sokuwa/contract/endpoint.ts';
import type { ErrorBody, RefusalCode } from '@sokuwa/contract/refusals.ts';

/** How a call travels: over HTTP from the browser, in process while a page is rendered on the server. */
export type Transport = (call: {
  method: string;
  url: string;
  body?: unknown;
  /** Beside those that every call has. */
  headers?: Shape['headers'];
  /** Of whoever is signed in. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}) => Promise<{ status: number; body: unknown }>;

/** Where the tokens of whoever is signed in are kept. `merchant` gives the one that sends replies. */
type Tokens = { get(): string | null; merchant(): string | null; remove(token: string): void };

/** A call that did not succeed. `status` is undefined when no answer came at all. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: RefusalCode | undefined;
  /** The server's own words; undefined where it had none. */
  readonly said: string | undefined;
  /** What is wrong with which field. */
  readonly fields: Record<string, string[]>;
  /** The text under `error`, where the specification names one there. */
  readonly named: string | undefined;
  constructor(
    message: string,
    status?: number,
    code?: RefusalCode,
    said?: string,
    fields: Record<string, string[]> = {},
    named?: string,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.said = said;
    this.fields = fields;
    this.named = named;
  }
}

type CallInput<S extends Shape> = Pick<S, Extract<keyof S, 'params' | 'query' | 'headers' | 'body'>> & {
  signal?: AbortSignal | undefined;
  /** Goes along instead of the stored one. */
  token?: string | undefined;
  /** The statuses that are a success; all of 2xx, when left out. */
  only?: readonly number[] | undefined;
};

export type Api = {
  /**
   * Makes one call of the contract.
   * @throws ApiError with the server's text, 'Unexpected server response.' for a success that is none, or 'Network Error' / 'Request aborted' when no answer came
   */
  call<S extends Shape, R extends RefusalCode>(endpoint: Endpoint<S, R>, input: CallInput<S>): Promise<S['response']>;
};

/** The token that a call takes along. A merchant token is never sent for the buyer's, nor the other way round. */
const storedFor = ({ auth }: Pick<Endpoint, 'auth'>, tokens: Tokens | undefined): string | null | undefined => {
  if (auth === 'merchant') return tokens?.merchant();
  return auth === 'optional' || auth === 'required' ? tokens?.get() : undefined;
};

const errorOf = (status: number, body: unknown): ApiError => {
  const { message, detail, code, errors, error } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Partial<ErrorBody>;
  const said = message ?? detail;
  return new ApiError(said ?? `Request failed with status code ${status}`, status, code, said, errors, error);
};

/**
 * @param tokens whose token goes along with calls that take one. A token that is refused is dropped, so that its holder
 *   can sign in again (3-decisions, "Session"); without `tokens` every call is a guest's
 */
export const makeApi = (send: Transport, tokens?: Tokens): Api => ({
  call: async <S extends Shape, R extends RefusalCode>(endpoint: Endpoint<S, R>, input: CallInput<S>) => {
    const { params, query, headers, body, signal, only, token: given } = input as Partial<Shape> & CallInput<Shape>;
    const url = fillPath(endpoint.path, params) + queryString(query);
    const token = (endpoint.auth !== 'none' && (given ?? storedFor(endpoint, tokens))) || undefined;
    const answer = await send({ method: endpoint.method, url, headers, body, token, signal });
    if (answer.status < 200 || answer.status > 299) {
      // After the caller has said what the refusal means for what was tried. A merchant token that ended says nothing of
      // the buyer's.
      if (answer.status === 401 && token !== undefined && endpoint.auth !== 'merchant')
        setTimeout(() => tokens?.remove(token));
      throw errorOf(answer.status, answer.body);
    }
    if (only && !only.includes(answer.status)) throw new ApiError('Unexpected server response.', answer.status);
    return answer.body as S['response'];
  },
});
