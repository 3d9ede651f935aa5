import { type Api, ApiError, makeApi, type Transport } from '@sokuwa/contract/api-client.ts';
import { API_PREFIX, STORE_HEADER } from '@sokuwa/contract/endpoint.ts';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The error page of a proxy: its status is enough.
    return undefined;
  }
};

let findServerTransport: () => Transport = () => {
  throw new Error('calls on the server are sent only while it renders a page');
};
/** On the server. @param find the transport of the page that is being rendered. Its calls are made for the merchant of the page */
export const setServerTransport = (find: () => Transport): void => {
  findServerTransport = find;
};

/**
 * Sends calls to the origin of the page, where the browser sends the desk's cookie, also if the shop's pages call another host
 * (docs/decisions/desk-access.md).
 * @param storeId the merchant for which the calls are made; undefined for operators and for calls about the account
 */
const makeTransport =
  (storeId: number | undefined): Transport =>
  async (call) => {
    if (import.meta.env.SSR) return findServerTransport()(call);
    const { method, url, headers: extraHeaders = {}, body, signal } = call;
    // The browser sets the content type of a multipart form, with its boundary.
    const isForm = body instanceof FormData;
    const headers = new Headers({
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(storeId !== undefined && { [STORE_HEADER]: String(storeId) }),
    });
    for (const [name, value] of Object.entries(extraHeaders)) if (value !== undefined) headers.set(name, value);
    const response = await fetch(API_PREFIX + url, {
      method,
      headers,
      cache: 'no-store',
      signal: signal ?? null,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    }).catch(() => {
      throw new ApiError(signal?.aborted ? 'Request aborted' : 'Network Error');
    });
    const text = await response.text();
    // A file, such as CSV, is text.
    const isFile = response.ok && response.headers.get('content-type')?.includes('json') === false;
    return { status: response.status, body: isFile ? text : parseJson(text) };
  };

/** The calls about the account, and those of operators. */
export const api = makeApi(makeTransport(undefined));

const storeApis = new Map<number, Api>();

/** The calls of one merchant. */
export const getStoreApi = (storeId: number): Api => {
  const known = storeApis.get(storeId);
  if (known) return known;
  const created = makeApi(makeTransport(storeId));
  storeApis.set(storeId, created);
  return created;
};
