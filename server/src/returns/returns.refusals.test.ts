import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as merchantCalls from '@sokuwa/contract/returns/merchant-returns.endpoints.ts';
import * as operatorCalls from '@sokuwa/contract/returns/operator-returns.endpoints.ts';
import * as buyerCalls from '@sokuwa/contract/returns/returns.endpoints.ts';
import * as schemas from '@sokuwa/contract/returns/returns.schemas.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { upsertDispute } from '../orders/dispute.sql.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { pictureForm } from '../testing/account.ts';
import { createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal, isStateless } from '../testing/responses.ts';
import { createDelivered } from '../testing/returns.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
/** A shop whose database is unavailable. */
let dead: FastifyInstance;
/** A shop that allows one request a minute. */
let strict: TestShop;
let weaver: MerchantId;
let products: ProductId[];
let picture: { payload: Buffer; headers: Record<string, string> };
beforeAll(async () => {
  shop = await openTestShop();
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  weaver = await addMerchant(shop.db);
  const other = await addMerchant(shop.db);
  products = await addProducts(
    shop.db,
    [weaver, other].map((merchant_id) => ({ merchant_id, stock: 100_000 })),
  );
  const pixels = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  picture = pictureForm(await pixels.png().toBuffer());
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await shop.close();
});

const ORDER_CALLS: Endpoint[] = [buyerCalls.getReturns, buyerCalls.requestReturn];
const PICTURE_CALLS: Endpoint[] = [
  buyerCalls.getReturnPicture,
  merchantCalls.getMerchantReturnPicture,
  operatorCalls.getOperatorReturnPicture,
];

const BODIES = new Map<Endpoint, object>([
  [
    buyerCalls.requestReturn,
    { lines: [{ position: 0, quantity: 1 }], reason: 'changed_mind', note: 'Too small.', refund_to: 'original' },
  ],
  [buyerCalls.appealReturn, { note: 'It is unused.' }],
  [merchantCalls.acceptReturn, { note: 'Send it to 1 Loom Street.' }],
  [merchantCalls.declineReturn, { note: 'It is used.' }],
  [merchantCalls.receiveReturn, { restock: true }],
  [operatorCalls.decideReturn, { decision: 'accept', note: 'We looked at it.', reason: 'It is used.' }],
]);

/** A delivered order, and a return of it in a state that the call accepts. */
const createFixture = async (call: Endpoint) => {
  const order = await createDelivered(
    shop,
    products.map((product) => [product, 2] as const),
  );
  const tokens = {
    merchant: await createApiToken(shop.db, { merchantId: weaver, name: 'shop', scope: 'write' }),
    operator: await createApiToken(shop.db, { merchantId: null, name: 'Amaka', scope: 'write' }),
  };
  const headers =
    call.auth === 'merchant' || call.auth === 'operator'
      ? { authorization: `Token ${tokens[call.auth]}` }
      : order.buyer.headers;
  let id: string = order.orderId;
  if (!ORDER_CALLS.includes(call)) {
    const url = '/backend/return-pictures/';
    const form = { payload: picture.payload, headers: { ...order.buyer.headers, ...picture.headers } };
    const uploaded = await shop.app.inject({ method: 'POST', url, ...form });
    id = (await order.requested({ pictures: [uploaded.json().id] })).id;
  }
  const change = async (status: string) =>
    sql`update return_request set status = ${status}, decide_by = null,
      appeal_by = case when ${status} = 'declined' then now() + interval '1 day' end where id = ${id}`.execute(shop.db);
  if (call === buyerCalls.appealReturn) await change('declined');
  if (call === merchantCalls.receiveReturn) await change('accepted');
  return { order, headers, id, change };
};
type Fixture = Awaited<ReturnType<typeof createFixture>>;
/** For requests that change nothing. */
const unchanged = new Map<Endpoint, Promise<Fixture>>();
const sharedFixture = (call: Endpoint): Promise<Fixture> => {
  const fixture = unchanged.get(call) ?? createFixture(call);
  unchanged.set(call, fixture);
  return fixture;
};

/** With the second parameter, the number of a picture, where there is one. */
const urlOf = (call: Endpoint, id: string, n = '1') =>
  createEndpointUrl({ ...call, path: call.path.replace('{n}', n) }, id);
const request = (call: Endpoint, { headers, id }: Fixture): InjectOptions & { url: string } =>
  call === buyerCalls.uploadReturnPicture
    ? { method: 'POST', url: urlOf(call, id), payload: picture.payload, headers: { ...headers, ...picture.headers } }
    : { method: call.method, url: urlOf(call, id), headers, ...(hasBody(call) && { payload: BODIES.get(call) ?? {} }) };

type Send = (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
type Provoke = (send: Send, fixture: Fixture, call: Endpoint) => Promise<LightMyRequestResponse>;
const withBody =
  (changed: object): Provoke =>
  (send, _, call) =>
    send({ payload: { ...BODIES.get(call), ...changed } });

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  token_read_only: async (send, _, { auth }) => {
    const merchantId = auth === 'merchant' ? weaver : null;
    const token = await createApiToken(shop.db, { merchantId, name: 'reader', scope: 'read' });
    return send({ headers: { authorization: `Token ${token}` } });
  },
  too_many_requests: async (_, fixture, call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(request(call, fixture));
  },
  database_unavailable: (_, fixture, call) => dead.inject(request(call, fixture)),
  invalid_input: (send, { headers }, call) => {
    if (hasParams(call)) return send({ url: urlOf(call, 'none') });
    return hasBody(call) ? send({ headers, payload: {} }) : send({ query: { status: 'lost' } });
  },
  invalid_json: (send, { headers }) =>
    send({ payload: '{', headers: { ...headers, 'content-type': 'application/json' } }),
  unsupported_media_type: (send, { headers }) =>
    send({ payload: 'a=1', headers: { ...headers, 'content-type': 'text/plain' } }),
  payload_too_large: (send, { headers }) => send({ headers, payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, _, call) =>
    send({ url: urlOf(call, ORDER_CALLS.includes(call) ? '000000000000' : '000000000000-R1') }),
  not_returnable: withBody({ lines: [{ position: 0, quantity: 3 }] }),
  return_of_several_merchants: withBody({ lines: [0, 1].map((position) => ({ position, quantity: 1 })) }),
  too_many_returns: async (send, { order }) => {
    await sql`
      insert into return_request (id, order_id, status, reason, refund_to)
      select ${order.orderId}::text || '-R' || n, ${order.orderId}, 'withdrawn', 'damaged', 'wallet'
      from generate_series(1, 10) n`.execute(shop.db);
    const response = await send({});
    // They have no lines and steps, so no list could show them.
    await shop.db.deleteFrom('return_request').where('order_id', '=', order.orderId).execute();
    return response;
  },
  return_picture_gone: withBody({ pictures: ['none'] }),
  payment_disputed: async (send, { order, change }, call) => {
    const dispute = { id: `d-${order.orderId}`, reference: order.reference, amount: null, dueAt: null };
    await upsertDispute(shop.db, { ...dispute, status: 'pending', resolution: null }, new Date());
    // Only what did not arrive is refunded by the acceptance.
    if (call === merchantCalls.acceptReturn)
      await sql`update return_request set reason = 'not_received' where order_id = ${order.orderId}`.execute(shop.db);
    if (call !== operatorCalls.decideReturn) return send({});
    await change('accepted');
    return send({ payload: { decision: 'refund', note: 'It has arrived.', reason: 'Tracked.' } });
  },
  return_step_refused: async (send, { change }) => {
    await change('withdrawn');
    return send({});
  },
  picture_invalid: (send, { headers }) => {
    const form = pictureForm('not a picture');
    return send({ payload: form.payload, headers: { ...headers, ...form.headers } });
  },
  picture_too_large: (send, { headers }) => {
    const form = pictureForm(Buffer.alloc(11_000_000));
    return send({ payload: form.payload, headers: { ...headers, ...form.headers } });
  },
};

const calls: [string, Endpoint][] = [buyerCalls, merchantCalls, operatorCalls].flatMap((slice) =>
  Object.entries<Endpoint>(slice),
);
const responseSchemas = new Map<Endpoint, z.ZodType>([
  [buyerCalls.getReturns, schemas.orderReturns],
  [buyerCalls.uploadReturnPicture, schemas.uploadedPicture],
  [merchantCalls.listMerchantReturns, schemas.returnPage],
  [operatorCalls.listOperatorReturns, schemas.returnPage],
  ...PICTURE_CALLS.map((call) => [call, schemas.returnPicture] as const),
]);

describe('every refusal that the contract declares for returns', () => {
  // Needs many pictures that are encoded at once: profile-picture.test.ts causes it in the same queue.
  const declared = calls.flatMap(([name, call]) =>
    call.refusals.filter((code) => code !== 'too_busy').map((code) => [name, code, call] as const),
  );

  it.each(declared)('%s can return %s', { tags: ['@API-11', '@RETURN-20'] }, async (_, code, call) => {
    const fixture = await (isStateless(code) ? sharedFixture : createFixture)(call);
    const send: Send = (changed) => shop.app.inject({ ...request(call, fixture), ...changed });
    const response = await provoke[code]?.(send, fixture, call);
    if (!response) throw new Error(`no request is defined that causes ${code}`);
    expectRefusal(response, code);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });

  it.each(calls)('%s returns exactly the response schema of the contract', async (_, call) => {
    const response = await shop.app.inject(request(call, await createFixture(call)));
    expect(response.statusCode, response.body).toBe(200);
    expect((responseSchemas.get(call) ?? schemas.orderReturn).parse(response.json())).toEqual(response.json());
  });
});
