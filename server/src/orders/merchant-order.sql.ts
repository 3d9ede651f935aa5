import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { columnsOf } from '../platform/sql.ts';
import type { FulfilmentStatus } from './fulfilment.rules.ts';
import type { FulfilmentRow } from './fulfilment.sql.ts';
import type { OrderRow } from './order.sql.ts';

/** A merchant's part of an order. `sorted_at` is `created_at` with its microseconds, as text. */
export type MerchantOrderRow = FulfilmentRow &
  Pick<OrderRow, 'customer' | 'ship_to' | 'currency'> & { sorted_at: string };

/** A place in the list: the order before it. */
export type ListPosition = { sortedAt: string; id: string };
export type MerchantOrderFilter = {
  status?: FulfilmentStatus | undefined;
  /** Something is to be shipped, and it should have been by now. */
  isLate?: boolean | undefined;
  /** Inclusive. */
  createdFrom?: string | undefined;
  /** Exclusive. */
  createdTo?: string | undefined;
};

/** The terms that a word of a search may mean, and how many rows they have, counted up to MAX_COUNTED. */
export type SearchWord = { terms: string[]; found: number };

/** Words of fewer letters mean only themselves. */
const MIN_PREFIX = 3;
/** Maximum terms that a word may be the beginning of. */
const MAX_TERMS = 50;
const MAX_COUNTED = 2000;

const isSortedAfter = (after: ListPosition | undefined, createdAt: string, id: string): RawBuilder<unknown> =>
  after
    ? sql`and ${sql.ref(createdAt)} <= ${after.sortedAt}::timestamptz
      and (${sql.ref(createdAt)} < ${after.sortedAt}::timestamptz or ${sql.ref(id)} > ${after.id})`
    : sql``;
const isCreatedWithin = (
  { createdFrom, createdTo }: MerchantOrderFilter,
  createdAt: string,
): RawBuilder<unknown> => sql`
  ${createdFrom === undefined ? sql`` : sql`and ${sql.ref(createdAt)} >= ${createdFrom}::timestamptz`}
  ${createdTo === undefined ? sql`` : sql`and ${sql.ref(createdAt)} < ${createdTo}::timestamptz`}`;
const hasState = ({ status, isLate }: MerchantOrderFilter): RawBuilder<unknown> => sql`
  ${status === undefined ? sql`` : sql`and f.status = ${status}`}
  ${isLate === undefined ? sql`` : isLate ? sql`and f.status = 'to_ship' and f.ship_by < now()` : sql`and not (f.status = 'to_ship' and f.ship_by < now())`}`;

/** @param page selects `created_at` and `id` of fulfilments as `page` */
const selectPage = async (db: Database, page: RawBuilder<unknown>, limit: number): Promise<MerchantOrderRow[]> => {
  const { rows } = await sql<MerchantOrderRow>`
    select ${columnsOf('fulfilment')}, shop_order.customer, shop_order.ship_to, shop_order.currency,
      to_char(fulfilment.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sorted_at
    from (${page} limit ${limit}) page join fulfilment on fulfilment.id = page.id join shop_order on shop_order.id = fulfilment.order_id
    order by fulfilment.created_at desc, fulfilment.id`.execute(db);
  return rows;
};

/**
 * A merchant's orders after a place in the list, newest first.
 * @param words all of which must occur. Visits the orders in the filter's status: for words that are more frequent than these
 */
export const selectMerchantOrders = (
  db: Database,
  merchantId: MerchantId,
  filter: MerchantOrderFilter,
  after: ListPosition | undefined,
  limit: number,
  words: readonly SearchWord[] = [],
): Promise<MerchantOrderRow[]> =>
  selectPage(
    db,
    sql`select f.id from fulfilment f where f.merchant_id = ${merchantId} ${hasState(filter)}
      ${isCreatedWithin(filter, 'f.created_at')} ${isSortedAfter(after, 'f.created_at', 'f.id')}
      ${
        words.length > 0
          ? sql.join(
              words.map((word) => hasWord(merchantId, word, 'f.created_at', 'f.id')),
              sql``,
            )
          : sql``
      }
      order by f.created_at desc, f.id`,
    limit,
  );

/** The merchant's part of an order; undefined without one. */
export const selectMerchantOrder = async (
  db: Database,
  merchantId: MerchantId,
  orderId: OrderId,
): Promise<MerchantOrderRow | undefined> =>
  (
    await selectPage(
      db,
      sql`select f.id from fulfilment f where f.order_id = ${orderId} and f.merchant_id = ${merchantId}`,
      1,
    )
  )[0];

/** The words of a search, the rarest first. Each term is one lookup in the index, however many orders there are. */
export const selectSearchWords = async (
  db: Database,
  merchantId: MerchantId,
  search: string,
): Promise<SearchWord[]> => {
  const { rows } = await sql<SearchWord>`
    select terms, (select count(*) from (
        select from fulfilment_term t where t.merchant_id = ${merchantId} and t.term = any(terms) limit ${MAX_COUNTED}) counted)::integer as found
    from (
      select array(
        with recursive next (term) as (
          (select t.term from fulfilment_term t where t.merchant_id = ${merchantId} and t.term >= word order by t.term limit 1)
          union all
          select (select t.term from fulfilment_term t where t.merchant_id = ${merchantId} and t.term > next.term order by t.term limit 1)
          from next where starts_with(next.term, word) and length(word) >= ${MIN_PREFIX}
        )
        select term from next where term = word or (starts_with(term, word) and length(word) >= ${MIN_PREFIX}) limit ${MAX_TERMS}
      ) as terms
      from words_of(${search}) word
    ) words
    order by found`.execute(db);
  return rows;
};

/** Whether the merchant has at least so many orders in a status. */
export const countInStatus = async (
  db: Database,
  merchantId: MerchantId,
  status: FulfilmentStatus,
): Promise<number> => {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from (
      select from fulfilment where merchant_id = ${merchantId} and status = ${status} limit ${MAX_COUNTED}) counted`.execute(
    db,
  );
  return rows[0]?.found ?? 0;
};

/**
 * Whether one of the word's terms is in the row's index. A limit keeps PostgreSQL from joining all rows of a term: the rows are visited newest
 * first, and few of them are needed.
 */
const hasWord = (
  merchantId: MerchantId,
  { terms }: SearchWord,
  createdAt: string,
  id: string,
): RawBuilder<unknown> => sql`
  and (select true from fulfilment_term other where other.merchant_id = ${merchantId} and other.term = any(${terms}::text[])
    and other.created_at = ${sql.ref(createdAt)} and other.fulfilment_id = ${sql.ref(id)} limit 1)`;

/** Like `selectMerchantOrders`, of orders with all words. Visits the rows of the first word. */
export const searchByWord = (
  db: Database,
  merchantId: MerchantId,
  [first, ...others]: readonly [SearchWord, ...SearchWord[]],
  filter: MerchantOrderFilter,
  after: ListPosition | undefined,
  limit: number,
): Promise<MerchantOrderRow[]> =>
  selectPage(
    db,
    sql`select found.fulfilment_id as id from (
      select distinct found.created_at, found.fulfilment_id from unnest(${first.terms}::text[]) word (term) cross join lateral (
        select t.created_at, t.fulfilment_id from fulfilment_term t
        where t.merchant_id = ${merchantId} and t.term = word.term
          ${isCreatedWithin(filter, 't.created_at')} ${isSortedAfter(after, 't.created_at', 't.fulfilment_id')}
          ${sql.join(
            others.map((word) => hasWord(merchantId, word, 't.created_at', 't.fulfilment_id')),
            sql``,
          )}
          and (select true from fulfilment f where f.id = t.fulfilment_id ${hasState(filter)} limit 1)
        order by t.created_at desc, t.fulfilment_id limit ${limit}
      ) found
    ) found order by found.created_at desc, found.fulfilment_id`,
    limit,
  );
