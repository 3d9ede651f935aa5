import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderId } from '../platform/ids.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import { type Buyer, createBuyer, expirePaymentTime, runMinuteJobs, sandboxPaymentsOf } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { checkBooks } from './books.service.ts';
import { cancelPieces } from './cancellation.service.ts';
import { countLeft } from './fulfilment.rules.ts';
import { shipParcel } from './fulfilment.service.ts';
import { selectProgress } from './fulfilment.sql.ts';
import { createGoodwillRefund } from './goodwill.service.ts';
import { takeStep } from './order.service.ts';
import { settlePayment } from './payment.service.ts';
import { withOrder as changeOrder } from './with-order.ts';

let shop: TestShop;
let provider: SandboxPayments;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
});
afterAll(() => shop.close());

/** The initial stock of each product: low, so that products sell out. */
const INITIAL_STOCK = [3, 5, 8];

type Market = {
  products: number[];
  buyers: Buyer[];
  /** Credit given by the shop. */
  givenKobo: number;
  orders: { id: OrderId; reference: string; buyer: Buyer }[];
};
/** An element for any number `n`; undefined if there is none. */
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** A step of a generated history; `n` selects its buyer, order or amount. */
type Step = (market: Market, n: number) => Promise<unknown>;
const withOrder =
  (step: (order: Market['orders'][number], n: number) => Promise<unknown>): Step =>
  async (market, n) => {
    const order = pick(market.orders, n);
    return order && step(order, n);
  };
const settleAtProvider = async (reference: string) => {
  const state = await provider.verify(reference);
  if (state !== 'unknown') await settlePayment({ db: shop.db, log: shop.app.log }, state);
};

/** All changes to carts, orders, payments and wallets; they can happen in any order. */
const steps: Record<string, Step> = {
  add: async ({ buyers, products }, n) => {
    const items = [{ product_id: pick(products, n) ?? 0, quantity: 1 + (n % 3) }];
    await pick(buyers, n >> 4)?.call('POST', '/api/cart/save-bulk-items/', { cart_items: items });
  },
  give: async (market, n) => {
    const buyer = pick(market.buyers, n);
    if (!buyer) return;
    const amount = 1 + n * 7_001;
    await giveCredit(shop.db, buyer.accountId, amount);
    market.givenKobo += amount;
  },
  order: async ({ buyers, orders }, n) => {
    const buyer = pick(buyers, n);
    if (!buyer) return;
    const { cart } = await buyer.readCart();
    const cart_items = cart.map((line: { product_id: number; quantity: number; price: string }) => ({
      product: line.product_id,
      quantity: line.quantity,
      price: line.price,
    }));
    const rateRequest = { cart_items, shipping_address_id: buyer.addressId };
    const rate = await buyer.call('POST', '/calculate-shipment-rate/', rateRequest);
    if (rate.statusCode !== 200) return;
    const { sub_total, total_shipment_rate, total, wallet_credit } = rate.json().data;
    const credit = n & 64 ? { wallet_credit } : {};
    const response = await buyer.submitCheckout({ ...rateRequest, sub_total, total_shipment_rate, total, ...credit });
    expect([200, 409]).toContain(response.statusCode);
    if (response.statusCode !== 200) return;
    const { order_id, payment } = response.json();
    // A repeated request returns the same order.
    if (!orders.some(({ id }) => id === order_id))
      orders.push({ id: order_id, reference: payment.data.reference, buyer });
  },
  approve: withOrder(({ reference }) => provider.choose(reference, 'approve')),
  approveAndSettle: withOrder(async ({ reference }) => {
    await provider.choose(reference, 'approve');
    await settleAtProvider(reference);
  }),
  decline: withOrder(({ reference }) => provider.choose(reference, 'decline')),
  settle: withOrder(({ reference }) => settleAtProvider(reference)),
  expire: withOrder(({ id }) => expirePaymentTime(shop.db, id)),
  cancel: withOrder(({ id, buyer }) => buyer.cancelOrder(id)),
  ship: withOrder(({ id }, n) => takeStep(shop.db, id, { step: 'ship', tracking: `T${n}` }, LIVE_ACT)),
  deliver: withOrder(({ id }) => takeStep(shop.db, id, { step: 'deliver' }, LIVE_ACT)),
  shipPart: withOrder(({ id }, n) =>
    changeOrder(shop.db, id, async (trx, order) => {
      const [line] = (await selectProgress(trx, id)).filter((progress) => countLeft(progress) > 0);
      if (!line || order.status !== 'Paid') return undefined;
      const lines = [{ position: line.position, quantity: 1 + (n % countLeft(line)) }];
      return shipParcel(trx, order, line.fulfilment_id, { carrier: 'dhl', trackingNumber: `D${n}`, lines });
    }),
  ),
  cancelPart: withOrder(({ id }, n) =>
    changeOrder(shop.db, id, async (trx, order) => {
      const [line] = (await selectProgress(trx, id)).filter((progress) => countLeft(progress) > 0);
      if (!line) return undefined;
      return cancelPieces(trx, order, line.fulfilment_id, [
        { position: line.position, quantity: 1 + (n % countLeft(line)) },
      ]);
    }),
  ),
  /** More than what is left is refused. */
  goodwill: withOrder(({ id }, n) =>
    createGoodwillRefund(
      shop.db,
      id,
      { amount: kobo(1 + n * 9_001), to: n & 1 ? 'wallet' : 'original', key: `${n}` },
      LIVE_ACT,
    ),
  ),
  minute: () => runMinuteJobs(shop),
  /** Deletes the payment at the provider, so that its refund fails for good. */
  refuseRefund: withOrder(({ reference }) =>
    shop.db
      .deleteFrom('sandbox_payment')
      .where('reference', '=', reference)
      .where('status', '=', 'success')
      .where('reference', 'not in', shop.db.selectFrom('sandbox_refund').select('reference'))
      .where('reference', 'in', shop.db.selectFrom('payment').select('reference').where('status', '=', 'success'))
      .execute(),
  ),
};

/** Sums of the stock and money of this market's products and buyers. */
const readBooks = async ({ products, buyers }: Market) => {
  const accountIds = buyers.map(({ accountId }) => accountId);
  const { rows: stock } = await sql<{ id: number; stock: number; ordered: number }>`
    select p.id, p.stock, coalesce(sum(l.quantity - l.cancelled_quantity) filter (where o.status <> 'Cancelled'), 0)::integer as ordered
    from product p left join order_line l on l.product_id = p.id left join shop_order o on o.id = l.order_id
    where p.id = any(${products}::integer[]) group by p.id order by p.id`.execute(shop.db);
  const { rows: money } = await sql<
    Record<
      'paid' | 'retained' | 'reserved' | 'refunded' | 'credited' | 'wallets' | 'reversed' | 'sent' | 'goodwill',
      number
    >
  >`
    with mine as (select * from shop_order where account_id = any(${accountIds}::integer[])),
      payments as (select payment.* from payment join mine on mine.id = order_id),
      refunds as (select refund.* from refund join payments on payments.reference = refund.payment_reference),
      used as (
        select -sum(w.amount_kobo) as kobo from wallet_entry w join mine on mine.id = w.order_id
        where mine.status <> 'Cancelled' and starts_with(w.cause, 'order ')),
      cancelled as (
        select sum(l.unit_kobo * l.cancelled_quantity - l.discount_kobo * l.cancelled_quantity / l.quantity
          + l.shipment_kobo * l.cancelled_quantity / l.quantity) as kobo
        from mine join order_line l on l.order_id = mine.id where mine.status in ('Paid', 'Shipped', 'Delivered'))
    select
      (select coalesce(sum(e.amount_kobo), 0) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where e.account = 'goodwill' and t.order_id in (select id from mine))::bigint as goodwill,
      (select coalesce(sum(paid_amount), 0) from payments where status = 'success')::bigint as paid,
      ((select coalesce(sum(total_kobo), 0) from mine where status in ('Paid', 'Shipped', 'Delivered'))
        - (select coalesce(sum(kobo), 0) from cancelled) - (select coalesce(sum(kobo), 0) from used)
        + (select coalesce(sum(credit_kobo), 0) from mine where status = 'Pending'))::bigint as retained,
      (select coalesce(sum(kobo), 0) from used)::bigint as reserved,
      (select coalesce(sum(amount_kobo), 0) from refunds)::bigint as refunded,
      (select coalesce(sum(amount_kobo), 0) from refunds where status = 'wallet')::bigint as credited,
      (select coalesce(sum(amount_kobo), 0) from wallet_entry where account_id = any(${accountIds}::integer[]))::bigint as wallets,
      (select coalesce(sum(amount), 0) from sandbox_refund where reference in (select reference from payments))::bigint as reversed,
      (select coalesce(sum(amount_kobo), 0) from refunds where status in ('accepted', 'done'))::bigint as sent`.execute(
    shop.db,
  );
  const { rows: ordersWithWrongSubtotal } = await sql`
    select o.id from shop_order o join order_line l on l.order_id = o.id
    where o.account_id = any(${accountIds}::integer[])
    group by o.id having sum(l.unit_kobo * l.quantity) <> o.subtotal_kobo`.execute(shop.db);
  const sums = money[0];
  if (!sums) throw new Error('the query returned no row');
  return { stock, ordersWithWrongSubtotal, ...sums };
};

it('conserves stock and money in any sequence of orders, payments, refunds and credits', {
  tags: ['@BOOKS-1', '@BOOKS-8', '@BOOKS-10', '@MONEY-1', '@ORDER-6', '@WALLET-9'],
  timeout: 240_000,
}, async () => {
  const names = Object.keys(steps);
  const step = fc.tuple(
    fc.constantFrom(...names, 'add', 'give', 'order', 'order', 'approveAndSettle'),
    fc.nat({ max: 255 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (history) => {
      const products = await addProducts(
        shop.db,
        INITIAL_STOCK.map((stock) => ({ stock, weight_grams: 500 })),
      );
      const buyers = await Promise.all([0, 1, 2].map((n) => createBuyer(shop, [[products[n] ?? 0, 1]])));
      const market: Market = { products, buyers, givenKobo: 0, orders: [] };
      for (const [name, n] of history) {
        await steps[name]?.(market, n);
        const { stock, ordersWithWrongSubtotal, ...sums } = await readBooks(market);
        const { paid, retained, reserved, refunded, credited, wallets, goodwill } = sums;
        for (const [index, product] of stock.entries())
          expect(product.stock + product.ordered, `${name}: stock plus ordered quantity of product ${index}`).toBe(
            INITIAL_STOCK[index],
          );
        expect(ordersWithWrongSubtotal).toEqual([]);
        expect(paid, `${name}: payments are retained or refunded`).toBe(retained + refunded - goodwill);
        expect(wallets + reserved, `${name}: credit is in wallets or pays orders`).toBe(credited + market.givenKobo);
      }
      await runMinuteJobs(shop);
      const { refunded, sent, credited, reversed } = await readBooks(market);
      expect(sent + credited).toBe(refunded);
      expect(reversed).toBe(sent);
      expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
    }),
    { numRuns: 25, endOnFailure: true },
  );
  await expectSameBooksFromTables(shop.db);
});
