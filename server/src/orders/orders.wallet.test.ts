import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import {
  type Buyer,
  createBuyer,
  expirePaymentTime,
  runMinuteJobs,
  sandboxPaymentsOf,
  stockOf,
  walletAmountsOf,
} from '../testing/buyer.ts';
import { addCoupon } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop, waitUntilChangesAndLocksWait } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { checkBooks } from './books.service.ts';
import { cancelPieces } from './cancellation.service.ts';
import { settlePayment } from './payment.service.ts';
import { withOrder } from './with-order.ts';

let shop: TestShop;
let provider: SandboxPayments;
/** A product for ₦12,450, ten in stock. */
let yam: ProductId;
/** A buyer with two yams in the cart and ₦5,000 of credit. */
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  yam = await addProduct(shop.db, { price_kobo: 1_245_000, weight_grams: 6000, stock: 10 });
  buyer = await createBuyer(shop, [[yam, 2]]);
  await giveCredit(shop.db, buyer.accountId, 500_000);
});

/** More than any order costs. */
const LARGE_CREDIT = 100_000_000;
const settleAtProvider = async (reference: string) => {
  const state = await provider.verify(reference);
  if (state !== 'unknown') await settlePayment({ db: shop.db, log: shop.app.log }, state);
};
const pay = async (reference: string) => {
  await provider.choose(reference, 'approve');
  await settleAtProvider(reference);
};
const amountOf = async (reference: string) =>
  (await shop.db.selectFrom('payment').select('amount_kobo').where('reference', '=', reference).executeTakeFirst())
    ?.amount_kobo;
const readBalance = async () =>
  (await walletAmountsOf(shop.db, buyer.accountId)).reduce((sum, amount) => sum + amount, 0);
const fetchRate = async (): Promise<Record<string, number | string>> => {
  const { cart_items, shipping_address_id } = await buyer.prepareCheckout();
  return (await buyer.call('POST', '/calculate-shipment-rate/', { cart_items, shipping_address_id })).json().data;
};
/** Places an order with the maximum credit. */
const placeOrderWithCredit = async () => {
  const body = await buyer.prepareCheckoutWithCredit();
  const response = await buyer.submitCheckout(body);
  expect(response.statusCode, response.body).toBe(200);
  const { order_id: id, payment } = response.json();
  return { id, reference: payment.data.reference, payment, body, total: Math.round(Number(body.total) * 100) };
};

describe('wallet credit in the checkout', () => {
  it('is shown with the rate, at most the total', async () => {
    const { total } = await buyer.prepareCheckout();
    expect(await fetchRate()).toMatchObject({
      wallet_credit: 5000,
      formatted_wallet_credit: '₦5,000',
      formatted_total_after_credit: `₦${(Number(total) - 5000).toLocaleString('en')}`,
    });
    await giveCredit(shop.db, buyer.accountId, LARGE_CREDIT);
    expect(await fetchRate()).toMatchObject({ wallet_credit: total, formatted_total_after_credit: '₦0' });
  });

  it('leaves at least ₦50 to pay, because the provider takes no less', { tags: ['@WALLET-12'] }, async () => {
    const total = Math.round(Number((await buyer.prepareCheckout()).total) * 100);
    await giveCredit(shop.db, buyer.accountId, total - 500_000 - 1);
    const { reference } = await placeOrderWithCredit();
    expect(await amountOf(reference)).toBe(5000);
    await pay(reference);
  });

  it('is used only when the order requests it', async () => {
    const { reference } = await buyer.placeOrder();
    expect(await amountOf(reference)).toBe(Math.round(Number((await buyer.prepareCheckout()).total) * 100));
    expect(await readBalance()).toBe(500_000);
  });

  it('is refused when it is not the amount that the wallet can pay, and nothing is created', {
    tags: ['@WALLET-8'],
  }, async () => {
    const body = await buyer.prepareCheckout();
    for (const wallet_credit of [4999, 5001, 1_000_000, -5000]) {
      const response = await buyer.submitCheckout({ ...body, wallet_credit });
      const amount = wallet_credit < 0 ? '-₦5,000' : `₦${wallet_credit.toLocaleString('en')}`;
      expectRefusal(response, 'checkout_changed', `Your wallet now pays ₦5,000 of it, not ${amount}.`);
      expect(response.json().errors).toHaveProperty('wallet_credit');
    }
    expect((await buyer.submitCheckout({ ...body, wallet_credit: 'all' })).json().code).toBe('invalid_input');
    expect(await buyer.listOrders()).toEqual([]);
    expect(await readBalance()).toBe(500_000);
  });

  it('of a pending order can be used for the order that replaces it', async () => {
    const first = await placeOrderWithCredit();
    expect(await readBalance()).toBe(0);
    expect(await fetchRate()).toMatchObject({ wallet_credit: 5000 });
    expect((await placeOrderWithCredit()).id).toBe(first.id);
    await buyer.call('PUT', `/api/cart//${yam}/`, { quantity: 1 });
    const second = await placeOrderWithCredit();
    expect(second.id).not.toBe(first.id);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([500_000, -500_000, 500_000, -500_000]);
    const third = await buyer.placeOrder();
    expect(third.id).not.toBe(second.id);
    expect(await readBalance()).toBe(500_000);
  });
});

describe('an order paid partly with credit', () => {
  it('charges the rest through the provider, and refunds each part to its source', {
    tags: ['@WALLET-6'],
  }, async () => {
    const { id, reference, total } = await placeOrderWithCredit();
    expect(await amountOf(reference)).toBe(total - 500_000);
    expect(await readBalance()).toBe(0);
    await pay(reference);
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid', wallet_credit: 5000, total_price: total / 100 });
    await runMinuteJobs(shop);
    const [confirmed] = await shop.mailbox.read(buyer.email);
    expect(confirmed?.text).toContain('Paid from your wallet: ₦5,000');

    expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
    await runMinuteJobs(shop);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([500_000, -500_000, 500_000]);
    const refund = await shop.db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirst();
    expect(refund).toMatchObject({ amount_kobo: total - 500_000, status: 'done' });
    await runMinuteJobs(shop);
    expect((await buyer.mailSubjects()).filter((subject) => /back|refund/i.test(subject))).toHaveLength(2);
    expect(await stockOf(shop.db, yam)).toBe(10);
  });

  it.each(['decline', 'expire', 'cancel'] as const)('returns its credit (%s)', async (how) => {
    const { id, reference } = await placeOrderWithCredit();
    if (how === 'decline') {
      await provider.choose(reference, 'decline');
      await settleAtProvider(reference);
    }
    if (how === 'expire') {
      await expirePaymentTime(shop.db, id);
      await runMinuteJobs(shop);
    }
    if (how === 'cancel') await buyer.cancelOrder(id);
    expect((await buyer.readOrder(id)).status).toBe('Cancelled');
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([500_000, -500_000, 500_000]);
  });

  it('debits its credit again when its payment comes late, and returns it again when it is cancelled', async () => {
    const { id, reference } = await placeOrderWithCredit();
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    await pay(reference);
    expect((await buyer.readOrder(id)).status).toBe('Paid');
    expect(await readBalance()).toBe(0);
    await buyer.cancelOrder(id);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([500_000, -500_000, 500_000, -500_000, 500_000]);
  });

  it('stays cancelled and is refunded when its late payment comes after the credit was spent', async () => {
    const { code } = await addCoupon(shop.db, { max_uses: 1 });
    await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
    const { id, reference, total } = await placeOrderWithCredit();
    await expirePaymentTime(shop.db, id);
    await runMinuteJobs(shop);
    await giveCredit(shop.db, buyer.accountId, -499_999);
    await pay(reference);
    expect((await buyer.readOrder(id)).status).toBe('Cancelled');
    expect(await readBalance()).toBe(1);
    const refund = await shop.db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirst();
    expect(refund).toMatchObject({ amount_kobo: total - 500_000, reason: 'too late' });
    expect(await stockOf(shop.db, yam)).toBe(10);
    const coupon = await shop.db.selectFrom('coupon').select('uses').where('code', '=', code).executeTakeFirst();
    expect(coupon).toEqual({ uses: 0 });
  });

  it('stays paid with its credit when its account is deleted', async () => {
    const { id, reference, total } = await placeOrderWithCredit();
    await pay(reference);
    await shop.app.inject({
      method: 'DELETE',
      url: '/backend/user-profile-update?confirm_undelivered=true',
      headers: buyer.headers,
    });
    const row = await shop.db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ status: 'Paid', credit_kobo: 500_000, total_kobo: total, account_id: null });
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([]);
  });

  it('leaves nothing in the deposits when its pieces are cancelled after its account was deleted', {
    tags: ['@BOOKS-8'],
  }, async () => {
    // Most of the order is paid with credit, so that the payment is less than a piece costs.
    await giveCredit(shop.db, buyer.accountId, 1_500_000);
    const { id, reference } = await placeOrderWithCredit();
    await pay(reference);
    await shop.app.inject({
      method: 'DELETE',
      url: '/backend/user-profile-update?confirm_undelivered=true',
      headers: buyer.headers,
    });
    const status = await withOrder(shop.db, id as OrderId, (trx, order) =>
      cancelPieces(trx, order, `${id}-1`, [{ position: 0, quantity: 1 }]),
    );
    expect(status).toBe('Paid');
    expect((await checkBooks(shop.db)).differences.filter(({ order_id }) => order_id === id)).toEqual([]);
  });
});

describe('an order paid entirely with credit', () => {
  beforeEach(() => giveCredit(shop.db, buyer.accountId, LARGE_CREDIT));

  it('is paid at once, without the provider', { tags: ['@WALLET-7'] }, async () => {
    const { id, payment, total } = await placeOrderWithCredit();
    expect(payment.data).toEqual({
      authorization_url: 'http://shop.test/payment/success',
      access_code: '',
      reference: id,
    });
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Paid', wallet_credit: total / 100 });
    expect(await buyer.readCart()).toEqual({ cart: [], subtotal: 0 });
    expect(await readBalance()).toBe(500_000 + LARGE_CREDIT - total);
    expect(await shop.db.selectFrom('payment').select('reference').where('order_id', '=', id).execute()).toEqual([]);
    await runMinuteJobs(shop);
    expect(await buyer.mailSubjects()).toEqual([`Your Sokuwa order ${id}`]);
  });

  it.each([undefined, 'a-key'])('is placed once for repeated requests (key: %s)', async (key) => {
    const body = await buyer.prepareCheckoutWithCredit();
    const first = await buyer.submitCheckout(body, key);
    const second = await buyer.submitCheckout(body, key);
    expect(second.statusCode, second.body).toBe(200);
    expect(second.json()).toEqual(first.json());
    expect(await buyer.listOrders()).toHaveLength(1);
    expect(await stockOf(shop.db, yam)).toBe(8);
  });

  it('is a new order when the same items are bought again', async () => {
    const first = await placeOrderWithCredit();
    await buyer.fillCart([[yam, 2]]);
    const second = await placeOrderWithCredit();
    expect(second.id).not.toBe(first.id);
    expect(await readBalance()).toBe(500_000 + LARGE_CREDIT - 2 * first.total);
  });

  it('returns the whole credit when it is cancelled, and its request places no second order', async () => {
    const { id, body } = await placeOrderWithCredit();
    await buyer.cancelOrder(id);
    await runMinuteJobs(shop);
    expect(await readBalance()).toBe(500_000 + LARGE_CREDIT);
    expect((await buyer.mailSubjects()).filter((subject) => /back|refund/i.test(subject))).toHaveLength(1);
    expectRefusal(await buyer.submitCheckout(body), 'cart_empty');
  });
});

describe('concurrent changes', () => {
  /** The default of ACCOUNT_CONCURRENT_CALLS: more calls of the account do not start. */
  const MAX_ACCOUNT_CALLS = 4;
  /** Starts all `calls` while another transaction locks the account. */
  const runConcurrently = async <T>(calls: (() => Promise<T>)[]): Promise<T[]> => {
    const other = new pg.Client(shop.connection);
    await other.connect();
    await other.query('begin');
    await other.query('select from account where id = $1 for update', [buyer.accountId]);
    const started = calls.map((call) => call());
    await waitUntilChangesAndLocksWait(shop, shop.db, buyer.accountId, Math.min(calls.length, MAX_ACCOUNT_CALLS));
    await other.query('commit');
    await other.end();
    return Promise.all(started);
  };
  /** The credit used by the orders that are not cancelled. */
  const usedCredit = async () => {
    const rows = await shop.db
      .selectFrom('shop_order')
      .select('credit_kobo')
      .where('account_id', '=', buyer.accountId)
      .where('status', '!=', 'Cancelled')
      .execute();
    return rows.reduce((sum, { credit_kobo }) => sum + credit_kobo, 0);
  };

  it('place one order for four equal requests and debit its credit once', { tags: ['@WALLET-9'] }, async () => {
    await giveCredit(shop.db, buyer.accountId, LARGE_CREDIT);
    const body = await buyer.prepareCheckoutWithCredit();
    const responses = await runConcurrently(Array.from({ length: 4 }, () => () => buyer.submitCheckout(body)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(responses.map((response) => response.json().order_id)).size).toBe(1);
    expect((await readBalance()) + (await usedCredit())).toBe(500_000 + LARGE_CREDIT);
  });

  it('conserve the sum of balance and used credit', {
    tags: ['@ORDER-6', '@WALLET-9'],
    timeout: 120_000,
  }, async () => {
    let givenKobo = 500_000;
    const kinds = fc.constantFrom('withCredit', 'without', 'cancel', 'late', 'give', 'approve', 'decline');
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 2, maxLength: 4 }), async (changes) => {
        await buyer.fillCart([[yam, 1]]);
        await shop.db.updateTable('product').set({ stock: 10 }).where('id', '=', yam).execute();
        const { id, reference } = await placeOrderWithCredit();
        const [withCredit, without] = [await buyer.prepareCheckoutWithCredit(), await buyer.prepareCheckout()];
        const steps: Record<string, () => Promise<unknown>> = {
          withCredit: () => buyer.submitCheckout(withCredit),
          without: () => buyer.submitCheckout(without),
          cancel: () => buyer.cancelOrder(id),
          late: async () => {
            await expirePaymentTime(shop.db, id);
            await runMinuteJobs(shop);
          },
          give: () => giveCredit(shop.db, buyer.accountId, 12_345),
          approve: () => pay(reference),
          decline: async () => {
            await provider.choose(reference, 'decline');
            await settleAtProvider(reference);
          },
        };
        givenKobo += 12_345 * changes.filter((kind) => kind === 'give').length;
        await runConcurrently(changes.map((kind) => steps[kind] ?? (() => Promise.resolve())));
        expect((await readBalance()) + (await usedCredit())).toBe(givenKobo);
        for (const { id } of await buyer.listOrders()) await buyer.cancelOrder(id);
        await runMinuteJobs(shop);
        expect(await readBalance()).toBe(givenKobo);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});
