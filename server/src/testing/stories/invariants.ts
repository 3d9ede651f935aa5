import { sql } from 'kysely';
import { expect } from 'vitest';
import { checkBooks } from '../../orders/books.service.ts';
import { checkPayoutBooks } from '../../payouts/payout-books.service.ts';
import type { Database } from '../../platform/database.ts';
import { expectSameBooksFromTables } from '../books.ts';
import { type Market, merchantIds, UNITS } from './market.ts';

type Wrong = { wrong: string };

/** What is wrong with the pieces and the money of orders, as sentences. */
const findWrongOrders = async ({ shop, orders }: Market): Promise<string[]> => {
  const { rows } = await sql<Wrong>`
    with own as (select * from shop_order where id = any(${orders.map(({ id }) => id)}::text[])),
    line as (
      select l.*, coalesce(shipped, 0) as shipped, coalesce(arrived, 0) as arrived, coalesce(claimed, 0) as claimed, coalesce(received, 0) as received,
        coalesce(open, 0) as open
      from order_line l join own on own.id = l.order_id
        left join (
          select f.order_id, pl.position, sum(pl.quantity) as shipped, sum(pl.quantity) filter (where p.delivered_at is not null) as arrived
          from fulfilment f join parcel p on p.fulfilment_id = f.id join parcel_line pl on pl.parcel_id = p.id group by 1, 2
        ) s on s.order_id = l.order_id and s.position = l.position
        left join (
          select r.order_id, rl.position, sum(rl.quantity) filter (where r.status <> 'withdrawn') as claimed,
            sum(rl.quantity) filter (where r.status in ('received', 'refunded')) as received,
            sum(rl.quantity) filter (where r.status in ('requested', 'accepted', 'appealed')) as open
          from return_request r join return_line rl on rl.return_id = r.id group by 1, 2
        ) r on r.order_id = l.order_id and r.position = l.position),
    money as (
      select own.id, total_kobo,
        (select coalesce(-sum(e.amount_kobo), 0) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          where t.order_id = own.id and ((t.kind = 'refund owed' and e.account = 'refunds')
            or (t.kind = 'wallet refund' and t.cause like 'order %' and e.account = 'wallet'))) as back
      from own)
    select order_id || ', line ' || position || ': of ' || quantity || ' pieces ' || cancelled_quantity || ' are cancelled, ' || shipped
      || ' shipped, ' || arrived || ' arrived, ' || claimed || ' in returns, ' || open || ' in open ones, ' || received || ' received, ' || returned_quantity
      || ' returned, ' || released_quantity || ' released' as wrong
    from line where cancelled_quantity + shipped > quantity or claimed > arrived or returned_quantity <> received
      or returned_quantity + open + released_quantity > arrived
    union all
    select id || ': ' || back || ' kobo of ' || total_kobo || ' are refunded' from money where back > total_kobo`.execute(
    shop.db,
  );
  return rows.map(({ wrong }) => wrong);
};

/** What is wrong with the stock, the wallets and the provider's transfers, as sentences. */
const findWrongSums = async (market: Market): Promise<string[]> => {
  const { rows } = await sql<Wrong>`
    with sold as (
      select product_id as id, sum(quantity - cancelled_quantity)::integer as ordered, sum(returned_quantity)::integer as returned
      from order_line l join shop_order o on o.id = l.order_id where o.status <> 'Cancelled' group by 1)
    select 'product ' || id || ': ' || stock || ' in stock and ' || coalesce(ordered, 0) || ' ordered' as wrong
    from (select id, stock from product union all select id, stock from suspended_product) p left join sold using (id)
    where id = any(${market.products}::integer[]) and (stock < 0 or stock + coalesce(ordered, 0) < ${UNITS}
      or stock + coalesce(ordered - returned, 0) > ${UNITS})
    union all
    select 'a wallet has ' || balance_kobo from wallet_entry where balance_kobo < 0
    union all
    select 'payout ' || p.id || ' is ' || p.status || ' and was sent as ' || t.amount || ' to ' || t.account_number
    from payout p join sandbox_transfer t on t.reference = p.id left join bank_account a on a.id = p.bank_account_id
    where p.merchant_id = any(${merchantIds(market)}::integer[]) and (t.amount <> p.amount_kobo
      or right(t.account_number, 4) is distinct from a.last_digits or a.merchant_id <> p.merchant_id or a.effective_at > p.approved_at
      or p.status in ('draft', 'approved', 'cancelled'))
    union all
    select 'payment ' || reference || ': ' || sum(r.amount) || ' of ' || p.amount || ' were sent back'
    from sandbox_refund r join sandbox_payment p using (reference) group by reference, p.amount having sum(r.amount) > p.amount`.execute(
    market.shop.db,
  );
  return rows.map(({ wrong }) => wrong);
};

/** Expects that `books check` finds nothing. */
export const expectRightBooks = async (db: Database): Promise<void> => {
  expect(await checkBooks(db)).toEqual({ unbalanced: [], differences: [] });
  expect(await checkPayoutBooks(db)).toEqual({ differences: [], overpaid: [], debts: [] });
};

/** Expects what must be true after any steps: the books agree with every table, and no piece or kobo counts twice. */
export const expectInvariants = async (market: Market): Promise<void> => {
  await expectRightBooks(market.shop.db);
  expect([...(await findWrongOrders(market)), ...(await findWrongSums(market))]).toEqual([]);
};

/**
 * Expects the same books when they are made from the tables again, after all stories. Orders of deleted accounts are left out: the tables do not
 * say whether the account was deleted before a refund, so whether credit was forfeited.
 */
export const expectBooksFromTables = async (db: Database): Promise<void> => {
  const orders = await db.selectFrom('shop_order').select('id').where('account_id', 'is', null).execute();
  await expectSameBooksFromTables(
    db,
    orders.map(({ id }) => id),
  );
};
