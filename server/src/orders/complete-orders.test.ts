import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../platform/database.ts';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { buy } from '../testing/sales.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { selectOrdersWithDifferences } from './books.sql.ts';
import { completeOrders } from './complete-orders.service.ts';
import { selectOrdersWithOtherStatus } from './fulfilment.sql.ts';

let shop: TestShop;
let product: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
  const merchant_id = await addMerchant(shop.db);
  [product] = (await addProducts(shop.db, [{ merchant_id, stock: 1000 }])) as [ProductId];
});
afterAll(() => shop.close());
beforeEach(async () => void (await completeOrders(shop.db)));

const order = () => buy(shop, [[product, 1]]);
const ship = (id: OrderId) => sql`update shop_order set status = 'Shipped' where id = ${id}`.execute(shop.db);
const readStatuses = async (ids: readonly OrderId[]) => {
  const { rows } = await sql<{ status: string }>`
    select status from fulfilment where order_id = any(${[...ids]}::text[]) order by array_position(${[...ids]}::text[], order_id)`.execute(
    shop.db,
  );
  return rows.map(({ status }) => status);
};

it('completes the other orders when one fails, and tries that one again', {
  tags: ['@FULFIL-9', '@BOOKS-10'],
}, async () => {
  const [failing, other] = [await order(), await order()];
  // A parcel of these pieces cannot be inserted.
  await sql`alter table parcel add constraint refused check (fulfilment_id <> ${sql.lit(`${failing}-1`)})`.execute(
    shop.db,
  );
  for (const id of [failing, other]) await ship(id);
  await expect(completeOrders(shop.db, { batch: 1 })).rejects.toThrow(
    `orders could not be completed: 1, first the order ${failing} (`,
  );
  expect(await readStatuses([failing, other])).toEqual(['to_ship', 'shipped']);
  await sql`alter table parcel drop constraint refused`.execute(shop.db);
  expect(await completeOrders(shop.db)).toMatchObject({ fulfilments: 1 });
  expect(await readStatuses([failing])).toEqual(['shipped']);
  expect(await completeOrders(shop.db)).toEqual({ fulfilments: 0, books: 0 });
});

it('looks at an order that changes during the run', { tags: ['@FULFIL-9'] }, async () => {
  const id = await order();
  const trx = await shop.db.startTransaction().execute();
  await sql`update shop_order set status = 'Shipped' where id = ${id}`.execute(trx);
  // The run deletes the changes that it has seen, not this one, which has a lower number than those of the other order.
  await ship(await order());
  expect(await completeOrders(shop.db)).toMatchObject({ fulfilments: 1 });
  await trx.commit().execute();
  expect(await completeOrders(shop.db)).toMatchObject({ fulfilments: 1 });
  expect(await readStatuses([id])).toEqual(['shipped']);
});

it.each([
  [
    'a payment',
    (id: OrderId) => sql`update payment set status = status, paid_amount = paid_amount where order_id = ${id}`,
  ],
  [
    'a refund',
    (id: OrderId) => sql`
      insert into refund (reference, amount_kobo, status, reason, ask_at)
      select reference, 100, 'done', 'cancelled', null from payment where order_id = ${id}`,
  ],
  [
    'a dispute',
    (id: OrderId) => sql`
      insert into dispute (id, reference, status, resolution, amount, due_at, ask_at)
      select 'd-' || order_id, reference, 'resolved', 'merchant-accepted', 100, null, now() from payment where order_id = ${id}`,
  ],
])('looks at an order of which %s has changed', { tags: ['@BOOKS-10'] }, async (_, change) => {
  const id = await order();
  await completeOrders(shop.db);
  await change(id).execute(shop.db);
  const { rows } = await sql<{ order_id: string }>`select order_id from changed_order`.execute(shop.db);
  expect(rows).toEqual([{ order_id: id }]);
});

it('reads only the rows of the orders that have changed', async () => {
  const id = await order();
  await sql`
    with many as (
      insert into shop_order (id, status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, expires_at)
      select 'A' || lpad(n::text, 11, '0'), 'Paid', 100, 0, 0, 100, '', now() from generate_series(1, 1000) n returning id)
    insert into payment (reference, order_id, provider, status, amount_kobo, currency, paid_amount, paid_currency)
    select id || '-1', id, 'sandbox', 'success', 100, 'NGN', 100, 'NGN' from many`.execute(shop.db);
  await sql`insert into refund (reference, amount_kobo, status, reason, ask_at)
    select reference, 100, 'done', 'cancelled', null from payment where reference like 'A0000000%'`.execute(shop.db);
  await sql`analyze shop_order, payment, refund`.execute(shop.db);
  const tables = 'shop_order payment refund order_line fulfilment ledger_transaction ledger_entry'.split(' ');
  // Includes what the connection has read before.
  const countRows = async (trx: Database) => {
    const { rows } = await sql<{ relname: string; n: number }>`
      select relname, (seq_tup_read + idx_tup_fetch)::integer as n from pg_stat_xact_user_tables where relname = any(${tables}::text[])`.execute(
      trx,
    );
    return new Map(rows.map(({ relname, n }) => [relname, n]));
  };
  await shop.db.transaction().execute(async (trx) => {
    // Some tables are so small here that PostgreSQL reads them without an index.
    await sql`set local enable_seqscan = off`.execute(trx);
    const before = await countRows(trx);
    expect(await selectOrdersWithOtherStatus(trx, [id])).toEqual([]);
    expect(await selectOrdersWithDifferences(trx, [id])).toEqual([]);
    const after = await countRows(trx);
    for (const table of tables) expect((after.get(table) ?? 0) - (before.get(table) ?? 0), table).toBeLessThan(20);
  });
  await sql`delete from refund where reference like 'A0000000%'`.execute(shop.db);
  await sql`delete from shop_order where id like 'A0000000%'`.execute(shop.db);
});
