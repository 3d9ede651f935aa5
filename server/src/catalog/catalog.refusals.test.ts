import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as account from '@sokuwa/contract/account/account.endpoints.ts';
import { beginIdentityLogin, finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import * as addresses from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import * as checkout from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { getHome } from '@sokuwa/contract/home/home.endpoints.ts';
import * as messages from '@sokuwa/contract/messages/messages.endpoints.ts';
import { reportProduct } from '@sokuwa/contract/moderation/moderation.endpoints.ts';
import * as orders from '@sokuwa/contract/orders/orders.endpoints.ts';
import * as operatorPayouts from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import * as payouts from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as returns from '@sokuwa/contract/returns/returns.endpoints.ts';
import * as saved from '@sokuwa/contract/saved/saved.endpoints.ts';
import * as support from '@sokuwa/contract/support/support.endpoints.ts';
import * as wallet from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import * as webhooks from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { callEndpoints, createEndpointUrl, hasBody, hasParams, isStaffCall } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, addProducts, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
/** A shop whose database is unavailable. */
let shopWithoutDatabase: FastifyInstance;
/** A shop that allows one request a minute. */
let strictShop: TestShop;
let soldOut: ProductId;
type AuthHeaders = Awaited<ReturnType<typeof signIn>>;
/** An account with an empty cart. */
let buyer: AuthHeaders;
/** An account with a sold-out product in the cart. */
let buyerOfSoldOut: AuthHeaders;
/** An account with a full cart. */
let buyerWithFullCart: AuthHeaders;

/** Creates an account with these products in the cart, and signs it in. */
const signInWithCart = async (products: ProductId[]): Promise<AuthHeaders> => {
  const accountId = await addAccount(shop.db);
  const lines = products.map((product_id, line) => ({
    account_id: accountId,
    product_id,
    line,
    quantity: 1,
    title: '',
  }));
  await shop.db.insertInto('cart_line').values(lines).execute();
  return signIn(shop.db, accountId);
};

beforeAll(async () => {
  shop = await openTestShop();
  shopWithoutDatabase = await openShopWithoutDatabase();
  strictShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  soldOut = await addProduct(shop.db, { stock: 0 });
  buyerOfSoldOut = await signInWithCart([soldOut]);
  buyerWithFullCart = await signInWithCart(Array.from({ length: MAX_LINES }, (_, n) => (1_000_000 + n) as ProductId));
});
beforeEach(async () => {
  // A test may have signed out the previous session.
  buyer = await signIn(shop.db);
});
afterAll(async () => {
  await shopWithoutDatabase.close();
  await strictShop.close();
  await shop.close();
});

/** Required query parameters by path. */
const REQUIRED_QUERY: Record<string, Record<string, string>> = {
  '/exchange-rate/': { country_code: 'GB' },
  '/regions/': { country_code: 'NG' },
  '/cities': { region_id: '2332453' },
};

/** The header that browsers send with requests from the shop's own pages. */
const FROM_THE_SHOP = { 'sec-fetch-site': 'same-origin' };
/** A valid request for the endpoint; ids in the path are those of an existing product. */
const validRequest = (call: Endpoint): InjectOptions & { url: string } => ({
  method: call.method,
  url: createEndpointUrl(call, soldOut),
  ...(REQUIRED_QUERY[call.path] && { query: REQUIRED_QUERY[call.path] }),
  headers: { ...(call.auth === 'required' && buyer), ...FROM_THE_SHOP },
  ...(hasBody(call) && { payload: { product_id: soldOut, quantity: 1, cart_items: [] } }),
});

/** Causes the refusal at any endpoint that declares it. */
const provoke: Partial<
  Record<RefusalCode, (call: Endpoint) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>>
> = {
  invalid_input: (call) => {
    if (hasParams(call)) return shop.app.inject({ ...validRequest(call), url: createEndpointUrl(call, 'abc') });
    if (hasBody(call)) return shop.app.inject({ ...validRequest(call), payload: {} });
    return shop.app.inject({ ...validRequest(call), query: { sort: 'best' } });
  },
  unknown_country: (call) => shop.app.inject({ ...validRequest(call), query: { country_code: 'XX' } }),
  unknown_region: (call) => shop.app.inject({ ...validRequest(call), query: { region_id: '1' } }),
  invalid_page: (call) => shop.app.inject({ ...validRequest(call), query: { page: '0' } }),
  not_found: (call) =>
    shop.app.inject({
      ...validRequest(call),
      url: createEndpointUrl(call, 2_147_483_647),
      ...(hasBody(call) && { payload: { product_id: 2_147_483_647 } }),
    }),
  database_unavailable: (call) => shopWithoutDatabase.inject(validRequest(call)),
  out_of_stock: (call) => shop.app.inject(validRequest(call)),
  not_in_cart: (call) => shop.app.inject(validRequest(call)),
  not_enough_stock: (call) => shop.app.inject({ ...validRequest(call), headers: buyerOfSoldOut }),
  cart_full: async (call) => {
    const payload = { product_id: await addProduct(shop.db) };
    const response = await shop.app.inject({ ...validRequest(call), payload, headers: buyerWithFullCart });
    await shop.db.deleteFrom('product').where('id', '=', payload.product_id).execute();
    return response;
  },
  credentials_missing: (call) => shop.app.inject({ ...validRequest(call), headers: {} }),
  token_invalid: (call) => shop.app.inject({ ...validRequest(call), headers: { authorization: 'Token none' } }),
  invalid_json: (call) =>
    shop.app.inject({ ...validRequest(call), payload: '{', headers: { ...buyer, 'content-type': 'application/json' } }),
  unsupported_media_type: (call) =>
    shop.app.inject({ ...validRequest(call), payload: 'x=1', headers: { ...buyer, 'content-type': 'text/plain' } }),
  payload_too_large: (call) => shop.app.inject({ ...validRequest(call), payload: { x: 'y'.repeat(300_000) } }),
  too_many_requests: async (call) => {
    await strictShop.app.inject({ url: '/backend/countries/' });
    return strictShop.app.inject(validRequest(call));
  },
};

describe('every refusal that the contract declares', () => {
  /** Endpoints that need more setup; the *.refusals.test.ts files of their slices test them. */
  const testedElsewhere = new Set<Endpoint>([
    ...[
      account,
      addresses,
      checkout,
      orders,
      returns,
      messages,
      support,
      saved,
      wallet,
      webhooks,
      payouts,
      operatorPayouts,
    ].flatMap((calls) => Object.values(calls)),
    beginIdentityLogin,
    finishIdentityLogin,
    getHome,
    reportProduct,
  ]);
  const tested = callEndpoints.filter(([, call]) => !testedElsewhere.has(call) && !isStaffCall(call));
  const declared = tested.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

  it.each(declared)('%s can return %s', { tags: ['@API-11', '@API-14'] }, async (_, code, call) => {
    const response = await provoke[code]?.(call);
    if (!response) throw new Error(`no request is defined that causes ${code}`);
    expectRefusal(response, code);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
    if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
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
  ])('refuse the page %j', { tags: ['@API-17'] }, async (page) => {
    for (const url of [list, '/backend/api/hot-deals/', '/backend/api/new-arrivals/'])
      expectRefusal(await get({ page }, url), 'invalid_page');
    expectRefusal(await get({ page, search: 'yam' }), 'invalid_page');
  });

  it.each(['XX', 'ng', 'NGA', 'N', '12', '🇳🇬', 'NG\0', '__proto__', "NG'", 'x'.repeat(400)])(
    'refuse the country %j',
    async (code) => {
      expectRefusal(await get({ country_code: code }), 'unknown_country');
      for (const path of ['', 'related/'])
        expectRefusal(await get({ country_code: code }, `/backend/api/products/${soldOut}/${path}`), 'unknown_country');
    },
  );

  it('refuse a country code of 10,000 letters as invalid input', async () => {
    expectRefusal(await get({ country_code: 'N'.repeat(10_000) }), 'invalid_input');
  });

  it('treat an empty country code as missing', async () => {
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
  ])('refuse the price %j with an error for the field', async (price) => {
    for (const name of ['min_price', 'max_price']) {
      const response = await get({ [name]: price });
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual([name]);
    }
  });

  it.each(['0', '0.00', '9999999999.99', ' 5 ', '00012'])('accept the price %j', async (price) => {
    for (const url of [list, '/backend/api/hot-deals/', '/backend/api/new-arrivals/', `/merchants/1/products/`]) {
      const response = await get({ min_price: price, max_price: price }, url.startsWith('/m') ? `/backend${url}` : url);
      expect(response.statusCode).toBe(200);
      expect(response.json().count).toBe(0);
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
    const response = await get({ [name]: value });
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([name]);
  });

  it.each(['page', 'search', 'sort', 'country_code', 'min_price', 'in_stock'])('refuse a repeated %s', async (name) => {
    const response = await shop.app.inject({ url: `${list}?${name}=1&${name}=2` });
    expectRefusal(response, 'invalid_input');
  });

  it('ignore unknown parameters', async () => {
    const response = await shop.app.inject({
      url: `${list}?utm_source=x&__proto__=1&constructor=2&page[0]=7&next=//evil.test`,
    });
    expect(response.json()).toEqual((await get({})).json());
  });
});

describe('ids in paths', () => {
  // Links in mails contain no ids.
  const links = new Set<Endpoint>([account.verifyEmail, saved.unsubscribeFromSavedMails]);
  const calls = callEndpoints.filter(
    ([, call]) => hasParams(call) && !links.has(call) && call.auth !== 'reply' && !isStaffCall(call),
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
  ])('cannot be %j', async (id) => {
    for (const [name, call] of calls) {
      const response = await shop.app.inject({ ...validRequest(call), url: createEndpointUrl(call, id) });
      expect([400, 404], `${name} ${id}`).toContain(response.statusCode);
      expectRefusal(response, response.statusCode === 400 ? 'invalid_input' : 'not_found');
    }
  });
});

describe('URLs', () => {
  /** A pattern for the path of an endpoint; it can match paths of other endpoints too. */
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
  ])('are accepted with repeated slashes, with or without a trailing slash: %s', { tags: ['@API-6'] }, async (url) => {
    const response = await shop.app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.json().count).toBe(1);
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
  ])('that do not exist are refused: %s', async (url) => {
    expectRefusal(await shop.app.inject({ url }), 'not_found');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'accept %s only where the contract declares it',
    async (method) => {
      const declared = callEndpoints
        .filter(([, call]) => call.method === method)
        .map(([, { path }]) => patternOf(path));
      for (const [, call] of callEndpoints) {
        if (declared.some((pattern) => pattern.test(call.path))) continue;
        const response = await shop.app.inject({ method, url: createEndpointUrl(call, soldOut) });
        expect([404, 405]).toContain(response.statusCode);
        expectRefusal(response, response.statusCode === 404 ? 'not_found' : 'method_not_allowed');
      }
    },
  );

  it('respond to HEAD like GET, without a body', async () => {
    for (const [, call] of callEndpoints.filter(([, { method }]) => method === 'GET')) {
      const [get, head] = [
        await shop.app.inject(validRequest(call)),
        await shop.app.inject({ ...validRequest(call), method: 'HEAD' }),
      ];
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.body).toBe('');
    }
  });
});

describe('the next URL', () => {
  it('contains only the known parameters of the request URL', async () => {
    await addProducts(
      shop.db,
      Array.from({ length: 51 }, () => ({})),
    );
    const expected = 'http://shop.test/backend/api/products/?page=2';
    for (const url of [
      '//backend/api/products/?x=evil',
      '/backend/api/products?utm_source=evil&callback=evil',
      '/backend/api/products/',
    ]) {
      shop.clearCaches();
      expect((await shop.app.inject({ url })).json().next).toBe(expected);
    }
    // Unknown parameters of one request must not appear in the cached response for another.
    await shop.app.inject({ url: '/backend/api/products/?country_code=GB&evil=1' });
    const other = await shop.app.inject({ url: '/backend/api/products/?country_code=GB' });
    expect(other.json().next).not.toContain('evil');
  });

  it('contains every filter', async () => {
    const response = await shop.app.inject({
      url: '/backend/api/products/?sort=price&in_stock=true&max_price=99999.5&country_code=GB',
    });
    const next = new URL(response.json().next);
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

const MALICIOUS_VALUES = [
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

describe('malicious values', () => {
  const PARAMETERS = ['page', 'country_code', 'search', 'min_price', 'max_price', 'sort', 'in_stock'];
  const expectValidResponse = (response: Awaited<ReturnType<FastifyInstance['inject']>>, message: string) => {
    expect([200, 400, 401, 404, 405, 413, 414, 415], message).toContain(response.statusCode);
    expect(response.headers['content-type'], message).toBe('application/json; charset=utf-8');
    expect(response.headers['x-request-id'], message).toBeDefined();
    const body = response.json();
    if (response.statusCode !== 200)
      expect(body, message).toMatchObject({ code: expect.any(String), detail: body.message });
  };

  type Description = { paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>> };
  let description: Description;
  beforeAll(async () => {
    description = (await shop.app.inject('/backend/docs')).json();
  });
  /** The parameters that the endpoint reads, each by itself, because one that is refused hides the others; and those that it ignores, together. */
  const groupParameters = ({ method, path }: Endpoint): string[][] => {
    // The description writes the double slashes of the contract as single ones.
    const operation = description.paths[path.replace('//', '/')]?.[method.toLowerCase()];
    if (!operation) throw new Error(`the description has no ${method} ${path}`);
    const isRead = (parameter: string) =>
      operation.parameters?.some(({ in: place, name }) => place === 'query' && name === parameter) === true;
    const read = PARAMETERS.filter(isRead);
    return [...read.map((name) => [name]), PARAMETERS.filter((name) => !isRead(name))];
  };

  // Calls of merchants and operators would all be refused without a token. `npm run prove -- fuzz` sends such values with one.
  it.each(callEndpoints.filter(([, call]) => !isStaffCall(call)))(
    'do not cause a server error in %s',
    async (_, call) => {
      const groups = groupParameters(call);
      for (const value of MALICIOUS_VALUES) {
        const message = JSON.stringify(value.slice(0, 60));
        for (const names of groups) {
          const query = names.map((name) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
          const url = `${validRequest(call).url}?${query}`;
          expectValidResponse(await shop.app.inject({ ...validRequest(call), url }), `${names.join()}=${message}`);
        }
        expectValidResponse(
          await shop.app.inject({ ...validRequest(call), url: createEndpointUrl(call, value.toWellFormed()) }),
          message,
        );
        if (hasBody(call)) {
          for (const payload of [
            value,
            { product_id: value },
            { product_id: 1, quantity: value },
            { cart_items: value },
            { cart_items: [value, { product_id: value, quantity: value }] },
            { [value]: value },
          ]) {
            expectValidResponse(
              await shop.app.inject({
                ...validRequest(call),
                headers: { ...buyer, ...FROM_THE_SHOP, 'content-type': 'application/json' },
                payload: JSON.stringify(payload),
              }),
              message,
            );
          }
        }
      }
    },
  );

  it('do not cause a server error in raw request paths that no client library sends', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const sendRaw = (path: string) =>
      new Promise<{ status: number; text: string; id: unknown }>((resolve, reject) => {
        const request = httpRequest({ port, path, agent: false }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text, id: response.headers['x-request-id'] }),
          );
        });
        request.on('error', reject).end();
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
      const { status, text, id } = await sendRaw(path);
      expect([200, 400, 404, 414], `${path.slice(0, 80)} ${text}`).toContain(status);
      expect(() => JSON.parse(text), path).not.toThrow();
      expect(id, path).toMatch(/^[\w-]{8,64}$/);
    }
    // The HTTP parser refuses a longer path before there is a request with an id.
    const { status, text } = await sendRaw(`/backend/${'x'.repeat(20_000)}`);
    expect(status).toBe(431);
    expect(() => JSON.parse(text)).not.toThrow();
  });
});
