import { beginIdentityLogin, finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import { makeApi } from '@sokuwa/contract/api-client.ts';
import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { listCountries } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBrowserTransport } from './browser-transport.ts';

/** The response of the mocked fetch. Like the real one, it rejects an aborted request with the reason. */
let respond: (headers: Headers) => Response | Promise<Response>;
const requestHeaders: Headers[] = [];
const paths: string[] = [];

beforeEach(() => {
  requestHeaders.length = 0;
  paths.length = 0;
  vi.stubGlobal('fetch', (path: string, { signal, ...init }: RequestInit) => {
    const { headers } = new Request(new URL(path, 'http://shop.test'), init);
    requestHeaders.push(headers);
    paths.push(path);
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return Promise.race([aborted, respond(headers)]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, etag?: string) => () =>
  Response.json(body, etag === undefined ? {} : { headers: { etag } });

const SITE = { baseUrls: { api: '/backend', countries: '/backend', shop: '/backend' } };
const GET = { method: 'GET', url: '/api/cart/' };

describe('requests', () => {
  it('go to the API on the origin of the shop', { tags: ['@API-1', '@API-2'] }, async () => {
    respond = json({});
    const send = makeBrowserTransport(SITE);
    await send(GET);
    await send({ method: 'GET', url: '/countries/' });
    expect(paths).toEqual(['/backend/api/cart/', '/backend/countries/']);
  });

  it('go to the base URL of their host', { tags: ['@API-1', '@API-3', '@API-34'] }, async () => {
    respond = json({});
    const baseUrls = { api: 'https://api.test/v1', countries: 'https://countries.test', shop: '/backend' };
    const api = makeApi(makeBrowserTransport({ baseUrls }), {
      get: () => 'abc',
      merchant: () => null,
      remove: () => {},
    });
    await api.call(listCategories, {});
    await api.call(listCountries, {});
    await api.call(beginIdentityLogin, { query: {} });
    await api.call(finishIdentityLogin, { body: { state: 's', code: 'c' } });
    expect(paths).toEqual([
      'https://api.test/v1/api/category/',
      'https://countries.test/countries/',
      '/backend/accounts/google/login/',
      '/backend/accounts/google/login/callback/',
    ]);
    expect(requestHeaders.map((headers) => [...headers.keys()])).toEqual([[], [], [], ['content-type']]);
  });

  it('contain the token, the body as JSON and the extra headers', { tags: ['@API-7'] }, async () => {
    respond = json({});
    const send = makeBrowserTransport(SITE);
    await send({ ...GET, token: 'abc' });
    const headers = { 'idempotency-key': 'k1', 'x-none': undefined };
    await send({ method: 'POST', url: '/api/cart/', headers, body: { product_id: 1 } });
    expect(requestHeaders[0]?.get('authorization')).toBe('Token abc');
    expect(requestHeaders[1]?.get('content-type')).toBe('application/json');
    expect(requestHeaders[1]?.has('authorization')).toBe(false);
    expect([requestHeaders[1]?.get('idempotency-key'), requestHeaders[1]?.has('x-none')]).toEqual(['k1', false]);
  });

  it('send a form as multipart with the content type of the browser', async () => {
    respond = json({});
    const body = new FormData();
    body.set('image', new File(['x'], 'me.png', { type: 'image/png' }));
    await makeBrowserTransport(SITE)({ method: 'PUT', url: '/user-profile-update', body });
    expect(requestHeaders[0]?.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('contain the last ETag, and a 304 returns the cached response object', { tags: ['@CART-82'] }, async () => {
    respond = (headers) =>
      headers.get('if-none-match') === '"1"' ? new Response(null, { status: 304 }) : json({ cart: [] }, '"1"')();
    const send = makeBrowserTransport(SITE);
    const first = await send({ ...GET, token: 'abc' });
    const second = await send({ ...GET, token: 'abc' });
    expect(requestHeaders.map((headers) => headers.get('if-none-match'))).toEqual([null, '"1"']);
    expect(second).toEqual({ status: 200, body: { cart: [] } });
    expect(second.body).toBe(first.body);
  });

  it('never contain the ETag of another account, and none for a guest', async () => {
    respond = json({}, '"1"');
    const send = makeBrowserTransport(SITE);
    await send({ ...GET, token: 'abc' });
    await send({ ...GET, token: 'xyz' });
    await send(GET);
    await send({ ...GET, token: 'abc' });
    expect(requestHeaders.map((headers) => headers.get('if-none-match'))).toEqual([null, null, null, null]);
  });
});

describe('a request without a response', () => {
  it("throws 'Network Error'", { tags: ['@SHELL-73'] }, async () => {
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(makeBrowserTransport(SITE)(GET)).rejects.toThrow(/^Network Error$/);
  });

  it("throws 'Request aborted' when the caller aborts it", { tags: ['@SHELL-75'] }, async () => {
    const controller = new AbortController();
    respond = () => {
      controller.abort();
      return new Promise(() => {});
    };
    await expect(makeBrowserTransport(SITE)({ ...GET, signal: controller.signal })).rejects.toThrow(
      /^Request aborted$/,
    );
  });

  it.each([undefined, new AbortController().signal])(
    'throws an error with the timeout when there is one',
    { tags: ['@SHELL-74'] },
    async (signal) => {
      respond = () => new Promise(() => {});
      await expect(makeBrowserTransport(SITE, 20)({ ...GET, signal })).rejects.toThrow(/^timeout of 20ms exceeded$/);
    },
  );

  it('has no timeout by default', { tags: ['@SHELL-76'] }, async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    respond = json(1);
    await makeBrowserTransport(SITE)(GET);
    expect(timeout).not.toHaveBeenCalled();
  });
});

it('returns an undefined body for the error page of a proxy', async () => {
  respond = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await expect(makeBrowserTransport(SITE)(GET)).resolves.toEqual({ status: 502, body: undefined });
});
