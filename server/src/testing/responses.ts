import { formatTooManyRequests, type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

/** What a test reads of a response, whether it was injected or sent over HTTP. */
export type TestResponse = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** The text of a refusal; a 429 with Retry-After says when to try again (API-29). */
const textOf = (response: TestResponse, code: RefusalCode): string => {
  const retryAfter = response.headers['retry-after'];
  return code === 'too_many_requests' && retryAfter !== undefined
    ? formatTooManyRequests(Number(retryAfter))
    : refusals[code].text;
};

/**
 * Expects exactly this refusal of the contract: status, code, both texts, JSON, request id, no caching.
 * @param text the refusal's text, where it names something
 */
export const expectRefusal = (response: TestResponse, code: RefusalCode, text = textOf(response, code)): void => {
  const { status } = refusals[code];
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toMatchObject({ code, detail: text, message: text });
  expect(response.statusCode).toBe(status);
  expect(response.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
  expect(response.headers['cache-control']).toBe('no-store');
};

/** Ids of the products in the response of a list, in its order. */
export const productIdsOf = (response: TestResponse): number[] =>
  response.json<{ results: { id: number }[] }>().results.map(({ id }) => id);

const STATELESS: ReadonlySet<RefusalCode> = new Set([
  'credentials_missing',
  'token_invalid',
  'token_read_only',
  'too_many_requests',
  'database_unavailable',
  'invalid_input',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
]);
/** Whether a call can refuse a request with this code whatever the state of the shop, and changes nothing: tests can send it to one fixture. */
export const isStateless = (code: RefusalCode): boolean => STATELESS.has(code);
