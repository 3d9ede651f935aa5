import { sql } from 'kysely';
import { checkBooks } from '../../server/src/orders/books.service.ts';
import type { Database } from '../../server/src/platform/database.ts';

type Sums = Record<'paid' | 'retained' | 'refunded' | 'wallets' | 'reserved' | 'credited' | 'given', number>;

/** Sums of stock and money of the whole shop. */
export type Books = Sums & {
  /** Units of each product that are in stock or in an order that is not cancelled, by id. */
  stock: ReadonlyMap<number, number>;
  lowestStock: number;
  lowestBalanceKobo: number;
  /** Orders whose subtotal is not the sum of their lines, and orders with more than one payment that counts. */
  wrongOrders: readonly string[];
};

export const readBooks = async (db: Database): Promise<Books> => {
  // At the start of the upgrade it is the database of release 1.0, without suspended products and cancelled pieces.
  const { rows: tables } = await sql`select 1 from pg_tables where tablename = 'suspended_product'`.execute(db);
  const suspended = tables.length > 0 ? sql`union all select id, stock from suspended_product` : sql``;
  const { rows: products } = await sql<{ id: number; stock: number; ordered: number }>`
    select p.id, p.stock, coalesce(sum(l.quantity - coalesce((to_jsonb(l) ->> 'cancelled_quantity')::integer, 0))
      filter (where o.status <> 'Cancelled'), 0)::integer as ordered
    from (select id, stock from product ${suspended}) p
    left join order_line l on l.product_id = p.id left join shop_order o on o.id = l.order_id
    group by p.id, p.stock order by p.id`.execute(db);
  const { rows: money } = await sql<Sums & { lowest: number }>`
    select
      (select coalesce(sum(paid_amount), 0) from payment where status = 'success')::bigint as paid,
      (select coalesce(sum(total_kobo - credit_kobo), 0) from shop_order where status in ('Paid', 'Shipped', 'Delivered'))::bigint as retained,
      (select coalesce(sum(amount_kobo), 0) from refund where reason not in ('pieces cancelled', 'returned', 'goodwill'))::bigint as refunded,
      (select coalesce(sum(amount_kobo), 0) from wallet_entry)::bigint as wallets,
      (select coalesce(sum(credit_kobo), 0) from shop_order where status <> 'Cancelled')::bigint as reserved,
      (select coalesce(sum(amount_kobo), 0) from refund where status = 'wallet')::bigint as credited,
      (select coalesce(sum(amount_kobo), 0) from wallet_entry where kind = 'credit')::bigint as given,
      (select coalesce(min(balance_kobo), 0) from wallet_entry)::bigint as lowest`.execute(db);
  const { rows: wrong } = await sql<{ id: string }>`
    select o.id from shop_order o join order_line l on l.order_id = o.id
    group by o.id having sum(l.unit_kobo * l.quantity) <> o.subtotal_kobo
    union all
    select order_id from payment p left join refund r using (reference)
    where p.status = 'success' and r.reference is null group by order_id having count(*) > 1`.execute(db);
  const sums = money[0];
  if (!sums) throw new Error('the query returned no row');
  const { lowest, ...rest } = sums;
  return {
    ...rest,
    stock: new Map(products.map(({ id, stock, ordered }) => [id, stock + ordered])),
    lowestStock: Math.min(...products.map(({ stock }) => stock)),
    lowestBalanceKobo: lowest,
    wrongOrders: wrong.map(({ id }) => id),
  };
};

/** Money that was paid and is in no order and no refund of all of it; and credit that is in no wallet and no order. */
const findMissing = ({ paid, retained, refunded, wallets, reserved, credited, given }: Books) => ({
  money: paid - retained - refunded,
  credit: credited + given - wallets - reserved,
});

/** What is wrong with the books, as sentences; empty if they are right. @param before the books at the start */
export const findWrongBooks = async (db: Database, before: Books): Promise<string[]> => {
  const books = await readBooks(db);
  const { unbalanced, differences } = await checkBooks(db);
  const [missing, missingBefore] = [findMissing(books), findMissing(before)];
  return [
    ...[...before.stock]
      .filter(([id, units]) => books.stock.get(id) !== units)
      .map(([id, units]) => `product ${id}: ${books.stock.get(id)} units in stock and orders instead of ${units}`),
    ...(books.lowestStock < 0 ? [`a stock of ${books.lowestStock}`] : []),
    ...(books.lowestBalanceKobo < 0 ? [`a wallet balance of ${books.lowestBalanceKobo} kobo`] : []),
    ...[...unbalanced, ...differences].map(
      (difference) => `the ledger differs from the tables: ${JSON.stringify(difference)}`,
    ),
    ...books.wrongOrders.map((id) => `order ${id} has a wrong subtotal or two payments`),
    ...(missing.money === missingBefore.money
      ? []
      : [`${books.paid} kobo paid, but ${books.retained} retained and ${books.refunded} refunded`]),
    ...(missing.credit === missingBefore.credit
      ? []
      : [
          `${books.wallets} kobo in wallets and ${books.reserved} in orders, but ${books.credited} refunded and ${books.given} given`,
        ]),
  ];
};
