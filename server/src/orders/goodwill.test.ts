import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import { createBuyer, runMinuteJobs, sandboxPaymentsOf, walletAmountsOf } from '../testing/buyer.ts';
import { DRY_ACT, LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { type PaidOrder, placePaidOrder } from '../testing/sales.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { checkBooks } from './books.service.ts';
import { fulfilmentOperator } from './fulfilment.operator.ts';
import { createGoodwillRefund } from './goodwill.service.ts';
import { takeStep } from './order.service.ts';

let shop: TestShop;
let yam: ProductId;
let order: PaidOrder;
let totalKobo: number;
let keys = 0;
beforeAll(async () => {
  shop = await openTestShop();
  yam = await addProduct(shop.db, { stock: 10_000, price_kobo: 1_000_000, weight_grams: 500 });
});
afterAll(() => shop.close());
const readTotal = async (id: string): Promise<number> =>
  (
    await shop.db
      .selectFrom('shop_order')
      .select('total_kobo')
      .where('id', '=', id as OrderId)
      .executeTakeFirstOrThrow()
  ).total_kobo;
beforeEach(async () => {
  order = await placePaidOrder(shop, [[yam, 3]]);
  totalKobo = await readTotal(order.id);
});

const refund = (amount: number, to: 'original' | 'wallet' = 'original', options = LIVE_ACT, key = `k${++keys}`) =>
  createGoodwillRefund(shop.db, order.id as OrderId, { amount: kobo(amount), to, key }, options);
const expectRightBooks = async () => expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
/** What the order has left in an account of the books. */
const sumOf = async (account: string, id = order.id): Promise<number> => {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(e.amount_kobo), 0)::bigint as kobo from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.order_id = ${id} and e.account = ${account}`.execute(shop.db);
  return rows[0]?.kobo ?? 0;
};
const refundedAtProvider = async (reference: string): Promise<number> => {
  const listed = await sandboxPaymentsOf(shop).listRefunds(reference);
  return listed === 'unknown' ? 0 : listed.reduce((sum, { amount }) => sum + amount, 0);
};

describe('a goodwill refund', { tags: ['@OPERATOR-5'] }, () => {
  it('goes to the payment, is mailed, and costs the shop but not the merchant', async () => {
    const merchantBefore = await sumOf('merchant');
    expect(await refund(50_000)).toEqual({ toPayment: 50_000, toWallet: 0 });
    await runMinuteJobs(shop);
    expect(await refundedAtProvider(order.reference)).toBe(50_000);
    expect(await sumOf('goodwill')).toBe(50_000);
    expect(await sumOf('merchant')).toBe(merchantBefore);
    expect(await order.buyer.readOrder(order.id)).toMatchObject({
      status: 'Paid',
      refunds: [{ amount: 500, to: 'payment_method' }],
    });
    expect((await order.buyer.mailSubjects())[0]).toContain(order.id);
    await expectRightBooks();
  });

  it('goes to the wallet at once, also of a delivered order', async () => {
    await takeStep(shop.db, order.id, { step: 'ship', tracking: 'T' }, LIVE_ACT);
    await takeStep(shop.db, order.id, { step: 'deliver' }, LIVE_ACT);
    expect(await refund(totalKobo, 'wallet')).toEqual({ toPayment: 0, toWallet: totalKobo });
    expect(await walletAmountsOf(shop.db, order.buyer.accountId)).toEqual([totalKobo]);
    await runMinuteJobs(shop);
    const [mail] = await shop.mailbox.read(order.buyer.email);
    expect(mail?.text).toContain('It is in your Sokuwa wallet.');
    expect(mail?.text).not.toContain('could not');
    expect(await refund(1, 'wallet')).toMatchObject({ refused: 'refund_too_large' });
    await expectRightBooks();
  });

  it('of an order that the wallet has paid goes back to the wallet', async () => {
    const buyer = await createBuyer(shop, [[yam, 1]]);
    await giveCredit(shop.db, buyer.accountId, 400_000);
    const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
    const { order_id: id, payment } = response.json();
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${payment.data.reference}/approve` });
    order = { buyer, id, reference: payment.data.reference };
    const paid = (await readTotal(id)) - 400_000;
    expect(await refund(paid + 100_000)).toEqual({ toPayment: paid, toWallet: 100_000 });
    expect(await refund(300_001)).toMatchObject({ refused: 'refund_too_large' });
    await expectRightBooks();
    // The rest of the credit returns with the cancellation, and nothing twice.
    await takeStep(shop.db, id, { step: 'cancel' }, LIVE_ACT);
    expect(await walletAmountsOf(shop.db, buyer.accountId)).toEqual([400_000, -400_000, 100_000, 300_000]);
    expect(await sumOf('goodwill')).toBe(0);
    await expectRightBooks();
  });

  it('changes nothing on a dry run', async () => {
    expect(await refund(50_000, 'wallet', DRY_ACT)).toEqual({ toPayment: 0, toWallet: 50_000 });
    expect(await walletAmountsOf(shop.db, order.buyer.accountId)).toEqual([]);
    expect(await sumOf('goodwill')).toBe(0);
  });

  it('is made once for the same key, also by two requests at once', { tags: ['@OPERATOR-8'] }, async () => {
    const headers = { ...(await signInOperator(shop)), 'idempotency-key': 'complaint-7' };
    const payload = { order_id: order.id, amount: 100, refund_to: 'wallet', reason: 'Late' };
    const send = () => shop.app.inject({ method: 'POST', url: '/backend/operator/refunds/', headers, payload });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(responses[1]?.json()).toEqual({ order_id: order.id, amount: 100, refund_to: 'wallet' });
    expect(await walletAmountsOf(shop.db, order.buyer.accountId)).toEqual([10_000]);
    const entries = await shop.db
      .selectFrom('audit_entry')
      .select(['actor', 'reason'])
      .where('subject', '=', `order ${order.id}`)
      .execute();
    expect(entries).toEqual([{ actor: 'token:finance', reason: 'Late' }]);
  });
});

describe('goodwill and cancellations', { tags: ['@OPERATOR-6'] }, () => {
  it('together give back at most what was paid', async () => {
    await refund(totalKobo - 1000);
    await takeStep(shop.db, order.id, { step: 'cancel' }, LIVE_ACT);
    await runMinuteJobs(shop);
    expect(await refundedAtProvider(order.reference)).toBe(totalKobo);
    // It was no gift: the goods are back.
    expect(await sumOf('goodwill')).toBe(0);
    expect(await sumOf('deposits')).toBe(0);
    await expectRightBooks();
  });

  it('of pieces are refunded in full while enough is left', async () => {
    await refund(50_000);
    await fulfilmentOperator(shop.db).cancel(`${order.id}-1`, [{ position: 0, quantity: 1 }], LIVE_ACT);
    expect(await sumOf('goodwill')).toBe(50_000);
    await refund(totalKobo - 50_000 - 1_000_000 - 300_000);
    await fulfilmentOperator(shop.db).cancel(`${order.id}-1`, [{ position: 0, quantity: 1 }], LIVE_ACT);
    await runMinuteJobs(shop);
    expect(await refundedAtProvider(order.reference)).toBeLessThanOrEqual(totalKobo);
    await expectRightBooks();
  });

  it('at once never give back more than was paid', async () => {
    const other = await shop.db.startTransaction().execute();
    await other
      .selectFrom('shop_order')
      .select('id')
      .where('id', '=', order.id as OrderId)
      .forUpdate()
      .execute();
    const started = Promise.all([
      refund(totalKobo, 'wallet'),
      refund(totalKobo, 'original'),
      takeStep(shop.db, order.id, { step: 'cancel' }, LIVE_ACT),
    ]);
    await waitUntilBlocked(shop.db, 3);
    await other.commit().execute();
    const [toWallet, toPayment] = await started;
    expect([toWallet, toPayment].filter((result) => !isRefused(result)).length).toBeLessThanOrEqual(1);
    await runMinuteJobs(shop);
    const credit = (await walletAmountsOf(shop.db, order.buyer.accountId)).reduce((sum, amount) => sum + amount, 0);
    expect(credit + (await refundedAtProvider(order.reference))).toBe(totalKobo);
    await expectRightBooks();
  });

  it('of two refunds at once, one of which is too much, one is made', async () => {
    const results = await Promise.all([refund(totalKobo - 1, 'wallet'), refund(totalKobo - 1, 'original')]);
    expect(results.filter(isRefused)).toMatchObject([{ refused: 'refund_too_large' }]);
    await expectRightBooks();
  });
});

it('the books with goodwill can be written again from the tables', { tags: ['@BOOKS-8'] }, async () => {
  await refund(70_000, 'wallet');
  await refund(30_000);
  await runMinuteJobs(shop);
  await expectSameBooksFromTables(shop.db);
});
