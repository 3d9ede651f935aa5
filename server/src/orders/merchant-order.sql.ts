import type { MERCHANT_ORDER_SORTS } from '@sokuwa/contract/orders/merchant-orders.rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { columnsOf, countUpTo } from '../platform/sql.ts';
import type { FulfilmentStatus } from './fulfilment.rules.ts';
import type { FulfilmentRow } from './fulfilment.sql.ts';
import type { OrderRow } from './order.sql.ts';

/** A merchant's part of an order. `sorted_at` is what the list is sorted by, with its microseconds, as text. */
export type MerchantOrderRow = FulfilmentRow &
  Pick<OrderRow, 'customer' | 'ship_to' | 'currency'> & { sorted_at: string };

/** A place in the list: the order before it. */
export type ListPosition = { sortedAt: string; id: string };
export type MerchantOrderSort = (typeof MERCHANT_ORDER_SORTS)[number];
export type MerchantOrderFilter = {
  status?: FulfilmentStatus | undefined;
  /** Something is to be shipped, and it should have been by now. */
  isLate?: boolean | undefined;
  /** Inclusive. */
  paidFrom?: string | undefined;
  /** Exclusive. */
  paidTo?: string | undefined;
};

/** How many entries there are, counted up to MAX_VISITED for each term, and how many of the newest there are in a second. */
export type Frequency = { found: number; perSecond: number };
/** The terms that a word of a search may mean. */
export type SearchWord = Frequency & { terms: string[] };

/** Words of fewer letters mean only themselves. */
const MIN_PREFIX = 3;
/** Maximum terms that a word may be the beginning of. */
const MAX_TERMS = 50;
/** Maximum orders that one page of a search looks at, however many orders there are. */
export const MAX_VISITED = 500;

const isSortedAfter = (after: ListPosition | undefined, createdAt: string, id: string): RawBuilder<unknown> =>
  after
    ? sql`and ${sql.ref(createdAt)} <= ${after.sortedAt}::timestamptz
      and (${sql.ref(createdAt)} < ${after.sortedAt}::timestamptz or ${sql.ref(id)} > ${after.id})`
    : sql``;
const isDueAfter = (after: ListPosition | undefined): RawBuilder<unknown> =>
  after
    ? sql`and f.ship_by >= ${after.sortedAt}::timestamptz and (f.ship_by > ${after.sortedAt}::timestamptz or f.id > ${after.id})`
    : sql``;
const isPaidWithin = ({ paidFrom, paidTo }: MerchantOrderFilter, createdAt: string): RawBuilder<unknown> => sql`
  ${paidFrom === undefined ? sql`` : sql`and ${sql.ref(createdAt)} >= ${paidFrom}::timestamptz`}
  ${paidTo === undefined ? sql`` : sql`and ${sql.ref(createdAt)} < ${paidTo}::timestamptz`}`;
const hasState = ({ status, isLate }: MerchantOrderFilter): RawBuilder<unknown> => sql`
  ${status === undefined ? sql`` : sql`and f.status = ${status}`}
  ${isLate === undefined ? sql`` : isLate ? sql`and f.status = 'to_ship' and f.ship_by < now()` : sql`and not (f.status = 'to_ship' and f.ship_by < now())`}`;

/** @param page selects `id` of fulfilments, and whether they match */
const selectPage = async (
  db: Database,
  page: RawBuilder<unknown>,
  sort: MerchantOrderSort = 'newest',
): Promise<(MerchantOrderRow & { is_match: boolean })[]> => {
  const sortedBy = sql.ref(sort === 'due' ? 'fulfilment.ship_by' : 'fulfilment.created_at');
  const { rows } = await sql<MerchantOrderRow & { is_match: boolean }>`
    select ${columnsOf('fulfilment')}, shop_order.customer, shop_order.ship_to, shop_order.currency,
      to_char(${sortedBy} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sorted_at, page.is_match
    from (${page}) page join fulfilment on fulfilment.id = page.id join shop_order on shop_order.id = fulfilment.order_id
    order by ${sortedBy} ${sort === 'due' ? sql`` : sql`desc`}, fulfilment.id`.execute(db);
  return rows;
};

/** The merchant's orders in the filter's status, newest first. */
const visitOrders = (
  merchantId: MerchantId,
  filter: MerchantOrderFilter,
  after: ListPosition | undefined,
): RawBuilder<unknown> => sql`
  select f.created_at, f.id from fulfilment f where f.merchant_id = ${merchantId} ${hasState(filter)}
    ${isPaidWithin(filter, 'f.created_at')} ${isSortedAfter(after, 'f.created_at', 'f.id')}
  order by f.created_at desc, f.id`;

/** The merchant's orders that are to be shipped, those that are due first. */
export const selectDueOrders = (
  db: Database,
  merchantId: MerchantId,
  filter: Omit<MerchantOrderFilter, 'status'>,
  after: ListPosition | undefined,
  limit: number,
): Promise<MerchantOrderRow[]> =>
  selectPage(
    db,
    sql`select f.id, true as is_match from fulfilment f where f.merchant_id = ${merchantId} and f.status = 'to_ship'
        ${hasState(filter)} ${isPaidWithin(filter, 'f.created_at')} ${isDueAfter(after)}
      order by f.ship_by, f.id limit ${limit}`,
    'due',
  );

/** The merchant's orders with one of the word's terms, newest first, whatever their status is. */
const visitWord = (
  merchantId: MerchantId,
  { terms }: SearchWord,
  filter: MerchantOrderFilter,
  after: ListPosition | undefined,
): RawBuilder<unknown> => sql`
  select distinct entry.created_at, entry.fulfilment_id as id from unnest(${terms}::text[]) word (term) cross join lateral (
    select t.created_at, t.fulfilment_id from fulfilment_term t where t.merchant_id = ${merchantId} and t.term = word.term
      ${isPaidWithin(filter, 't.created_at')} ${isSortedAfter(after, 't.created_at', 't.fulfilment_id')}
    order by t.created_at desc, t.fulfilment_id limit ${sql.lit(MAX_VISITED)}
  ) entry order by entry.created_at desc, entry.fulfilment_id`;

/** Whether one of the word's terms is in the row's index. */
const hasWord = (merchantId: MerchantId, { terms }: SearchWord): RawBuilder<unknown> => sql`
  and (select true from fulfilment_term other where other.merchant_id = ${merchantId} and other.term = any(${terms}::text[])
    and other.created_at = visited.created_at and other.fulfilment_id = visited.id limit 1)`;

/**
 * A merchant's orders after a place in the list, newest first.
 * @param options `visited`: the word whose orders are looked at; default: the orders in the filter's status are. `words`: all of them must
 *   occur too
 * @returns at most `limit` orders; `visitedTo`: the last order that was looked at, if there may be more after it
 */
export const selectMerchantOrders = async (
  db: Database,
  merchantId: MerchantId,
  filter: MerchantOrderFilter,
  after: ListPosition | undefined,
  limit: number,
  { visited, words = [] }: { visited?: SearchWord | undefined; words?: readonly SearchWord[] } = {},
): Promise<{ rows: MerchantOrderRow[]; visitedTo: MerchantOrderRow | undefined }> => {
  const hasStateLeft = visited !== undefined && (filter.status !== undefined || filter.isLate !== undefined);
  const visit = visited ? visitWord(merchantId, visited, filter, after) : visitOrders(merchantId, filter, after);
  if (!hasStateLeft && words.length === 0) {
    const rows = await selectPage(db, sql`select id, true as is_match from (${visit} limit ${limit}) visited`);
    return { rows, visitedTo: undefined };
  }
  // Subqueries with a limit keep PostgreSQL from joining all rows of a term: the rows are visited newest first, and few of them are needed.
  const state = sql`and (select true from fulfilment f where f.id = visited.id ${hasState(filter)} limit 1)`;
  const found = await selectPage(
    db,
    sql`
      (select visited.id, true as is_match from (${visit} limit ${sql.lit(MAX_VISITED)}) visited
        where true ${sql.join(
          words.map((word) => hasWord(merchantId, word)),
          sql``,
        )} ${hasStateLeft ? state : sql``}
        order by visited.created_at desc, visited.id limit ${limit})
      union all (select visited.id, false from (${visit}) visited offset ${sql.lit(MAX_VISITED - 1)} limit 1)`,
  );
  return { rows: found.filter(({ is_match }) => is_match), visitedTo: found.find(({ is_match }) => !is_match) };
};

/** How many lines the merchant's orders of a filter have, counted up to a limit. */
export const countLines = async (
  db: Database,
  merchantId: MerchantId,
  filter: MerchantOrderFilter,
  limit: number,
): Promise<number> => {
  const lines = sql`from fulfilment f join order_line l on l.order_id = f.order_id and l.merchant_id = f.merchant_id
    where f.merchant_id = ${merchantId} ${hasState(filter)} ${isPaidWithin(filter, 'f.created_at')}`;
  const { rows } = await sql<{ count: number }>`select ${countUpTo(limit, lines)} as count`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The merchant's part of an order; undefined without one. */
export const selectMerchantOrder = async (
  db: Database,
  merchantId: MerchantId,
  orderId: OrderId,
): Promise<MerchantOrderRow | undefined> =>
  (
    await selectPage(
      db,
      sql`select f.id, true as is_match from fulfilment f where f.order_id = ${orderId} and f.merchant_id = ${merchantId}`,
    )
  )[0];

/** @param newest selects `created_at` of entries, newest first */
const frequencyOf = (newest: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*) as found, count(*) / greatest(1, extract(epoch from now() - min(created_at))) as per_second
  from (${newest} limit ${sql.lit(MAX_VISITED)}) newest`;

/** The words of a search. Each term is one lookup in the index, however many orders there are. */
export const selectSearchWords = async (
  db: Database,
  merchantId: MerchantId,
  search: string,
): Promise<SearchWord[]> => {
  const { rows } = await sql<SearchWord>`
    select terms, frequency.* from (
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
    ) words cross join lateral (
      select coalesce(sum(found), 0)::integer as found, coalesce(sum(per_second), 0)::float8 as "perSecond"
      from unnest(terms) word (term) cross join lateral (${frequencyOf(sql`
        select t.created_at from fulfilment_term t where t.merchant_id = ${merchantId} and t.term = word.term
        order by t.created_at desc, t.fulfilment_id`)}) of_term
    ) frequency`.execute(db);
  return rows;
};

/** How frequent the merchant's orders in a status are. */
export const selectStatusFrequency = async (
  db: Database,
  merchantId: MerchantId,
  status: FulfilmentStatus,
): Promise<Frequency> => {
  const { rows } = await sql<Frequency>`
    select found::integer, coalesce(per_second, 0)::float8 as "perSecond" from (${frequencyOf(sql`
      select f.created_at from fulfilment f where f.merchant_id = ${merchantId} and f.status = ${status}
      order by f.created_at desc, f.id`)}) frequency`.execute(db);
  return rows[0] ?? { found: 0, perSecond: 0 };
};
