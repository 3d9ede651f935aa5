import { type Endpoint, fillPath, queryString, type Shape } from '@sokuwa/contract/endpoint.ts';
import type { ErrorBody, RefusalCode } from '@sokuwa/contract/refusals.ts';

/** How a call travels: over HTTP from the browser, in process while a page is rendered on the server. */
export type Transport = (call: {
  method: string;
  url: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}) => Promise<{ status: number; body: unknown }>;

/** A call that did not succeed. `status` is undefined when no answer came at all. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: RefusalCode | undefined;
  constructor(message: string, status?: number, code?: RefusalCode) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

type CallInput<S extends Shape> = Pick<S, Extract<keyof S, 'params' | 'query' | 'body'>> & {
  signal?: AbortSignal | undefined;
};

export type Api = {
  /**
   * Makes one call of the contract.
   * @throws ApiError with the server's text, or 'Network Error' / 'Request aborted' when no answer came
   */
  call<S extends Shape, R extends RefusalCode>(endpoint: Endpoint<S, R>, input: CallInput<S>): Promise<S['answer']>;
};

const errorOf = (status: number, body: unknown): ApiError => {
  const { message, detail, code } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
  return new ApiError(message ?? detail ?? `Request failed with status code ${status}`, status, code);
};

export const makeApi = (send: Transport): Api => ({
  call: async <S extends Shape, R extends RefusalCode>(endpoint: Endpoint<S, R>, input: CallInput<S>) => {
    const { params, query, body, signal } = input as Partial<Shape> & { signal?: AbortSignal };
    const url = fillPath(endpoint.path, params) + queryString(query);
    const answer = await send({ method: endpoint.method, url, body, signal });
    if (answer.status < 200 || answer.status > 299) throw errorOf(answer.status, answer.body);
    return answer.body as S['answer'];
  },
});
