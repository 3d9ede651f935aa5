import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as account from '@sokuwa/contract/account/account.endpoints.ts';
import { beginIdentityLogin, finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import * as addresses from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import * as checkout from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as messages from '@sokuwa/contract/messages/messages.endpoints.ts';
import * as orders from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as saved from '@sokuwa/contract/saved/saved.endpoints.ts';
import * as support from '@sokuwa/contract/support/support.endpoints.ts';
import * as wallet from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { allEndpoints, endpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, addProducts, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
let dead: FastifyInstance;
/** Its one visitor may ask once a minute. */
let strict: TestShop;
let soldOut: ProductId;
type Signed = Awaited<ReturnType<typeof signIn>>;
/** Has an empty cart. */
let buyer: Signed;
/** Has the product that is sold out in the cart. */
let unlucky: Signed;
/** Has a cart that holds as many products as it can. */
let hoarder: Signed;

/** Someone signed in, with these in the cart. */
const signInWith = async (products: ProductId[]): Promise<Signed> => {
  const account = await addAccount(shop.db);
  const lines = products.map((product_id, line) => ({ account_id: account, product_id, line, quantity: 1, title: '' }));
  await shop.db.insertInto('cart_line').values(lines).execute();
  return signIn(shop.db, account);
};

beforeAll(async () => {
  shop = await openTestShop();
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  soldOut = await addProduct(shop.db, { stock: 0 });
  unlucky = await signInWith([soldOut]);
  hoarder = await signInWith(Array.from({ length: MAX_LINES }, (_, n) => (1_000_000 + n) as ProductId));
});
beforeEach(async () => {
  // A test may have logged out the one before.
  buyer = await signIn(shop.db);
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await shop.close();
});

/** What a call can't do without in its query. */
const NEEDED: Record<string, Record<string, string>> = {
  '/regions/': { country_code: 'NG' },
  '/cities': { region_id: '1526506923' },
};

/** A request that any call takes, with an id that exists where one is asked for. */
const good = (call: Endpoint): InjectOptions & { url: string } => ({
  method: call.method,
  url: endpointUrl(call, soldOut),
  ...(NEEDED[call.path] && { query: NEEDED[call.path] }),
  ...(call.auth === 'required' && { headers: buyer }),
  ...(hasBody(call) && { payload: { product_id: soldOut, quantity: 1, cart_items: [] } }),
});

/** How each refusal is provoked from any call that declares it. */
const provoke: Partial<
  Record<RefusalCode, (call: Endpoint) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>>
> = {
  invalid_input: (call) => {
    if (hasParams(call)) return shop.app.inject({ ...good(call), url: endpointUrl(call, 'abc') });
    if (hasBody(call)) return shop.app.inject({ ...good(call), payload: {} });
    return shop.app.inject({ ...good(call), query: { sort: 'best' } });
  },
  unknown_country: (call) => shop.app.inject({ ...good(call), query: { country_code: 'XX' } }),
  unknown_region: (call) => shop.app.inject({ ...good(call), query: { region_id: '1' } }),
  invalid_page: (call) => shop.app.inject({ ...good(call), query: { page: '0' } }),
  not_found: (call) =>
    shop.app.inject({
      ...good(call),
      url: endpointUrl(call, 2_147_483_647),
      ...(hasBody(call) && { payload: { product_id: 2_147_483_647 } }),
    }),
  database_unavailable: (call) => dead.inject(good(call)),
  out_of_stock: (call) => shop.app.inject(good(call)),
  not_in_cart: (call) => shop.app.inject(good(call)),
  not_enough_stock: (call) => shop.app.inject({ ...good(call), headers: unlucky }),
  cart_full: async (call) => {
    const payload = { product_id: await addProduct(shop.db) };
    const answer = await shop.app.inject({ ...good(call), payload, headers: hoarder });
    await shop.db.deleteFrom('product').where('id', '=', payload.product_id).execute();
    return answer;
  },
  credentials_missing: (call) => shop.app.inject({ ...good(call), headers: {} }),
  token_invalid: (call) => shop.app.inject({ ...good(call), headers: { authorization: 'Token none' } }),
  invalid_json: (call) =>
    shop.app.inject({ ...good(call), payload: '{', headers: { ...buyer, 'content-type': 'application/json' } }),
  unsupported_media_type: (call) =>
    shop.app.inject({ ...good(call), payload: 'x=1', headers: { ...buyer, 'content-type': 'text/plain' } }),
  payload_too_large: (call) => shop.app.inject({ ...good(call), payload: { x: 'y'.repeat(300_000) } }),
  too_many_requests: async (call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(good(call));
  },
};

describe('every refusal that the contract declares', () => {
  /** Those that need more than a request are provoked beside their slices, in files named after this one. */
  const elsewhere = new Set<Endpoint>([
    ...[account, addresses, checkout, orders, messages, support, saved, wallet].flatMap((calls) =>
      Object.values(calls),
    ),
    beginIdentityLogin,
    finishIdentityLogin,
  ]);
  const here = allEndpoints.filter(([, call]) => !elsewhere.has(call));
  const declared = here.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

  it.each(declared)('%s can answer %s', { tags: ['@API-11', '@API-14'] }, async (_, code, call) => {
    const answer = await provoke[code]?.(call);
    if (!answer) throw new Error(`no way to provoke ${code} is written down`);
    expectRefusal(answer, code);
    if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('2');
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('lists', () => {
  const list = '/backend/api/products/';
  const get = (query: Record<string, string | string[]>, url = list) => shop.app.inject({ url, query });

  it.each([
    '0',
    '-1',
    'abc',
    '1e99',
    '2.5',
    '',
    ' ',
    '2',
    '3',
    '99999999',
    '999999999999999999999',
    '0x1',
    '1;drop',
    'NaN',
    '٢',
    '\0',
  ])('have no page %j', { tags: ['@API-17'] }, async (page) => {
    for (const url of [list, '/backend/api/hot-deals/', '/backend/api/new-arrivals/'])
      expectRefusal(await get({ page }, url), 'invalid_page');
    expectRefusal(await get({ page, search: 'yam' }), 'invalid_page');
  });

  it.each(['XX', 'ng', 'NGA', 'N', '12', '🇳🇬', 'NG\0', '__proto__', "NG'", 'x'.repeat(400)])(
    'know no country %j',
    async (code) => {
      expectRefusal(await get({ country_code: code }), 'unknown_country');
      expectRefusal(await get({ country_code: code }, `/backend/api/products/${soldOut}/`), 'unknown_country');
    },
  );

  it('refuse a country code of ten thousand letters as input', async () => {
    expectRefusal(await get({ country_code: 'N'.repeat(10_000) }), 'invalid_input');
  });

  it('take an empty country code for none', async () => {
    expect((await get({ country_code: '' })).json()).toEqual((await get({})).json());
  });

  it.each([
    '-1',
    'abc',
    '1,000',
    '1.234',
    '1e3',
    '',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '0x10',
    '99999999999',
    '₦5',
    '1 2',
    '\0',
  ])('refuse the price %j, and say so under its name', async (price) => {
    for (const name of ['min_price', 'max_price']) {
      const answer = await get({ [name]: price });
      expectRefusal(answer, 'invalid_input');
      expect(Object.keys(answer.json().errors)).toEqual([name]);
    }
  });

  it.each(['0', '0.00', '9999999999.99', ' 5 ', '00012'])('take the price %j', async (price) => {
    for (const url of [list, '/backend/api/hot-deals/', '/backend/api/new-arrivals/', `/merchants/1/products/`]) {
      const answer = await get({ min_price: price, max_price: price }, url.startsWith('/m') ? `/backend${url}` : url);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().count).toBe(0);
    }
  });

  it.each([
    ['sort', 'best'],
    ['sort', 'PRICE'],
    ['sort', ''],
    ['in_stock', 'yes'],
    ['in_stock', '1'],
    ['in_stock', ''],
  ])('refuse %s=%s', async (name, value) => {
    const answer = await get({ [name]: value });
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual([name]);
  });

  it.each(['page', 'search', 'sort', 'country_code', 'min_price', 'in_stock'])('refuse a doubled %s', async (name) => {
    const answer = await shop.app.inject({ url: `${list}?${name}=1&${name}=2` });
    expectRefusal(answer, 'invalid_input');
  });

  it('take no notice of parameters that they do not know', async () => {
    const answer = await shop.app.inject({
      url: `${list}?utm_source=x&__proto__=1&constructor=2&page[0]=7&next=//evil.test`,
    });
    expect(answer.json()).toEqual((await get({})).json());
  });
});

describe('ids in paths', () => {
  // A mailed link has no ids in it; what merchants and their tokens open is asked beside the messages.
  const links = new Set<Endpoint>([account.verifyEmail, saved.unsubscribeFromSavedMails]);
  const calls = allEndpoints.filter(
    ([, call]) => hasParams(call) && !links.has(call) && call.auth !== 'reply' && call.auth !== 'merchant',
  );

  it.each([
    'abc',
    '0',
    '-1',
    '1.5',
    'NaN',
    'null',
    '2147483648',
    '9'.repeat(400),
    '1\0',
    '\0',
    "1'--",
    '1;',
    '../1',
    '💥',
    ' ',
    '1,2',
    '1/2',
  ])('are never %j', async (id) => {
    for (const [name, call] of calls) {
      const answer = await shop.app.inject({ ...good(call), url: endpointUrl(call, id) });
      expect([400, 404], `${name} ${id}`).toContain(answer.statusCode);
      expectRefusal(answer, answer.statusCode === 400 ? 'invalid_input' : 'not_found');
    }
  });
});

describe('addresses', () => {
  /** What the path of a call matches, which may be another call's. */
  const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\/+/g, '/+').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

  it.each([
    '/backend/api/products',
    '/backend/api/products/',
    '/backend/api/products//',
    '/backend/api//products/',
    '/backend//api/products/',
    '//backend/api/products/',
    '///backend///api///products///',
    '/backend/api/products?',
  ])('are taken with one slash or two, and with a last one or none: %s', { tags: ['@API-6'] }, async (url) => {
    const answer = await shop.app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().count).toBe(1);
  });

  it.each([
    '/backend',
    '/backend/',
    '/backend/nothing',
    '/backend/api',
    '/backend/api/',
    '/backend/api/product/',
    '/backend/api/products/1/2/3',
    '/backend/merchants/',
    '/backend/API/PRODUCTS/',
    '/backend/../etc/passwd',
    '/backend/%2e%2e/',
    '/backend/api/products%2f',
    '/nothing',
  ])('that are none answer a refusal: %s', async (url) => {
    expectRefusal(await shop.app.inject({ url }), 'not_found');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'answer %s only where the contract has it',
    async (method) => {
      const taken = allEndpoints.filter(([, call]) => call.method === method).map(([, { path }]) => patternOf(path));
      for (const [, call] of allEndpoints) {
        if (taken.some((pattern) => pattern.test(call.path))) continue;
        const answer = await shop.app.inject({ method, url: endpointUrl(call, soldOut) });
        expect([404, 405]).toContain(answer.statusCode);
        expectRefusal(answer, answer.statusCode === 404 ? 'not_found' : 'method_not_allowed');
      }
    },
  );

  it('answer HEAD as GET, without the body', async () => {
    for (const [, call] of allEndpoints.filter(([, { method }]) => method === 'GET')) {
      const [get, head] = [await shop.app.inject(good(call)), await shop.app.inject({ ...good(call), method: 'HEAD' })];
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.body).toBe('');
    }
  });
});

describe('a next address', () => {
  it('repeats of the address asked for nothing but what the list understands', async () => {
    await addProducts(
      shop.db,
      Array.from({ length: 51 }, () => ({})),
    );
    const clean = 'http://shop.test/backend/api/products/?page=2';
    for (const url of [
      '//backend/api/products/?x=evil',
      '/backend/api/products?utm_source=evil&callback=evil',
      '/backend/api/products/',
    ]) {
      shop.clearCaches();
      expect((await shop.app.inject({ url })).json().next).toBe(clean);
    }
    // What one visitor's address held must not reach the next one through the cache.
    await shop.app.inject({ url: '/backend/api/products/?country_code=GB&evil=1' });
    const other = await shop.app.inject({ url: '/backend/api/products/?country_code=GB' });
    expect(other.json().next).not.toContain('evil');
  });

  it('keeps every filter', async () => {
    const answer = await shop.app.inject({
      url: '/backend/api/products/?sort=price&in_stock=true&max_price=99999.5&country_code=GB',
    });
    const next = new URL(answer.json().next);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      sort: 'price',
      in_stock: 'true',
      max_price: '99999.5',
      country_code: 'GB',
      page: '2',
    });
    const second = await shop.app.inject({ url: next.pathname + next.search });
    expect(second.statusCode).toBe(200);
    expect(second.json().previous).toContain('page=1');
  });
});

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '9'.repeat(30),
  'true',
  'null',
  '[]',
  '{}',
  '\0',
  'a\0b',
  '%',
  '%zz',
  '%00',
  "'",
  '"',
  '`',
  '\\',
  "' or 1=1--",
  '$1',
  '$$',
  '{{7*7}}',
  '#{x}',
  '<script>',
  '../../etc/passwd',
  '..%2f',
  '\r\nx: y',
  '\u202e',
  '\ufeff',
  '\ud800',
  'é'.repeat(500),
  '🍠'.repeat(300),
  'x'.repeat(3000),
  'x'.repeat(30_000),
  '__proto__',
  'constructor',
  'toString',
];

describe('nasty values', () => {
  const PARAMETERS = ['page', 'country_code', 'search', 'min_price', 'max_price', 'sort', 'in_stock'];
  const expectTame = (answer: Awaited<ReturnType<FastifyInstance['inject']>>, what: string) => {
    expect([200, 400, 401, 404, 405, 413, 414, 415], what).toContain(answer.statusCode);
    expect(answer.headers['content-type'], what).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id'], what).toBeDefined();
    const body = answer.json();
    if (answer.statusCode !== 200) expect(body, what).toMatchObject({ code: expect.any(String), detail: body.message });
  };

  it.each(allEndpoints)('never upset %s', async (_, call) => {
    for (const value of NASTY) {
      const what = JSON.stringify(value.slice(0, 60));
      for (const name of PARAMETERS) {
        const url = `${good(call).url}?${name}=${encodeURIComponent(value.toWellFormed())}`;
        expectTame(await shop.app.inject({ ...good(call), url }), `${name}=${what}`);
      }
      expectTame(await shop.app.inject({ ...good(call), url: endpointUrl(call, value.toWellFormed()) }), what);
      if (hasBody(call)) {
        for (const payload of [
          value,
          { product_id: value },
          { product_id: 1, quantity: value },
          { cart_items: value },
          { cart_items: [value, { product_id: value, quantity: value }] },
          { [value]: value },
        ]) {
          expectTame(
            await shop.app.inject({
              ...good(call),
              headers: { ...buyer, 'content-type': 'application/json' },
              payload: JSON.stringify(payload),
            }),
            what,
          );
        }
      }
    }
  });

  it('never upset it in the raw form that browsers would not send', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const raw = (path: string) =>
      new Promise<{ status: number; text: string; id: unknown }>((done, fail) => {
        const sent = httpRequest({ port, path, agent: false }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => done({ status: answer.statusCode ?? 0, text, id: answer.headers['x-request-id'] }));
        });
        sent.on('error', fail).end();
      });
    const PATHS = [
      '/backend/api/products/%zz',
      '/backend/api/products/%',
      '/backend/api/products/%E0%A4%A/',
      '/backend/%c0%ae/',
      '/backend/api/products/?search=%zz',
      '/backend/api/products/?search=%E0%A4%A&page=%ff',
      '/backend/api/products/?%zz=1&&&=&=x',
      `/backend/api/products/${'9'.repeat(1900)}/`,
      `/backend/api/products/${'9'.repeat(5000)}/`,
      `/backend/api/products/?search=${'x'.repeat(12_000)}`,
      `/backend${'/x'.repeat(5000)}`,
      '//backend//api//products//?a=//b',
      '/backend/api/products/#fragment',
      '/backend\\api\\products',
      '*',
      'http://other.test/backend/api/products/',
    ];
    for (const path of PATHS) {
      const { status, text, id } = await raw(path);
      expect([200, 400, 404, 414], `${path.slice(0, 80)} ${text}`).toContain(status);
      expect(() => JSON.parse(text), path).not.toThrow();
      expect(id, path).toMatch(/^[\w-]{8,64}$/);
    }
    // Beyond what the HTTP parser takes there is no request yet, and so no id.
    const { status, text } = await raw(`/backend/${'x'.repeat(20_000)}`);
    expect(status).toBe(431);
    expect(() => JSON.parse(text)).not.toThrow();
  });
});
