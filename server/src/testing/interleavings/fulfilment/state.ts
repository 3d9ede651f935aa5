import { sql } from 'kysely';
import { checkBooks } from '../../../orders/books.service.ts';
import type { Database } from '../../../platform/database.ts';
import { UNITS } from './world.ts';

/** Everything of the world that two equal results share: no ids that are generated, no times. */
export type State = {
  /** Also those of suspended merchants. */
  products: { stock: number; ordered: number; returned: number }[];
  orders: {
    n: number;
    status: string;
    cancelled_for: string | null;
    /** Null after its account is deleted. */
    street: string | null;
    has_owner: boolean;
    paid: number;
    refunded: number;
  }[];
  lines: {
    order: number;
    position: number;
    quantity: number;
    shipped: number;
    cancelled: number;
    returned: number;
    released: number;
  }[];
  fulfilments: string[];
  parcels: string[];
  refunds: string[];
  disputes: string[];
  wallet: { amount: number; kind: string }[];
  /** What the ledger has for each order, account and merchant, without what is nothing. */
  ledger: { order: number | null; account: string; merchant: number | null; kobo: number }[];
  /** Orders whose ledger does not agree with the tables. */
  ledgerDifferences: string[];
  mails: string[];
};

/** Reads the state of the whole database, which contains one world. */
export const readState = async (db: Database): Promise<State> => {
  const { unbalanced, differences } = await checkBooks(db);
  const { rows } = await sql<{ state: Omit<State, 'ledgerDifferences'> }>`
    with numbered as (select o.*, row_number() over (order by o.created_at, o.id)::integer as n from shop_order o),
    line as (
      select o.n as order, l.position, l.quantity, l.cancelled_quantity as cancelled, l.returned_quantity as returned,
        l.released_quantity as released, l.product_id, coalesce((
          select sum(pl.quantity) from fulfilment f join parcel p on p.fulfilment_id = f.id join parcel_line pl on pl.parcel_id = p.id
          where f.order_id = o.id and pl.position = l.position), 0)::integer as shipped
      from numbered o join order_line l on l.order_id = o.id)
    select json_build_object(
      'products', (select json_agg(p order by p.id) from (
        select id, stock, coalesce(ordered, 0) as ordered, coalesce(returned, 0) as returned
        from (select id, stock from product union all select id, stock from suspended_product) product left join (
          select product_id as id, sum(quantity - cancelled)::integer as ordered, sum(returned)::integer as returned
          from line group by 1) sold using (id)) p),
      'orders', (select json_agg(o order by o.n) from (
        select n, status, cancelled_for, ship_to ->> 'address_line1' as street, account_id is not null as has_owner,
          (select coalesce(sum(amount_kobo), 0) from payment where order_id = o.id and status = 'success') as paid,
          (select coalesce(sum(r.amount_kobo), 0) from refund r join payment p on p.reference = r.payment_reference
            where p.order_id = o.id) as refunded
        from numbered o) o),
      'lines', (select json_agg(line order by line.order, position) from line),
      'fulfilments', (select json_agg(f.id || ' ' || f.status order by f.id) from fulfilment f),
      'parcels', (select coalesce(json_agg(p.tracking_number || case when p.delivered_at is null then '' else ' delivered' end || (
          select string_agg(' ' || position || ':' || quantity, '' order by position) from parcel_line where parcel_id = p.id)
        order by p.tracking_number, p.fulfilment_id), '[]') from parcel p),
      'refunds', (select coalesce(json_agg(r.reference || ' ' || r.amount_kobo || ' ' || r.status || ' ' || r.reason order by r.reference), '[]')
        from refund r),
      'disputes', (select coalesce(json_agg(d.status || ' ' || coalesce(d.resolution, '') order by d.id), '[]') from dispute d),
      'wallet', (
        select coalesce(json_agg(json_build_object('amount', amount_kobo, 'kind', kind) order by account_id, n), '[]')
        from wallet_entry),
      'ledger', (select coalesce(json_agg(s order by s.order, s.account, s.merchant), '[]') from (
        select o.n as order, e.account, e.merchant_id as merchant, sum(e.amount_kobo) as kobo
        from ledger_entry e join ledger_transaction t on t.id = e.transaction_id left join numbered o on o.id = t.order_id
        group by 1, 2, 3 having sum(e.amount_kobo) <> 0) s),
      'mails', (select coalesce(json_agg(data ->> 'kind' order by data ->> 'kind'), '[]')
        from pgboss.job where data ? 'kind')
    ) as state`.execute(db);
  const state = rows[0]?.state;
  if (!state) throw new Error('the state could not be read');
  return {
    ...state,
    ledgerDifferences: [...unbalanced, ...differences].map((difference) => JSON.stringify(difference)),
  };
};

/**
 * What must be true after any run.
 * @returns one sentence for each violation
 */
export const findViolations = ({ products, orders, lines, wallet, ledgerDifferences }: State): string[] => {
  const violations = ledgerDifferences.map((difference) => `the ledger differs from the tables: ${difference}`);
  // What is returned may be in stock again.
  for (const [n, { stock, ordered, returned }] of products.entries())
    if (stock + ordered < UNITS || stock + ordered - returned > UNITS)
      violations.push(`product ${n}: ${stock} in stock, ${ordered} ordered, ${returned} returned are not ${UNITS}`);
  for (const { n, paid, refunded } of orders)
    if (refunded > paid) violations.push(`order ${n}: ${refunded} are refunded of ${paid}`);
  for (const { order, position, quantity, shipped, cancelled, returned, released } of lines) {
    if (shipped + cancelled > quantity)
      violations.push(`order ${order}, line ${position}: ${shipped} shipped, ${cancelled} cancelled of ${quantity}`);
    if (returned + released > shipped)
      violations.push(
        `order ${order}, line ${position}: ${returned} returned, ${released} released of ${shipped} shipped`,
      );
  }
  if (wallet.reduce((sum, { amount }) => sum + amount, 0) < 0) violations.push('the wallet is overdrawn');
  return violations;
};
