import { API_PREFIX, type Endpoint, fillPath } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as calls from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import * as schemas from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { hasBody, hasParams } from '../testing/endpoints.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
} from '../testing/merchant-refusals.ts';
import { createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { webhookCalls } from '../testing/webhook-receiver.ts';

const URL = 'http://127.0.0.1:9/hook';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PRODUCTION = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PAYSTACK_SECRET_KEY: 'sk_test_0a' };

let shops: RefusalShops;
let shop: TestShop;
/** A shop that cannot encrypt. */
let keylessShop: TestShop;
type Store = Awaited<ReturnType<typeof createStore>>;
let store: Store;
let keylessStore: Store;
/** Another merchant's. */
let stranger: Store;
let webhookId: string;
let deliveryId: string;
beforeAll(async () => {
  shops = await openRefusalShops();
  shop = shops.shop;
  keylessShop = await openTestShop(PRODUCTION);
  store = await createStore(shop);
  stranger = await createStore(shop);
  keylessStore = await createStore(keylessShop);
  const webhooks = webhookCalls(shop, store);
  webhookId = (await webhooks.add(URL)).id;
  deliveryId = (await webhooks.test(webhookId)).id;
});
afterAll(async () => {
  await keylessShop.close();
  await shops.close();
});

/** A valid body and the response schema of each endpoint. The last one deletes. */
const examples = new Map<Endpoint, { body?: object; response: z.ZodType }>([
  [calls.listWebhooks, { response: schemas.webhookList }],
  [calls.addWebhook, { body: { url: URL, event_types: ['order.paid'] }, response: schemas.webhookWithSecret }],
  [calls.changeWebhook, { body: { is_enabled: true }, response: schemas.webhookEndpoint }],
  [calls.rotateWebhookSecret, { response: schemas.webhookWithSecret }],
  [calls.testWebhook, { response: schemas.webhookDelivery }],
  [calls.listDeliveries, { response: schemas.deliveryPage }],
  [calls.replayDelivery, { response: schemas.webhookDelivery }],
  [calls.replayFailedDeliveries, { body: { since: '2026-12-01T00:00:00Z' }, response: schemas.replayed }],
  [calls.deleteWebhook, { response: schemas.webhookList }],
]);
const urlOf = (call: Endpoint, id = webhookId, delivery_id = deliveryId) =>
  API_PREFIX + fillPath(call.path, { id, delivery_id });
const request = (call: Endpoint): MerchantRequest => ({
  method: call.method,
  url: urlOf(call),
  headers: store.headers,
  ...(hasBody(call) && { payload: examples.get(call)?.body ?? {} }),
});

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  invalid_input: (send, call) =>
    hasBody(call)
      ? send({ payload: { url: 'hook', event_types: [], since: 'now' } })
      : send({ query: { cursor: '0' } }),
  webhook_url_refused: (send) => send({ payload: { url: 'http://10.0.0.1/', event_types: ['order.paid'] } }),
  not_found: (send) => send({ headers: stranger.headers }),
  too_many_webhooks: async (_, call) => {
    const { headers } = await createStore(shop);
    for (let n = 0; n < MAX_WEBHOOK_ENDPOINTS; n++) await webhookCalls(shop, { headers }).add(URL);
    return shop.app.inject({ ...request(call), headers });
  },
  webhook_disabled: async (send) => {
    const { call } = webhookCalls(shop, store);
    await call('PATCH', `${webhookId}/`, { is_enabled: false });
    const response = await send();
    await call('PATCH', `${webhookId}/`, { is_enabled: true });
    return response;
  },
  encryption_unavailable: (_, call) => keylessShop.app.inject({ ...request(call), headers: keylessStore.headers }),
};

const all: [string, Endpoint][] = Object.entries(calls);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('the endpoints of webhooks', { tags: ['@WEBHOOK-1', '@WEBHOOK-16'] }, () => {
  it.each(declared)('%s can return %s', async (_, code, call) => {
    const provocation = { ...shops.provokeShared(request), ...provoke }[code];
    const response = await provocation?.((changed) => shop.app.inject({ ...request(call), ...changed }), call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });

  it.each(all.filter(([, call]) => hasParams(call)))('%s finds no other id', async (_, call) => {
    const ids = ['abc', '0', '1\0', "1'--", '💥', `${UNKNOWN_ID}0`, UNKNOWN_ID];
    for (const id of ids) expectRefusal(await shop.app.inject({ ...request(call), url: urlOf(call, id) }), 'not_found');
    if (!call.path.includes('{delivery_id}')) return;
    for (const id of ids)
      expectRefusal(await shop.app.inject({ ...request(call), url: urlOf(call, webhookId, id) }), 'not_found');
  });

  it('limit tests and new secrets', async () => {
    const limited = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const webhooks = webhookCalls(limited, await createStore(limited));
    const { id } = await webhooks.add(URL);
    for (const [path, count] of [
      ['test', 10],
      ['rotate-secret', 20],
    ] as const) {
      for (let n = 0; n < count; n++) expect((await webhooks.call('POST', `${id}/${path}/`)).statusCode).toBe(200);
      expectRefusal(await webhooks.call('POST', `${id}/${path}/`), 'too_many_requests');
    }
    await limited.close();
  });

  it('limit how often webhooks are sent again', { tags: ['@WEBHOOK-10'] }, async () => {
    const limited = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const webhooks = webhookCalls(limited, await createStore(limited));
    const { id } = await webhooks.add(URL);
    const { id: deliveryId } = (await webhooks.call('POST', `${id}/test/`)).json();
    for (const [path, body] of [
      [`deliveries/${deliveryId}/replay`, undefined],
      ['replay', { since: '2026-12-01T00:00:00Z' }],
    ] as const) {
      for (let n = 0; n < 10; n++) expect((await webhooks.call('POST', `${id}/${path}/`, body)).statusCode).toBe(200);
      expectRefusal(await webhooks.call('POST', `${id}/${path}/`, body), 'too_many_requests');
    }
    await limited.close();
  });

  const responses = [...examples].map(([call, { response }]) => [call.method, call.path, call, response] as const);
  it.each(responses)('%s %s returns exactly the response of the contract', async (_, __, call, schema) => {
    const response = await shop.app.inject(request(call));
    expect(response.statusCode).toBe(200);
    expect(schema.parse(response.json())).toEqual(response.json());
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
  });
});
