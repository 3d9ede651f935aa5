import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as orders from '@sokuwa/contract/orders/orders.endpoints.ts';
import { initializedPayment, order, paymentState } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { type PaymentState, PaymentsUnavailable } from '../ports/payments/payments.port.ts';
import { type Buyer, createBuyer } from '../testing/buyer.ts';
import { TestCarrier } from '../testing/carrier.ts';
import { addAddress } from '../testing/checkout.ts';
import { createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { takeStep } from './order.service.ts';
import { settlePayment } from './payment.service.ts';

let shop: TestShop;
/** A shop whose database is unavailable. */
let dead: FastifyInstance;
/** A shop that allows one request a minute. */
let strict: TestShop;
/** A shop whose default country is unknown. */
let withoutCountry: TestShop;
let yam: ProductId;
const carrier = new TestCarrier();

beforeAll(async () => {
  shop = await openTestShop({}, undefined, { shipping: carrier });
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  withoutCountry = await openTestShop({ DEFAULT_COUNTRY: 'QQ' });
  yam = await addProduct(shop.db, { price_kobo: 1_245_000, stock: 1000 });
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await withoutCountry.close();
  await shop.close();
});

/** A buyer with a cart, the body of their checkout, and an order: pending for `payOrder`, otherwise paid. */
type Fixture = { buyer: Buyer; body: Record<string, unknown>; order: { id: string; reference: string } };
const createFixture = async (call: Endpoint): Promise<Fixture> => {
  const buyer = await createBuyer(shop, [[yam, 1]]);
  const placed = await buyer.placeOrder();
  if (call === orders.payOrder) return { buyer, body: {}, order: placed };
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
  if (call === orders.changeOrderAddress)
    return { buyer, body: { shipping_address_id: buyer.addressId }, order: placed };
  await buyer.fillCart([[yam, 1]]);
  return { buyer, body: { ...(await buyer.prepareCheckout()) }, order: placed };
};
const request = (call: Endpoint, { buyer, body, order: { id } }: Fixture): InjectOptions & { url: string } => ({
  method: call.method,
  url: createEndpointUrl(call, id),
  headers: buyer.headers,
  ...(hasBody(call) && { payload: body }),
});

type Send = (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
/** Causes a refusal, by the request or by the state of the shop. */
type Provoke = (send: Send, fixture: Fixture, call: Endpoint) => Promise<LightMyRequestResponse>;
const withBody =
  (changed: Record<string, unknown>): Provoke =>
  (send, { body }) =>
    send({ payload: { ...body, ...changed } });
const withProduct =
  (product: Parameters<typeof addProduct>[1], quantity: number): Provoke =>
  async (send, { buyer: { accountId } }) => {
    const product_id = await addProduct(shop.db, product);
    const line = { account_id: accountId, product_id, line: 2, quantity, title: '' };
    await shop.db.insertInto('cart_line').values(line).execute();
    return send({});
  };
/** Refusals with a variable text, which other tests of this slice check. */
const VARIABLE_TEXT: RefusalCode[] = ['items_unavailable', 'country_not_served', 'checkout_changed', 'too_many_units'];

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  too_many_requests: async (_, fixture, call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(request(call, fixture));
  },
  database_unavailable: (_, fixture, call) => dead.inject(request(call, fixture)),
  invalid_input: (send, _, call) => {
    if (hasParams(call)) return send({ url: createEndpointUrl(call, 'none') });
    return hasBody(call) ? send({ payload: {} }) : send({ query: { page: '0' } });
  },
  invalid_json: (send, { buyer }) =>
    send({ payload: '{', headers: { ...buyer.headers, 'content-type': 'application/json' } }),
  unsupported_media_type: (send, { buyer }) =>
    send({ payload: 'a=1', headers: { ...buyer.headers, 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, _, call) =>
    hasParams(call)
      ? send({ url: createEndpointUrl(call, '000000000000') })
      : withBody({ shipping_address_id: '00000000-0000-0000-0000-000000000000' })(send, _, call),
  unknown_country: async (_, { body }, call) => {
    const headers = await signIn(withoutCountry.db);
    return withoutCountry.app.inject({ method: call.method, url: createEndpointUrl(call, ''), headers, payload: body });
  },
  cart_empty: async (send, { buyer }) => {
    await buyer.call('POST', '/api/cart/clear_cart/');
    return send({});
  },
  items_unavailable: withProduct({ stock: 1 }, 2),
  shipment_too_heavy: async (send, fixture, call) => {
    if (call !== orders.changeOrderAddress) return withProduct({ weight_grams: 600_000 }, 2)(send, fixture, call);
    await shop.db
      .updateTable('shop_order')
      .set({ weight_grams: 2_000_000 })
      .where('id', '=', fixture.order.id as OrderId)
      .execute();
    return send({});
  },
  country_not_served: async (send, fixture, call) => {
    const far = await addAddress(shop.db, fixture.buyer.accountId, { country_code: 'KP', is_default: false });
    return withBody({ shipping_address_id: far })(send, fixture, call);
  },
  carrier_unavailable: async (send, { buyer }) => {
    await shop.db.deleteFrom('checkout_rate').where('account_id', '=', buyer.accountId).execute();
    return carrier.whileUnavailable(() => send({}));
  },
  checkout_changed: withBody({ total: 1 }),
  idempotency_key_reused: async (send, { buyer, body }) => {
    const headers = { ...buyer.headers, 'idempotency-key': 'once' };
    expect((await send({ headers })).statusCode).toBe(200);
    return send({ headers, payload: { ...body, total: 1 } });
  },
  payment_unavailable: async (send) => {
    // Otherwise the payment page of the pending order is open already, and the provider is not called.
    await shop.db.updateTable('payment').set({ authorization_url: null }).where('status', '=', 'open').execute();
    const { initialize } = shop.payments;
    shop.payments.initialize = () => Promise.reject(new PaymentsUnavailable('unavailable'));
    const response = await send({});
    shop.payments.initialize = initialize;
    return response;
  },
  too_many_units: async (send, { body }) =>
    send({ payload: { ...body, cart_items: [{ product: yam, quantity: 101 }] } }),
  payment_too_small: async (send, { buyer }) => {
    const cheap = await addProduct(shop.db, { price_kobo: 1000, stock: 1, weight_grams: 9000 });
    await buyer.call('POST', '/api/cart/clear_cart/');
    await buyer.fillCart([[cheap, 1]]);
    return send({ payload: await carrier.whileCheap(() => buyer.prepareCheckout()) });
  },
  order_not_payable: async (send, { buyer, order: { id } }) => {
    await buyer.cancelOrder(id);
    return send({});
  },
  address_not_changeable: async (send, { order: { id } }) => {
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    return send({});
  },
  delivery_price_differs: async (send, fixture, call) => {
    const abroad = await addAddress(shop.db, fixture.buyer.accountId, { country_code: 'GH', is_default: false });
    return withBody({ shipping_address_id: abroad })(send, fixture, call);
  },
  order_not_cancellable: async (send, { order: { id } }) => {
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);
    return send({});
  },
};

const calls: [string, Endpoint][] = Object.entries(orders);
const responseSchemas = new Map<Endpoint, z.ZodType>([
  [orders.initializePayment, initializedPayment],
  [orders.listOrders, z.array(order)],
  [orders.getOrder, order],
  [orders.cancelOrder, order],
  [orders.changeOrderAddress, order],
  [orders.payOrder, initializedPayment],
  [orders.getPaymentState, paymentState],
]);

describe('every refusal that the contract declares for orders', () => {
  // Both need concurrent orders: orders.faults.test.ts causes them.
  const concurrent: RefusalCode[] = ['coupon_used', 'coupon_used_up'];
  const declared = calls.flatMap(([name, call]) =>
    call.refusals.filter((code) => !concurrent.includes(code)).map((code) => [name, code, call] as const),
  );

  it.each(declared)('%s can return %s', { tags: ['@ORDER-26'] }, async (_, code, call) => {
    const fixture = await createFixture(call);
    const send: Send = (changed) => shop.app.inject({ ...request(call, fixture), ...changed });
    const response = await provoke[code]?.(send, fixture, call);
    if (!response) throw new Error(`no request is defined that causes ${code}`);
    expectRefusal(response, code, VARIABLE_TEXT.includes(code) ? response.json().detail : undefined);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });

  it.each(calls)('%s returns exactly the response schema of the contract', async (_, call) => {
    const response = await shop.app.inject(request(call, await createFixture(call)));
    expect(response.statusCode).toBe(200);
    expect(responseSchemas.get(call)?.parse(response.json())).toEqual(response.json());
  });
});
