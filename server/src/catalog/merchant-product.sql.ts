import type { STOCK_FILTERS } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { LOW_STOCK } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { countUpTo } from '../platform/sql.ts';
import { firstPictureKey, type NewProduct, productColumns, productPictures } from './products.sql.ts';

export type OwnProductRow = Omit<NewProduct, 'listed_at' | 'price_kobo'> & {
  id: ProductId;
  price_kobo: Kobo;
  listed_at: Date;
  /** In order. */
  pictures: readonly { key: string; alt: string }[];
  /** The names of category, sub-category and sub-item. */
  category_path: string[];
};

/** What of a merchant's products is selected; `names` is the SQL expression of the words of a product. */
type Condition = (names: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Products of a merchant, newest first. Those of a suspended merchant are not in the table of products; both are read, so that no suspension in
 * between hides them.
 */
const selectOwn = async (
  db: Database,
  merchantId: MerchantId,
  condition: Condition,
  limit: number,
): Promise<OwnProductRow[]> => {
  const { rows } = await sql<OwnProductRow>`
    select p.*, array[c.name, u.name, s.name] as category_path
    from (
      (select p.id, ${productColumns('p')}, ${productPictures} from product p
        where p.merchant_id = ${merchantId} and ${condition(sql`p.search_names`)} order by p.id desc limit ${limit})
      union all
      (select p.id, ${productColumns('p')}, (
          select coalesce(json_agg(json_build_object('key', key, 'alt', alt) order by position), '[]')
          from jsonb_to_recordset(suspended.pictures) as picture (position smallint, key text, alt text)) as pictures
        from suspended_product suspended
        cross join lateral jsonb_populate_record(null::product, product || jsonb_build_object('stock', stock)) p
        where suspended.merchant_id = ${merchantId}
          and ${condition(sql`to_tsvector('english', fold_text(p.title || ' ' || join_words(p.keywords) || ' ' || coalesce(p.brand, '')))`)}
        order by suspended.id desc limit ${limit})
    ) p
    join sub_item s on s.id = p.sub_item_id
    join sub_category u on u.id = s.sub_category_id
    join category c on c.id = p.category_id
    order by p.id desc limit ${limit}`.execute(db);
  return rows;
};

const STOCK_CONDITIONS: Record<(typeof STOCK_FILTERS)[number], RawBuilder<unknown>> = {
  in: sql`p.stock > 0`,
  low: sql`p.stock between 1 and ${sql.lit(LOW_STOCK)}`,
  out: sql`p.stock = 0`,
};

export type OwnProductFilter = {
  stock?: (typeof STOCK_FILTERS)[number] | undefined;
  /** `words` are normalized; `text` is a whole SKU or handle. */
  search?: { text: string; words: readonly string[] } | undefined;
};

/**
 * A merchant's products, newest first. Without an index for stock or words: the products of the merchant are read until there are enough.
 * @param before the id of the last product of the page before
 */
export const selectOwnProducts = (
  db: Database,
  merchantId: MerchantId,
  { stock, search }: OwnProductFilter,
  before: number | undefined,
  limit: number,
): Promise<OwnProductRow[]> => {
  const query = search?.words.map((word) => `${word}:*`).join(' & ');
  return selectOwn(
    db,
    merchantId,
    (names) =>
      sql.join(
        [
          sql`true`,
          ...(before === undefined ? [] : [sql`p.id < ${before}`]),
          ...(stock === undefined ? [] : [STOCK_CONDITIONS[stock]]),
          ...(search === undefined
            ? []
            : [
                sql`(p.sku = ${search.text} or p.slug = ${search.text} or ${names} @@ to_tsquery('english', ${query}))`,
              ]),
        ],
        sql` and `,
      ),
    limit,
  );
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
  const low = sql`from product p where p.merchant_id = ${merchantId} and ${STOCK_CONDITIONS.low}`;
  const { rows } = await sql<Awaited<ReturnType<typeof selectLowStock>>>`
    select ${countUpTo(MAX_COUNTED + 1, low)} as count, (
      select coalesce(json_agg(first order by first.stock, first.id), '[]') from (
        select p.id, p.title, p.stock, ${firstPictureKey('p.id')} as picture_key ${low} order by p.stock, p.id limit ${limit}) first
    ) as products`.execute(db);
  return rows[0] ?? { count: 0, products: [] };
};

/** One product of the merchant; undefined for another merchant's. */
export const selectOwnProduct = async (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<OwnProductRow | undefined> => (await selectOwn(db, merchantId, () => sql`p.id = ${productId}`, 1))[0];

/** The merchant's products with this handle or SKU: one, or two if they belong to different products. */
export const selectOwnByHandle = (
  db: Database,
  merchantId: MerchantId,
  { handle, sku }: { handle: string | null; sku: string | null },
): Promise<OwnProductRow[]> => selectOwn(db, merchantId, () => sql`(p.slug = ${handle} or p.sku = ${sku})`, 2);

/** Locks a product of the merchant until the transaction ends. @returns false if it has no such product, or is suspended */
export const lockOwnProduct = async (trx: Database, merchantId: MerchantId, productId: ProductId): Promise<boolean> =>
  (await trx
    .selectFrom('product')
    .select('id')
    .where('id', '=', productId)
    .where('merchant_id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;
