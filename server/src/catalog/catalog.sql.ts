import { MAX_NEW_ARRIVALS, MAX_RANKED_MATCHES, PAGE_SIZE, pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
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
import { formatTsquery, type SearchTerm, type WordInfo } from './search.rules.ts';

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
  merchant_id: MerchantId;
  merchant: string;
  merchant_place: string;
  /** YYYY-MM-DD. */
  merchant_since: string;
  category_id: number;
  sub_category_id: number;
  sub_category: string;
  sub_item_id: number;
  sub_item: string;
  listed_at: Date;
};
export type ListPage = { count: number; rows: ProductRow[] };

/** Up to this offset, skipping index rows is faster than finding a bucket. */
const MAX_SKIPPED_ROWS = 1500;

const newestLimit = sql`coalesce((select id from product order by id desc offset ${sql.lit(MAX_NEW_ARRIVALS - 1)} limit 1), 0)`;

/** The URL of the largest rendition of a product picture; `*` is a placeholder for its key. */
const pictureUrlPattern = sql.lit(pictureUrl('*', 800, 'webp'));

// Build the URLs in SQL: JSON.stringify takes twice as long for strings that JavaScript concatenated.
const cardColumns = sql`
  p.id, p.title, p.weight_grams, p.price_kobo, p.sale_kobo, p.discount_percent, p.stock,
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

const listKey = (list: ProductList): string =>
  'id' in list ? `${{ category: 'c', subItem: 's', merchant: 'm' }[list.kind]}${list.id}` : list.kind;

/** Lists that can be long. The database maintains buckets for these only. */
const isBucketed = (list: ProductList): boolean => ['all', 'hot', 'own', 'category'].includes(list.kind);

const matchesFilters = ({ minKobo, maxKobo, inStock }: ListFilters): RawBuilder<unknown> => sql`
  ${minKobo === undefined ? sql`true` : sql`p.sale_kobo >= ${minKobo}`}
  and ${maxKobo === undefined ? sql`true` : sql`p.sale_kobo <= ${maxKobo}`}
  and ${inStock ? sql`p.stock > 0` : sql`true`}`;

const orderBy: Record<ListSort, RawBuilder<unknown>> = {
  newest: sql`p.id desc`,
  price: sql`p.sale_kobo, p.id`,
  '-price': sql`p.sale_kobo desc, p.id desc`,
  discount: sql`p.discount_percent desc, p.id desc`,
};

const bucketAxis: Record<ListSort, RawBuilder<unknown>> = {
  newest: sql.lit('n'),
  price: sql.lit('p'),
  '-price': sql.lit('p'),
  discount: sql.lit('d'),
};

/** Rows from the start of the bucket, in the order of the sort. */
const startAtBucket = (sort: ListSort, bucket: number): RawBuilder<unknown> => {
  switch (sort) {
    case 'newest':
      return sql`p.id < ${(bucket + 1) * 1024}`;
    case 'price':
      return sql`p.sale_kobo >= ${bucketStart(bucket)}`;
    case '-price':
      return sql`p.sale_kobo < ${bucketEnd(bucket)}`;
    case 'discount':
      return sql`(p.discount_percent, p.id) < (${Math.floor(bucket / 2 ** 32)}, ${((bucket % 2 ** 32) + 1) * 2 ** 14})`;
  }
};

const countColumn = (inStock: boolean) => (inStock ? sql.ref('in_stock') : sql.ref('products'));

/** The bucket that holds the row at `offset`, and the number of rows before the bucket. */
const findBucket = (list: ProductList, sort: ListSort, inStock: boolean, offset: number): RawBuilder<unknown> => sql`
  select bucket, before from (
    select bucket, n, sum(n) over (order by bucket ${sort === 'price' ? sql`asc` : sql`desc`} rows unbounded preceding) - n as before
    from (select bucket, ${countColumn(inStock)} as n from list_bucket where list = ${listKey(list)} and axis = ${bucketAxis[sort]}) b
    where n > 0
  ) c where before <= ${offset} and before + n > ${offset} limit 1`;

/** The number of products of the list that pass the filters. Long lists are counted by buckets, not by rows. */
const countList = (list: ProductList, filters: ListFilters): RawBuilder<unknown> => {
  const { minKobo, maxKobo, inStock } = filters;
  const key = listKey(list);
  if (minKobo === undefined && maxKobo === undefined && list.kind !== 'new') {
    return sql`coalesce((select ${countColumn(inStock)} from list_bucket
      where list = ${key} and axis = 't' and bucket = 0), 0)`;
  }
  if (minKobo !== undefined && maxKobo !== undefined && minKobo > maxKobo) return sql`0`;
  if (!isBucketed(list))
    return sql`(select count(*) from product p where ${isInList(list)} and ${matchesFilters(filters)})`;
  // Whole buckets between the two prices, and single rows of the two buckets that contain the prices.
  const low = minKobo === undefined ? undefined : priceBucket(minKobo);
  const high = maxKobo === undefined ? undefined : priceBucket(maxKobo);
  const between = sql`(select coalesce(sum(${countColumn(inStock)}), 0) from list_bucket
    where list = ${key} and axis = 'p'
    and ${low === undefined ? sql`true` : sql`bucket > ${low}`} and ${high === undefined ? sql`true` : sql`bucket < ${high}`})`;
  const edge = (
    bucket: number,
  ) => sql`(select count(*) from product p where ${isInList(list)} and ${matchesFilters(filters)}
    and p.sale_kobo >= ${bucketStart(bucket)} and p.sale_kobo < ${bucketEnd(bucket)})`;
  const edges = [...new Set([low, high])].filter((bucket) => bucket !== undefined).map(edge);
  return sql.join([between, ...edges], sql` + `);
};

/**
 * One page of a list, and the number of products of the whole list.
 * Deep pages cost as much as the first, except for a price filter in an order other than price.
 */
export const selectList = async (
  db: Database,
  list: ProductList,
  sort: ListSort,
  filters: ListFilters,
  page: number,
): Promise<ListPage> => {
  const offset = (page - 1) * PAGE_SIZE;
  const total = countList(list, filters);
  let skip = offset;
  let fromStart: RawBuilder<unknown> = sql`true`;
  if (offset > MAX_SKIPPED_ROWS) {
    const useBuckets = isBucketed(list) && filters.minKobo === undefined && filters.maxKobo === undefined;
    const startBucket = useBuckets
      ? findBucket(list, sort, filters.inStock, offset)
      : sql`select null as bucket, 0 as before`;
    const { rows } = await sql<{ count: number; bucket: number | null; before: number }>`
      select (${total})::integer as count, start.bucket, start.before
      from (select) one left join lateral (${startBucket}) start on true`.execute(db);
    const { count = 0, bucket = null, before = 0 } = rows[0] ?? {};
    // Do not read the whole list for a page past its end.
    if (offset >= count || (useBuckets && bucket === null)) return { count, rows: [] };
    if (bucket !== null) {
      skip = offset - before;
      fromStart = startAtBucket(sort, bucket);
    }
  }
  const order = orderBy[sort];
  // The count is in every row, and in a row of its own when the page is empty: one statement instead of two.
  const { rows } = await sql<ProductRow & { count: number }>`
    with found as (
      select p.id, p.sale_kobo, p.discount_percent from product p
      where ${isInList(list)} and ${matchesFilters(filters)} and ${fromStart}
      order by ${order} limit ${sql.lit(PAGE_SIZE)} offset ${skip}
    )
    select counted.count, p.* from (select (${total})::integer as count) counted
    left join (select ${cardColumns} from found join product p on p.id = found.id) p on true order by ${order}`.execute(
    db,
  );
  return { count: rows[0]?.count ?? 0, rows: rows.filter((row) => row.id !== null) };
};

/** The parts of a score: how well a name matches, from the noun of the title to a word of the description. */
const LEVELS = { noun: 1, head: 0.75, name: 0.5, category: 0.3, description: 0.1 } as const;
/** Added when the category has the word too: a search for rice prefers the category Rice to a "rice pot". */
const CATEGORY_BONUS = 0.4;
/** Added for a match of the word itself, so that it ranks before its synonyms. */
const OWN_WORD_BONUS = 0.05;
/** Factor of a product in another category than the best match: for "tea", a tea dress ranks after teas. */
const OTHER_CATEGORY = 0.9;
/** Factor of a product that has one of several terms only in its description. */
const PARTLY_DESCRIBED = 0.7;
/** Factors of a product that has a modifier (a colour) only in its description, or not at all. */
const DESCRIBED_MODIFIER = 0.75;
const MISSING_MODIFIER = 0.5;
/** Products below this share of the best score are not shown. */
const MIN_SHARE_OF_BEST = 0.52;

/** Where the terms of a search must match; see `selectMatches`. */
export type MatchScope = 'names' | 'text' | 'anyName';

/**
 * One page of the products that match, best first. At most MAX_RANKED_MATCHES matches are ranked, taken slice by slice
 * (the SQL function in_slice()), so that a common word takes little more time in a larger catalogue.
 * @param scope `names`: names contain at least one term, and names or text contain the others; `text`: the text
 *   contains each term; `anyName`: names contain at least one term
 */
export const selectMatches = async (
  db: Database,
  terms: readonly SearchTerm[],
  scope: MatchScope,
  sort: ListSort | 'relevance',
  filters: ListFilters,
  page: number,
): Promise<ListPage> => {
  const depth = sql.lit(MAX_RANKED_MATCHES);
  const order = sort === 'relevance' ? sql`found.score desc, p.id desc` : orderBy[sort];
  const column = (part: Parameters<typeof formatTsquery>[1]) => terms.map((term) => formatTsquery(term, part));
  const matching = (
    vector: 'search_names' | 'search_all',
    query: 'every_term' | 'any_term',
    condition: RawBuilder<unknown>,
  ) => sql`
    (select matched.* from search
      cross join lateral generate_series((select max(id) >> 16 from product), 0, -1) slice
      cross join lateral (
        select p.id, p.search_names, p.category_id, p.sale_kobo, p.discount_percent from product p
        where in_slice(p.${sql.ref(vector)}, p.id) @@ slice_query(search.${sql.ref(query)}, slice)
          and (not search.has_phrase or p.${sql.ref(vector)} @@ search.${sql.ref(query)})
          and ${condition} and ${matchesFilters(filters)} limit ${depth}
      ) matched limit ${depth})`;
  // A subquery, so that the long texts are read only for the few products that need them.
  const describes = sql`(select search_all from product where id = candidate.id) @@ term.query`;
  const hasRequired = sql`search.any_term is not null`;
  const candidates = {
    names: sql`
      ${matching('search_names', 'every_term', hasRequired)}
      ${terms.length > 1 ? sql`union all ${matching('search_all', 'every_term', sql`not p.search_names @@ search.every_term and p.search_names @@ search.any_term`)}` : sql``}`,
    text: matching('search_all', 'every_term', hasRequired),
    anyName: matching('search_names', 'any_term', hasRequired),
  }[scope];
  // In a materialized CTE a query is parsed once, not for every row, and the statement is planned once for all searches.
  const { rows } = await sql<{ count: number; page: ProductRow[] | null }>`
    with term as materialized (
      select is_modifier, query, own, noun, head, category_query(query) as category, keyword_query(query) as keyword
      from (
        select is_modifier, to_tsquery('english', names) as query, to_tsquery('english', nouns) as noun,
          to_tsquery('english', heads) as head, to_tsquery('english', own_words) as own
        from unnest(${terms.map(({ isModifier }) => isModifier)}::boolean[], ${column('any')}::text[],
          ${column('noun')}::text[], ${column('head')}::text[],
          ${terms.map(({ words }) => words.join(' <-> '))}::text[]) as given (is_modifier, names, nouns, heads, own_words)
      ) parsed
      where numnode(query) > 0
    ), search as materialized (
      select every_term, any_term, every_term::text like '%<%' as has_phrase, keyword from (
        select string_agg('(' || query::text || ' | ' || category::text || ')', ' & ')::tsquery as every_term,
          string_agg('(' || query::text || ')', ' | ')::tsquery as any_term,
          keyword_query(to_tsquery('english', ${terms
            .filter(({ isModifier }) => !isModifier)
            .flatMap(({ words }) => words)
            .join(' <-> ')})) as keyword
        from term where not is_modifier
      ) parsed
    ), candidate as materialized (
      select * from (${candidates}) matched limit ${depth}
    ), scored as materialized (
      select candidate.id, candidate.category_id, candidate.sale_kobo, candidate.discount_percent, rating.score
      from candidate, search cross join lateral (
        select greatest(
            avg(
              case when candidate.search_names @@ term.noun or candidate.search_names @@ term.keyword then ${sql.lit(LEVELS.noun)}
                when candidate.search_names @@ term.head then ${sql.lit(LEVELS.head)}
                when candidate.search_names @@ term.query then ${sql.lit(LEVELS.name)}
                when candidate.search_names @@ term.category then ${sql.lit(LEVELS.category)}
                when ${describes} then ${sql.lit(LEVELS.description)}
                else 0 end
              + case when candidate.search_names @@ term.category and candidate.search_names @@ term.query
                then ${sql.lit(CATEGORY_BONUS)} else 0 end
              + case when candidate.search_names @@ term.own then ${sql.lit(OWN_WORD_BONUS)} else 0 end
            ) filter (where not is_modifier),
            case when candidate.search_names @@ search.keyword then ${sql.lit(LEVELS.noun)} else 0 end)
          * case when ${sql.lit(terms.length > 1)} and bool_or(
              not candidate.search_names @@ term.query and not candidate.search_names @@ term.category)
            filter (where not is_modifier) then ${sql.lit(PARTLY_DESCRIBED)} else 1 end
          * coalesce(min(
              case when candidate.search_names @@ term.query or candidate.search_names @@ term.category then 1
                when ${describes} then ${sql.lit(DESCRIBED_MODIFIER)}
                else ${sql.lit(MISSING_MODIFIER)} end
            ) filter (where is_modifier), 1) as score
        from term
      ) rating
    ), best as materialized (
      select score, mode() within group (order by category_id) as category_id from scored
      where score = (select max(score) from scored) group by score
    ), relevant as materialized (
      select p.id, p.score, p.sale_kobo, p.discount_percent from best cross join lateral (
        select id, sale_kobo, discount_percent,
          case when category_id = best.category_id then score else score * ${sql.lit(OTHER_CATEGORY)} end as score
        from scored
      ) p
      where p.score >= ${sql.lit(MIN_SHARE_OF_BEST)} * best.score
    ), found as (
      select p.id, p.score from relevant p
      order by ${sort === 'relevance' ? sql`p.score desc, p.id desc` : order}
      limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}
    )
    select (select count(*) from relevant) as count,
      (select json_agg(card) from (
        select ${cardColumns} from found join product p on p.id = found.id order by ${order}
      ) card) as page`.execute(db);
  return { count: rows[0]?.count ?? 0, rows: rows[0]?.page ?? [] };
};

/** Looks up each word in the catalogue's vocabulary. */
export const selectWordInfo = async (db: Database, words: readonly string[]): Promise<Map<string, WordInfo>> => {
  const { rows } = await sql<WordInfo>`
    select word, is_stop_word as "isStopWord", is_known as "isKnown",
      case when is_stop_word or is_known or length(word) < 3 then '{}' else array(
        select other.word from search_word other where other.word like info.word || '%' order by length(other.word), other.word limit 8
      ) end as completions,
      case when is_stop_word or is_known or length(word) < 3 then '{}' else array(
        (select other.word from search_word other where one_letter_less(other.word) && one_letter_less(info.word) limit 50)
        union
        (select other.word from search_word other where other.word % info.word order by similarity(other.word, info.word) desc, other.word limit 5)
        order by word
      ) end as similar
    from (
      select word, to_tsvector('english', word) = '' as is_stop_word,
        exists (select from search_word other where other.word = given.word)
          or exists (select from search_word other where word_stem(other.word) = word_stem(given.word)) as is_known
      from unnest(${[...words]}::text[]) given (word)
    ) info`.execute(db);
  return new Map(rows.map((info) => [info.word, info]));
};

export const selectProduct = async (db: Database, productId: ProductId): Promise<ProductDetailRow | undefined> => {
  const { rows } = await sql<ProductDetailRow>`
    select ${cardColumns}, p.brand, p.origin, p.description, p.warranty, p.merchant_id, m.name as merchant,
      m.place as merchant_place, to_char(m.since, 'YYYY-MM-DD') as merchant_since,
      p.category_id, s.sub_category_id, u.name as sub_category, p.sub_item_id, s.name as sub_item, p.listed_at
    from product p
    join merchant m on m.id = p.merchant_id
    join sub_item s on s.id = p.sub_item_id
    join sub_category u on u.id = s.sub_category_id
    where p.id = ${productId}`.execute(db);
  return rows[0];
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
