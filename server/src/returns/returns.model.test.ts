import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '../orders/books.service.ts';
import { cancelPieces } from '../orders/cancellation.service.ts';
import { deliverOrder, shipParcel } from '../orders/fulfilment.service.ts';
import { withOrder } from '../orders/with-order.ts';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import { type Buyer, createBuyer, runMinuteJobs } from '../testing/buyer.ts';
import { addCoupon } from '../testing/checkout.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { returnCalls } from '../testing/returns.ts';
import { deliver, payOrder } from '../testing/sales.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { decideReturn, followReturns, receiveReturn, takeMerchantStep } from './return.service.ts';

let shop: TestShop;
let products: ProductId[];
let merchants: MerchantId[];
beforeAll(async () => {
  shop = await openTestShop();
  merchants = [await addMerchant(shop.db), await addMerchant(shop.db)];
  products = await addProducts(
    shop.db,
    merchants.map((merchant_id, n) => ({ merchant_id, stock: 100_000, price_kobo: 123_457 + 54_321 * n })),
  );
});
afterAll(() => shop.close());

type Story = { buyer: Buyer; orderId: OrderId; requests: number };
/** A step of a story; `n` selects its pieces, merchant and choices. */
type Step = (story: Story, n: number) => Promise<unknown>;
const returnIds = async ({ orderId }: Story): Promise<{ id: string; merchant: MerchantId }[]> => {
  const { rows } = await sql<{ id: string; merchant: MerchantId }>`
    select id, merchant_id as merchant from return_request where order_id = ${orderId} order by id`.execute(shop.db);
  return rows;
};
const withReturn =
  (step: (story: Story, found: { id: string; merchant: MerchantId }, n: number) => Promise<unknown>): Step =>
  async (story, n) => {
    const all = await returnIds(story);
    const found = all[n % Math.max(1, all.length)];
    return found && step(story, found, n);
  };
const pieceOf = (n: number) => [{ position: n % 2, quantity: 1 + ((n >> 1) % 3) }];

const steps: Record<string, Step> = {
  ship: ({ orderId }, n) =>
    withOrder(shop.db, orderId, (trx, order) =>
      shipParcel(trx, order, `${orderId}-${1 + (n % 2)}`, {
        carrier: 'dhl',
        trackingNumber: `T${n}`,
        lines: pieceOf(n),
      }),
    ),
  deliver: ({ orderId }) => withOrder(shop.db, orderId, deliverOrder),
  cancel: ({ orderId }, n) =>
    withOrder(shop.db, orderId, (trx, order) => cancelPieces(trx, order, `${orderId}-${1 + (n % 2)}`, pieceOf(n))),
  request: (story, n) =>
    returnCalls(story.buyer, story.orderId).request({
      lines: pieceOf(n),
      refund_to: n % 3 === 0 ? 'wallet' : 'original',
      note: `Request ${story.requests++}`,
    }),
  withdraw: withReturn((story, { id }) => returnCalls(story.buyer, story.orderId).withdraw(id)),
  appeal: withReturn((story, { id }) => returnCalls(story.buyer, story.orderId).appeal(id)),
  accept: withReturn((_, { id, merchant }) => takeMerchantStep(shop.db, merchant, id, { step: 'accept', note: '-' })),
  decline: withReturn((_, { id, merchant }) => takeMerchantStep(shop.db, merchant, id, { step: 'decline', note: '-' })),
  receive: withReturn((_, { id, merchant }, n) => receiveReturn(shop.db, merchant, id, { restock: n % 2 === 0 })),
  decide: withReturn((_, { id }, n) =>
    decideReturn(
      shop.db,
      id,
      {
        decision: (['accept', 'decline', 'refund'] as const)[n % 3] ?? 'accept',
        note: '-',
        restock: n % 2 === 0,
      },
      LIVE_ACT,
    ),
  ),
  follow: (_, n) => followReturns(shop.db, new Date(Date.now() + (n % 25) * 86_400_000)),
  refund: () => runMinuteJobs(shop),
};
const stepNames = Object.keys(steps);
/** Steps that follow each other; those in a list are taken at the same time. */
const storyOf = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom(['ship'], ['deliver'], ['request'], ['request', 'request'], ['accept'], ['receive']),
    },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...stepNames), { minLength: 1, maxLength: 3 }) },
  ),
  { minLength: 4, maxLength: 20 },
);

/** What must be true of the returns of an order, whatever has happened. */
const expectConsistent = async ({ buyer, orderId }: Story) => {
  expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
  const { rows: lines } = await sql<{ claimed: number; arrived: number; returned: number; refunded: number }>`
    select l.returned_quantity as returned,
      coalesce((select sum(rl.quantity) from return_request r join return_line rl on rl.return_id = r.id
        where r.order_id = l.order_id and rl.position = l.position and r.status <> 'withdrawn'), 0)::integer as claimed,
      coalesce((select sum(rl.quantity) from return_request r join return_line rl on rl.return_id = r.id
        where r.order_id = l.order_id and rl.position = l.position and r.status in ('received', 'refunded')), 0)::integer as refunded,
      coalesce((select sum(pl.quantity) from fulfilment f join parcel p on p.fulfilment_id = f.id join parcel_line pl on pl.parcel_id = p.id
        where f.order_id = l.order_id and pl.position = l.position and p.delivered_at is not null), 0)::integer as arrived
    from order_line l where l.order_id = ${orderId}`.execute(shop.db);
  for (const { claimed, arrived, returned, refunded } of lines) {
    expect(claimed).toBeLessThanOrEqual(arrived);
    expect(returned).toBe(refunded);
  }
  const { rows: sums } = await sql<{ back: number }>`
    select coalesce(-sum(e.amount_kobo), 0)::bigint as back
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.order_id = ${orderId} and ((t.kind = 'refund owed' and e.account = 'refunds')
      or (t.kind = 'wallet refund' and t.cause like 'order %' and e.account = 'wallet'))`.execute(shop.db);
  const { total_price } = await buyer.readOrder(orderId);
  expect(Number(sums[0]?.back)).toBeLessThanOrEqual(Math.round(total_price * 100));
};

it('whatever happens to an order and its returns, at once too, no kobo is lost and no piece returned twice', {
  tags: ['@BOOKS-3', '@RETURN-7', '@RETURN-11', '@RETURN-16', '@RETURN-18'],
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      storyOf,
      fc.array(fc.nat({ max: 999 }), { minLength: 60, maxLength: 60 }),
      async (story, numbers) => {
        const buyer = await createBuyer(
          shop,
          products.map((product) => [product, 4] as const),
        );
        const next = () => numbers.pop() ?? 0;
        if (next() % 2 === 0) await giveCredit(shop.db, buyer.accountId, 200_001);
        if (next() % 2 === 0) {
          const { code } = await addCoupon(shop.db);
          await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code });
        }
        const placed = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
        expect(placed.statusCode, placed.body).toBe(200);
        const { order_id, payment } = placed.json();
        await payOrder(shop, payment.data.reference);
        // Most stories begin with a delivered order: only its pieces can be returned.
        if (next() % 4 !== 0) await deliver(shop.db, order_id);
        const told: Story = { buyer, orderId: order_id, requests: 0 };
        for (const group of story) {
          await Promise.all(group.map((name) => steps[name]?.(told, next())));
          await expectConsistent(told);
        }
        // Everything that is open ends with a refund.
        for (const { id } of await returnIds(told))
          await decideReturn(shop.db, id, { decision: 'refund', note: '-', restock: false }, LIVE_ACT);
        await runMinuteJobs(shop);
        await followReturns(shop.db);
        await expectConsistent(told);
        const { returns } = (await buyer.call('GET', `/orders/${order_id}/returns`)).json<{ returns: OrderReturn[] }>();
        expect(returns.filter(({ status }) => status === 'received')).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
  await expectSameBooksFromTables(shop.db);
});
