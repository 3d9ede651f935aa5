import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { toJsonRows } from '../platform/sql.ts';
import type { HiddenProduct, ProductQuantity } from './products.sql.ts';

// Products that are not in the shop: drafts, paused ones, and all of suspended merchants (docs/decisions/product-states.md).

/** SQL expression for the row of the product `h`, as the table of products would have it. */
export const hiddenRow = sql`jsonb_populate_record(null::product, h.product || jsonb_build_object('id', h.id, 'stock', h.stock))`;

/** SQL expression for the pictures of the product `h`, in order. */
export const hiddenPictures = sql`(select coalesce(json_agg(json_build_object('key', key, 'alt', alt) order by position), '[]')
  from jsonb_to_recordset(h.pictures) as picture (position smallint, key text, alt text)) as pictures`;

/**
 * Locks those of the products that are not in the shop, in the order of their ids, until the transaction ends. Lock these before products in
 * the shop, as a cancellation does that returns pieces to both.
 * @returns which these are
 */
export const lockHiddenProducts = async (
  trx: Database,
  merchantId: MerchantId,
  productIds: readonly ProductId[],
): Promise<ProductId[]> => {
  const { rows } = await sql<{ id: ProductId }>`
    select id from suspended_product where id = any(${[...productIds]}::integer[]) and merchant_id = ${merchantId}
    order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Locks a product that is not in the shop, and selects its pictures, in order; undefined if it is not among these. */
export const lockHiddenPictures = async (
  trx: Database,
  productId: ProductId,
): Promise<{ key: string; alt: string }[] | undefined> => {
  const { rows } = await sql<{ pictures: { key: string; alt: string }[] }>`
    select ${hiddenPictures} from suspended_product h where id = ${productId} for update`.execute(trx);
  return rows[0]?.pictures;
};

/** Inserts a product that is not in the shop. @param product its columns @returns its id */
export const insertHiddenProduct = async (
  trx: Database,
  product: HiddenProduct,
  { state, pictures }: { state: ProductState; pictures: readonly { key: string; alt: string }[] },
): Promise<ProductId> => {
  const positioned = pictures.map((picture, position) => ({ position, ...picture }));
  const { rows } = await sql<{ id: ProductId }>`
    insert into suspended_product (id, merchant_id, state, stock, product, pictures)
    values (nextval(pg_get_serial_sequence('product', 'id')), ${product.merchant_id}, ${state}, ${product.stock},
      ${JSON.stringify(product)}::jsonb, ${JSON.stringify(positioned)}::jsonb)
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`product not inserted: ${product.slug}`);
  return row.id;
};

/** Updates every column of those of the products that are not in the shop. They must be locked. */
export const updateHiddenProducts = async (
  trx: Database,
  products: readonly (HiddenProduct & { id: ProductId })[],
): Promise<void> => {
  await sql`
    update suspended_product h set product = h.product || r.product, stock = (r.product ->> 'stock')::integer
    from jsonb_array_elements(${toJsonRows(products)}) as r (product)
    where h.id = (r.product ->> 'id')::integer`.execute(trx);
};

export const updateHiddenStock = async (trx: Database, productId: ProductId, stock: number): Promise<void> => {
  await trx.updateTable('suspended_product').set({ stock }).where('id', '=', productId).execute();
};

/**
 * Increases the stock of those of the products that are not in the shop. Locks them in the order of their ids.
 * @returns which of the products these are
 */
export const increaseHiddenStocks = async (
  trx: Database,
  items: readonly ProductQuantity[],
): Promise<Set<ProductId>> => {
  const ids = items.map(({ productId }) => productId);
  const quantities = items.map(({ quantity }) => quantity);
  const { rows } = await sql<{ id: ProductId }>`
    with locked as (select id from suspended_product where id = any(${ids}::integer[]) order by id for update)
    update suspended_product s set stock = s.stock + change.quantity
    from locked join unnest(${ids}::integer[], ${quantities}::integer[]) change (product_id, quantity) on product_id = locked.id
    where s.id = locked.id returning s.id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
};

/** Sets the pictures of those of the products that are not in the shop. They must be locked. */
export const updateHiddenPictures = async (
  trx: Database,
  changed: readonly { id: ProductId; pictures: readonly { key: string; alt: string }[] }[],
): Promise<void> => {
  const rows = changed.map(({ id, pictures }) => ({
    id,
    pictures: pictures.map(({ key, alt }, position) => ({ position, key, alt })),
  }));
  await sql`
    update suspended_product h set pictures = r.pictures
    from jsonb_to_recordset(${toJsonRows(rows)}) as r (id integer, pictures jsonb) where h.id = r.id`.execute(trx);
};

/** Moves products out of the shop. They must be locked. */
export const hideProducts = async (
  trx: Database,
  productIds: readonly ProductId[],
  state: ProductState,
): Promise<void> => {
  await sql`select hide_products(${[...productIds]}::integer[], ${state})`.execute(trx);
};

/** Moves products into the shop. They must be locked and complete, and so must be the keys of the catalogue. */
export const showProducts = async (trx: Database, productIds: readonly ProductId[]): Promise<void> => {
  await sql`select show_products(${[...productIds]}::integer[])`.execute(trx);
};

/** Sets the state of products that stay out of the shop. They must be locked. */
export const updateHiddenStates = async (
  trx: Database,
  productIds: readonly ProductId[],
  state: ProductState,
): Promise<void> => {
  await sql`update suspended_product set state = ${state} where id = any(${[...productIds]}::integer[])`.execute(trx);
};

/** A product in the shop that keeps another one out of it. */
export type Obstacle = { id: ProductId; other: ProductId; title: string; slug: string; sku: string | null };

/**
 * Products in the shop with the handle or SKU of products that are not. No call of this release creates them, but imports by nodes of release
 * 1.0 do, which do not know hidden products.
 */
export const selectObstacles = async (trx: Database, productIds: readonly ProductId[]): Promise<Obstacle[]> => {
  const { rows } = await sql<Obstacle>`
    select h.id, p.id as other, p.title, p.slug, p.sku from suspended_product h cross join lateral (
      select id, title, slug, sku from product where merchant_id = h.merchant_id and slug = h.slug
      union select id, title, slug, sku from product where merchant_id = h.merchant_id and sku = h.sku
    ) p where h.id = any(${[...productIds]}::integer[])`.execute(trx);
  return rows;
};
