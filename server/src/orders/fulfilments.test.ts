import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { type Buyer, createBuyer, runMinuteJobs, sandboxPaymentsOf, stockOf } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { addMerchant, addProducts, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { checkBooks } from './books.service.ts';
import { cancelPieces } from './cancellation.service.ts';
import { completeOrders } from './complete-orders.service.ts';
import type { Pieces } from './fulfilment.rules.ts';
import { deliverParcels, type NewParcel, shipParcel } from './fulfilment.service.ts';
import { selectFulfilments, selectParcels } from './fulfilment.sql.ts';
import { takeStep } from './order.service.ts';
import { settlePayment } from './payment.service.ts';
import { withOrder } from './with-order.ts';

let shop: TestShop;
let weaver: MerchantId;
let farmer: MerchantId;
let products: ProductId[];
let buyer: Buyer;
/** A paid order: one cloth of the weaver, two yams and three peppers of the farmer. */
let orderId: OrderId;
beforeAll(async () => {
  shop = await openTestShop();
  weaver = await addMerchant(shop.db);
  farmer = await addMerchant(shop.db);
  await shop.db.updateTable('merchant').set({ handling_days: 5 }).where('id', '=', farmer).execute();
  products = await addProducts(shop.db, [
    { merchant_id: weaver, stock: 1000 },
    { merchant_id: farmer, stock: 1000 },
    { merchant_id: farmer, stock: 1000 },
  ]);
});
afterAll(() => shop.close());
beforeEach(async () => {
  const [cloth, yam, pepper] = products as [ProductId, ProductId, ProductId];
  buyer = await createBuyer(shop, [
    [cloth, 1],
    [yam, 2],
    [pepper, 3],
  ]);
  const { id, reference } = await buyer.placeOrder();
  orderId = id as OrderId;
  expect(await selectFulfilments(shop.db, orderId)).toEqual([]);
  const provider = sandboxPaymentsOf(shop);
  await provider.choose(reference, 'approve');
  const state = await provider.verify(reference);
  if (state !== 'unknown') await settlePayment({ db: shop.db, log: shop.app.log }, state);
});

const readFulfilments = async () =>
  (await selectFulfilments(shop.db, orderId)).map(({ merchant_id, status }) => [merchant_id, status]);
const readStatus = async () => (await buyer.readOrder(orderId)).status;
const ship = (n: number, parcel: Partial<NewParcel> = {}) =>
  withOrder(shop.db, orderId, (trx, order) =>
    shipParcel(trx, order, `${orderId}-${n}`, { carrier: 'dhl', trackingNumber: 'D1', ...parcel }),
  );
const deliver = (n: number, parcelId?: number) =>
  withOrder(shop.db, orderId, (trx, order) => deliverParcels(trx, order, `${orderId}-${n}`, parcelId));
const readParcels = async () =>
  (await selectParcels(shop.db, [orderId])).map(({ carrier, tracking_number, lines }) => [
    carrier,
    tracking_number,
    lines.map(({ position, quantity }) => ({ position, quantity })),
  ]);
const mails = async () => {
  expect(await shop.jobs.runDue()).toEqual([]);
  return buyer.mailSubjects();
};

describe('a paid order', () => {
  it('has a fulfilment for each merchant, to ship within its handling days', {
    tags: ['@FULFIL-1', '@MERCHANT-6'],
  }, async () => {
    const fulfilments = await selectFulfilments(shop.db, orderId);
    expect(fulfilments.map(({ id, merchant_id, status }) => [id, merchant_id, status])).toEqual([
      [`${orderId}-1`, weaver, 'to_ship'],
      [`${orderId}-2`, farmer, 'to_ship'],
    ]);
    const days = fulfilments.map(({ ship_by, created_at }) => (ship_by.getTime() - created_at.getTime()) / 86_400_000);
    expect(days.map(Math.round)).toEqual([2, 5]);
  });

  it('is Shipped when nothing is left to ship, and Delivered when all parcels have arrived', {
    tags: ['@FULFIL-2', '@FULFIL-3', '@FULFIL-4'],
  }, async () => {
    expect(await ship(1)).toBe('Paid');
    expect(await readFulfilments()).toEqual([
      [weaver, 'shipped'],
      [farmer, 'to_ship'],
    ]);
    expect(await deliver(1)).toBe('Paid');
    expect(await ship(2, { trackingNumber: 'D2', lines: [{ position: 1, quantity: 1 }] })).toBe('Paid');
    expect(await ship(2, { carrier: 'gig', trackingNumber: 'G3' })).toBe('Shipped');
    expect(await readParcels()).toEqual([
      ['dhl', 'D1', [{ position: 0, quantity: 1 }]],
      ['dhl', 'D2', [{ position: 1, quantity: 1 }]],
      [
        'gig',
        'G3',
        [
          { position: 1, quantity: 1 },
          { position: 2, quantity: 3 },
        ],
      ],
    ]);
    expect(await buyer.readOrder(orderId)).toMatchObject({ status: 'Shipped', tracking_number: 'G3' });
    const [, second] = await selectParcels(shop.db, [orderId]);
    expect(await deliver(2, second?.id)).toBe('Shipped');
    expect(await deliver(2)).toBe('Delivered');
    expect(await readFulfilments()).toEqual([
      [weaver, 'delivered'],
      [farmer, 'delivered'],
    ]);
    const subjects = await mails();
    expect(subjects.filter((subject) => subject.includes('is on its way') || subject.includes('shipped'))).toHaveLength(
      3,
    );
    expect(subjects.filter((subject) => subject.includes('delivered') || subject.includes('arrived'))).toHaveLength(1);
  });

  it('refuses to ship more than is left, and nothing is changed', { tags: ['@FULFIL-4'] }, async () => {
    expect(await ship(2, { lines: [{ position: 1, quantity: 3 }] })).toMatchObject({ refused: 'too_many_pieces' });
    // A line of another merchant.
    expect(await ship(2, { lines: [{ position: 0, quantity: 1 }] })).toMatchObject({ refused: 'too_many_pieces' });
    expect(await ship(1)).toBe('Paid');
    expect(await ship(1, { trackingNumber: 'D9' })).toMatchObject({ refused: 'nothing_to_ship' });
    expect(await readParcels()).toHaveLength(1);
  });

  it('has one parcel although it is shipped twice, also at once', { tags: ['@FULFIL-4'] }, async () => {
    const lock = await shop.db.startTransaction().execute();
    await sql`select from account where id = ${buyer.accountId} for update`.execute(lock);
    const both = [ship(2), ship(2)];
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    expect(await Promise.all(both)).toEqual(['Paid', 'Paid']);
    expect(await ship(2)).toBe('Paid');
    expect(await readParcels()).toHaveLength(1);
    expect(
      (await mails()).filter((subject) => subject.includes('is on its way') || subject.includes('shipped')),
    ).toHaveLength(1);
  });

  it('can be cancelled as long as nothing is shipped', { tags: ['@FULFIL-7'] }, async () => {
    const [cloth = 0 as ProductId] = products;
    const before = await stockOf(shop.db, cloth);
    expect((await buyer.cancelOrder(orderId)).statusCode).toBe(200);
    expect(await readFulfilments()).toEqual([
      [weaver, 'cancelled'],
      [farmer, 'cancelled'],
    ]);
    expect(await stockOf(shop.db, cloth)).toBe(before + 1);
    expect(await ship(1)).toMatchObject({ refused: 'nothing_to_ship' });
  });

  it('cannot be cancelled when a part is shipped, by the buyer or an operator', { tags: ['@FULFIL-7'] }, async () => {
    await ship(1);
    const response = await buyer.cancelOrder(orderId);
    expect([response.statusCode, response.json().code]).toEqual([409, 'order_not_cancellable']);
    expect(await takeStep(shop.db, orderId, { step: 'cancel' }, LIVE_ACT)).toMatchObject({
      refused: 'order_partly_shipped',
    });
    expect(await buyer.readOrder(orderId)).toMatchObject({ status: 'Paid', can_cancel: false, refunds: [] });
  });

  it('is shipped by an operator in one parcel of each merchant, with one mail', async () => {
    await ship(1);
    expect(await takeStep(shop.db, orderId, { step: 'ship', tracking: 'T7' }, LIVE_ACT)).toEqual({
      from: 'Paid',
      to: 'Shipped',
    });
    expect((await readParcels()).map(([carrier, number]) => [carrier, number])).toEqual([
      ['dhl', 'D1'],
      ['other', 'T7'],
    ]);
    expect(await takeStep(shop.db, orderId, { step: 'deliver' }, LIVE_ACT)).toEqual({
      from: 'Shipped',
      to: 'Delivered',
    });
    expect(await readStatus()).toBe('Delivered');
  });
});

describe('pieces that the merchant cannot ship', () => {
  const cancel = (n: number, lines: Pieces) =>
    withOrder(shop.db, orderId, (trx, order) => cancelPieces(trx, order, `${orderId}-${n}`, lines));
  const readRefunds = async () => {
    const { rows } = await sql<{ reference: string; amount_kobo: number; status: string }>`
      select reference, amount_kobo, status from refund where reference like ${`${orderId}-1%`} order by reference`.execute(
      shop.db,
    );
    return rows;
  };
  const readTotal = async () =>
    (await shop.db.selectFrom('shop_order').select('total_kobo').where('id', '=', orderId).executeTakeFirstOrThrow())
      .total_kobo;
  /** What was paid for all pieces of a line. */
  const paidFor = async (position: number) => {
    const { rows } = await sql<{ paid: number }>`
      select (unit_kobo * quantity - discount_kobo + shipment_kobo)::bigint as paid from order_line
      where order_id = ${orderId} and position = ${position}`.execute(shop.db);
    return rows[0]?.paid ?? 0;
  };
  afterEach(async () => {
    await runMinuteJobs(shop);
    expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
  });

  it('make the order Delivered at once if everything else has arrived', { tags: ['@ORDER-12'] }, async () => {
    await ship(2);
    await deliver(2);
    expect(await readStatus()).toBe('Paid');
    expect(await cancel(1, [{ position: 0, quantity: 1 }])).toBe('Delivered');
    expect(await readStatus()).toBe('Delivered');
    await mails();
    const [mail] = (await shop.mailbox.read(buyer.email)).filter(({ subject }) => subject.startsWith('A part of your'));
    expect(mail?.text).toContain('The rest of your order was delivered.');
  });

  it('are refunded to the kobo, return to the stock, and the rest is shipped', { tags: ['@FULFIL-6'] }, async () => {
    const [, yam = 0 as ProductId] = products;
    const before = await stockOf(shop.db, yam);
    expect(await cancel(2, [{ position: 1, quantity: 1 }])).toBe('Paid');
    expect(await stockOf(shop.db, yam)).toBe(before + 1);
    expect(await cancel(2, [{ position: 1, quantity: 1 }])).toBe('Paid');
    await runMinuteJobs(shop);
    const refunds = await readRefunds();
    expect(refunds.map(({ reference, status }) => [reference, status])).toEqual([
      [`${orderId}-1.1`, 'done'],
      [`${orderId}-1.2`, 'done'],
    ]);
    expect(refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(await paidFor(1));
    expect(await ship(1)).toBe('Paid');
    expect(await ship(2)).toBe('Shipped');
    expect((await readParcels()).at(-1)?.[2]).toEqual([{ position: 2, quantity: 3 }]);
    expect((await mails()).filter((subject) => subject.startsWith('A part of your order'))).toHaveLength(2);
  });

  it('cancel the order when they were the last ones, and everything is refunded', {
    tags: ['@FULFIL-3', '@FULFIL-6'],
  }, async () => {
    await cancel(2, [
      { position: 1, quantity: 2 },
      { position: 2, quantity: 3 },
    ]);
    expect(await cancel(1, [{ position: 0, quantity: 1 }])).toBe('Cancelled');
    expect((await readRefunds()).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(await readTotal());
    expect(await buyer.readOrder(orderId)).toMatchObject({ status: 'Cancelled', cancelled_for: 'shop' });
  });

  it('are refunded once although the buyer cancels the rest of the order', { tags: ['@FULFIL-6'] }, async () => {
    const before = await stockOf(shop.db, products[2] as ProductId);
    await cancel(2, [{ position: 2, quantity: 2 }]);
    expect((await buyer.cancelOrder(orderId)).statusCode).toBe(200);
    await runMinuteJobs(shop);
    const refunds = await readRefunds();
    expect(refunds.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(await readTotal());
    expect(await stockOf(shop.db, products[2] as ProductId)).toBe(before + 3);
  });

  it('are refused if there are more than those left, of another merchant, or shipped', {
    tags: ['@FULFIL-6'],
  }, async () => {
    const refused = { refused: 'too_many_pieces' };
    expect(await cancel(2, [{ position: 1, quantity: 3 }])).toMatchObject(refused);
    expect(
      await cancel(2, [
        { position: 1, quantity: 1 },
        { position: 1, quantity: 2 },
      ]),
    ).toMatchObject(refused);
    expect(await cancel(2, [{ position: 0, quantity: 1 }])).toMatchObject(refused);
    await ship(2, { lines: [{ position: 1, quantity: 1 }] });
    expect(await cancel(2, [{ position: 1, quantity: 2 }])).toMatchObject(refused);
    expect(await readRefunds()).toEqual([]);
    await ship(1);
    await ship(2, { trackingNumber: 'D2' });
    expect(await cancel(2, [{ position: 1, quantity: 1 }])).toMatchObject({ refused: 'order_not_cancellable' });
  });

  it('are shipped or cancelled, not both, when two people do it at once', {
    tags: ['@FULFIL-4', '@FULFIL-6'],
  }, async () => {
    const lock = await shop.db.startTransaction().execute();
    await sql`select from account where id = ${buyer.accountId} for update`.execute(lock);
    const both = [ship(1), cancel(1, [{ position: 0, quantity: 1 }])];
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    const results = await Promise.all(both);
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
  });
});

describe('an order that a node of release 1.0 has changed', () => {
  /** Deletes what such a node does not write, and changes the status as it does. */
  const forget = async () => {
    await sql`update shop_order set status = status where id = ${orderId}`.execute(shop.db);
    await sql`delete from fulfilment where order_id = ${orderId}`.execute(shop.db);
    await sql`update order_line set merchant_id = null, discount_kobo = null, shipment_kobo = null, commission_kobo = null
      where order_id = ${orderId}`.execute(shop.db);
  };

  it.each([
    ['paid', sql``, 'to_ship', 0],
    ['shipped', sql`update shop_order set status = 'Shipped', tracking_number = 'T1' where id = `, 'shipped', 2],
    ['delivered', sql`update shop_order set status = 'Delivered', tracking_number = 'T1' where id = `, 'delivered', 2],
  ])('and that is %s gets its fulfilments', { tags: ['@FULFIL-9'] }, async (_, change, status, parcels) => {
    await forget();
    if (status !== 'to_ship') await sql`${change}${orderId}`.execute(shop.db);
    expect(await completeOrders(shop.db)).toMatchObject({ fulfilments: 1 });
    expect(await readFulfilments()).toEqual([
      [weaver, status],
      [farmer, status],
    ]);
    expect(await readParcels()).toHaveLength(parcels);
    expect(await completeOrders(shop.db)).toEqual({ fulfilments: 0, books: 0 });
  });

  it('and that is cancelled later has cancelled fulfilments', { tags: ['@FULFIL-9'] }, async () => {
    await sql`update shop_order set status = 'Cancelled', cancelled_for = 'shop' where id = ${orderId}`.execute(
      shop.db,
    );
    expect(await completeOrders(shop.db)).toMatchObject({ fulfilments: 1 });
    expect((await readFulfilments()).map(([, status]) => status)).toEqual(['cancelled', 'cancelled']);
  });
});
