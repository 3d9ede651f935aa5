import type { Kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { type Relation, toJsonRows } from '../platform/sql.ts';
import {
  hiddenPictures,
  hiddenRow,
  lockHiddenPictures,
  updateHiddenPictures,
  updateHiddenProducts,
  updateHiddenStock,
} from './hidden-products.sql.ts';

/** SQL expression for the pieces of a product that shoppers can buy: none while its store is on holiday. @param product its alias */
export const buyableStock = (product: string): RawBuilder<number> => sql`
  case when (select is_on_holiday from merchant where id = ${sql.ref(`${product}.merchant_id`)}) then 0 else ${sql.ref(`${product}.stock`)} end`;

/**
 * All products, for joins in other modules; `stock` is what shoppers can buy. Columns `id`, `merchant_id`, `title`, `weight_grams`, `sale_kobo`, `stock`.
 */
export const productSummaries: Relation = sql`(
  select id, merchant_id, title, weight_grams, sale_kobo, ${buyableStock('product')} as stock, perishable from product)`;

/** The merchants of all products, also of those that are not in the shop: columns `id` and `merchant_id`. */
export const productMerchants: Relation = sql`(
  select id, merchant_id from product union all select id, merchant_id from suspended_product)`;

/** SQL expression for the key of a product's first picture, or null. @param productId the column that holds the id */
export const firstPictureKey = (productId: string): RawBuilder<string | null> =>
  sql`(select key from product_picture where product_id = ${sql.ref(productId)} order by position limit 1)`;

/** The merchant and title of a product; undefined if the product does not exist. */
export const selectProductSeller = (
  db: Database,
  productId: ProductId,
): Promise<{ merchant_id: MerchantId; title: string } | undefined> =>
  db.selectFrom('product').select(['merchant_id', 'title']).where('id', '=', productId).executeTakeFirst();

/** For each merchant, the ids of its newest products, newest first. */
export const selectNewestProductIds = async (
  db: Database,
  merchantIds: readonly MerchantId[],
  limit: number,
): Promise<{ merchant_id: MerchantId; ids: ProductId[] }[]> => {
  const { rows } = await sql<{ merchant_id: MerchantId; ids: ProductId[] }>`
    select requested.id as merchant_id, array(
      select p.id from product p where p.merchant_id = requested.id order by p.id desc limit ${limit}) as ids
    from unnest(${[...merchantIds]}::integer[]) requested (id)`.execute(db);
  return rows;
};

/**
 * Locks a product of the shop against deletion and changes until the transaction ends: a decision of an operator about it waits.
 * @returns when it was changed last; undefined if it is not in the shop
 */
export const lockProductForReport = async (
  trx: Database,
  productId: ProductId,
): Promise<{ changed_at: Date } | undefined> => {
  const locked = await trx.selectFrom('product').select('id').where('id', '=', productId).forShare().executeTakeFirst();
  if (!locked) return undefined;
  // After the lock, which has waited for whoever changes the product.
  return trx.selectFrom('product_index').select('changed_at').where('id', '=', productId).executeTakeFirst();
};

/** Locks the product against deletion until the transaction ends. @returns whether it exists */
export const lockProductKey = async (trx: Database, productId: ProductId): Promise<boolean> =>
  (await trx.selectFrom('product').select('id').where('id', '=', productId).forKeyShare().executeTakeFirst()) !==
  undefined;

/** Locks one product until the transaction ends. */
export const lockProduct = (
  trx: Database,
  productId: ProductId,
): Promise<{ title: string; stock: number; price_kobo: Kobo; discount_percent: number } | undefined> =>
  trx
    .selectFrom('product')
    .select(['title', 'stock', 'price_kobo', 'discount_percent'])
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Locks products until the transaction ends, in the order of their ids to prevent deadlocks.
 * @param productIds ids, or a subquery that selects them
 */
export const lockProducts = async (
  trx: Database,
  productIds: readonly ProductId[] | RawBuilder<unknown>,
): Promise<{ id: ProductId; stock: number }[]> => {
  const ids = 'execute' in productIds ? sql`array(${productIds})` : sql`${[...productIds]}::integer[]`;
  const { rows } = await sql<{ id: ProductId; stock: number }>`
    select id, stock from product where id = any(${ids}) order by id for no key update`.execute(trx);
  return rows;
};

/** A quantity of a product, as in a cart or an order. */
export type ProductQuantity = { productId: ProductId; quantity: number };

/** Changes the stock of products by the given quantities. The products must be locked. */
export const changeStocks = async (trx: Database, items: readonly ProductQuantity[], sign: 1 | -1): Promise<void> => {
  const ids = items.map(({ productId }) => productId);
  const quantities = items.map(({ quantity }) => sign * quantity);
  await sql`
    update product set stock = stock + change.quantity
    from unnest(${ids}::integer[], ${quantities}::integer[]) change (product_id, quantity)
    where id = change.product_id`.execute(trx);
};

/** Stock, title and merchant of products. */
export const selectStocks = (
  db: Database,
  productIds: readonly ProductId[],
): Promise<{ id: ProductId; merchant_id: MerchantId; title: string; sku: string | null; stock: number }[]> =>
  db
    .selectFrom('product')
    .select(['id', 'merchant_id', 'title', 'sku', 'stock'])
    .where('id', '=', sql<ProductId>`any(${[...productIds]}::integer[])`)
    .orderBy('id')
    .execute();

/** Sets the stock of a product, in the shop or not. */
export const updateStock = async (trx: Database, productId: ProductId, stock: number): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('product')
    .set({ stock })
    .where('id', '=', productId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await updateHiddenStock(trx, productId, stock);
};

export const updatePrice = async (
  trx: Database,
  productId: ProductId,
  price: { price_kobo: Kobo; discount_percent: number },
): Promise<void> => {
  await trx.updateTable('product').set(price).where('id', '=', productId).execute();
};

/** A product to write, without the columns that the database computes. */
export type NewProduct = {
  slug: string;
  sku: string | null;
  title: string;
  merchant_id: MerchantId;
  sub_item_id: number;
  category_id: number;
  brand: string | null;
  own_brand: boolean;
  origin: string;
  description: string;
  warranty: string | null;
  keywords: readonly string[];
  weight_grams: number;
  price_kobo: number;
  discount_percent: number;
  stock: number;
  /** Whether it spoils (RETURN-10). */
  perishable: boolean;
  /** ISO 8601 timestamp. */
  listed_at: string;
};

/** A product that is not in the shop, and may be incomplete. */
export type HiddenProduct = Omit<NewProduct, 'sub_item_id' | 'category_id' | 'weight_grams' | 'price_kobo'> & {
  [Name in 'sub_item_id' | 'category_id' | 'weight_grams' | 'price_kobo']: number | null;
};

/** Each column with its SQL type. All statements use this order. */
const COLUMNS: Record<keyof NewProduct, string> = {
  slug: 'text',
  sku: 'text',
  title: 'text',
  merchant_id: 'integer',
  sub_item_id: 'integer',
  category_id: 'integer',
  brand: 'text',
  own_brand: 'boolean',
  origin: 'text',
  description: 'text',
  warranty: 'text',
  keywords: 'text[]',
  weight_grams: 'integer',
  price_kobo: 'bigint',
  discount_percent: 'smallint',
  stock: 'integer',
  perishable: 'boolean',
  listed_at: 'timestamptz',
};
const names = Object.keys(COLUMNS);
/** The product without what is not a column. */
export const toRow = <P extends HiddenProduct>(product: P): HiddenProduct & Pick<P, keyof P & 'id'> =>
  Object.fromEntries(Object.entries(product).filter(([name]) => name === 'id' || name in COLUMNS)) as HiddenProduct &
    Pick<P, keyof P & 'id'>;
const columns = sql.raw(names.join(', '));
/** The columns of NewProduct, of the table with this alias. */
export const productColumns = (alias: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
const typed = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** Key of an advisory lock, which import batches of release 1.0 take too. */
const KEY_LOCK = 7_362_004;

/**
 * Serializes writers of handles, SKUs and categories until the transaction ends. Take it before all other locks: concurrent writers could
 * deadlock on handles and counts.
 */
export const lockCatalogKeys = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(trx);
};

/** Key of the advisory lock that the function `count_in_buckets` takes. */
const COUNTS_LOCK = 7_362_002;

/**
 * Locks the counts of lists, as every change of products that changes them does. Lock them before a merchant: such a change may then write rows
 * that refer to the merchant.
 */
export const lockCounts = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${COUNTS_LOCK})`.execute(trx);
};

/**
 * Inserts products with ids that increase in the given order. Triggers update counts and search words, and report the changes
 * (docs/decisions/response-cache.md).
 */
export const insertProducts = async (
  trx: Database,
  products: readonly NewProduct[],
): Promise<{ id: ProductId; merchant_id: MerchantId; slug: string }[]> => {
  if (products.length === 0) return [];
  const { rows } = await sql<{ id: ProductId; merchant_id: MerchantId; slug: string }>`
    insert into product (${columns})
    select ${columns} from jsonb_to_recordset(${toJsonRows(products.map((one, n) => ({ ...one, n })))}) as r (${typed}, n integer)
    order by n
    returning id, merchant_id, slug`.execute(trx);
  return rows;
};

/** Updates every column of the products, in the shop or not. They must be locked, in the order of their ids. */
export const updateProducts = async (
  trx: Database,
  products: readonly (HiddenProduct & { id: ProductId })[],
): Promise<void> => {
  if (products.length === 0) return;
  const set = sql.raw(names.map((name) => `${name} = r.${name}`).join(', '));
  const { numAffectedRows = 0n } = await sql`
    update product p set ${set}
    from jsonb_to_recordset(${toJsonRows(products)}) as r (id integer, ${typed})
    where p.id = r.id`.execute(trx);
  if (numAffectedRows < products.length) await updateHiddenProducts(trx, products.map(toRow));
};

/** Locks a product, in the shop or not, and selects its pictures, in order; undefined if the product does not exist. */
export const lockPictures = async (
  trx: Database,
  productId: ProductId,
): Promise<{ key: string; alt: string }[] | undefined> => {
  const hidden = await lockHiddenPictures(trx, productId);
  if (hidden || !(await lockProduct(trx, productId))) return hidden;
  return trx
    .selectFrom('product_picture')
    .select(['key', 'alt'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute();
};

/** Inserts pictures of products that are in the shop. */
export const insertPictures = async (
  trx: Database,
  pictures: readonly { product_id: ProductId; position: number; key: string; alt: string }[],
): Promise<void> => {
  if (pictures.length === 0) return;
  await sql`
    insert into product_picture (product_id, position, key, alt)
    select product_id, position, key, alt
    from jsonb_to_recordset(${toJsonRows(pictures)}) as r (product_id integer, position smallint, key text, alt text)
    where exists (select from product where id = product_id)`.execute(trx);
};

/** Replaces all pictures of products, in the shop or not. The products must be locked. */
export const replacePictures = async (
  trx: Database,
  changed: readonly { id: ProductId; pictures: readonly { key: string; alt: string }[] }[],
): Promise<void> => {
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await updateHiddenPictures(trx, changed);
  await sql`delete from product_picture where product_id = any(${ids}::integer[])`.execute(trx);
  await insertPictures(
    trx,
    changed.flatMap(({ id, pictures }) =>
      pictures.map(({ key, alt }, position) => ({ product_id: id, position, key, alt })),
    ),
  );
  await sql`update product_index set changed_at = clock_timestamp() where id = any(${ids}::integer[])`.execute(trx);
};

/** A stored product, with its pictures in order. */
export type StoredProduct = HiddenProduct & { id: ProductId; pictures: readonly { key: string; alt: string }[] };

/** SQL expression for the pictures of the product `p`, in order. */
export const productPictures = sql`coalesce((select json_agg(json_build_object('key', key, 'alt', alt) order by position)
  from product_picture where product_id = p.id), '[]') as pictures`;

/** SQL expression for the ids of the products, in one of the tables, that have a requested handle or SKU. */
const idsByHandle = (
  table: RawBuilder<unknown>,
  requested: readonly { merchant_id: MerchantId; handle: string | null; sku: string | null }[],
) => sql`array(
  select q.id from jsonb_to_recordset(${toJsonRows(requested)}) as a (merchant_id integer, handle text, sku text)
  cross join lateral (
    (select id from ${table} where merchant_id = a.merchant_id and slug = a.handle limit 1)
    union
    (select id from ${table} where merchant_id = a.merchant_id and sku = a.sku limit 1)
  ) q)`;

/**
 * Selects products with one of the handles or SKUs, in the shop or not, and locks them in the order of their ids until the transaction ends.
 * The keys of the catalogue must be locked, so that none of them moves into the shop or out of it.
 */
export const lockProductsByHandle = async (
  trx: Database,
  requested: readonly { merchant_id: MerchantId; handle: string; sku: string | null }[],
): Promise<StoredProduct[]> => {
  type Row = Omit<StoredProduct, 'listed_at'> & { listed_at: Date };
  const hidden = await sql<Row>`
    select p.id, ${productColumns('p')}, ${hiddenPictures}
    from suspended_product h cross join lateral ${hiddenRow} p
    where h.id = any(${idsByHandle(sql`suspended_product`, requested)}) order by h.id for update of h`.execute(trx);
  const shown = await sql<Row>`
    select p.id, ${productColumns('p')}, ${productPictures}
    from product p
    where p.id = any(${idsByHandle(sql`product`, requested)})
    order by p.id
    for no key update of p`.execute(trx);
  return [...hidden.rows, ...shown.rows].map((row) => ({ ...row, listed_at: row.listed_at.toISOString() }));
};

export type ProductExportRow = Omit<NewProduct, 'listed_at' | 'price_kobo'> & {
  id: ProductId;
  pictures: StoredProduct['pictures'];
  price_kobo: Kobo;
  listed_at: Date;
  /** The slugs of the merchant and the sub-item. */
  merchant: string;
  category: string;
  /** The names of category, sub-category and sub-item. */
  path: string[];
};

/**
 * Products with an id above `after`, in the order of their ids.
 * @param merchant the slug of one merchant; undefined means all merchants
 */
export const selectProductsForExport = async (
  trx: Database,
  merchant: string | undefined,
  after: number,
  limit: number,
): Promise<ProductExportRow[]> => {
  const { rows } = await sql<ProductExportRow>`
    select p.*, m.slug as merchant, s.slug as category, array[c.name, u.name, s.name] as path, ${productPictures}
    from (
      select id, ${columns}
      from product
      where id > ${after} ${merchant === undefined ? sql`` : sql`and merchant_id = (select id from merchant where slug = ${merchant})`}
      order by id limit ${limit}
    ) p
    join merchant m on m.id = p.merchant_id
    join sub_item s on s.id = p.sub_item_id
    join sub_category u on u.id = s.sub_category_id
    join category c on c.id = p.category_id
    order by p.id`.execute(trx);
  return rows;
};

/** Number of products of one merchant or of all, from the counts that the database maintains for lists. */
export const countProducts = async (trx: Database, merchant: string | undefined): Promise<number> => {
  const { rows } = await sql<{ products: number }>`
    select products from list_bucket
    where axis = 't' and bucket = 0 and list = ${merchant === undefined ? sql`'all'` : sql`(select 'm' || id from merchant where slug = ${merchant})`}`.execute(
    trx,
  );
  return rows[0]?.products ?? 0;
};
