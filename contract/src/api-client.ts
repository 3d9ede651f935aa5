import { type Endpoint, fillPath, type Host, hostOf, queryString, type Shape } from './endpoint.ts';
import type { ErrorBody, RefusalCode } from './refusals.ts';

/** Sends a call: over HTTP in the browser, in process while the server renders a page. */
export type Transport = (call: {
  method: string;
  /** Default: the API. */
  host?: Host | undefined;
  url: string;
  body?: unknown;
  /** In addition to the headers of every call. */
  headers?: Shape['headers'];
  /** The session's token. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}) => Promise<{ status: number; body: unknown }>;

/** The stored tokens. `merchant` returns the token for replies to merchants. */
type Tokens = { get(): string | null; merchant(): string | null; remove(token: string): void };

/** A failed call. `status` is undefined when there was no response. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: RefusalCode | undefined;
  /** The message of the response; undefined when it has none. */
  readonly serverMessage: string | undefined;
  /** Messages by field name. */
  readonly fieldErrors: Record<string, string[]>;
  /** The text under the response's key `error`. */
  readonly errorKeyText: string | undefined;
  constructor(
    message: string,
    status?: number,
    code?: RefusalCode,
    serverMessage?: string,
    fieldErrors: Record<string, string[]> = {},
    errorKeyText?: string,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.fieldErrors = fieldErrors;
    this.errorKeyText = errorKeyText;
  }
}

type CallInput<S extends Shape> = Pick<S, Extract<keyof S, 'params' | 'query' | 'headers' | 'body'>> & {
  signal?: AbortSignal | undefined;
  /** Sent instead of the stored token. */
  token?: string | undefined;
  /** Default: every 2xx status. */
  successStatuses?: readonly number[] | undefined;
};

export type Api = {
  /**
   * Makes one call of the contract.
   * @throws ApiError with the message of the response, 'Unexpected server response.' for an unexpected success status, or
   *   'Network Error' / 'Request aborted' when there was no response
   */
  call<S extends Shape, R extends RefusalCode>(endpoint: Endpoint<S, R>, input: CallInput<S>): Promise<S['response']>;
};

/** The stored token for a call. The buyer's and the reply token are never mixed up. */
const storedTokenFor = ({ auth }: Pick<Endpoint, 'auth'>, tokens: Tokens | undefined): string | null | undefined => {
  if (auth === 'reply') return tokens?.merchant();
  return auth === 'optional' || auth === 'required' ? tokens?.get() : undefined;
};

const toApiError = (status: number, body: unknown): ApiError => {
  const { message, detail, code, errors, error } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Partial<ErrorBody>;
  const serverMessage = message ?? detail;
  return new ApiError(
    serverMessage ?? `Request failed with status code ${status}`,
    status,
    code,
    serverMessage,
    errors,
    error,
  );
};

/**
 * @param tokens the stored tokens, sent with calls that accept one. A refused token is removed, so that the visitor can sign in
 *   again (SESSION-13). Without `tokens` every call is sent as a guest
 * @param options `inDesk`: everything goes to the shop's origin, because calls of merchants and operators need the cookie of the desk there
 */
export const makeApi = (send: Transport, tokens?: Tokens, { inDesk = false }: { inDesk?: boolean } = {}): Api => ({
  call: async <S extends Shape, R extends RefusalCode>(endpoint: Endpoint<S, R>, input: CallInput<S>) => {
    const {
      params,
      query,
      headers,
      body,
      signal,
      successStatuses: allowedStatuses,
      token: tokenOverride,
    } = input as Partial<Shape> & CallInput<Shape>;
    const url = fillPath(endpoint.path, params) + queryString(query);
    const token = (endpoint.auth !== 'none' && (tokenOverride ?? storedTokenFor(endpoint, tokens))) || undefined;
    const host = inDesk ? 'shop' : hostOf(endpoint);
    const response = await send({ method: endpoint.method, host, url, headers, body, token, signal });
    if (response.status < 200 || response.status > 299) {
      // Remove the token after the caller has shown its message. An invalid reply token says nothing about the buyer's.
      if (response.status === 401 && token !== undefined && endpoint.auth !== 'reply')
        setTimeout(() => tokens?.remove(token));
      throw toApiError(response.status, response.body);
    }
    if (allowedStatuses && !allowedStatuses.includes(response.status))
      throw new ApiError('Unexpected server response.', response.status);
    return response.body as S['response'];
  },
});
