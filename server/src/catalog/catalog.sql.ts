import { MAX_NEW_ARRIVALS, MAX_RELATED, PAGE_SIZE, pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import {
  bucketEnd,
  bucketStart,
  type ListFilters,
  type ListSort,
  type ProductList,
  priceBucket,
} from './catalog.rules.ts';
import { currentHoliday, type Holiday } from './merchants.sql.ts';
import { buyableStock } from './products.sql.ts';

/** The columns of a product that lists show. */
export type ProductRow = {
  id: ProductId;
  title: string;
  weight_grams: number;
  price_kobo: Kobo;
  sale_kobo: Kobo;
  discount_percent: number;
  stock: number;
  category: string;
  is_new: boolean;
  products_images: Product['products_images'];
};
export type ProductDetailRow = ProductRow & {
  brand: string | null;
  origin: string;
  description: string;
  warranty: string | null;
  perishable: boolean;
  merchant_id: MerchantId;
  merchant: string;
  merchant_place: string;
  /** YYYY-MM-DD. */
  merchant_since: string;
  merchant_cover_key: string | null;
  /** Null: it is open. */
  merchant_holiday: Holiday | null;
  category_id: number;
  sub_category_id: number;
  sub_category: string;
  sub_item_id: number;
  sub_item: string;
  listed_at: Date;
};
export type ListPage = { count: number; rows: ProductRow[] };

/** Up to this offset, index rows are skipped one by one, which is fast enough. */
const MAX_SKIPPED_ROWS = 1500;

const newestLimit = sql`coalesce((select id from product order by id desc offset ${sql.lit(MAX_NEW_ARRIVALS - 1)} limit 1), 0)`;

/** The URL of the largest rendition of a product picture; `*` is a placeholder for its key. */
const pictureUrlPattern = sql.lit(pictureUrl('*', 800, 'webp'));

/** The columns of ProductRow. Builds the URLs in SQL: JSON.stringify takes twice as long for strings that JavaScript concatenated. */
export const cardColumns = sql`
  p.id, p.title, p.weight_grams, p.price_kobo, p.sale_kobo, p.discount_percent, ${buyableStock('p')} as stock,
  (select name from category where id = p.category_id) as category,
  p.id >= ${newestLimit} as is_new,
  coalesce((select json_agg(json_build_object('image_url', replace(${pictureUrlPattern}, '*', key), 'alt', alt) order by position)
    from product_picture where product_id = p.id), '[]') as products_images`;

const isInList = (list: ProductList): RawBuilder<unknown> => {
  switch (list.kind) {
    case 'all':
      return sql`true`;
    case 'new':
      return sql`p.id >= ${newestLimit}`;
    case 'hot':
      return sql`p.discount_percent > 0`;
    case 'own':
      return sql`p.own_brand`;
    case 'category':
      return sql`p.category_id = ${list.id}`;
    case 'subItem':
      return sql`p.sub_item_id = ${list.id}`;
    case 'merchant':
      return sql`p.merchant_id = ${list.id}`;
  }
};

/** The key of a list in `list_bucket`, and in what cached responses depend on. */
export const listKey = (list: ProductList): string =>
  'id' in list ? `${{ category: 'c', subItem: 's', merchant: 'm' }[list.kind]}${list.id}` : list.kind;

/** Lists that can be long. The database maintains buckets for these only. */
const isBucketed = (list: ProductList): boolean => ['all', 'hot', 'own', 'category'].includes(list.kind);

const hasPriceFilter = ({ minKobo, maxKobo }: ListFilters): boolean => minKobo !== undefined || maxKobo !== undefined;

/** SQL condition: product `p` passes the filters. */
export const matchesFilters = ({ minKobo, maxKobo, inStock }: ListFilters): RawBuilder<unknown> => sql`
  ${minKobo === undefined ? sql`true` : sql`p.sale_kobo >= ${minKobo}`}
  and ${maxKobo === undefined ? sql`true` : sql`p.sale_kobo <= ${maxKobo}`}
  and ${inStock ? sql`p.stock > 0` : sql`true`}`;

export const orderBy: Record<ListSort, RawBuilder<unknown>> = {
  newest: sql`p.id desc`,
  price: sql`p.sale_kobo, p.id`,
  '-price': sql`p.sale_kobo desc, p.id desc`,
  discount: sql`p.discount_percent desc, p.id desc`,
};

/** Bucket axes of the table list_bucket. A coarse bucket counts 128 neighbouring fine ones together. */
const byId = { fine: sql.lit('n'), coarse: sql.lit('N') };
const byPrice = { fine: sql.lit('p'), coarse: sql.lit('P') };
const byDiscount = { fine: sql.lit('d'), coarse: sql.lit('D') };
const bucketAxes: Record<ListSort, { fine: RawBuilder<unknown>; coarse: RawBuilder<unknown> }> = {
  newest: byId,
  price: byPrice,
  '-price': byPrice,
  discount: byDiscount,
};
/** Must match coarse_bucket() in the database. */
const BUCKET_BITS = 7;

/**
 * Condition: the row is in the bucket of `page_bucket` or after it, in the order of the sort. For a page past the end `page_bucket` is
 * empty: the comparison with null selects no row, and an offset of null is 0. Must match id_bucket() and discount_bucket() in the
 * database.
 */
const isFromBucket: Record<ListSort, RawBuilder<unknown>> = {
  newest: sql`p.id < (select (bucket + 1) << 10 from page_bucket)`,
  price: sql`p.sale_kobo >= (select price_bucket_start(bucket) from page_bucket)`,
  '-price': sql`p.sale_kobo < (select price_bucket_end(bucket) from page_bucket)`,
  discount: sql`(p.discount_percent, p.id) < (select bucket >> 32, ((bucket & 4294967295) + 1) << 14 from page_bucket)`,
};

const countColumn = (inStock: boolean) => (inStock ? sql.ref('in_stock') : sql.ref('products'));

/** The bucket that holds the row at `offset`, and the number of rows before the bucket. */
const findBucket = (list: ProductList, sort: ListSort, inStock: boolean, offset: number): RawBuilder<unknown> => {
  const order = sort === 'price' ? sql`asc` : sql`desc`;
  /** Buckets in the order of the sort, with the number `n` of products and the number of products `before`. */
  const sumBuckets = (axis: RawBuilder<unknown>, isInRange: RawBuilder<unknown>) => sql`
    select bucket, n, sum(n) over (order by bucket ${order} rows unbounded preceding) - n as before
    from (
      select bucket, ${countColumn(inStock)} as n from list_bucket
      where list = ${listKey(list)} and axis = ${axis} and ${isInRange}
    ) b where n > 0`;
  const isInCoarse = sql`bucket between coarse.bucket << ${sql.lit(BUCKET_BITS)} and ((coarse.bucket + 1) << ${sql.lit(BUCKET_BITS)}) - 1`;
  const { fine, coarse } = bucketAxes[sort];
  return sql`
    select fine.bucket, coarse.before + fine.before as before
    from (
      select bucket, before from (${sumBuckets(coarse, sql`true`)}) every_coarse
      where before <= ${offset} and before + n > ${offset} limit 1
    ) coarse
    cross join lateral (${sumBuckets(fine, isInCoarse)}) fine
    where coarse.before + fine.before <= ${offset} and coarse.before + fine.before + n > ${offset} limit 1`;
};

/**
 * The number of products in the price buckets of a list between `low` and `high`, both exclusive; undefined is no limit. `low` must not
 * exceed `high`. Sums coarse buckets that are completely between the two, and fine ones at both ends.
 */
const countBetween = (
  key: string,
  column: RawBuilder<unknown>,
  low: number | undefined,
  high: number | undefined,
): RawBuilder<unknown> => {
  const sumBetween = (axis: RawBuilder<unknown>, after: number | undefined, before: number | undefined) => sql`
    (select coalesce(sum(${column}), 0) from list_bucket where list = ${key} and axis = ${axis}
    and ${after === undefined ? sql`true` : sql`bucket > ${after}`} and ${before === undefined ? sql`true` : sql`bucket < ${before}`})`;
  const toCoarse = (bucket: number | undefined) => (bucket === undefined ? undefined : bucket >> BUCKET_BITS);
  const [lowCoarse, highCoarse] = [toCoarse(low), toCoarse(high)];
  if (lowCoarse !== undefined && lowCoarse === highCoarse) return sumBetween(byPrice.fine, low, high);
  const parts = [sumBetween(byPrice.coarse, lowCoarse, highCoarse)];
  if (lowCoarse !== undefined) parts.push(sumBetween(byPrice.fine, low, (lowCoarse + 1) << BUCKET_BITS));
  if (highCoarse !== undefined) parts.push(sumBetween(byPrice.fine, (highCoarse << BUCKET_BITS) - 1, high));
  return sql.join(parts, sql` + `);
};

/** The number of products of the list that pass the filters. Long lists are counted by buckets, not by rows. */
const countList = (list: ProductList, filters: ListFilters): RawBuilder<unknown> => {
  const { minKobo, maxKobo, inStock } = filters;
  const key = listKey(list);
  if (!hasPriceFilter(filters) && list.kind !== 'new') {
    return sql`coalesce((select ${countColumn(inStock)} from list_bucket
      where list = ${key} and axis = 't' and bucket = 0), 0)`;
  }
  if (minKobo !== undefined && maxKobo !== undefined && minKobo > maxKobo) return sql`0`;
  if (!isBucketed(list))
    return sql`(select count(*) from product p where ${isInList(list)} and ${matchesFilters(filters)})`;
  // Whole buckets between the two prices, and single rows of the two buckets that contain the prices.
  const low = minKobo === undefined ? undefined : priceBucket(minKobo);
  const high = maxKobo === undefined ? undefined : priceBucket(maxKobo);
  const between = countBetween(key, countColumn(inStock), low, high);
  const edge = (
    bucket: number,
  ) => sql`(select count(*) from product p where ${isInList(list)} and ${matchesFilters(filters)}
    and p.sale_kobo >= ${bucketStart(bucket)} and p.sale_kobo < ${bucketEnd(bucket)})`;
  const edges = [...new Set([low, high])].filter((bucket) => bucket !== undefined).map(edge);
  return sql.join([between, ...edges], sql` + `);
};

type PageRow = ProductRow & { count: number };

/** Whether the buckets of the list find the page: it is deep, and buckets exist for the list with these filters. */
const isPageFoundByBuckets = (list: ProductList, filters: ListFilters, offset: number): boolean =>
  offset > MAX_SKIPPED_ROWS && isBucketed(list) && !hasPriceFilter(filters);

/** Where the rows of a page begin: a CTE, a condition and a number of rows to skip. */
type PageStart = { cte: RawBuilder<unknown>; condition: RawBuilder<unknown>; skip: RawBuilder<unknown> };

const findPageStart = (list: ProductList, sort: ListSort, filters: ListFilters, offset: number): PageStart => {
  if (isPageFoundByBuckets(list, filters, offset))
    return {
      cte: sql`page_bucket as (${findBucket(list, sort, filters.inStock, offset)}),`,
      condition: isFromBucket[sort],
      skip: sql`(select ${offset}::bigint - before from page_bucket)`,
    };
  // The subquery hides the offset from the planner, which would otherwise plan each request again; that takes as long as the query.
  // With a price filter it should plan again, because the best plan depends on the prices.
  const skip = hasPriceFilter(filters) ? sql`${offset}` : sql`(select ${offset}::integer)`;
  return { cte: sql``, condition: sql`true`, skip };
};

/** The statement of a page whose rows begin at `offset`. */
const compilePage = (
  db: Database,
  list: ProductList,
  sort: ListSort,
  filters: ListFilters,
  offset: number,
): CompiledQuery<PageRow> => {
  const order = orderBy[sort];
  const start = findPageStart(list, sort, filters, offset);
  // The count is in every row, and in a row of its own when the page is empty: one statement instead of two. Only the id is selected of
  // the rows that are skipped, so that an index scan need not read the table.
  return sql<PageRow>`
    with ${start.cte} found as (
      select p.id from product p
      where ${isInList(list)} and ${matchesFilters(filters)} and ${start.condition}
      order by ${order} limit ${sql.lit(PAGE_SIZE)} offset ${start.skip}
    )
    select counted.count, p.* from (select (${countList(list, filters)})::integer as count) counted
    left join (select ${cardColumns} from found join product p on p.id = found.id) p on true order by ${order}`.compile(
    db,
  );
};

/** Statements of recent pages. Compiling one takes a tenth of the time that the process spends on a list. */
const compiledPages = new LRUCache<string, CompiledQuery<PageRow>>({ max: 500 });

const getCompiledPage = (
  db: Database,
  list: ProductList,
  sort: ListSort,
  filters: ListFilters,
  offset: number,
): CompiledQuery<PageRow> => {
  const key = JSON.stringify([list, sort, filters, offset]);
  const known = compiledPages.get(key);
  if (known) return known;
  const statement = compilePage(db, list, sort, filters, offset);
  compiledPages.set(key, statement);
  return statement;
};

/**
 * One page of a list, and the number of products of the whole list.
 * Deep pages of long lists cost as much as the first. With a price filter, and in lists of a sub-item or merchant, the rows before the
 * page are skipped one by one.
 */
export const selectList = async (
  db: Database,
  list: ProductList,
  sort: ListSort,
  filters: ListFilters,
  page: number,
): Promise<ListPage> => {
  const offset = (page - 1) * PAGE_SIZE;
  // For a page past the end, do not read the whole list. Where buckets find the page, its statement reads no rows then.
  if (offset > MAX_SKIPPED_ROWS && !isPageFoundByBuckets(list, filters, offset)) {
    const { rows } = await sql<{ count: number }>`select (${countList(list, filters)})::integer as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (offset >= count) return { count, rows: [] };
  }
  const { rows } = await db.executeQuery(getCompiledPage(db, list, sort, filters, offset));
  return { count: rows[0]?.count ?? 0, rows: rows.filter((row) => row.id !== null) };
};

export const selectProduct = async (db: Database, productId: ProductId): Promise<ProductDetailRow | undefined> => {
  const { rows } = await sql<ProductDetailRow>`
    select ${cardColumns}, p.brand, p.origin, p.description, p.warranty, p.perishable, p.merchant_id, m.name as merchant,
      m.place as merchant_place, to_char(m.since, 'YYYY-MM-DD') as merchant_since,
      m.cover_key as merchant_cover_key, ${currentHoliday('m')} as merchant_holiday,
      p.category_id, s.sub_category_id, u.name as sub_category, p.sub_item_id, s.name as sub_item, p.listed_at
    from product p
    join merchant m on m.id = p.merchant_id
    join sub_item s on s.id = p.sub_item_id
    join sub_category u on u.id = s.sub_category_id
    where p.id = ${productId}`.execute(db);
  return rows[0];
};

/** The newest other products of a product's sub-item, newest first; undefined if the product does not exist. */
export const selectRelated = async (
  db: Database,
  productId: ProductId,
): Promise<{ subItemId: number; rows: ProductRow[] } | undefined> => {
  const { rows } = await sql<{ sub_item_id: number; related: ProductRow[] }>`
    select product.sub_item_id, (select coalesce(json_agg(card), '[]') from (
      select ${cardColumns} from product p where p.sub_item_id = product.sub_item_id and p.id <> product.id
      order by p.id desc limit ${sql.lit(MAX_RELATED)}
    ) card) as related
    from product where product.id = ${productId}`.execute(db);
  const [found] = rows;
  return found && { subItemId: found.sub_item_id, rows: found.related };
};

/** The products that exist, in the order given. */
export const selectCards = async (db: Database, ids: readonly ProductId[]): Promise<ProductRow[]> => {
  const { rows } = await sql<ProductRow>`
    select ${cardColumns} from unnest(${[...ids]}::integer[]) with ordinality requested (id, n)
    join product p on p.id = requested.id order by requested.n`.execute(db);
  return rows;
};

/** Products with ids from `first` up to, but not including, `end`, with the day they were listed. */
export const selectForSitemap = (db: Database, first: number, end: number) =>
  db
    .selectFrom('product')
    .select(['id', 'listed_at'])
    // As bigint: the part number in the URL can lie beyond the range of integer.
    .where('id', '>=', sql<ProductId>`${first}::bigint`)
    .where('id', '<', sql<ProductId>`${end}::bigint`)
    .orderBy('id')
    .execute();

/** The id of the newest product; 0 when there is none. */
export const selectNewestId = async (db: Database): Promise<number> =>
  (await db.selectFrom('product').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0;
