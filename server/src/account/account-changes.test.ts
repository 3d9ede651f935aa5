import { kobo } from '@sokuwa/contract/money.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Buyer, createBuyer, sandboxPaymentsOf } from '../testing/buyer.ts';
import { addCoupon, createAddress } from '../testing/checkout.ts';
import { createStore } from '../testing/messages.ts';
import { expectRefusal, type TestResponse } from '../testing/responses.ts';
import {
  addMerchant,
  addProduct,
  openTestShop,
  signIn,
  type TestShop,
  waitUntilBlocked,
  waitUntilChangesQueued,
} from '../testing/shop.ts';

const PARALLEL = 20;

/** Objects that the floods' requests use. They are created before the account is locked. */
type Flooded = {
  buyer: Buyer;
  shop: TestShop;
  product: number;
  merchant: number;
  coupon: string;
  order: Awaited<ReturnType<Buyer['placeOrder']>>;
  checkout: object;
  thread: string;
  store: Awaited<ReturnType<typeof createStore>>;
};
let flooded: Flooded;
let shop: TestShop;
/** A shop with the shortest time-out for an account's lock. */
let shortTimeoutShop: TestShop;
/** A second database client; its open transaction locks the account. */
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop({ ACCOUNT_LOCK_TIMEOUT_MS: '60000' });
  shortTimeoutShop = await openTestShop({ ACCOUNT_LOCK_TIMEOUT_MS: '1' });
});
afterAll(async () => {
  await shortTimeoutShop.close();
  await shop.close();
});
afterEach(() => other.end());

const prepare = async (target: TestShop): Promise<void> => {
  const product = await addProduct(target.db, { stock: 1000 });
  const buyer = await createBuyer(target, [[product, 1]]);
  const { code } = await addCoupon(target.db, { fixed_kobo: kobo(100) });
  const checkout = await buyer.prepareCheckout();
  const order = await buyer.placeOrder();
  const store = await createStore(target);
  const question = { subject: 'Which size?', content: 'Is it cut loose?', product: store.productId };
  const thread = (await buyer.call('POST', '/contact-merchant/send/', question)).json().id;
  const merchant = await addMerchant(target.db);
  flooded = { buyer, shop: target, product, merchant, coupon: code, order, checkout, thread, store };
  other = new pg.Client(target.connection);
  await other.connect();
};
const lockAccount = async () => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [flooded.buyer.accountId]);
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, path: string, payload?: object): Promise<TestResponse> =>
  flooded.shop.app.inject({
    method,
    url: `/backend${path}`,
    headers: flooded.buyer.headers,
    ...(payload && { payload }),
  });

/** Each call that changes an account. `n` makes the requests of one flood different. */
const FLOODS: [string, (n: number) => Promise<TestResponse>][] = [
  ['places orders', (n) => flooded.buyer.submitCheckout(flooded.checkout, `key-${n}-of-a-flood`)],
  ['cancels an order', () => flooded.buyer.cancelOrder(flooded.order.id)],
  [
    'requests shipment rates',
    async (n) => {
      const { db } = flooded.shop;
      await db.deleteFrom('checkout_rate').where('account_id', '=', flooded.buyer.accountId).execute();
      return send('POST', `/calculate-shipment-rate/?n=${n}`, {
        cart_items: [],
        shipping_address_id: flooded.buyer.addressId,
      });
    },
  ],
  ['applies coupons', () => send('POST', '/checkout/apply-coupon/', { coupon_code: flooded.coupon })],
  ['removes its coupon', () => send('DELETE', '/checkout/coupon/')],
  ['fills its cart', () => send('POST', '/api/cart/', { product_id: flooded.product, quantity: 1 })],
  ['saves items', () => send('PUT', `/api/saved-items/${flooded.product}/`)],
  ['follows sellers', () => send('PUT', `/api/followed-sellers/${flooded.merchant}/`)],
  [
    'reports viewed products',
    () => send('POST', '/api/recently-viewed/', { views: [{ product_id: flooded.product }] }),
  ],
  ['changes its email settings', (n) => send('PUT', '/api/saved-notes/', { enabled: n % 2 === 0 })],
  ['adds addresses', (n) => send('POST', '/shipping-address/', createAddress({ address_line1: `${n} Broad Street` }))],
  [
    'asks merchants',
    (n) =>
      send('POST', '/contact-merchant/send/', {
        subject: 'Which size?',
        content: `Is it ${n} inches?`,
        product: flooded.store.productId,
      }),
  ],
  ['reads messages', () => send('PATCH', `/messages/question/${flooded.thread}/mark-read/`, { is_read: true })],
  ['gets replies of a merchant', (n) => flooded.store.reply(flooded.thread, `Take size ${n}.`)],
  ['edits its profile', (n) => send('PUT', '/user-profile-update', { street_address: `${n} Broad Street` })],
  ['deletes itself', () => send('DELETE', '/user-profile-update')],
];

describe.each(FLOODS)('an account that %s', (_, request) => {
  it('holds no connection while it is locked, and others get responses', { tags: ['@API-30'] }, async () => {
    await prepare(shop);
    await lockAccount();
    const sent = Array.from({ length: PARALLEL }, (_, n) => request(n));
    await waitUntilChangesQueued(shop, flooded.buyer.accountId, PARALLEL);
    // Proves that all connections of the pool are free, by taking every one of them at the same time.
    const size = shop.config.databaseConnections;
    const clients = await Promise.all(Array.from({ length: size }, () => shop.pool.connect()));
    expect(shop.pool.totalCount).toBe(size);
    for (const client of clients) client.release();
    const headers = await signIn(shop.db);
    const payload = { product_id: flooded.product, quantity: 1 };
    const answered = await shop.app.inject({ method: 'POST', url: '/backend/api/cart/', headers, payload });
    expect(answered.statusCode).toBe(200);
    expect(shop.accountChanges.count(flooded.buyer.accountId)).toBe(PARALLEL);
    await other.query('commit');
    for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBeLessThan(500);
  });

  it('is refused with 429 when it stays locked', { tags: ['@API-30'] }, async () => {
    await prepare(shortTimeoutShop);
    await lockAccount();
    for (const response of await Promise.all(Array.from({ length: PARALLEL }, (_, n) => request(n)))) {
      expectRefusal(response, 'too_many_requests');
      expect(response.headers['retry-after']).toBe('1');
    }
    await other.query('commit');
    expect((await request(PARALLEL)).statusCode).toBe(200);
  });
});

describe('buyers who return from the provider again and again', () => {
  const followReturn = () =>
    shop.app.inject({ url: `/backend/payment/return?reference=${flooded.order.reference}&cancelled=1` });
  beforeEach(() => prepare(shop));

  it('wait for no lock while nothing is paid', { tags: ['@API-30'] }, async () => {
    await lockAccount();
    const responses = await Promise.all(Array.from({ length: PARALLEL }, followReturn));
    for (const { statusCode, headers } of responses) {
      expect(statusCode).toBe(303);
      expect(headers.location).toContain('/payment/pending');
    }
    await other.query('commit');
  });

  it('share one call to the provider and one connection', { tags: ['@API-30'] }, async () => {
    const payments = sandboxPaymentsOf(shop);
    await payments.choose(flooded.order.reference, 'approve');
    const verify = vi.spyOn(payments, 'verify');
    await lockAccount();
    const sent = Array.from({ length: PARALLEL }, followReturn);
    await waitUntilBlocked(shop.db, 1);
    await other.query('commit');
    for (const { headers } of await Promise.all(sent)) expect(headers.location).toMatch(/\/payment\/success$/);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });

  it('ask the provider at most every ten seconds about a payment that stays open', { tags: ['@API-30'] }, async () => {
    const verify = vi.spyOn(sandboxPaymentsOf(shop), 'verify');
    for (let n = 0; n < 5; n++) expect((await followReturn()).headers.location).toContain('/payment/pending');
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });
});
