import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { createPageRenderer, toReadableUrl } from './index.ts';
import { RenderUnavailableError, ThreadEndedError } from './render-threads.ts';

let shop: TestShop;
const rendered: { path: string; country: string }[] = [];

/** Renders test pages that show the country, the status of an API call and the data saver. */
const pages = {
  register: async () => undefined,
  worker: Buffer.from(`/* the worker */${'cache(page);'.repeat(200)}`),
  render: createPageRenderer(async (path, { country, send, isDataSaverOn }) => {
    rendered.push({ path, country });
    if (path === '/moved/') return { html: [], status: 307, location: '/moved' };
    if (path === '/busy') throw new RenderUnavailableError('Too many visitors at once.');
    if (path === '/ends-thread') throw new ThreadEndedError('out of memory', { hadOthers: false });
    if (path === '/shares-thread') throw new ThreadEndedError('out of memory', { hadOthers: true });
    if (path === '/broken') throw new Error('a component failed: <b>"');
    const { status, body } = await send({ method: 'GET', url: path === '/undeclared' ? '/api/none/' : '/countries/' });
    const html = `<p>${country} ${status} ${Array.isArray(body) ? body.length : 0}</p>${isDataSaverOn ? '<b>data saver</b>' : ''}${'<i>page</i>'.repeat(300)}`;
    return { html: [html], status: path === '/missing' ? 404 : 200 };
  }),
};

beforeAll(async () => {
  shop = await openTestShop({}, pages);
});
afterAll(() => shop.close());

const getPage = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

describe('pages', () => {
  it('respond with 503 and Retry-After when too many pages wait to be rendered', async () => {
    const { statusCode, headers } = await getPage('/busy');
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store']);
  });

  it.each([
    ['/ends-thread', 'error'],
    ['/shares-thread', 'warn'],
    ['/busy', 'warn'],
  ] as const)('%s responds with 503, and is logged at %s', async (path, level) => {
    const logs = { error: vi.spyOn(shop.app.log, 'error'), warn: vi.spyOn(shop.app.log, 'warn') };
    expect((await getPage(path)).statusCode).toBe(503);
    const levels = (['error', 'warn'] as const).filter((name) => logs[name].mock.calls.length > 0);
    for (const log of Object.values(logs)) log.mockRestore();
    expect(levels).toEqual([level]);
  });

  it("are rendered for the visitor's country and vary by what they depend on in shared caches", {
    tags: ['@COUNTRY-14', '@COUNTRY-21'],
  }, async () => {
    expect((await getPage('/')).body).toContain('<p>NG 200 4</p>');
    expect((await getPage('/', { cookie: 'a=b; country=GB' })).body).toContain('<p>GB 200 4</p>');
    for (const country of ['XX', 'gb', '<b>'])
      expect((await getPage('/', { cookie: `country=${country}` })).body).toContain('<p>NG');
    // Any visitor can send the header of a CDN.
    expect((await getPage('/', { 'shop-variant': 'country=GB' })).body).toContain('<p>NG');
    // A cache needs the Vary header of compressed and uncompressed responses alike.
    for (const headers of [{}, { 'accept-encoding': 'br' }, {}]) {
      expect(
        String((await getPage('/', headers)).headers.vary)
          .split(', ')
          .toSorted(),
      ).toEqual(['accept-encoding', 'cookie', 'save-data']);
    }
  });

  it.each([
    ['the first visitor accepts brotli', ['br', 'identity', 'br']],
    ['the first visitor does not', ['identity', 'br', 'identity']],
  ])('are the same with and without compression when %s', async (name, encodings) => {
    const texts = new Set<string>();
    const etags = new Set<unknown>();
    for (const encoding of encodings) {
      const response = await getPage(`/?${encodeURIComponent(name)}`, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding === 'br' ? 'br' : undefined);
      texts.add(String(encoding === 'br' ? brotliDecompressSync(response.rawPayload) : response.rawPayload));
      etags.add(response.headers.etag);
    }
    expect([texts.size, etags.size]).toEqual([1, 1]);
    expect([...texts][0]).toContain('<p>NG 200 4</p>');
  });

  it('are shared by a CDN that states which of the two cookies the visitor has', {
    tags: ['@COUNTRY-14', '@OFFLINE-8'],
  }, async () => {
    const other = await openTestShop({ VARIANT_HEADER: '1' }, pages);
    const shared = new Map<string, string>();
    /** A CDN that copies the cookies, and stores by URL and Vary. */
    const getThroughCdn = async (cookie: string, saveData?: string) => {
      const find = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookie)?.[1] ?? '';
      const headers: Record<string, string> = {
        'accept-encoding': 'br',
        'shop-variant': `country=${find('country')}; data-saver=${find('data-saver')}`,
        cookie,
        ...(saveData !== undefined && { 'save-data': saveData }),
      };
      const response = await other.app.inject({ url: '/shared', headers });
      const key = JSON.stringify(
        String(response.headers.vary)
          .split(', ')
          .map((name) => [name, headers[name]]),
      );
      const { body } = await other.app.inject({
        url: '/shared',
        headers: { ...headers, 'accept-encoding': 'identity' },
      });
      expect(shared.get(key) ?? body).toBe(body);
      shared.set(key, body);
      return body;
    };
    expect(await getThroughCdn('_ga=1')).toContain('<p>NG');
    expect(await getThroughCdn('_ga=2; a=b')).not.toContain('data saver');
    expect(shared.size).toBe(1);
    expect(await getThroughCdn('_ga=3; country=GB')).toContain('<p>GB');
    expect(await getThroughCdn('country=GB; _ga=4')).toContain('<p>GB');
    expect(shared.size).toBe(2);
    expect(await getThroughCdn('_ga=5; data-saver=slow')).toContain('data saver');
    expect(await getThroughCdn('_ga=6', 'on')).toContain('data saver');
    expect(shared.size).toBe(4);
    await other.close();
  });

  it("use the data saver by header, by the visitor's choice, or on a slow network", {
    tags: ['@OFFLINE-8', '@OFFLINE-11'],
  }, async () => {
    const isDataSaverOn = async (headers: Record<string, string>) =>
      (await getPage('/', headers)).body.includes('data saver');
    expect(await isDataSaverOn({})).toBe(false);
    expect(await isDataSaverOn({ 'save-data': 'on' })).toBe(true);
    expect(await isDataSaverOn({ 'save-data': 'off' })).toBe(false);
    expect(await isDataSaverOn({ cookie: 'data-saver=on' })).toBe(true);
    expect(await isDataSaverOn({ cookie: 'country=GB; data-saver=slow' })).toBe(true);
    // The visitor's choice overrides the browser's header.
    expect(await isDataSaverOn({ cookie: 'data-saver=off', 'save-data': 'on' })).toBe(false);
    expect(await isDataSaverOn({ cookie: 'not-data-saver=on' })).toBe(false);
  });

  it('are rendered once for simultaneous requests', async () => {
    const before = rendered.length;
    const responses = await Promise.all(Array.from({ length: 5 }, () => getPage('/about')));
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(rendered.length - before).toBe(1);
  });

  it('are cached only if everything that they are made from says what it depends on', async () => {
    const countRenderings = async (path: string) => {
      const before = rendered.length;
      for (let n = 0; n < 2; n++) expect((await getPage(path)).statusCode).toBe(200);
      return rendered.length - before;
    };
    expect(await countRenderings('/declared')).toBe(1);
    expect(await countRenderings('/undeclared')).toBe(2);
  });

  it.each([
    '/verify-email/a/b',
    '/reset-password?uid=a&token=b',
    '/accounts/google/callback?code=a&state=b',
    '/unsubscribe/a',
  ])('with a secret in the URL are never cached: %s', { tags: ['@ACCOUNT-101'] }, async (path) => {
    const before = rendered.length;
    for (const response of [await getPage(path), await getPage(path)]) {
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(rendered.length - before).toBe(2);
  });

  it('that do not exist are not cached', async () => {
    const response = await getPage('/missing');
    expect(response.statusCode).toBe(404);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('that fail show an error page with the text of the error and links, uncached and without a stack', {
    tags: ['@SHELL-70', '@SHELL-71'],
  }, async () => {
    const { statusCode, headers, body } = await getPage('/broken', { accept: 'text/html' });
    expect(statusCode).toBe(500);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('<h1>Unexpected Application Error!</h1>');
    expect(body).toContain('<a href="/">Return Home</a>');
    expect(body).toContain('<p>a component failed: &#60;b&#62;&#34;</p>');
    expect(body).not.toContain('.test.ts');
  });

  it('that redirect are not cached', async () => {
    const { statusCode, headers, body } = await getPage('/moved/', { accept: 'text/html' });
    expect(statusCode).toBe(307);
    expect(headers.location).toBe('/moved');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toBe('');
  });

  it('are never returned for an API path', { tags: ['@API-4'] }, async () => {
    for (const url of ['/backend', '/backend/', '/backend/none', '/backend/api/none/?x=1'])
      expectRefusal(await getPage(url, { accept: 'text/html' }), 'not_found');
    expectRefusal(await getPage('/backend/api/%ZZ'), 'not_found');
  });

  it.each([
    ['/product/list/%ZZ', '/product/list/%25ZZ'],
    ['/100%?q=50%', '/100%25?q=50%'],
    ['/%FF', '/%25FF'],
    ['/%E0%A4%A', '/%25E0%25A4%25A'],
    ['/%E1%BB%8C', '/%E1%BB%8C'],
  ])('are rendered for a malformed URL too: %s', { tags: ['@INFO-49'] }, async (url, readable) => {
    const response = await getPage(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(rendered.at(-1)?.path).toBe(readable);
  });

  it('treat a backslash as a character, not as a slash', () => {
    expect(toReadableUrl('/\\evil.test?a=\\')).toBe('/%5Cevil.test?a=\\');
    expect(toReadableUrl('//\\evil.test')).toBe('//%5Cevil.test');
    expect(toReadableUrl('/backend/\\%ZZ')).toBe('/backend/\\%ZZ');
  });

  it.each(['//evil.test/about', '///evil.test/about'])(
    'never redirect to another site for a URL that begins with several slashes: %s',
    { tags: ['@INFO-49'] },
    async (url) => {
      const { statusCode, headers } = await getPage(url);
      expect(statusCode).toBe(308);
      expect(headers.location).toMatch(/^\/[^/\\]/);
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});

describe('the service worker', () => {
  it('is revalidated with every page, and may only fetch from the shop', async () => {
    const { statusCode, headers, body } = await getPage('/worker.js', { 'accept-encoding': 'identity' });
    expect(statusCode).toBe(200);
    expect(body).toContain('the worker');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect((await getPage('/worker.js', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect((await getPage('/worker.js', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });

  it('unregisters itself when offline pages are disabled', { tags: ['@OFFLINE-7'] }, async () => {
    const other = await openTestShop({ OFFLINE_PAGES: '0' }, pages);
    const { statusCode, body } = await other.app.inject('/worker.js');
    await other.close();
    expect(statusCode).toBe(200);
    expect(body).not.toContain('the worker');

    // Stands in for the browser: two caches and a registration.
    const cacheStore = new Map([
      ['a', 1],
      ['b', 2],
    ]);
    let isRegistered = true;
    const listeners = new Map<string, (event: { waitUntil(done: unknown): void }) => void>();
    const self = {
      addEventListener: (name: string, listener: (event: { waitUntil(done: unknown): void }) => void) =>
        listeners.set(name, listener),
      skipWaiting: () => undefined,
      registration: {
        unregister: async () => {
          isRegistered = false;
        },
      },
    };
    const caches = {
      keys: async () => [...cacheStore.keys()],
      delete: async (name: string) => cacheStore.delete(name),
    };
    new Function('self', 'caches', body)(self, caches);
    const waiting: unknown[] = [];
    for (const name of ['install', 'activate']) listeners.get(name)?.({ waitUntil: (done) => waiting.push(done) });
    await Promise.all(waiting);
    expect([...cacheStore]).toEqual([]);
    expect(isRegistered).toBe(false);
  });
});

describe('for crawlers', () => {
  it('/robots.txt disallows private paths and names the sitemap', async () => {
    const { statusCode, headers, body } = await getPage('/robots.txt');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /backend/',
        'Disallow: /sandbox',
        'Sitemap: http://shop.test/sitemap.xml',
      ]),
    );
  });

  const urlsIn = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));

  it('the sitemap of static pages lists the information pages', { tags: ['@INFO-8'] }, async () => {
    const urls = urlsIn((await getPage('/sitemaps/shop.xml')).body);
    for (const path of [
      'about',
      'contact',
      'faqs',
      'help',
      'termsandconditions',
      'privacypolicy',
      'returnandrefundpolicy',
    ])
      expect(urls).toContain(`http://shop.test/${path}`);
  });

  it('the sitemaps list every product once, also beyond the first file', async () => {
    const ids = await addProducts(shop.db, [
      { listed_at: '2026-10-05T23:30:00Z' },
      {},
      { id: 20_000 as ProductId },
      { id: 45_000 as ProductId },
    ]);
    const index = await getPage('/sitemap.xml');
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(index.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex /);
    const files = urlsIn(index.body);
    expect(files).toEqual(
      ['shop', 'products-0', 'products-1', 'products-2'].map((name) => `http://shop.test/sitemaps/${name}.xml`),
    );
    const products: string[] = [];
    for (const file of files) {
      const response = await getPage(new URL(file).pathname);
      expect(response.statusCode).toBe(200);
      expect(response.body).not.toMatch(/&(?!amp;)/);
      if (file.includes('products-')) products.push(...urlsIn(response.body));
      if (file.endsWith('products-0.xml')) expect(response.body).toContain('<lastmod>2026-10-05</lastmod>');
      if (file.endsWith('shop.xml'))
        expect(urlsIn(response.body)).toContain('http://shop.test/product/list?section=productList&page=1');
    }
    expect(products).toEqual(ids.map((id) => `http://shop.test/product/details/${id}`));
    // A new product does not appear until the cache expires: the file is read from the database once.
    const cached = (await getPage('/sitemaps/products-0.xml')).body;
    await addProducts(shop.db, [{ id: 19_999 as ProductId }]);
    expect((await getPage('/sitemaps/products-0.xml')).body).toBe(cached);
  });

  it.each([
    'products-3.xml',
    'products-999999.xml',
    'products-.xml',
    'products--1.xml',
    'other.xml',
    'products-1000000000.xml',
    'shop.xml%00',
  ])('the sitemap %s does not exist', async (file) => {
    expectRefusal(await getPage(`/sitemaps/${file}`), 'not_found');
  });
});
