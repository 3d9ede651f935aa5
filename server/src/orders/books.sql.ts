import { type RawBuilder, sql } from 'kysely';
import { ledgerSums } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { LOST_RESOLUTIONS } from './dispute.sql.ts';
import { paidStatuses } from './order.sql.ts';

/** An account of the books that does not agree with the tables, for one order. Amounts in kobo; debits are positive. */
export type BooksDifference = {
  order_id: OrderId;
  account: string;
  merchant_id: number | null;
  expected: number;
  actual: number;
};

/** A condition on the column with an order's id. */
type IsIncluded = (column: string) => RawBuilder<unknown>;

/** The share of pieces that were taken in an amount of their line, as `shareOfPieces` computes it. */
const shareOf = (amount: 'price_kobo' | 'discount_kobo' | 'commission_kobo' | 'shipment_kobo') => {
  const kobo = sql.ref(`l.${amount}`);
  return sql`(${kobo} * (t.first_piece + t.quantity) / l.quantity - ${kobo} * t.first_piece / l.quantity)`;
};

/**
 * What the tables of orders, payments, refunds and disputes say about each account, by order:
 * - money at the provider: what arrived, without what was refunded by the provider or taken back by the bank
 * - `deposits`: the credit of unpaid orders, and nothing else
 * - sales of paid orders, by merchant, without what was cancelled, returned or released
 * @param isIncluded which orders; each subquery has the condition, because PostgreSQL does not move it into them
 */
const expectedSums = (isIncluded: IsIncluded) => sql`
  (with received as (
    select p.order_id, p.reference, case
      when p.paid_currency <> p.currency and p.status = 'held' then 0
      when p.paid_currency <> p.currency then p.amount_kobo
      when p.status = 'held' or r.reason = 'not as asked' then p.paid_amount
      else least(p.amount_kobo, coalesce(p.paid_amount, p.amount_kobo)) end as kobo,
      case when p.status = 'held' and p.paid_currency = p.currency then p.paid_amount else 0 end as held
    from payment p left join refund r using (reference) where p.status in ('success', 'held') and ${isIncluded('p.order_id')}
  ), lost as (
    select p.order_id, d.reference, coalesce(d.amount, p.amount_kobo) as kobo from dispute d join payment p using (reference)
    where d.status = 'resolved' and d.resolution = any(${LOST_RESOLUTIONS}::text[]) and ${isIncluded('p.order_id')}
  ), refunded as (
    select p.order_id, r.amount_kobo as kobo, r.status, r.paid_by_bank
    from refund r join payment p on p.reference = r.payment_reference where ${isIncluded('p.order_id')}
  ), sold as (
    select l.*, l.unit_kobo * l.quantity as price_kobo
    from shop_order o join order_line l on l.order_id = o.id where o.status in (${paidStatuses}) and ${isIncluded('o.id')}
  ), taken as (
    select l.order_id, l.merchant_id, t.kind, t.settled_outside, ${shareOf('price_kobo')} as price, ${shareOf('discount_kobo')} as discount,
      ${shareOf('commission_kobo')} as commission, ${shareOf('shipment_kobo')} as shipment
    from sold l join taken_pieces t using (order_id, position)
  )
  select order_id, 'clearing' as account, null::integer as merchant_id, kobo from received
  union all select order_id, 'held', null, -held from received
  union all select order_id, 'clearing', null, -kobo from lost
  union all select order_id, 'disputes', null, kobo from lost
  union all select order_id, 'clearing', null, -kobo from refunded where status = 'done'
  union all select order_id, case when paid_by_bank then 'disputes' else 'bank' end, null, -kobo from refunded where status = 'by hand'
  union all select order_id, 'refunds', null, -kobo from refunded where status not in ('done', 'by hand', 'wallet')
  union all select id, 'deposits', null, -credit_kobo from shop_order where status = 'Pending' and ${isIncluded('id')}
  union all select order_id, 'shipping', null, -shipment_kobo from sold
  union all select order_id, 'shipping', null, shipment from taken where kind = 'cancelled'
  union all select order_id, 'promotions', null, discount_kobo from sold
  union all select order_id, 'promotions', null, -discount from taken where kind <> 'released'
  union all select order_id, 'commission', null, -commission_kobo from sold
  union all select order_id, 'commission', null, commission from taken where kind <> 'released'
  union all select order_id, 'merchant', merchant_id, commission_kobo - price_kobo from sold
  union all select order_id, 'merchant', merchant_id, price - commission from taken
  union all select order_id, 'payable', merchant_id, commission - price from taken where kind = 'released' and not settled_outside
  union all select order_id, 'bank', null, commission - price from taken where kind = 'released' and settled_outside)`;

/** Accounts that cannot be computed from the tables of orders, payments and refunds. */
const UNDETERMINED = ['wallet', 'goodwill', 'forfeited', 'rounding'];

/** Where the books and the tables differ. */
const differences = (isIncluded: IsIncluded) => sql`
  (select order_id, account, merchant_id, coalesce(sum(expected), 0)::bigint as expected, coalesce(sum(actual), 0)::bigint as actual
  from (
    select order_id, account, merchant_id, coalesce(kobo, 0) as expected, 0 as actual from ${expectedSums(isIncluded)} e
    union all
    select order_id, account, merchant_id, 0, kobo from ${ledgerSums} a
    where order_id is not null and account <> all(${UNDETERMINED}::text[]) and ${isIncluded('order_id')}
  ) sums
  group by order_id, account, merchant_id having sum(expected) <> sum(actual))`;

/** Selects where the books and the tables differ. Reads all orders. */
export const selectDifferences = async (db: Database, limit: number): Promise<BooksDifference[]> => {
  const { rows } = await sql<BooksDifference>`
    select order_id, account, merchant_id, expected, actual from ${differences(() => sql`true`)} d
    order by order_id, account, merchant_id limit ${limit}`.execute(db);
  return rows;
};

/** Those of the orders whose books differ from the tables. */
export const selectOrdersWithDifferences = async (db: Database, ids: readonly OrderId[]): Promise<OrderId[]> => {
  const isOneOf: IsIncluded = (column) => sql`${sql.ref(column)} = any(${[...ids]}::text[])`;
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct order_id from ${differences(isOneOf)} d order by order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
};
