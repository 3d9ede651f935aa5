import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import { ageDeliveries, buy, deliver, merchantBalances } from '../testing/sales.ts';
import { addMerchant, addProducts, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { checkBooks } from './books.service.ts';
import { releaseDisputedSale, releaseSales } from './release.service.ts';

const NO_RETURNS: Relation = sql`(select null::text as order_id, null::smallint as position where false)`;
const DAY = 24;
const PRICE = 1_245_000;
/** The price of a piece without the default commission of 10 per cent. */
const NET = (PRICE * 9) / 10;

let shop: TestShop;
let merchant: MerchantId;
let yam: ProductId;
let cloth: ProductId;
let orderId: OrderId;
beforeAll(async () => {
  shop = await openTestShop({ COMMISSION_PER_MILLE: '100' });
});
afterAll(async () => {
  await expectSameBooksFromTables(shop.db);
  await shop.close();
});
beforeEach(async () => {
  merchant = await addMerchant(shop.db);
  [yam, cloth] = (await addProducts(shop.db, [
    { merchant_id: merchant, perishable: true, stock: 100 },
    { merchant_id: merchant, stock: 100 },
  ])) as [ProductId, ProductId];
  orderId = await buy(shop, [
    [yam, 2],
    [cloth, 3],
  ]);
  await deliver(shop.db, orderId);
});

const release = (openReturns = NO_RETURNS) => releaseSales(shop.db, { openReturns });
const dispute = (status: string, resolution: string | null = null) =>
  sql`
    insert into dispute (id, reference, status, resolution, amount, due_at, ask_at)
    select 'd-' || order_id, reference, ${status}, ${resolution}, null, null, now() from payment where order_id = ${orderId}
    on conflict (id) do update set status = excluded.status, resolution = excluded.resolution`.execute(shop.db);

it('moves pieces to what can be paid when they cannot be returned any more', {
  tags: ['@PAYOUT-1', '@BOOKS-10'],
}, async () => {
  expect(await release()).toBe(0);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ merchant: -5 * NET });
  await ageDeliveries(shop.db, orderId, 7 * DAY + 1);
  expect(await release()).toBe(1);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ merchant: -3 * NET, payable: -2 * NET });
  await ageDeliveries(shop.db, orderId, 30 * DAY);
  expect(await release()).toBe(1);
  expect(await release()).toBe(0);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ payable: -5 * NET });
  expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
});

it('releases the other orders when one fails', async () => {
  const failing = orderId;
  orderId = await buy(shop, [[cloth, 1]]);
  await deliver(shop.db, orderId);
  for (const id of [failing, orderId]) await ageDeliveries(shop.db, id, 31 * DAY);
  const failsForOne = sql`(
    select id as order_id, (1 / case id when ${failing} then 0 else 1 end - 1)::smallint as position from shop_order
    where id = ${failing})`;
  await expect(release(failsForOne)).rejects.toThrow('division by zero');
  expect(await merchantBalances(shop.db, merchant)).toEqual({ merchant: -5 * NET, payable: -NET });
  expect(await release()).toBe(1);
});

it('waits for an open return', { tags: ['@PAYOUT-2'] }, async () => {
  await ageDeliveries(shop.db, orderId, 31 * DAY);
  await release(sql`(select ${orderId}::text as order_id, 0::smallint as position)`);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ merchant: -2 * NET, payable: -3 * NET });
  // The job looks again after a day.
  await ageDeliveries(shop.db, orderId, 2 * DAY);
  await release();
  expect(await merchantBalances(shop.db, merchant)).toEqual({ payable: -5 * NET });
});

it('waits for an open dispute, and goes on when it is won', { tags: ['@PAYOUT-2'] }, async () => {
  await dispute('pending');
  await ageDeliveries(shop.db, orderId, 31 * DAY);
  expect(await release()).toBe(0);
  await dispute('resolved', 'declined');
  await ageDeliveries(shop.db, orderId, 2 * DAY);
  expect(await release()).toBe(1);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ payable: -5 * NET });
});

it('leaves an order with a lost dispute to an operator, who can release it at the cost of the shop', {
  tags: ['@PAYOUT-2'],
}, async () => {
  const act = { actor: 'finance', reason: 'the parcel was signed for' };
  const releaseByHand = (id: string = orderId, dryRun = false) =>
    releaseDisputedSale(shop.db, id, { openReturns: NO_RETURNS }, { act, dryRun });
  await ageDeliveries(shop.db, orderId, 31 * DAY);
  expect(await releaseByHand('000000000000')).toMatchObject({ refused: 'not_found' });
  expect(await releaseByHand()).toMatchObject({ refused: 'nothing_to_release' });
  await dispute('resolved', 'merchant-accepted');
  expect(await release()).toBe(0);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ merchant: -5 * NET });
  expect(await releaseByHand(orderId, true)).toBe(5);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ merchant: -5 * NET });
  expect(await releaseByHand()).toBe(5);
  expect(await releaseByHand()).toMatchObject({ refused: 'nothing_to_release' });
  expect(await merchantBalances(shop.db, merchant)).toEqual({ payable: -5 * NET });
  const { rows } = await sql`select actor, action, subject, reason from audit_entry`.execute(shop.db);
  expect(rows).toEqual([{ ...act, action: 'payouts release', subject: `order ${orderId}` }]);
  // As if the provider had reported it: the bank has taken the money back.
  await sql`delete from dispute`.execute(shop.db);
});

it('releases pieces once, also by two jobs at once', { tags: ['@PAYOUT-1'] }, async () => {
  await ageDeliveries(shop.db, orderId, 31 * DAY);
  const lock = await shop.db.startTransaction().execute();
  await sql`select from shop_order where id = ${orderId} for update`.execute(lock);
  const both = [release(), release()];
  await waitUntilBlocked(shop.db, 2);
  await lock.commit().execute();
  await Promise.all(both);
  expect(await merchantBalances(shop.db, merchant)).toEqual({ payable: -5 * NET });
  expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
});
