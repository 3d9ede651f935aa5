import { randomUUID } from 'node:crypto';
import * as merchantCalls from '@sokuwa/contract/catalog/operator-merchants.endpoints.ts';
import { operatorMerchantDetail, operatorMerchants } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import * as couponCalls from '@sokuwa/contract/checkout/operator-coupons.endpoints.ts';
import * as couponSchemas from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as ledgerCalls from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import * as ledgerSchemas from '@sokuwa/contract/ledger/ledger.schemas.ts';
import * as jobCalls from '@sokuwa/contract/operators/jobs.endpoints.ts';
import * as jobSchemas from '@sokuwa/contract/operators/jobs.schemas.ts';
import * as operatorCalls from '@sokuwa/contract/operators/operators.endpoints.ts';
import {
  auditLog,
  customer,
  customerSummary,
  erased,
  sessionsEnded,
} from '@sokuwa/contract/operators/operators.schemas.ts';
import { overview } from '@sokuwa/contract/operators/overview.schemas.ts';
import * as settingsCalls from '@sokuwa/contract/operators/settings.endpoints.ts';
import { examination, shopSettings } from '@sokuwa/contract/operators/settings.schemas.ts';
import { carrier } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import * as orderCalls from '@sokuwa/contract/orders/operator-orders.endpoints.ts';
import * as schemas from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import * as paymentSchemas from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as walletCalls from '@sokuwa/contract/wallet/operator-wallet.endpoints.ts';
import { creditGiven } from '@sokuwa/contract/wallet/operator-wallet.schemas.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { takeStep } from '../orders/order.service.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import type { ProductId } from '../platform/ids.ts';
import { createBuyer, expirePaymentTime, runMinuteJobs } from '../testing/buyer.ts';
import { addCoupon } from '../testing/checkout.ts';
import { addMembership } from '../testing/desk.ts';
import { callEndpoints, createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { expectRefusal, isStateless } from '../testing/responses.ts';
import { type PaidOrder, placePaidOrder } from '../testing/sales.ts';
import { addMerchant, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
/** A node whose database is unavailable. */
let deadNode: FastifyInstance;
/** A shop that allows one request a minute. */
let limitedShop: TestShop;
let headers: { authorization: string };
let yam: ProductId;
let merchantId: number;
let jobId: string;
/** For requests that change nothing. */
let unchanged: Fixture;
beforeAll(async () => {
  shop = await openTestShop();
  deadNode = await openShopWithoutDatabase();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  headers = await signInOperator(shop);
  yam = await addProduct(shop.db, { stock: 10_000 });
  merchantId = await addMerchant(shop.db);
  await addCoupon(shop.db, { code: COUPON, uses: 3 });
  jobId = randomUUID();
  await sql`insert into pgboss.job (id, name, state, data) values (${jobId}::uuid, 'send_mail', 'failed', '{}')`.execute(
    shop.db,
  );
  unchanged = await createFixture();
});
afterAll(async () => {
  await deadNode.close();
  await limitedShop.close();
  await shop.close();
});

/** A paid order, and a payment that is held. */
type Fixture = PaidOrder & { held: string };
const createFixture = async (): Promise<Fixture> => {
  const paid = await placePaidOrder(shop, [[yam, 2]]);
  const { reference: held } = await (await createBuyer(shop, [[yam, 1]])).placeOrder();
  const wrong = { status: 'held', held_for: 'too little', paid_amount: 50_000, paid_currency: 'NGN' } as const;
  await shop.db.updateTable('payment').set(wrong).where('reference', '=', held).execute();
  return { ...paid, held };
};
const changeHeld = ({ held }: Fixture, change: { paid_currency?: string; status?: 'success'; held_for?: null }) =>
  shop.db.updateTable('payment').set(change).where('reference', '=', held).execute();

const ship = ({ id }: Fixture) => takeStep(shop.db, id, { step: 'ship', tracking: 'T1' }, LIVE_ACT);

const ofOrder = { param: ({ id }: Fixture) => id };
const ofFulfilment = { param: ({ id }: Fixture) => `${id}-1` };
const ofHeld = { param: ({ held }: Fixture) => held };
const ofMerchant = { param: () => merchantId };
const because = { reason: 'Why not' };
const COUPON = 'GARRI';
const ofCoupon = { param: () => COUPON };
/** A valid request and the response schema of each endpoint. */
type Example = {
  /** What happens before the request. */
  prepare?: (fixture: Fixture) => Promise<unknown>;
  param?: (fixture: Fixture) => string | number;
  body?: (fixture: Fixture) => object;
  query?: Record<string, string>;
  response: z.ZodType;
};
const examples = new Map<Endpoint, Example>([
  [orderCalls.listOperatorOrders, { response: schemas.orderSummaries }],
  [orderCalls.getOperatorOrder, { ...ofOrder, response: schemas.operatorOrder }],
  [orderCalls.correctOrderAddress, { ...ofOrder, body: () => ({ city: 'Epe' }), response: schemas.orderChanged }],
  [orderCalls.cancelOperatorOrder, { ...ofOrder, body: () => because, response: schemas.orderChanged }],
  [
    orderCalls.shipFulfilment,
    { ...ofFulfilment, body: () => ({ carrier: 'dhl', tracking_number: 'T1' }), response: schemas.orderChanged },
  ],
  [orderCalls.deliverFulfilment, { ...ofFulfilment, prepare: ship, body: () => ({}), response: schemas.orderChanged }],
  [
    orderCalls.cancelFulfilmentLines,
    {
      ...ofFulfilment,
      body: () => ({ ...because, lines: [{ position: 0, quantity: 1, left: 2 }] }),
      response: schemas.orderChanged,
    },
  ],
  [orderCalls.listOperatorCarriers, { response: z.array(carrier) }],
  [orderCalls.listHeldPayments, { response: z.array(schemas.heldRow) }],
  [orderCalls.acceptPayment, { ...ofHeld, body: () => because, response: schemas.orderChanged }],
  [
    orderCalls.refundHeldPayment,
    { ...ofHeld, body: () => ({ ...because, by: 'wallet' }), response: schemas.settledRefund },
  ],
  [orderCalls.listRefunds, { response: schemas.operatorRefunds }],
  [
    orderCalls.createRefund,
    {
      body: ({ id }) => ({ ...because, order_id: id, amount: 100, refund_to: 'wallet' }),
      response: schemas.refundCreated,
    },
  ],
  [
    walletCalls.giveCredit,
    { body: ({ buyer }) => ({ ...because, email: buyer.email, amount: 100 }), response: creditGiven },
  ],
  [merchantCalls.listOperatorMerchants, { response: operatorMerchants }],
  [merchantCalls.getOperatorMerchant, { ...ofMerchant, response: operatorMerchantDetail }],
  [merchantCalls.suspendMerchant, { ...ofMerchant, body: () => because, response: operatorMerchantDetail }],
  [merchantCalls.unsuspendMerchant, { ...ofMerchant, body: () => ({}), response: operatorMerchantDetail }],
  [
    merchantCalls.changeCommission,
    { ...ofMerchant, body: () => ({ per_mille: 80 }), response: operatorMerchantDetail },
  ],
  [operatorCalls.findCustomers, { query: { name: 'Ngozi' }, response: z.array(customerSummary) }],
  [operatorCalls.getCustomer, { param: ({ buyer }) => buyer.accountId, response: customer }],
  [
    operatorCalls.endCustomerSessions,
    { param: ({ buyer }) => buyer.accountId, body: () => ({}), response: sessionsEnded },
  ],
  [
    operatorCalls.eraseCustomer,
    {
      param: ({ buyer }) => buyer.accountId,
      body: () => ({ ...because, confirm_undelivered: true }),
      response: erased,
    },
  ],
  [operatorCalls.listAudit, { response: auditLog }],
  [operatorCalls.getOverview, { response: overview }],
  [orderCalls.searchPayments, { response: paymentSchemas.operatorPayments }],
  [orderCalls.listDisputes, { response: paymentSchemas.operatorDisputes }],
  [settingsCalls.getSettings, { response: shopSettings }],
  [settingsCalls.getExamination, { response: examination }],
  [ledgerCalls.getBooks, { response: ledgerSchemas.booksState }],
  [ledgerCalls.checkBooks, { response: ledgerSchemas.booksState }],
  [ledgerCalls.getDayBalances, { query: { date: '2026-12-24' }, response: ledgerSchemas.dayBalances }],
  [ledgerCalls.listBookEntries, { response: ledgerSchemas.bookEntries }],
  [jobCalls.listJobs, { response: jobSchemas.troubledJobs }],
  [jobCalls.retryJob, { param: () => jobId, body: () => ({}), response: jobSchemas.jobRetried }],
  [couponCalls.listCoupons, { response: couponSchemas.operatorCoupons }],
  [couponCalls.createCoupon, { body: () => ({ code: 'YAM', percent: 5 }), response: couponSchemas.operatorCoupon }],
  [couponCalls.getCoupon, { ...ofCoupon, response: couponSchemas.operatorCoupon }],
  [couponCalls.changeCoupon, { ...ofCoupon, body: () => ({ max_uses: 5 }), response: couponSchemas.operatorCoupon }],
  [couponCalls.endCoupon, { ...ofCoupon, body: () => ({}), response: couponSchemas.operatorCoupon }],
  [couponCalls.listCouponOrders, { ...ofCoupon, response: couponSchemas.couponOrders }],
]);
const exampleOf = (call: Endpoint): Example => {
  const example = examples.get(call);
  if (!example) throw new Error(`there is no example of ${call.path}`);
  return example;
};
const request = (call: Endpoint, fixture: Fixture): InjectOptions & { url: string } => {
  const { param, body, query } = exampleOf(call);
  return {
    method: call.method,
    url: createEndpointUrl(call, param?.(fixture) ?? ''),
    headers,
    ...(query && { query }),
    ...(body && { payload: body(fixture) }),
  };
};

type Send = (changed: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
type Provoke = (send: Send, fixture: Fixture, call: Endpoint) => Promise<LightMyRequestResponse>;
/** An id of this kind that does not exist. */
const unknownIdOf = (call: Endpoint): string | number => {
  if (call.path.includes('fulfilments')) return '000000000000-1';
  if (call.path.includes('jobs')) return randomUUID();
  return call.path.includes('orders') ? '000000000000' : 999_999;
};
const withBody =
  (changed: object): Provoke =>
  (send, fixture, call) =>
    send({ payload: { ...exampleOf(call).body?.(fixture), ...changed } });
const withDispute: Provoke = async (send, { reference }) => {
  await shop.db.insertInto('dispute').values({ id: reference, reference, status: 'awaiting' }).execute();
  return send({});
};

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ headers: {} }),
  token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
  token_read_only: async (send) => send({ headers: await signInOperator(shop, { name: 'report', scope: 'read' }) }),
  too_many_requests: async (_, fixture, call) => {
    await limitedShop.app.inject({ url: '/backend/countries/' });
    return limitedShop.app.inject(request(call, fixture));
  },
  database_unavailable: (_, fixture, call) => deadNode.inject(request(call, fixture)),
  invalid_input: (send, _, call) => {
    if (hasBody(call)) return send({ payload: { reason: '', carrier: 'owl' } });
    if (hasParams(call)) return send({ url: createEndpointUrl(call, '-') });
    return send({ query: { cursor: 'x'.repeat(101), email: '', order: 'x' } });
  },
  invalid_json: (send) => send({ payload: '{', headers: { ...headers, 'content-type': 'application/json' } }),
  unsupported_media_type: (send) => send({ payload: 'a=1', headers: { ...headers, 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, fixture, call) =>
    hasParams(call)
      ? send({ url: createEndpointUrl(call, unknownIdOf(call)) })
      : withBody({ order_id: '000000000000', email: 'nobody@mail.test' })(send, fixture, call),
  address_not_changeable: async (send, fixture) => {
    await ship(fixture);
    return send({});
  },
  step_not_allowed: async (send, fixture) => {
    await ship(fixture);
    return send({});
  },
  order_partly_shipped: async (send, { id }) => {
    const lines = [{ position: 0, quantity: 1 }];
    const payload = { carrier: 'dhl', tracking_number: 'T1', lines };
    await shop.app.inject({ ...request(orderCalls.shipFulfilment, { id } as Fixture), payload });
    return send({});
  },
  order_disputed: withDispute,
  payment_disputed: withDispute,
  unknown_carrier: withBody({ carrier: 'pigeon' }),
  nothing_shipped: (send) => send({}),
  nothing_to_ship: async (send, fixture) => {
    await ship(fixture);
    return send({});
  },
  too_many_pieces: withBody({ lines: [{ position: 0, quantity: 9, left: 2 }] }),
  pieces_changed: withBody({ lines: [{ position: 0, quantity: 1, left: 9 }] }),
  order_not_cancellable: async (send, fixture) => {
    await ship(fixture);
    return send({});
  },
  payment_not_held: async (send, fixture) => {
    await changeHeld(fixture, { status: 'success', held_for: null });
    return send({});
  },
  payment_not_acceptable: async (send, { held }) => {
    const orderId = held.slice(0, 12);
    await expirePaymentTime(shop.db, orderId);
    await runMinuteJobs(shop);
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', yam).execute();
    const response = await send({});
    await shop.db.updateTable('product').set({ stock: 10_000 }).where('id', '=', yam).execute();
    return response;
  },
  payment_foreign: async (send, fixture) => {
    await changeHeld(fixture, { paid_currency: 'USD' });
    return send({});
  },
  account_deleted: async (send, fixture, call) => {
    const orderId = call === orderCalls.createRefund ? fixture.id : fixture.held.slice(0, 12);
    await shop.db
      .updateTable('shop_order')
      .set({ account_id: null })
      .where('id', '=', orderId as never)
      .execute();
    return send({});
  },
  order_not_paid: async (send, { id }) => {
    await takeStep(shop.db, id, { step: 'cancel' }, LIVE_ACT);
    return send({});
  },
  account_is_staff: async (send, { buyer }) => {
    await addMembership(shop, buyer.accountId, null, 'support');
    return send({});
  },
  orders_undelivered: withBody({ confirm_undelivered: false }),
  coupon_exists: withBody({ code: COUPON }),
  coupon_end_too_early: withBody({ ends_at: '2020-01-01' }),
  coupon_limit_too_low: withBody({ max_uses: 1 }),
  refund_too_large: withBody({ amount: 9_999_999 }),
  idempotency_key_reused: async (send, fixture, call) => {
    const keyed = { headers: { ...headers, 'idempotency-key': 'once' } };
    expect((await send(keyed)).statusCode).toBe(200);
    return send({ ...keyed, payload: { ...exampleOf(call).body?.(fixture), amount: 101 } });
  },
};
/** Its text says more than the contract's. */
const VARIABLE_TEXT: RefusalCode[] = ['step_not_allowed', 'payment_not_acceptable', 'orders_undelivered'];

const all = callEndpoints.filter(([, call]) => call.auth === 'operator' && examples.has(call));
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('the endpoints of operators', () => {
  it.each(declared)('%s can return %s', { tags: ['@OPERATOR-1', '@OPERATOR-16'] }, async (_, code, call) => {
    const fixture = isStateless(code) ? unchanged : await createFixture();
    const send: Send = (changed) => shop.app.inject({ ...request(call, fixture), ...changed });
    const response = await provoke[code]?.(send, fixture, call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code, VARIABLE_TEXT.includes(code) ? response.json().detail : undefined);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });

  it.each(all)('%s returns exactly the response of the contract', async (_, call) => {
    const fixture = await createFixture();
    await exampleOf(call).prepare?.(fixture);
    const response = await shop.app.inject(request(call, fixture));
    expect(response.statusCode, response.body).toBe(200);
    expect(exampleOf(call).response.parse(response.json())).toEqual(response.json());
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
  });

  it.each(all)(
    '%s is closed to shoppers and merchants',
    { tags: ['@OPERATOR-16', '@MERCHANT-12'] },
    async (_, call) => {
      const merchant = await createApiToken(shop.db, {
        merchantId: await addMerchant(shop.db),
        name: 'own',
        scope: 'write',
      });
      for (const other of [await signIn(shop.db), { authorization: `Token ${merchant}` }])
        expectRefusal(await shop.app.inject({ ...request(call, unchanged), headers: other }), 'token_invalid');
    },
  );

  it('are all tested here', () => {
    const own = [orderCalls, walletCalls, merchantCalls, operatorCalls, couponCalls, jobCalls, settingsCalls].flatMap(
      (calls) => Object.values<Endpoint>(calls),
    );
    expect(own.filter((call) => !examples.has(call))).toEqual([]);
  });

  it.each([
    ['an amount of nothing', { amount: 0 }],
    ['a negative amount', { amount: -5 }],
    ['an amount of too many digits', { amount: 1e300 }],
    ['no reason', { reason: undefined }],
    ['a reason of spaces', { reason: '   ' }],
    ['another destination', { refund_to: 'bank' }],
  ])('refuse a refund with %s', async (_, changed) => {
    const { body } = exampleOf(orderCalls.createRefund);
    const response = await shop.app.inject({
      ...request(orderCalls.createRefund, unchanged),
      payload: { ...body?.(unchanged), ...changed },
    });
    expectRefusal(response, 'invalid_input');
  });

  it.each([1001, -1, 1.5, '80'])('refuse a commission of %j', { tags: ['@OPERATOR-15'] }, async (per_mille) => {
    const response = await shop.app.inject({
      ...request(merchantCalls.changeCommission, unchanged),
      payload: { per_mille },
    });
    expectRefusal(response, 'invalid_input');
  });
});
