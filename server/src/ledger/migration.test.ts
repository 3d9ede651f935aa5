import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBooks } from '../orders/books.service.ts';
import { completeOrders } from '../orders/complete-orders.service.ts';
import { selectSent } from '../orders/refund-returned.service.ts';
import { releaseSales } from '../orders/release.service.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { migrate } from '../platform/migrations.ts';
import { findReturnable } from '../returns/returns.rules.ts';
import { openReturns } from '../returns/returns.sql.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import { openDatabaseBefore } from '../testing/database-before.ts';

let database: Awaited<ReturnType<typeof openDatabaseBefore>>;
let pool: pg.Pool;
beforeEach(async () => {
  // The tables of release 1.0.
  database = await openDatabaseBefore(/_order_line_shares\.sql$/);
  pool = database.pool;
});
afterEach(() => database.close());

/** What release 1.0 has written: a paid order with credit, a delivered one, a cancelled one whose refund went to the wallet, and one to pay. */
const FILL = `
  insert into merchant (slug, name, place, country, since, own_brand, cover_key)
    values ('aba-shoes', 'Aba Shoes', 'Aba, Nigeria', 'NG', '2021-06-01', false, null);
  insert into category (id, slug, name, position) values (1, 'c', 'C', 1);
  insert into sub_category (id, category_id, slug, name, position) values (1, 1, 's', 'S', 1);
  insert into sub_item (id, sub_category_id, category_id, slug, name, position) values (1, 1, 1, 'i', 'I', 1);
  insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at)
    select 'shoe-' || n, 'Shoe ' || n, 1, 1, 1, 'Nigeria', 'A shoe', 500, 100000, 9, now() from generate_series(1, 2) n;
  insert into account (email, first_name, last_name) values ('ada@mail.test', 'Ada', 'Obi'), ('bola@mail.test', 'Bola', 'Ade');
  insert into shop_order (id, account_id, status, cancelled_for, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, credit_kobo,
      fingerprint, tracking_number, expires_at, estimated_delivery)
    select id, 1, status, reason, 300000, 50001, 30000, 320001, credit, '\\x00', tracking, now(), '2 to 4 working days'
    from (values ('000000000001', 'Paid', null, 20000, null), ('000000000002', 'Delivered', null, 0, 'T2'),
      ('000000000003', 'Cancelled', 'buyer', 0, null), ('000000000004', 'Pending', null, 10000, null))
      as o (id, status, reason, credit, tracking);
  insert into order_line (order_id, position, product_id, title, unit_kobo, quantity)
    select id, 0, 1, 'Shoe 1', 100000, 2 from shop_order union all select id, 1, 2, 'Shoe 2', 100000, 1 from shop_order;
  insert into payment (reference, order_id, provider, status, amount_kobo, currency, paid_amount, paid_currency)
    select id || '-1', id, 'sandbox', case when status = 'Pending' then 'open' else 'success' end, total_kobo - credit_kobo, 'NGN',
      case when status <> 'Pending' then total_kobo - credit_kobo end, case when status <> 'Pending' then 'NGN' end
    from shop_order;
  insert into refund (reference, amount_kobo, status, reason, ask_at) values ('000000000003-1', 320001, 'wallet', 'cancelled', null);
  insert into wallet_entry (account_id, n, amount_kobo, balance_kobo, kind, order_id, cause) values
    (1, 1, 50000, 50000, 'credit', null, 'gift 1'), (1, 2, -20000, 30000, 'use', '000000000001', 'order 000000000001 1'),
    (1, 3, 320001, 350001, 'refund', '000000000003', 'refund 000000000003-1'),
    (1, 4, -10000, 340001, 'use', '000000000004', 'order 000000000004 1'), (2, 1, 700, 700, 'credit', null, 'gift 2');`;

/** The wallet entries, with the columns that release 1.0 selects. */
const WALLETS = `select account_id, n, amount_kobo, balance_kobo, previous_n, previous_balance_kobo, kind, order_id, cause, created_at
  from wallet_entry order by account_id, n`;
const ORDERS = `select id, account_id, status, cancelled_for, total_kobo, credit_kobo, tracking_number, created_at, updated_at
  from shop_order order by id`;

it('orders, wallets and balances of release 1.0 are as they were, and everything is in the books', {
  tags: ['@BOOKS-9', '@BOOKS-10', '@FULFIL-9'],
}, async () => {
  await pool.query(FILL);
  const read = async () => [(await pool.query(WALLETS)).rows, (await pool.query(ORDERS)).rows];
  const before = await read();
  expect(before.map((rows) => rows.length)).toEqual([5, 4]);
  await migrate(pool);
  expect(await read()).toEqual(before);
  const db = openDatabase(pool);
  expect(await completeOrders(db)).toEqual({ fulfilments: 2, books: 3 });
  expect(await checkBooks(db)).toEqual({ unbalanced: [], differences: [] });
  const [wallets, orders] = await read();
  expect(wallets).toEqual(before[0]);
  // Their fulfilments are new, so the orders that have them have changed.
  const withoutTime = (rows: object[] = []) => rows.map((row) => ({ ...row, updated_at: null }));
  expect(withoutTime(orders)).toEqual(withoutTime(before[1]));
  const { rows } = await pool.query(
    'select account, sum(amount_kobo)::bigint as kobo from ledger_entry group by 1 having sum(amount_kobo) <> 0 order by 1',
  );
  expect(rows).toEqual([
    { account: 'clearing', kobo: 300_001 + 320_001 + 320_001 },
    { account: 'deposits', kobo: -10_000 },
    { account: 'goodwill', kobo: 50_700 },
    { account: 'merchant', kobo: -600_000 },
    { account: 'promotions', kobo: 60_000 },
    { account: 'shipping', kobo: -100_002 },
    { account: 'wallet', kobo: -340_701 },
  ]);
  const { rows: wrongTimes } = await pool.query(
    'select t.cause from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.created_at <> t.created_at',
  );
  expect(wrongTimes).toEqual([]);
  // A node of release 1.0 writes into the wallets as before.
  await pool.query(`insert into wallet_entry (account_id, n, amount_kobo, balance_kobo, kind, order_id, cause)
    values (2, 2, -100, 600, 'use', '000000000001', 'order 000000000001 2')`);
  expect((await pool.query(WALLETS)).rows.at(-1)).toMatchObject({
    n: 2,
    balance_kobo: 600,
    previous_balance_kobo: 700,
  });
});

describe('orders that release 1.0 has delivered', () => {
  const DELIVERED = '000000000002' as OrderId;
  const complete = (db: Database, payoutsSince?: Date) => completeOrders(db, { payoutsSince });
  const releaseIn = (db: Database, days: number) =>
    releaseSales(db, { openReturns, now: new Date(Date.now() + days * 86_400_000) });
  /** What merchants are owed and what the bank has paid, for one order. */
  const sumsOf = async (id: OrderId) => {
    const { rows } = await pool.query(
      `select account, sum(amount_kobo)::integer as kobo from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       where t.order_id = $1 and account in ('merchant', 'payable', 'bank') group by 1 having sum(amount_kobo) <> 0`,
      [id],
    );
    return Object.fromEntries(rows.map(({ account, kobo }) => [account, kobo]));
  };
  const setDelivered = (id: OrderId, at: string) =>
    pool.query(`update shop_order set status = 'Delivered', created_at = ${at}, updated_at = ${at} where id = $1`, [
      id,
    ]);

  it('are neither returnable nor paid again after the upgrade', { tags: ['@FULFIL-9', '@PAYOUT-30'] }, async () => {
    await pool.query(FILL);
    await setDelivered(DELIVERED, "now() - interval '2 years'");
    await migrate(pool);
    const db = openDatabase(pool);
    await complete(db);
    const sent = await selectSent(db, DELIVERED);
    expect(sent).toHaveLength(2);
    expect(findReturnable(sent, [], { reason: 'changed_mind', perishable: new Set(), expectedTo: null })).toEqual([]);
    expect(await releaseIn(db, 0)).toBe(1);
    expect(await sumsOf(DELIVERED)).toEqual({ bank: -300_000 });
    expect(await checkBooks(db)).toEqual({ unbalanced: [], differences: [] });
    await expectSameBooksFromTables(db);
  });

  it('can be returned until their window closes, and then count as paid outside', {
    tags: ['@PAYOUT-30'],
  }, async () => {
    await pool.query(FILL);
    await setDelivered(DELIVERED, "now() - interval '2 days'");
    await migrate(pool);
    const db = openDatabase(pool);
    await complete(db);
    const sent = await selectSent(db, DELIVERED);
    expect(findReturnable(sent, [], { reason: 'changed_mind', perishable: new Set(), expectedTo: null })).toHaveLength(
      2,
    );
    expect(await releaseIn(db, 27)).toBe(0);
    expect(await releaseIn(db, 29)).toBe(1);
    expect(await sumsOf(DELIVERED)).toEqual({ bank: -300_000 });
  });

  it('are paid if that was after the day of the settings', { tags: ['@PAYOUT-30'] }, async () => {
    await pool.query(FILL);
    await setDelivered(DELIVERED, "now() - interval '40 days'");
    await migrate(pool);
    const db = openDatabase(pool);
    await complete(db, new Date(Date.now() - 41 * 86_400_000));
    expect(await releaseIn(db, 0)).toBe(1);
    expect(await sumsOf(DELIVERED)).toEqual({ payable: -300_000 });
    expect(await checkBooks(db)).toEqual({ unbalanced: [], differences: [] });
  });

  it('during the upgrade are delivered then, and paid', { tags: ['@FULFIL-9', '@PAYOUT-30'] }, async () => {
    await pool.query(FILL);
    await migrate(pool);
    // By a node of release 1.0 that still runs.
    await setDelivered('000000000001' as OrderId, 'now()');
    const db = openDatabase(pool);
    await complete(db);
    expect(await releaseIn(db, 29)).toBe(0);
    await releaseIn(db, 31);
    expect(await sumsOf('000000000001' as OrderId)).toEqual({ payable: -300_000 });
    expect(await sumsOf(DELIVERED)).toEqual({ bank: -300_000 });
  });
});
