import * as addresses from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import { MAX_ADDRESSES } from '@sokuwa/contract/addresses/addresses.rules.ts';
import * as checkout from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { TestCarrier } from '../testing/carrier.ts';
import { addAddress, addCoupon, createAddress } from '../testing/checkout.ts';
import { createEndpointUrl } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

const HOUR_MS = 3600 * 1000;

let shop: TestShop;
/** A shop whose database is unavailable. */
let dead: FastifyInstance;
/** A shop that allows one request a minute. */
let strict: TestShop;
let yam: ProductId;
const carrier = new TestCarrier();

beforeAll(async () => {
  shop = await openTestShop({}, undefined, { shipping: carrier });
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  yam = await addProduct(shop.db, { price_kobo: 1_245_000, stock: 10 });
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await shop.close();
});

/** A buyer with an address and a cart, and a body that is valid for every endpoint. */
type Buyer = { accountId: AccountId; headers: Record<string, string>; body: Record<string, unknown> };
const createBuyer = async (): Promise<Buyer> => {
  const accountId = await addAccount(shop.db);
  const shipping_address_id = await addAddress(shop.db, accountId);
  const line = { account_id: accountId, product_id: yam, line: 1, quantity: 1, title: '' };
  await shop.db.insertInto('cart_line').values(line).execute();
  const { code } = await addCoupon(shop.db);
  return {
    accountId,
    headers: await signIn(shop.db, accountId),
    body: { ...createAddress(), cart_items: [], shipping_address_id, coupon_code: code },
  };
};

const request = (call: Endpoint, { headers, body }: Buyer): InjectOptions & { url: string } => ({
  method: call.method,
  url: createEndpointUrl(call, String(body.shipping_address_id)),
  headers,
  ...(call.method !== 'GET' && { payload: body }),
});
type Send = (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
/** Causes a refusal, by the request or by the state of the shop. */
type Provoke = (send: Send, buyer: Buyer, call: Endpoint) => Promise<LightMyRequestResponse>;
const withBody =
  (changed: Record<string, unknown>): Provoke =>
  (send, { body }) =>
    send({ payload: { ...body, ...changed } });
const withCoupon =
  (parts: Parameters<typeof addCoupon>[1]): Provoke =>
  async (send, { body }) =>
    send({ payload: { ...body, coupon_code: (await addCoupon(shop.db, parts)).code } });
const withLine =
  (product: Parameters<typeof addProduct>[1], quantity: number): Provoke =>
  async (send, { accountId }) => {
    const product_id = await addProduct(shop.db, product);
    const line = { account_id: accountId, product_id, line: 2, quantity, title: '' };
    await shop.db.insertInto('cart_line').values(line).execute();
    return send({});
  };
/** Refusals with a variable text, which other tests of this slice check. */
const VARIABLE_TEXT: RefusalCode[] = ['items_unavailable', 'country_not_served', 'coupon_minimum'];

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  too_many_requests: async (_, buyer, call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(request(call, buyer));
  },
  database_unavailable: (_, buyer, call) => dead.inject(request(call, buyer)),
  // A call without a body has only an id that can be wrong.
  invalid_input: (send, _, call) =>
    send(call.method === 'DELETE' ? { url: createEndpointUrl(call, 'x'.repeat(101)) } : { payload: {} }),
  invalid_json: (send, { headers }) =>
    send({ payload: '{', headers: { ...headers, 'content-type': 'application/json' } }),
  unsupported_media_type: (send, { headers }) =>
    send({ payload: 'a=1', headers: { ...headers, 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  unknown_place: withBody({ region: 1 }),
  phone_invalid: withBody({ phone_number: '12' }),
  too_many_addresses: async (send, { accountId }) => {
    for (let n = 1; n < MAX_ADDRESSES; n++) await addAddress(shop.db, accountId, { is_default: false });
    return send({});
  },
  not_found: (send, { body }, call) => {
    const shipping_address_id = '00000000-0000-0000-0000-000000000000';
    return send({ url: createEndpointUrl(call, shipping_address_id), payload: { ...body, shipping_address_id } });
  },
  unknown_country: (send) => send({ query: { country_code: 'QQ' } }),
  cart_empty: async (send, { accountId }) => {
    await shop.db.deleteFrom('cart_line').where('account_id', '=', accountId).execute();
    return send({});
  },
  items_unavailable: withLine({ stock: 1 }, 2),
  shipment_too_heavy: withLine({ weight_grams: 600_000 }, 2),
  country_not_served: async (send, { accountId, body }) => {
    const far = await addAddress(shop.db, accountId, { country_code: 'KP', is_default: false });
    return send({ payload: { ...body, shipping_address_id: far } });
  },
  carrier_unavailable: (send) => carrier.whileUnavailable(() => send({})),
  coupon_not_found: withBody({ coupon_code: 'NONESUCH' }),
  coupon_used: async (send, { accountId, body }) => {
    const { id, code } = await addCoupon(shop.db);
    await shop.db.insertInto('coupon_use').values({ account_id: accountId, coupon_id: id }).execute();
    return send({ payload: { ...body, coupon_code: code } });
  },
  coupon_used_up: withCoupon({ max_uses: 1, uses: 1 }),
  coupon_not_started: withCoupon({ starts_at: new Date(Date.now() + HOUR_MS) }),
  coupon_expired: withCoupon({ ends_at: new Date(Date.now() - HOUR_MS) }),
  coupon_minimum: withCoupon({ minimum_kobo: kobo(1e9) }),
};

describe('every refusal that the contract declares for addresses and checkout', () => {
  const calls: [string, Endpoint][] = Object.entries({ ...addresses, ...checkout });
  const declared = calls.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

  it.each(declared)('%s can return %s', async (_, code, call) => {
    const buyer = await createBuyer();
    const send: Send = (changed) => shop.app.inject({ ...request(call, buyer), ...changed });
    const response = await provoke[code]?.(send, buyer, call);
    if (!response) throw new Error(`no request is defined that causes ${code}`);
    expectRefusal(response, code, VARIABLE_TEXT.includes(code) ? response.json().detail : undefined);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });

  it.each(calls)('%s succeeds for a valid request', async (_, call) => {
    expect((await shop.app.inject(request(call, await createBuyer()))).statusCode).toBe(200);
  });
});
