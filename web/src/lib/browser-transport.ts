import { ApiError, type Transport } from '@sokuwa/contract/api-client.ts';
import type { Site } from '@sokuwa/contract/page.ts';

/** 0 means no timeout. */
const HTTP_TIMEOUT_MS = 0;

type ApiResponse = { status: number; body: unknown };

/**
 * Sends calls to the base URLs of the settings. Responses to signed-in users must not stay in the disk cache of a shared browser, so this
 * transport caches them in memory with their ETags and returns the same object for a 304.
 * @param site read with each call: hydration sets it later
 * @param priority low for what the visitor has not asked for
 */
export const makeBrowserTransport = (
  site: Pick<Site, 'baseUrls'>,
  timeoutMs = HTTP_TIMEOUT_MS,
  priority: RequestPriority = 'auto',
): Transport => {
  const cache = new Map<string, { etag: string; response: ApiResponse }>();
  let cachedToken: string | undefined;
  return async ({ method, host = 'api', url, headers: extraHeaders = {}, body, token, signal }) => {
    const timeoutSignal = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined;
    const isCacheable = method === 'GET' && token !== undefined;
    if (isCacheable && token !== cachedToken) {
      cache.clear();
      cachedToken = token;
    }
    const cached = isCacheable ? cache.get(url) : undefined;
    // The browser sets the content type of a multipart form, with its boundary.
    const isForm = body instanceof FormData;
    const headers = new Headers({
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(cached && { 'if-none-match': cached.etag }),
    });
    for (const [name, value] of Object.entries(extraHeaders)) if (value !== undefined) headers.set(name, value);
    try {
      const response = await fetch(site.baseUrls[host] + url, {
        method,
        headers,
        priority,
        cache: token === undefined ? 'default' : 'no-store',
        signal: signal && timeoutSignal ? AbortSignal.any([signal, timeoutSignal]) : (signal ?? timeoutSignal ?? null),
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      if (response.status === 304 && cached) return cached.response;
      const result = { status: response.status, body: parseJson(await response.text()) };
      const etag = response.headers.get('etag');
      if (isCacheable && token === cachedToken && response.ok && etag !== null)
        cache.set(url, { etag, response: result });
      return result;
    } catch {
      if (timeoutSignal?.aborted) throw new ApiError(`timeout of ${timeoutMs}ms exceeded`);
      throw new ApiError(signal?.aborted ? 'Request aborted' : 'Network Error');
    }
  };
};

/** Parses JSON; undefined for the error page of a proxy, whose status is enough. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
