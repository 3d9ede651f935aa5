import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { API_PREFIX, fillPath } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createBuyer } from '../testing/buyer.ts';
import { hasBody, hasParams } from '../testing/endpoints.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
let dead: FastifyInstance;
/** Its one visitor may ask once a minute. */
let strict: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
let shopper: Awaited<ReturnType<typeof createShopper>>;
let thread: string;
let order: string;
beforeAll(async () => {
  shop = await openTestShop();
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  store = await createStore(shop);
  shopper = await createShopper(shop);
  thread = await shopper.sendQuestion(store.productId);
  const buyer = await createBuyer(shop, [[store.productId, 1]]);
  const { id, reference } = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  order = id;
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await shop.close();
});

const NOBODYS = '00000000-0000-4000-8000-000000000000';
/** What each call takes, and answers. */
const taken = new Map<Endpoint, { body?: () => object; answer: z.ZodType }>([
  [calls.listMessages, { answer: schemas.messagePage }],
  [calls.countUnread, { answer: schemas.unread }],
  [calls.getMessage, { answer: schemas.messageDetail }],
  [calls.markMessageRead, { body: () => ({ is_read: true }), answer: schemas.unread }],
  [calls.replyToMerchant, { body: () => ({ content: 'A' }), answer: schemas.reply }],
  [
    calls.contactMerchant,
    { body: () => ({ subject: 'A', content: 'B', product: store.productId }), answer: schemas.sent },
  ],
  [calls.listMerchantMessages, { answer: schemas.messagePage }],
  [calls.getMerchantMessage, { answer: schemas.messageDetail }],
  [calls.markMerchantMessageRead, { body: () => ({ is_read: true }), answer: schemas.unread }],
  [calls.replyToBuyer, { body: () => ({ content: 'A' }), answer: schemas.reply }],
  [calls.contactBuyer, { body: () => ({ order_id: order, subject: 'A', content: 'B' }), answer: schemas.sent }],
]);
const addressOf = (call: Endpoint, id = thread) => API_PREFIX + fillPath(call.path, { id, message_type: 'question' });
const headersOf = (call: Endpoint): Record<string, string> =>
  call.auth === 'merchant' ? store.headers : call.auth === 'reply' ? shopper.replyHeaders : shopper.headers;
const request = (call: Endpoint): InjectOptions & { url: string } => ({
  method: call.method,
  url: addressOf(call),
  headers: headersOf(call),
  ...(hasBody(call) && { payload: taken.get(call)?.body?.() ?? {} }),
});

type Provoke = (
  send: (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>,
  call: Endpoint,
) => Promise<LightMyRequestResponse>;
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  too_many_requests: async (_, call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(request(call));
  },
  database_unavailable: (_, call) => dead.inject(request(call)),
  invalid_input: (send, call) =>
    hasBody(call) ? send({ payload: {} }) : send({ query: hasParams(call) ? { before: '0' } : { page: 'x' } }),
  invalid_page: (send) => send({ query: { page: '99' } }),
  invalid_json: (send, call) =>
    send({ payload: '{', headers: { ...headersOf(call), 'content-type': 'application/json' } }),
  unsupported_media_type: (send, call) =>
    send({ payload: 'a=1', headers: { ...headersOf(call), 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, call) => {
    if (hasParams(call)) return send({ url: addressOf(call, NOBODYS) });
    const body = taken.get(call)?.body?.();
    return send({ payload: { ...body, product: 2_000_000_000, order_id: '000000000000' } });
  },
};

const all: [string, Endpoint][] = Object.entries(calls);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('every refusal that the contract declares for messages', () => {
  it.each(declared)('%s can answer %s', { tags: ['@MESSAGE-60'] }, async (_, code, call) => {
    const send = (changed: Partial<InjectOptions>) => shop.app.inject({ ...request(call), ...changed });
    const answer = await provoke[code]?.(send, call);
    if (!answer) throw new Error(`no way to provoke ${code} is written down`);
    expectRefusal(answer, code);
    if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('2');
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each(all.filter(([, { events }]) => !events))(
    '%s answers without any of them what the contract says, and nothing more',
    async (_, call) => {
      const answer = await shop.app.inject(request(call));
      expect(answer.statusCode).toBe(200);
      expect(taken.get(call)?.answer.parse(answer.json())).toEqual(answer.json());
      expect(answer.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
    },
  );
});

describe('ids of messages', () => {
  it.each(['abc', '0', '9'.repeat(400), '1\0', "1'--", '../1', '💥', ' ', `${NOBODYS}0`, NOBODYS.toUpperCase()])(
    'are never %j',
    async (id) => {
      for (const [name, call] of all.filter(([, one]) => hasParams(one))) {
        const answer = await shop.app.inject({ ...request(call), url: addressOf(call, id) });
        expect(answer.statusCode, name).toBe(404);
        expectRefusal(answer, 'not_found');
      }
    },
  );
});
