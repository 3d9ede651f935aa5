import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBrowserTransport } from './browser-transport.ts';

/** How the network behaves: as fetch does, a call that is given up is rejected with the reason. */
let answer: (headers: Headers) => Response | Promise<Response>;
const asked: Headers[] = [];
const paths: string[] = [];

beforeEach(() => {
  asked.length = 0;
  paths.length = 0;
  vi.stubGlobal('fetch', (path: string, { signal, ...init }: RequestInit) => {
    const { headers } = new Request(new URL(path, 'http://shop.test'), init);
    asked.push(headers);
    paths.push(path);
    const given = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return Promise.race([given, answer(headers)]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, etag?: string) => () =>
  Response.json(body, etag === undefined ? {} : { headers: { etag } });

const GET = { method: 'GET', url: '/api/cart/' };

describe('what a call sends', () => {
  it("goes to the API on the shop's own origin", { tags: ['@API-1', '@API-2'] }, async () => {
    answer = json({});
    const send = makeBrowserTransport();
    await send(GET);
    await send({ method: 'GET', url: '/countries/' });
    expect(paths).toEqual(['/backend/api/cart/', '/backend/countries/']);
  });

  it('is the token in its header, a body as JSON, and what headers the call has', { tags: ['@API-7'] }, async () => {
    answer = json({});
    const send = makeBrowserTransport();
    await send({ ...GET, token: 'abc' });
    const headers = { 'idempotency-key': 'k1', 'x-none': undefined };
    await send({ method: 'POST', url: '/api/cart/', headers, body: { product_id: 1 } });
    expect(asked[0]?.get('authorization')).toBe('Token abc');
    expect(asked[1]?.get('content-type')).toBe('application/json');
    expect(asked[1]?.has('authorization')).toBe(false);
    expect([asked[1]?.get('idempotency-key'), asked[1]?.has('x-none')]).toEqual(['k1', false]);
  });

  it('is a form as the browser writes it, with its own type', async () => {
    answer = json({});
    const body = new FormData();
    body.set('image', new File(['x'], 'me.png', { type: 'image/png' }));
    await makeBrowserTransport()({ method: 'PUT', url: '/user-profile-update', body });
    expect(asked[0]?.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('is the ETag of the last answer; unchanged, that very answer is given back', { tags: ['@CART-82'] }, async () => {
    answer = (headers) =>
      headers.get('if-none-match') === '"1"' ? new Response(null, { status: 304 }) : json({ cart: [] }, '"1"')();
    const send = makeBrowserTransport();
    const first = await send({ ...GET, token: 'abc' });
    const second = await send({ ...GET, token: 'abc' });
    expect(asked.map((headers) => headers.get('if-none-match'))).toEqual([null, '"1"']);
    expect(second).toEqual({ status: 200, body: { cart: [] } });
    expect(second.body).toBe(first.body);
  });

  it("is never another's ETag, nor one for a guest", async () => {
    answer = json({}, '"1"');
    const send = makeBrowserTransport();
    await send({ ...GET, token: 'abc' });
    await send({ ...GET, token: 'xyz' });
    await send(GET);
    await send({ ...GET, token: 'abc' });
    expect(asked.map((headers) => headers.get('if-none-match'))).toEqual([null, null, null, null]);
  });
});

describe('a call without an answer', () => {
  it("is a 'Network Error'", { tags: ['@SHELL-73'] }, async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(makeBrowserTransport()(GET)).rejects.toThrow(/^Network Error$/);
  });

  it("is 'Request aborted' when its caller gave up", { tags: ['@SHELL-75'] }, async () => {
    const caller = new AbortController();
    answer = () => {
      caller.abort();
      return new Promise(() => {});
    };
    await expect(makeBrowserTransport()({ ...GET, signal: caller.signal })).rejects.toThrow(/^Request aborted$/);
  });

  it.each([undefined, new AbortController().signal])(
    'says which time ran out, where there is a limit',
    { tags: ['@SHELL-74'] },
    async (signal) => {
      answer = () => new Promise(() => {});
      await expect(makeBrowserTransport(20)({ ...GET, signal })).rejects.toThrow(/^timeout of 20ms exceeded$/);
    },
  );

  it('waits for as long as it takes, since by default there is none', { tags: ['@SHELL-76'] }, async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    answer = json(1);
    await makeBrowserTransport()(GET);
    expect(timeout).not.toHaveBeenCalled();
  });
});

it("gives a proxy's own page as no body at all", async () => {
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await expect(makeBrowserTransport()(GET)).resolves.toEqual({ status: 502, body: undefined });
});
