import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageRenderer } from '../pages/index.ts';
import { openDeskAs } from '../testing/desk.ts';
import { addMerchant, addProducts, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

const SHOP = 'https://shop.example';
const PRODUCTS = '/api/products/?page=1';

/** Pages that show where they call the API. */
const pages = {
  register: async () => undefined,
  worker: Buffer.from('start(SITE);'),
  render: createPageRenderer(async (_, { baseUrls }) => ({ html: [JSON.stringify(baseUrls)], status: 200 })),
};
const openShop = (settings: Record<string, string>) => openTestShop({ PUBLIC_URL: SHOP, ...settings }, pages);

describe('an API on another origin', { tags: ['@API-3', '@API-32'] }, () => {
  const API = 'https://api.shop.example';
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop({
      API_URL: `${API}/`,
      COUNTRIES_URL: 'https://countries.example/world/',
    });
    await addProducts(
      shop.db,
      Array.from({ length: 51 }, () => ({})),
    );
  });
  afterAll(() => shop.close());

  const get = (url: string, host = 'api.shop.example', headers: Record<string, string> = {}) =>
    shop.app.inject({ url, headers: { host, ...headers } });
  it('is served at its host, with links to itself', async () => {
    // The first response is built, the second is sent from the cache.
    for (const url of [PRODUCTS, PRODUCTS]) {
      const response = await get(url);
      expect([response.statusCode, response.json().next]).toEqual([200, `${API}/api/products/?page=2`]);
    }
    for (const host of ['API.shop.example', 'api.shop.example:443'])
      expect((await get('/api//products//?page=1', host)).statusCode).toBe(200);
    expect((await get(`/backend${PRODUCTS}`)).statusCode).toBe(200);
    expect((await get('/product/list')).statusCode).toBe(404);
  });

  it('is served below /backend of the shop’s own origin too, whose other paths are pages', async () => {
    expect((await get(`/backend${PRODUCTS}`, 'shop.example')).json().count).toBe(51);
    for (const path of ['/', PRODUCTS])
      expect((await get(path, 'shop.example')).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('leaves the desk on the shop’s own origin, where its cookie and the calls of merchants work', {
    tags: ['@STAFF-10'],
  }, async () => {
    const merchantId = await addMerchant(shop.db);
    const desk = await openDeskAs(shop, merchantId, 'owner');
    const headers = {
      cookie: `__Host-desk=${desk.cookies.get('desk')}`,
      'x-desk-store': String(merchantId),
      host: 'shop.example',
    };
    for (const url of ['/backend/desk/session/', '/backend/merchant/orders/'])
      expect((await shop.app.inject({ url, headers })).statusCode).toBe(200);
    const change = (site: string) =>
      shop.app.inject({
        method: 'PATCH',
        url: '/backend/merchant/store/',
        payload: { place: 'Kano, Nigeria' },
        headers: { ...headers, 'sec-fetch-site': site },
      });
    expect((await change('same-origin')).statusCode).toBe(200);
    // What a browser says of a call from a page of the shop to the API's host.
    expect((await change('same-site')).json().code).toBe('cross_site');
  });

  it('may be read by the pages of the shop, without cookies: responses, cached ones, 304, refusals and streams', async () => {
    const first = await get(PRODUCTS);
    const responses = [
      first,
      await get(PRODUCTS, undefined, { 'if-none-match': String(first.headers.etag) }),
      await get('/profile/'),
      await get('/profile/', undefined, await signIn(shop.db)),
      await get('/nothing'),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 304, 401, 200, 404]);
    for (const { headers } of responses) {
      expect(headers['access-control-allow-origin']).toBe(SHOP);
      expect(headers['access-control-expose-headers']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const stream = await shop.app.inject({
      url: '/user/messages/events/',
      headers: { host: 'api.shop.example', ...(await signIn(shop.db)) },
      payloadAsStream: true,
    });
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'access-control-allow-origin': SHOP,
    });
    stream.stream().destroy();
  });

  it('is allowed by the content security policies of pages and service worker, and named in both and in the API description', async () => {
    const page = await get('/', 'shop.example');
    expect(page.json()).toEqual({ api: API, countries: 'https://countries.example/world', shop: '/backend' });
    expect(String(page.headers['content-security-policy']).split('; ')).toContain(
      `connect-src 'self' ${API} https://countries.example`,
    );
    const worker = await get('/worker.js', 'shop.example');
    expect(worker.body).toBe(`const SITE = {"api":"${API}","apiUrls":["${API}/api/category/"]};\nstart(SITE);`);
    expect(worker.headers['content-security-policy']).toBe(`default-src 'none'; connect-src 'self' ${API}`);
    const { servers, paths } = (await get('/docs', undefined, { accept: 'application/json' })).json();
    expect([servers, Object.keys(paths)]).toEqual([[{ url: API }], expect.arrayContaining(['/api/products/'])]);
    const docsPage = await get('/backend/docs/static/index.html', 'shop.example', { accept: 'text/html' });
    expect(docsPage.headers['content-security-policy']).toContain(`connect-src 'self' ${API};`);
  });
});

it('preflights allow every call of the pages, can be cached, and are not rate limited', {
  tags: ['@API-32'],
}, async () => {
  const shop = await openShop({
    API_URL: 'https://api.shop.example',
    NETWORK_CALLS_PER_MINUTE: '3',
    RATE_LIMIT_FACTOR: '1',
  });
  const send = (method: 'GET' | 'OPTIONS', url: string, headers = {}) =>
    shop.app.inject({ method, url, headers: { host: 'api.shop.example', origin: SHOP, ...headers } });
  for (let n = 0; n < 10; n++) {
    const { statusCode, headers } = await send('OPTIONS', '/api/cart//7/', {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': '*',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '7200',
    });
  }
  for (let n = 0; n < 3; n++) expect((await send('GET', '/nothing')).statusCode).toBe(404);
  const { statusCode, headers } = await send('GET', '/nothing');
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([429, SHOP]);
  await shop.close();
});

it('an API on another origin may have the path of a page', { tags: ['@API-4', '@API-32'] }, async () => {
  const shop = await openShop({ API_URL: 'https://other.example:8443/product' });
  const get = (url: string, host: string) => shop.app.inject({ url, headers: { host } });
  expect((await get(`/product${PRODUCTS}`, 'other.example:8443')).json().count).toBe(0);
  expect((await get('/product/list', 'shop.example')).headers['content-type']).toBe('text/html; charset=utf-8');
  await shop.close();
});

it('an API at another path of the shop’s own origin needs no CORS headers', {
  tags: ['@API-3', '@API-32'],
}, async () => {
  const shop = await openShop({ API_URL: '/v1.0/api' });
  const get = (url: string, headers = {}) => shop.app.inject({ url, headers });
  for (const path of ['/v1.0/api', '//v1.0//api', '/backend'])
    expect((await get(`${path}${PRODUCTS}`)).json().count).toBe(0);
  expect((await get('/v1.0/api')).headers['content-type']).toMatch(/^application\/json/);
  for (const path of ['/v1.0/apis/products/', '/v1x0/api/api/products/'])
    expect((await get(path)).headers['content-type']).toBe('text/html; charset=utf-8');
  const page = await get('/');
  expect(page.json()).toEqual({ api: '/v1.0/api', countries: '/v1.0/api', shop: '/backend' });
  expect(page.headers['content-security-policy']).toContain("connect-src 'self';");
  expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  expect((await get('/robots.txt')).body).toContain('Disallow: /backend/\nDisallow: /v1.0/api/\n');
  await shop.close();
});

it('the default needs no CORS headers, and a preflight gets none', {
  tags: ['@API-2', '@API-3'],
}, async () => {
  const shop = await openShop({});
  const page = await shop.app.inject('/');
  expect(page.json()).toEqual({ api: '/backend', countries: '/backend', shop: '/backend' });
  expect(page.headers['content-security-policy']).toContain("connect-src 'self';");
  expect((await shop.app.inject('/worker.js')).body).toContain(
    '"apiUrls":["/backend/api/category/","/backend/countries/"]',
  );
  const response = await shop.app.inject({
    method: 'OPTIONS',
    url: `/backend${PRODUCTS}`,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  });
  expect(response.statusCode).toBe(404);
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  await shop.close();
});
