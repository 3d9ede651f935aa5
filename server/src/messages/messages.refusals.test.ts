import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { API_PREFIX, fillPath } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createBuyer } from '../testing/buyer.ts';
import { hasBody, hasParams } from '../testing/endpoints.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
} from '../testing/merchant-refusals.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import type { TestShop } from '../testing/shop.ts';

let shops: RefusalShops;
let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
let shopper: Awaited<ReturnType<typeof createShopper>>;
let threadId: string;
let orderId: string;
beforeAll(async () => {
  shops = await openRefusalShops();
  shop = shops.shop;
  store = await createStore(shop);
  shopper = await createShopper(shop);
  threadId = await shopper.sendQuestion(store.productId);
  const buyer = await createBuyer(shop, [[store.productId, 1]]);
  const { id, reference } = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  orderId = id;
});
afterAll(async () => {
  await shops.close();
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
  [calls.listMerchantMessages, { response: schemas.merchantMessagePage }],
  [calls.getMerchantMessage, { response: schemas.merchantMessageDetail }],
  [calls.markMerchantMessageDone, { body: () => ({ is_done: true }), response: schemas.waiting }],
  [calls.markMerchantMessageRead, { body: () => ({ is_read: true }), response: schemas.unread }],
  [calls.replyToBuyer, { body: () => ({ content: 'A' }), response: schemas.reply }],
  [calls.contactBuyer, { body: () => ({ order_id: orderId, subject: 'A', content: 'B' }), response: schemas.sent }],
]);
const urlOf = (call: Endpoint, id = threadId) => API_PREFIX + fillPath(call.path, { id, message_type: 'question' });
const headersOf = (call: Endpoint): Record<string, string> =>
  call.auth === 'merchant' ? store.headers : call.auth === 'reply' ? shopper.replyHeaders : shopper.headers;
const request = (call: Endpoint): MerchantRequest => ({
  method: call.method,
  url: urlOf(call),
  headers: headersOf(call),
  ...(hasBody(call) && { payload: examples.get(call)?.body?.() ?? {} }),
});

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  invalid_input: (send, call) =>
    hasBody(call) ? send({ payload: {} }) : send({ query: hasParams(call) ? { before: '0' } : { page: 'x' } }),
  invalid_page: (send) => send({ query: { page: '99' } }),
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
    const provocation = { ...shops.provokeShared(request), ...provoke }[code];
    const response = await provocation?.((changed) => shop.app.inject({ ...request(call), ...changed }), call);
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
