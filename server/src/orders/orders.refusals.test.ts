import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as orders from '@sokuwa/contract/orders/orders.endpoints.ts';
import { initializedPayment, order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProductId } from '../platform/ids.ts';
import { type PaymentState, PaymentsUnavailable } from '../ports/payments/payments.port.ts';
import { type Buyer, createBuyer } from '../testing/buyer.ts';
import { TestCarrier } from '../testing/carrier.ts';
import { addAddress } from '../testing/checkout.ts';
import { endpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { takeStep } from './order.service.ts';
import { settlePayment } from './payment.service.ts';

let shop: TestShop;
let dead: FastifyInstance;
/** Its one visitor may ask once a minute. */
let strict: TestShop;
/** Its own country has no currency, so it can convert nothing. */
let nowhere: TestShop;
let yam: ProductId;
const carrier = new TestCarrier();

beforeAll(async () => {
  shop = await openTestShop({}, undefined, { shipping: carrier });
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  nowhere = await openTestShop({ DEFAULT_COUNTRY: 'QQ' });
  yam = await addProduct(shop.db, { price_kobo: 1_245_000, stock: 1000 });
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await nowhere.close();
  await shop.close();
});

/** A buyer with a cart, what their checkout sends, and an order of theirs. */
type Ready = { buyer: Buyer; body: Record<string, unknown>; order: { id: string; reference: string } };
const getReady = async (): Promise<Ready> => {
  const buyer = await createBuyer(shop, [[yam, 1]]);
  const placed = await buyer.placeOrder();
  const state: PaymentState = {
    reference: placed.reference,
    status: 'success',
    currency: 'NGN',
    requested: 0,
    amount: 0,
  };
  const { amount_kobo } = await shop.db
    .selectFrom('payment')
    .select('amount_kobo')
    .where('reference', '=', placed.reference)
    .executeTakeFirstOrThrow();
  await settlePayment({ db: shop.db, log: shop.app.log }, { ...state, requested: amount_kobo, amount: amount_kobo });
  await buyer.fillCart([[yam, 1]]);
  return { buyer, body: { ...(await buyer.prepareCheckout()) }, order: placed };
};
const request = (call: Endpoint, { buyer, body, order: { id } }: Ready): InjectOptions & { url: string } => ({
  method: call.method,
  url: endpointUrl(call, id),
  headers: buyer.headers,
  ...(hasBody(call) && { payload: body }),
});

type Send = (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
type Provoke = (send: Send, ready: Ready, call: Endpoint) => Promise<LightMyRequestResponse>;
const withBody =
  (changed: Record<string, unknown>): Provoke =>
  (send, { body }) =>
    send({ payload: { ...body, ...changed } });
const withProduct =
  (product: Parameters<typeof addProduct>[1], quantity: number): Provoke =>
  async (send, { buyer: { accountId: account } }) => {
    const product_id = await addProduct(shop.db, product);
    const line = { account_id: account, product_id, line: 2, quantity, title: '' };
    await shop.db.insertInto('cart_line').values(line).execute();
    return send({});
  };
/** Refusals whose text names something; the other tests hold them to the letter. */
const NAMING: RefusalCode[] = ['items_unavailable', 'country_not_served', 'checkout_changed'];

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  too_many_requests: async (_, ready, call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(request(call, ready));
  },
  database_unavailable: (_, ready, call) => dead.inject(request(call, ready)),
  invalid_input: (send, _, call) => {
    if (hasParams(call)) return send({ url: endpointUrl(call, 'none') });
    return hasBody(call) ? send({ payload: {} }) : send({ query: { page: '0' } });
  },
  invalid_json: (send, { buyer }) =>
    send({ payload: '{', headers: { ...buyer.headers, 'content-type': 'application/json' } }),
  unsupported_media_type: (send, { buyer }) =>
    send({ payload: 'a=1', headers: { ...buyer.headers, 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, _, call) =>
    hasParams(call)
      ? send({ url: endpointUrl(call, '000000000000') })
      : withBody({ shipping_address_id: '00000000-0000-0000-0000-000000000000' })(send, _, call),
  unknown_country: async (_, { body }, call) => {
    const headers = await signIn(nowhere.db);
    return nowhere.app.inject({ method: call.method, url: endpointUrl(call, ''), headers, payload: body });
  },
  cart_empty: async (send, { buyer }) => {
    await buyer.call('POST', '/api/cart/clear_cart/');
    return send({});
  },
  items_unavailable: withProduct({ stock: 1 }, 2),
  shipment_too_heavy: withProduct({ weight_grams: 600_000 }, 2),
  country_not_served: async (send, ready, call) => {
    const far = await addAddress(shop.db, ready.buyer.accountId, { country_code: 'KP', is_default: false });
    return withBody({ shipping_address_id: far })(send, ready, call);
  },
  carrier_unavailable: async (send, { buyer }) => {
    await shop.db.deleteFrom('checkout').where('account_id', '=', buyer.accountId).execute();
    return carrier.whileUnavailable(() => send({}));
  },
  checkout_changed: withBody({ total: 1 }),
  idempotency_key_reused: async (send, { buyer, body }) => {
    const headers = { ...buyer.headers, 'idempotency-key': 'once' };
    expect((await send({ headers })).statusCode).toBe(200);
    return send({ headers, payload: { ...body, total: 1 } });
  },
  payment_unavailable: async (send) => {
    const { initialize } = shop.payments;
    shop.payments.initialize = () => Promise.reject(new PaymentsUnavailable('away'));
    const answer = await send({});
    shop.payments.initialize = initialize;
    return answer;
  },
  order_not_cancellable: async (send, { order: { id } }) => {
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' });
    return send({});
  },
};

const calls: [string, Endpoint][] = Object.entries(orders);
const answers = new Map<Endpoint, z.ZodType>([
  [orders.initializePayment, initializedPayment],
  [orders.listOrders, z.array(order)],
  [orders.getOrder, order],
  [orders.cancelOrder, order],
]);

describe('every refusal that the contract declares for orders', () => {
  // Both are races: orders.faults.test.ts forces them.
  const raced: RefusalCode[] = ['coupon_used', 'coupon_used_up'];
  const declared = calls.flatMap(([name, call]) =>
    call.refusals.filter((code) => !raced.includes(code)).map((code) => [name, code, call] as const),
  );

  it.each(declared)('%s can answer %s', { tags: ['@ORDER-26'] }, async (_, code, call) => {
    const ready = await getReady();
    const send: Send = (changed) => shop.app.inject({ ...request(call, ready), ...changed });
    const answer = await provoke[code]?.(send, ready, call);
    if (!answer) throw new Error(`no way to provoke ${code} is written down`);
    expectRefusal(answer, code, NAMING.includes(code) ? answer.json().detail : undefined);
    if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('2');
  });

  it.each(calls)('%s answers without any of them what the contract says, and nothing more', async (_, call) => {
    const answer = await shop.app.inject(request(call, await getReady()));
    expect(answer.statusCode).toBe(200);
    expect(answers.get(call)?.parse(answer.json())).toEqual(answer.json());
  });
});
