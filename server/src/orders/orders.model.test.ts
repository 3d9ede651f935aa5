import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderId } from '../platform/ids.ts';
import type { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import { type Buyer, createBuyer, expirePaymentTime, runMinuteJobs, sandboxPaymentsOf } from '../testing/buyer.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { takeStep } from './order.service.ts';
import { settlePayment } from './payment.service.ts';

let shop: TestShop;
let provider: SandboxPayments;
beforeAll(async () => {
  shop = await openTestShop();
  provider = sandboxPaymentsOf(shop);
});
afterAll(() => shop.close());

/** What there is of each product at first: little, so that it runs out. */
const STOCK = [3, 5, 8];

type Market = {
  products: number[];
  buyers: Buyer[];
  /** Kobo that were put into wallets. */
  given: number;
  orders: { id: OrderId; reference: string; buyer: Buyer }[];
};
/** One of all, whatever number was drawn. */
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

type Step = (market: Market, n: number) => Promise<unknown>;
const withOrder =
  (step: (order: Market['orders'][number], n: number) => Promise<unknown>): Step =>
  async (market, n) => {
    const order = pick(market.orders, n);
    return order && step(order, n);
  };
const tell = async (reference: string) => {
  const state = await provider.verify(reference);
  if (state !== 'unknown') await settlePayment({ db: shop.db, log: shop.app.log }, state);
};

/** Everything that can happen to a shop, in whatever order. */
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
    market.given += amount;
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
    const ask = { cart_items, shipping_address_id: buyer.addressId };
    const rate = await buyer.call('POST', '/calculate-shipment-rate/', ask);
    if (rate.statusCode !== 200) return;
    const { sub_total, total_shipment_rate, total, wallet_credit } = rate.json().data;
    const credit = n & 64 ? { wallet_credit } : {};
    const answer = await buyer.submitCheckout({ ...ask, sub_total, total_shipment_rate, total, ...credit });
    expect([200, 409]).toContain(answer.statusCode);
    if (answer.statusCode !== 200) return;
    const { order_id, payment } = answer.json();
    // What the wallet paid as a whole has no payment.
    if (!orders.some(({ id }) => id === order_id))
      orders.push({ id: order_id, reference: payment.data.reference, buyer });
  },
  approve: withOrder(({ reference }) => provider.choose(reference, 'approve')),
  approveAndTell: withOrder(async ({ reference }) => {
    await provider.choose(reference, 'approve');
    await tell(reference);
  }),
  decline: withOrder(({ reference }) => provider.choose(reference, 'decline')),
  tell: withOrder(({ reference }) => tell(reference)),
  expire: withOrder(({ id }) => expirePaymentTime(shop.db, id)),
  cancel: withOrder(({ id, buyer }) => buyer.cancelOrder(id)),
  ship: withOrder(({ id }, n) => takeStep(shop.db, id, { step: 'ship', tracking: `T${n}` })),
  deliver: withOrder(({ id }) => takeStep(shop.db, id, { step: 'deliver' })),
  minute: () => runMinuteJobs(shop),
  /** The provider finds that it can't give this payment back. */
  spoil: withOrder(({ reference }) =>
    shop.db
      .updateTable('sandbox_payment')
      .set({ status: 'failed' })
      .where('reference', '=', reference)
      .where('status', '=', 'success')
      .where('reference', 'in', shop.db.selectFrom('payment').select('reference').where('status', '=', 'success'))
      .execute(),
  ),
};

/** Sums over everything that this market's buyers did. */
const books = async ({ products, buyers }: Market) => {
  const accounts = buyers.map(({ accountId: account }) => account);
  const { rows: stock } = await sql<{ id: number; stock: number; ordered: number }>`
    select p.id, p.stock, coalesce(sum(l.quantity) filter (where o.status <> 'Cancelled'), 0)::integer as ordered
    from product p left join order_line l on l.product_id = p.id left join shop_order o on o.id = l.order_id
    where p.id = any(${products}::integer[]) group by p.id order by p.id`.execute(shop.db);
  const { rows: money } = await sql<
    Record<'paid' | 'kept' | 'held' | 'refunded' | 'credited' | 'wallets' | 'reversed' | 'sent', number>
  >`
    with mine as (select * from shop_order where account_id = any(${accounts}::integer[])),
      payments as (select payment.* from payment join mine on mine.id = order_id),
      refunds as (select refund.* from refund join payments using (reference))
    select
      (select coalesce(sum(paid_amount), 0) from payments where status = 'success')::bigint as paid,
      (select coalesce(sum(total_kobo - credit_kobo), 0) from mine where status in ('Paid', 'Shipped', 'Delivered'))::bigint as kept,
      (select coalesce(sum(credit_kobo), 0) from mine where status <> 'Cancelled')::bigint as held,
      (select coalesce(sum(amount_kobo), 0) from refunds)::bigint as refunded,
      (select coalesce(sum(amount_kobo), 0) from refunds where status = 'wallet')::bigint as credited,
      (select coalesce(sum(amount_kobo), 0) from wallet_entry where account_id = any(${accounts}::integer[]))::bigint as wallets,
      (select coalesce(sum(amount), 0) from sandbox_payment where status = 'reversed'
        and reference in (select reference from payments))::bigint as reversed,
      (select coalesce(sum(amount_kobo), 0) from refunds where status in ('accepted', 'done'))::bigint as sent`.execute(
    shop.db,
  );
  const { rows: torn } = await sql`
    select o.id from shop_order o join order_line l on l.order_id = o.id
    where o.account_id = any(${accounts}::integer[])
    group by o.id having sum(l.unit_kobo * l.quantity) <> o.subtotal_kobo`.execute(shop.db);
  const sums = money[0];
  if (!sums) throw new Error('sums are always there');
  return { stock, torn, ...sums };
};

it('whatever happens, no piece and no kobo is lost or made', {
  tags: ['@MONEY-1', '@ORDER-6', '@WALLET-9'],
  timeout: 240_000,
}, async () => {
  const names = Object.keys(steps);
  const step = fc.tuple(
    fc.constantFrom(...names, 'add', 'give', 'order', 'order', 'approveAndTell'),
    fc.nat({ max: 255 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (story) => {
      const products = await addProducts(
        shop.db,
        STOCK.map((stock) => ({ stock, weight_grams: 500 })),
      );
      const buyers = await Promise.all([0, 1, 2].map((n) => createBuyer(shop, [[products[n] ?? 0, 1]])));
      const market: Market = { products, buyers, given: 0, orders: [] };
      for (const [name, n] of story) {
        await steps[name]?.(market, n);
        const { stock, torn, paid, kept, held, refunded, credited, wallets } = await books(market);
        for (const [index, product] of stock.entries())
          expect(product.stock + product.ordered, `${name}: stock and ordered of ${index}`).toBe(STOCK[index]);
        expect(torn).toEqual([]);
        expect(paid, `${name}: what was paid is kept or goes back`).toBe(kept + refunded);
        expect(wallets + held, `${name}: what was credited is in wallets, or pays orders`).toBe(
          credited + market.given,
        );
      }
      await runMinuteJobs(shop);
      const { refunded, sent, credited, reversed } = await books(market);
      expect(sent + credited).toBe(refunded);
      expect(reversed).toBe(sent);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
