import {
  MAX_PRODUCTS,
  type OwnProductCounts,
  type PRODUCT_SORTS,
  type SORT_ORDERS,
  type STOCK_FILTERS,
} from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { PRODUCT_STATES, type ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { countUpTo } from '../platform/sql.ts';
import { hiddenPictures, hiddenRow, lockHiddenProducts } from './hidden-products.sql.ts';
import { firstPictureKey, type HiddenProduct, productColumns, productPictures } from './products.sql.ts';

export type OwnProductRow = Omit<HiddenProduct, 'listed_at' | 'price_kobo'> & {
  id: ProductId;
  price_kobo: Kobo | null;
  listed_at: Date;
  changed_at: Date;
  state: ProductState;
  /** Whether it is not in the shop: not live, or its merchant is suspended. */
  is_hidden: boolean;
  is_suspended: boolean;
  /** Whether its store is approved. Until then live products are not in the shop either. */
  is_store_approved: boolean;
  /** In order. */
  pictures: readonly { key: string; alt: string }[];
  /** The names of category, sub-category and sub-item. */
  category_path: string[];
  merchant_name: string;
  /** The product that it is merged into. */
  merged_into: ProductId | null;
  /** Null unless an operator has taken it down. */
  taken_down_at: Date | null;
  taken_down_reason: string | null;
  asked_at: Date | null;
  /** Whether it was changed since the last decision about it. */
  is_changed_since: boolean;
};

/**
 * Products with all their data, whichever table has them.
 * @param isShown a condition for the row `i` of product_index
 * @param found a subquery with the columns `id` and `n`, the place in the list
 */
const selectRows = async (
  db: Database,
  isShown: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): Promise<OwnProductRow[]> => {
  const { rows } = await sql<OwnProductRow>`
    select p.*, i.state, i.changed_at, store.name as merchant_name, store.state = 'approved' as is_store_approved,
      store.state = 'approved' and suspended_at is not null as is_suspended,
      array_remove(array[c.name, u.name, s.name], null) as category_path,
      t.taken_down_at, t.reason as taken_down_reason, t.asked_at, coalesce(i.changed_at > t.decided_at, false) as is_changed_since,
      (select into_id from merged_product where id = i.id) as merged_into
    from (${found}) found
    join product_index i on i.id = found.id and ${isShown}
    join merchant store on store.id = i.merchant_id
    cross join lateral (
      select p.id, ${productColumns('p')}, false as is_hidden, ${productPictures} from product p where p.id = found.id
      union all
      select p.id, ${productColumns('p')}, true, ${hiddenPictures}
      from suspended_product h cross join lateral ${hiddenRow} p where h.id = found.id
    ) p
    left join sub_item s on s.id = p.sub_item_id
    left join sub_category u on u.id = s.sub_category_id
    left join category c on c.id = s.category_id
    left join product_takedown t on t.product_id = i.id and t.lifted_at is null
    order by found.n`.execute(db);
  return rows;
};

const isOf = (merchantId: MerchantId) => sql`i.merchant_id = ${merchantId}`;

const idsInOrder = (productIds: readonly ProductId[]) =>
  sql`select id, n from unnest(${[...productIds]}::integer[]) with ordinality requested (id, n)`;

/** Products of all merchants, in the shop or not, in the order of the ids. Those that do not exist are missing. */
export const selectByIds = (db: Database, productIds: readonly ProductId[]): Promise<OwnProductRow[]> =>
  selectRows(db, sql`true`, idsInOrder(productIds));

/** Some of a merchant's products, in the order of the ids. Those of other merchants are missing. */
export const selectOwnByIds = (
  db: Database,
  merchantId: MerchantId,
  productIds: readonly ProductId[],
): Promise<OwnProductRow[]> => selectRows(db, isOf(merchantId), idsInOrder(productIds));

/** One product of the merchant; undefined for another merchant's. */
export const selectOwnProduct = async (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<OwnProductRow | undefined> => (await selectOwnByIds(db, merchantId, [productId]))[0];

/**
 * A merchant's products with an id above `after`, in the order of their ids: each product once, also if it moves into the shop or out of it
 * between two calls.
 */
export const selectOwnAfter = (
  db: Database,
  merchantId: MerchantId,
  after: number,
  limit: number,
): Promise<OwnProductRow[]> => {
  const part = (table: RawBuilder<unknown>) => sql`(
    select id from ${table} where merchant_id = ${merchantId} and id > ${after} order by id limit ${limit})`;
  return selectRows(
    db,
    isOf(merchantId),
    sql`select id, id as n from (${part(sql`product`)} union all ${part(sql`suspended_product`)}) own order by id limit ${limit}`,
  );
};

type Keys = { handle: string | null; sku: string | null };

/** SQL expression for the ids of a merchant's products with the handle or the SKU. */
const idsByHandle = (merchantId: MerchantId, { handle, sku }: Keys) => sql`
  select id from product where merchant_id = ${merchantId} and slug = ${handle}
  union select id from product where merchant_id = ${merchantId} and sku = ${sku}
  union select id from suspended_product where merchant_id = ${merchantId} and slug = ${handle}
  union select id from suspended_product where merchant_id = ${merchantId} and sku = ${sku}`;

/** The merchant's products with this handle or SKU: one, or two if they belong to different products. */
export const selectOwnByHandle = (db: Database, merchantId: MerchantId, keys: Keys): Promise<OwnProductRow[]> =>
  selectRows(db, isOf(merchantId), sql`select id, id as n from (${idsByHandle(merchantId, keys)}) own`);

/** The ids of the merchant's products with one of these handles or SKUs. */
export const selectOwnIdsByKeys = async (
  db: Database,
  merchantId: MerchantId,
  keys: readonly Keys[],
): Promise<ProductId[]> => {
  const handles = keys.flatMap(({ handle }) => handle ?? []);
  const skus = keys.flatMap(({ sku }) => sku ?? []);
  const idsOf = (table: RawBuilder<unknown>) => sql`
    select id from ${table} where merchant_id = ${merchantId} and slug = any(${handles}::text[])
    union select id from ${table} where merchant_id = ${merchantId} and sku = any(${skus}::text[])`;
  const { rows } = await sql<{ id: ProductId }>`
    ${idsOf(sql`product`)} union ${idsOf(sql`suspended_product`)} order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** The levels of `product_index.stock_level`. */
const LEVELS = { out: 0, low: 1, more: 2 } as const;
const LEVELS_OF: Record<(typeof STOCK_FILTERS)[number], readonly number[]> = {
  in: [LEVELS.low, LEVELS.more],
  low: [LEVELS.low],
  out: [LEVELS.out],
};

export type ProductSort = (typeof PRODUCT_SORTS)[number];
type SortOrder = (typeof SORT_ORDERS)[number];

/** The key of each sort, as it is compared, and as text of a cursor. */
const SORT_KEYS: Record<
  ProductSort,
  { column: string; toText: RawBuilder<string>; parse: (text: string) => RawBuilder<unknown> }
> = {
  newest: { column: 'id', toText: sql`key::text`, parse: (text) => sql`${text}::bigint` },
  title: { column: 'title_key', toText: sql`key`, parse: (text) => sql`${text}::text collate "C"` },
  price: { column: 'price_kobo', toText: sql`key::text`, parse: (text) => sql`${text}::bigint` },
  stock: { column: 'stock', toText: sql`key::text`, parse: (text) => sql`${text}::bigint` },
  changed: {
    column: 'changed_at',
    // Microseconds, so that the text says exactly where a page ends.
    toText: sql`(extract(epoch from key) * 1000000)::bigint::text`,
    parse: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
  },
};

export type OwnProductFilter = {
  state?: ProductState | undefined;
  stock?: (typeof STOCK_FILTERS)[number] | undefined;
  /** `words` are normalized; `text` is a whole SKU or handle. */
  search?: { text: string; words: readonly string[] } | undefined;
};

/** Where a page of a list ends: the key of its last product, and its id. */
export type PageEnd = { key: string; id: number };

/** Up to so many products that a search finds are sorted. With more, the list is read in its order until there are enough. */
const MAX_SORTED = 10_000;
/**
 * A search first looks at so many products, in the order of the list. If it finds so many of them, its words are frequent there, and the page is read in
 * this order, but from no more than MAX_LOOKED_AT products: which words are frequent may depend on the title and the price.
 */
const SAMPLE = { products: 100, minFound: 3 };
const MAX_LOOKED_AT = 2000;

/**
 * The limit of each part that a page is merged from: one row more than a page shows whether there is another page. It is a number in the statement
 * and not a parameter: for an unknown one PostgreSQL expects many rows, and plans the statement again each time.
 */
const MAX_PART_ROWS = MAX_PRODUCTS + 1;

/** Conditions for the products that a search finds. */
const searchConditions = (merchantId: MerchantId, { text, words }: NonNullable<OwnProductFilter['search']>) => {
  const query = words.map((word) => `${word}:*`).join(' & ');
  return {
    exact: idsByHandle(merchantId, { handle: text, sku: text }),
    // A subquery, so that the query is made once and not for each row.
    hasWords: sql`words @@ (select query_of_merchant(${merchantId}, to_tsquery('english', ${query})))`,
  };
};

/**
 * A page of a merchant's products, in the shop or not. The time does not grow with their number: each state and level of stock has its part
 * of an index in each order, and the page is merged from these. Only a search for frequent words, in an order in which they come late, reads up to
 * `MAX_SORTED` products.
 * @param after where the previous page ends
 * @returns the rows with the key of each as a text for a cursor
 */
export const selectOwnProducts = async (
  db: Database,
  merchantId: MerchantId,
  { state, stock, search }: OwnProductFilter,
  { sort, order, after, limit }: { sort: ProductSort; order: SortOrder; after: PageEnd | undefined; limit: number },
): Promise<(OwnProductRow & { key: string })[]> => {
  const { column, toText, parse } = SORT_KEYS[sort];
  const key = sql.ref(`i.${column}`);
  const direction = sql.raw(order);
  const isAfter = after
    ? sql`and (${key}, i.id) ${sql.raw(order === 'asc' ? '>' : '<')} (${parse(after.key)}, ${after.id}::integer)`
    : sql``;
  const states = state ? [state] : PRODUCT_STATES;
  const levels = stock ? LEVELS_OF[stock] : Object.values(LEVELS);
  const select = (condition: RawBuilder<unknown>, count: RawBuilder<unknown>, from = sql`product_index i`) => sql`(
    select i.id, ${key} as key from ${from}
    where i.merchant_id = ${merchantId} and ${condition} ${isAfter}
    order by ${key} ${direction}, i.id ${direction} limit ${count})`;
  /** The first rows of each part. @param condition begins with `and` */
  const selectParts = (condition: RawBuilder<unknown>, count: number) =>
    sql.join(
      states.flatMap((one) =>
        levels.map((level) =>
          select(sql`i.state = ${one} and i.stock_level = ${sql.lit(level)} ${condition}`, sql.lit(count)),
        ),
      ),
      sql` union all `,
    );
  const inOrder = sql`order by part.key ${direction}, part.id ${direction}`;
  const read = async (from: RawBuilder<unknown>): Promise<{ id: ProductId; key: string }[]> => {
    const { rows } = await sql<{ id: ProductId; key: string }>`
      select id, ${toText} as key from (${from}) part ${inOrder} limit ${limit}`.execute(db);
    return rows;
  };

  const readFound = async ({ exact, hasWords }: ReturnType<typeof searchConditions>) => {
    // A scalar, so that PostgreSQL reads one row for each product instead of all rows with the words.
    const isFound = (id: RawBuilder<unknown>) =>
      sql`(${id} = any(array(${exact})) or (select ${hasWords} from product_words w where w.id = ${id}))`;
    const first = (count: number) =>
      sql`(select id, key from (${selectParts(sql``, count)}) part ${inOrder} limit ${sql.lit(count)}) first`;
    const sample = await sql<{ found: number }>`
      select count(*)::integer as found from ${first(SAMPLE.products)} where ${isFound(sql`first.id`)}`.execute(db);
    if ((sample.rows[0]?.found ?? 0) >= SAMPLE.minFound) {
      const page = await read(sql`select id, key from ${first(MAX_LOOKED_AT)} where ${isFound(sql`first.id`)}`);
      if (page.length === limit) return page;
    }
    const isShown = sql`i.state = any(${[...states]}::text[]) and i.stock_level = any(${[...levels]}::smallint[])`;
    const hits =
      sort === 'newest'
        ? // They are in order already, so only those of the page are looked up.
          sql`(select i.id from unnest(array(${exact}) || ids) i (id) where true ${isAfter} group by i.id order by i.id ${direction}) hit
            join product_index i using (id)`
        : // An array, so that PostgreSQL looks up each id: it expects too few hits, or too many.
          sql`(select * from product_index where id = any(array(${exact}) || ids)) i`;
    const { rows } = await sql<{ page: { id: ProductId; key: string }[] | null }>`
      with hits as materialized (
        select array(select id from product_words where ${hasWords} limit ${sql.lit(MAX_SORTED + 1)}) as ids
      )
      select case when cardinality(ids) <= ${MAX_SORTED} then (
        select coalesce(json_agg(json_build_object('id', id, 'key', ${toText}) ${inOrder}), '[]')
        from ${select(isShown, sql`${limit}`, hits)} part) end as page
      from hits`.execute(db);
    return rows[0]?.page ?? read(selectParts(sql`and ${isFound(sql`i.id`)}`, MAX_PART_ROWS));
  };
  const page = await (search
    ? readFound(searchConditions(merchantId, search))
    : read(selectParts(sql``, MAX_PART_ROWS)));
  const keys = new Map(page.map((row) => [row.id, row.key]));
  const rows = await selectOwnByIds(db, merchantId, [...keys.keys()]);
  return rows.map((row) => ({ ...row, key: keys.get(row.id) ?? '' }));
};

/** The merchant's products with low stock, counted up to MAX_COUNTED + 1, and the first ones, those with the lowest stock first. */
export const selectLowStock = async (
  db: Database,
  merchantId: MerchantId,
  limit: number,
): Promise<{
  count: number;
  products: { id: ProductId; title: string; stock: number; picture_key: string | null }[];
}> => {
  const low = sql`from product_index i join product p on p.id = i.id
    where i.merchant_id = ${merchantId} and i.state = 'live' and i.stock_level = ${sql.lit(LEVELS.low)}`;
  const { rows } = await sql<Awaited<ReturnType<typeof selectLowStock>>>`
    select ${countUpTo(MAX_COUNTED + 1, low)} as count, (
      select coalesce(json_agg(first order by first.stock, first.id), '[]') from (
        select p.id, p.title, p.stock, ${firstPictureKey('p.id')} as picture_key ${low} order by i.stock, i.id limit ${limit}) first
    ) as products`.execute(db);
  return rows[0] ?? { count: 0, products: [] };
};

/** How many of a merchant's newest products are looked at for their pictures. */
const PRODUCTS_WITH_PICTURES_SOUGHT = 1000;

/** Whether one of a merchant's newest live products, also of a store that is not in the shop, has so many pictures. */
export const hasProductWithPictures = async (
  db: Database,
  merchantId: MerchantId,
  pictures: number,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from (select id from product where merchant_id = ${merchantId} order by id desc limit ${PRODUCTS_WITH_PICTURES_SOUGHT}) p
      where (select count(*) from product_picture where product_id = p.id) >= ${pictures})
    or exists (
      select from (
        select pictures from suspended_product where merchant_id = ${merchantId} and state = 'live' order by id desc limit ${PRODUCTS_WITH_PICTURES_SOUGHT}) h
      where jsonb_array_length(pictures) >= ${pictures}) as found`.execute(db);
  return rows[0]?.found ?? false;
};

/** Counts a merchant's products, each state and level up to MAX_COUNTED + 1. */
export const countOwnProducts = async (db: Database, merchantId: MerchantId): Promise<OwnProductCounts> => {
  const count = (condition: RawBuilder<unknown>) =>
    countUpTo(MAX_COUNTED + 1, sql`from product_index where merchant_id = ${merchantId} and ${condition}`);
  const countLive = (level: number) => count(sql`state = 'live' and stock_level = ${sql.lit(level)}`);
  const { rows } = await sql<Omit<OwnProductCounts, 'all'>>`
    select ${count(sql`state = 'live'`)} as live, ${count(sql`state = 'draft'`)} as draft, ${count(sql`state = 'paused'`)} as paused,
      ${countLive(LEVELS.low)} as low, ${countLive(LEVELS.out)} as out`.execute(db);
  const counts = rows[0] ?? { live: 0, draft: 0, paused: 0, low: 0, out: 0 };
  return { all: Math.min(counts.live + counts.draft + counts.paused, MAX_COUNTED + 1), ...counts };
};

/**
 * Locks products of the merchant, in the shop or not, until the transaction ends. Products of others are ignored.
 */
export const lockOwnProducts = async (
  trx: Database,
  merchantId: MerchantId,
  productIds: readonly ProductId[],
): Promise<void> => {
  const hidden = new Set(await lockHiddenProducts(trx, merchantId, productIds));
  const others = productIds.filter((id) => !hidden.has(id));
  const { rows } = await sql<{ id: ProductId }>`
    select id from product where id = any(${others}::integer[]) and merchant_id = ${merchantId}
    order by id for no key update`.execute(trx);
  const shown = new Set(rows.map(({ id }) => id));
  // Those that were moved out of the shop while this has waited for them.
  const moved = others.filter((id) => !shown.has(id));
  if (moved.length > 0) await lockHiddenProducts(trx, merchantId, moved);
};
