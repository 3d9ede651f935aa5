import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectRefusal, type TestResponse } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { createPageRenderer } from './index.ts';

const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let shop: TestShop;
afterEach(() => shop.close());
const openShop = async (settings: Record<string, string> = {}) => {
  shop = await openTestShop(settings, {
    register: async () => undefined,
    render: createPageRenderer(async () => ({ html: ['<p>page</p>'], status: 200 })),
  });
};

/** Sends a request like a browser that opens a page. */
const open = (url: string, request: InjectOptions = {}) =>
  shop.app.inject({ ...request, url, headers: { accept: BROWSER_ACCEPT, ...request.headers } });

/** Expects a small static page that says `text` and links to the home page. */
const expectPage = (response: TestResponse, status: number, text: RegExp) => {
  expect(response.statusCode).toBe(status);
  const { headers, body } = response;
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(body).toMatch(text);
  expect(body).toContain('<a href="/">Return Home</a>');
  expect(body).not.toContain('<script');
  // The policy allows its style and nothing else.
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
};

describe('a page with too many requests', () => {
  it('says in HTML when to try again, with Retry-After and a way back', { tags: ['@API-29', '@API-35'] }, async () => {
    await openShop({ NETWORK_PAGES_PER_MINUTE: '1', RATE_LIMIT_FACTOR: '1' });
    expect((await open('/about')).statusCode).toBe(200);
    const response = await open('/product/list?page=2');
    expectPage(response, 429, /Too many requests\. Please try again in \d+ seconds?\./);
    expect(response.body).toContain(`in ${response.headers['retry-after']} second`);
    expect(response.body).toContain('<a href="">Try Again</a>');
    // Clients that accept any type, or name none, get the page too.
    for (const accept of ['*/*', undefined]) {
      const { headers } = await shop.app.inject({ url: '/', headers: { ...(accept !== undefined && { accept }) } });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it('is JSON for a client that accepts no HTML, and for files', { tags: ['@API-35'] }, async () => {
    await openShop({ NETWORK_PAGES_PER_MINUTE: '1', RATE_LIMIT_FACTOR: '0.05' });
    await open('/about');
    expectRefusal(await open('/about', { headers: { accept: 'application/json' } }), 'too_many_requests');
    expectRefusal(await open('/assets/index-1.js'), 'too_many_requests');
  });
});

it('an API call with too many requests is JSON, whatever it accepts', { tags: ['@API-35'] }, async () => {
  await openShop({ NETWORK_CALLS_PER_MINUTE: '1', RATE_LIMIT_FACTOR: '1', CACHE_MEGABYTES: '0' });
  await open('/backend/countries/');
  const response = await open('/backend/countries/');
  expectRefusal(response, 'too_many_requests');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
});

describe('a refused page is HTML', () => {
  it.each<[string, string, InjectOptions, number, RegExp]>([
    ['a wrong method', '/about', { method: 'POST' }, 405, /This method is not allowed here\./],
    [
      'a body that is too large',
      '/about',
      { method: 'POST', payload: { x: 'y'.repeat(300_000) } },
      413,
      /The request body is too large\./,
    ],
    [
      'a body that is not JSON',
      '/about',
      { method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } },
      400,
      /not valid JSON/,
    ],
    ['a path that is too long', `/sandbox/mailbox/${'x'.repeat(2100)}`, {}, 404, /Not found\./],
  ])('for %s', { tags: ['@API-35'] }, async (_, url, request, status, text) => {
    await openShop();
    const response = await open(url, request);
    expectPage(response, status, text);
    // No retry link, because it would send GET instead.
    expect(response.body.includes('Try Again')).toBe(request.method !== 'POST');
    if (status === 405) expect(response.headers.allow).toBe('GET, HEAD');
  });

  it('without a database, with Retry-After', { tags: ['@API-35'] }, async () => {
    await openShop();
    const failure = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    vi.spyOn(shop.geo, 'quote').mockRejectedValue(failure);
    const response = await open('/about', { headers: { cookie: 'country=GB' } });
    expectPage(response, 503, /The shop is briefly unavailable\. Please try again\./);
    expect(response.headers['retry-after']).toBe('2');
  });

  it('after an unexpected error, without details', { tags: ['@API-35'] }, async () => {
    await openShop();
    vi.spyOn(shop.geo, 'quote').mockRejectedValue(new Error('secret'));
    const response = await open('/about', { headers: { cookie: 'country=GB' } });
    expectPage(response, 500, /Internal Server Error/);
    expect(response.body).not.toContain('secret');
  });
});

it('a long path is refused without backtracking, which would take longer than this test may', {
  tags: ['@API-35'],
}, async () => {
  await openShop();
  const dots = `/${'.'.repeat(15_000)}/`;
  for (let n = 0; n < 150; n++) expect((await open(dots, { method: 'POST' })).statusCode).toBe(405);
});
