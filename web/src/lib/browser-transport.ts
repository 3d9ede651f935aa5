import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { ApiError, type Transport } from './api.ts';

/** Milliseconds; 0 is no limit (1-shopping, section 9). */
const HTTP_TIMEOUT = 0;

type Answer = { status: number; body: unknown };

/**
 * Sends calls to the shop's own origin. What the signed in are answered is not left on the disk of a browser that others
 * may use; the last answers are kept here with their ETags: one that did not change comes as 304, and is given back.
 */
export const makeBrowserTransport = (timeout = HTTP_TIMEOUT): Transport => {
  const kept = new Map<string, { etag: string; answer: Answer }>();
  let holder: string | undefined;
  return async ({ method, url, headers: given = {}, body, token, signal }) => {
    const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
    const keeps = method === 'GET' && token !== undefined;
    if (keeps && token !== holder) {
      kept.clear();
      holder = token;
    }
    const known = keeps ? kept.get(url) : undefined;
    // A form with a file names its own type, with the boundary in it.
    const form = body instanceof FormData;
    const headers = new Headers({
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(known && { 'if-none-match': known.etag }),
    });
    for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
    try {
      const response = await fetch(API_PREFIX + url, {
        method,
        headers,
        cache: token === undefined ? 'default' : 'no-store',
        signal: signal && limit ? AbortSignal.any([signal, limit]) : (signal ?? limit ?? null),
        ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
      });
      if (response.status === 304 && known) return known.answer;
      const answer = { status: response.status, body: parse(await response.text()) };
      const etag = response.headers.get('etag');
      if (keeps && token === holder && response.ok && etag !== null) kept.set(url, { etag, answer });
      return answer;
    } catch {
      if (limit?.aborted) throw new ApiError(`timeout of ${timeout}ms exceeded`);
      throw new ApiError(signal?.aborted ? 'Request aborted' : 'Network Error');
    }
  };
};

/** A proxy's own error page is no JSON; its status says enough. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
