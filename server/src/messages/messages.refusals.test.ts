import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { API_PREFIX, fillPath } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createApiToken } from '../platform/api-tokens.ts';
import { createBuyer } from '../testing/buyer.ts';
import { hasBody, hasParams } from '../testing/endpoints.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
/** A node whose database is unavailable. */
let deadNode: FastifyInstance;
/** A shop that allows one request a minute. */
let limitedShop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
let shopper: Awaited<ReturnType<typeof createShopper>>;
let threadId: string;
let orderId: string;
beforeAll(async () => {
  shop = await openTestShop();
  deadNode = await openShopWithoutDatabase();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  store = await createStore(shop);
  shopper = await createShopper(shop);
  threadId = await shopper.sendQuestion(store.productId);
  const buyer = await createBuyer(shop, [[store.productId, 1]]);
  const { id, reference } = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  orderId = id;
});
afterAll(async () => {
  await deadNode.close();
  await limitedShop.close();
  await shop.close();
});

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
/** A valid body and the response schema of each endpoint. */
const examples = new Map<Endpoint, { body?: () => object; response: z.ZodType }>([
  [calls.listMessages, { response: schemas.messagePage }],
  [calls.countUnread, { response: schemas.unread }],
  [calls.getMessage, { response: schemas.messageDetail }],
  [calls.markMessageRead, { body: () => ({ is_read: true }), response: schemas.unread }],
  [calls.replyToMerchant, { body: () => ({ content: 'A' }), response: schemas.reply }],
  [
    calls.contactMerchant,
    { body: () => ({ subject: 'A', content: 'B', product: store.productId }), response: schemas.sent },
  ],
  [calls.listMerchantMessages, { response: schemas.messagePage }],
  [calls.getMerchantMessage, { response: schemas.messageDetail }],
  [calls.markMerchantMessageRead, { body: () => ({ is_read: true }), response: schemas.unread }],
  [calls.replyToBuyer, { body: () => ({ content: 'A' }), response: schemas.reply }],
  [calls.contactBuyer, { body: () => ({ order_id: orderId, subject: 'A', content: 'B' }), response: schemas.sent }],
]);
const urlOf = (call: Endpoint, id = threadId) => API_PREFIX + fillPath(call.path, { id, message_type: 'question' });
const headersOf = (call: Endpoint): Record<string, string> =>
  call.auth === 'merchant' ? store.headers : call.auth === 'reply' ? shopper.replyHeaders : shopper.headers;
const request = (call: Endpoint): InjectOptions & { url: string } => ({
  method: call.method,
  url: urlOf(call),
  headers: headersOf(call),
  ...(hasBody(call) && { payload: examples.get(call)?.body?.() ?? {} }),
});

type Provoke = (
  send: (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>,
  call: Endpoint,
) => Promise<LightMyRequestResponse>;
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_read_only: async (send) => {
    const token = await createApiToken(shop.db, { merchantId: store.merchantId, name: 'report', scope: 'read' });
    return send({ headers: { authorization: `Token ${token}` } });
  },
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  too_many_requests: async (_, call) => {
    await limitedShop.app.inject({ url: '/backend/countries/' });
    return limitedShop.app.inject(request(call));
  },
  database_unavailable: (_, call) => deadNode.inject(request(call)),
  invalid_input: (send, call) =>
    hasBody(call) ? send({ payload: {} }) : send({ query: hasParams(call) ? { before: '0' } : { page: 'x' } }),
  invalid_page: (send) => send({ query: { page: '99' } }),
  invalid_json: (send, call) =>
    send({ payload: '{', headers: { ...headersOf(call), 'content-type': 'application/json' } }),
  unsupported_media_type: (send, call) =>
    send({ payload: 'a=1', headers: { ...headersOf(call), 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, call) => {
    if (hasParams(call)) return send({ url: urlOf(call, UNKNOWN_ID) });
    const body = examples.get(call)?.body?.();
    return send({ payload: { ...body, product: 2_000_000_000, order_id: '000000000000' } });
  },
};

const all: [string, Endpoint][] = Object.entries(calls);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('the endpoints of messages', () => {
  it.each(declared)('%s can return %s', { tags: ['@MESSAGE-60'] }, async (_, code, call) => {
    const send = (changed: Partial<InjectOptions>) => shop.app.inject({ ...request(call), ...changed });
    const response = await provoke[code]?.(send, call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
    if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each(all.filter(([, { events }]) => !events))(
    '%s returns exactly the response of the contract',
    async (_, call) => {
      const response = await shop.app.inject(request(call));
      expect(response.statusCode).toBe(200);
      expect(examples.get(call)?.response.parse(response.json())).toEqual(response.json());
      expect(response.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
    },
  );
});

describe('message ids', () => {
  it.each(['abc', '0', '9'.repeat(400), '1\0', "1'--", '../1', '💥', ' ', `${UNKNOWN_ID}0`, UNKNOWN_ID.toUpperCase()])(
    'cannot be %j',
    async (id) => {
      for (const [name, call] of all.filter(([, endpoint]) => hasParams(endpoint))) {
        const response = await shop.app.inject({ ...request(call), url: urlOf(call, id) });
        expect(response.statusCode, name).toBe(404);
        expectRefusal(response, 'not_found');
      }
    },
  );
});
