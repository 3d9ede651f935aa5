import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { ProductQuantity } from './products.sql.ts';

/** Products of one store that look alike: the same title and weight. `likeness` is a number of 64 bits as text. */
export type AlikeRow = { merchant_id: MerchantId; likeness: string; ids: ProductId[] };
/** Where a page of the list ends. */
export type AlikeEnd = { merchantId: number; likeness: string };

/** The products of a group `g`, the oldest first. */
const groupIds = sql`array(
  select id from product_likeness l where l.merchant_id = g.merchant_id and l.likeness = g.likeness order by id) as ids`;

/**
 * Groups of products that look alike and that no operator has called different (MODERATION-11), in the order of an index that has only these,
 * which is read until the page is full.
 */
export const selectAlike = async (db: Database, after: AlikeEnd | undefined, limit: number): Promise<AlikeRow[]> => {
  const isAfter = after
    ? sql`and (merchant_id, likeness) > (${after.merchantId}::integer, ${after.likeness}::bigint)`
    : sql``;
  const { rows } = await sql<AlikeRow>`
    select g.merchant_id, g.likeness::text as likeness, ${groupIds}
    from (
      select distinct merchant_id, likeness from product_likeness where is_repeated and not is_dismissed ${isAfter}
      order by merchant_id, likeness limit ${limit}
    ) g order by g.merchant_id, g.likeness`.execute(db);
  return rows;
};

/** The group of products that look like one. @returns undefined if it is a draft, merged, or does not exist */
export const selectGroupOf = async (db: Database, productId: ProductId): Promise<AlikeRow | undefined> => {
  const { rows } = await sql<AlikeRow>`
    select g.merchant_id, g.likeness::text as likeness, ${groupIds}
    from product_likeness g where g.id = ${productId}`.execute(db);
  return rows[0];
};

/** Stores that the products of a group are different. A product that joins later shows the group again. */
export const dismissGroup = async (trx: Database, { merchant_id, likeness, ids }: AlikeRow): Promise<void> => {
  await sql`
    update product_likeness set is_dismissed = true
    where merchant_id = ${merchant_id} and likeness = ${likeness}::bigint and id = any(${ids}::integer[])`.execute(trx);
};

/**
 * Stores that a product is merged into another one. Products that were merged into it before point to the other one too. The product must be locked.
 * @param addsStock whether its pieces were added to those of the other one
 */
export const insertMerged = async (
  trx: Database,
  id: ProductId,
  into: ProductId,
  addsStock: boolean,
): Promise<void> => {
  await trx
    .updateTable('merged_product')
    .set({ into_id: into, ...(!addsStock && { adds_stock: false }) })
    .where('into_id', '=', id)
    .execute();
  await trx.insertInto('merged_product').values({ id, into_id: into, adds_stock: addsStock }).execute();
  await trx.deleteFrom('product_likeness').where('id', '=', id).execute();
};

/**
 * Quantities of products, with those that merged ones are merged into.
 * @param ofStock only those whose pieces were added to the kept product
 */
export const followMerges = async (
  db: Database,
  quantities: readonly ProductQuantity[],
  { ofStock = false } = {},
): Promise<ProductQuantity[]> => {
  const ids = quantities.map(({ productId }) => productId);
  const { rows } = await sql<{ id: ProductId; into_id: ProductId }>`
    select id, into_id from merged_product where id = any(${ids}::integer[]) and (adds_stock or not ${ofStock}::boolean)`.execute(
    db,
  );
  const intoOf = new Map(rows.map(({ id, into_id }) => [id, into_id]));
  const sums = new Map<ProductId, number>();
  for (const { productId, quantity } of quantities) {
    const id = intoOf.get(productId) ?? productId;
    sums.set(id, (sums.get(id) ?? 0) + quantity);
  }
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }));
};

/** One merge after the other, until the transaction ends: each finds what the one before has moved. Nothing else takes this lock. */
export const lockMerges = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('product merges'))`.execute(trx);
};

/** SQL expression for the merged products: columns `id` and `into_id`. */
export const mergedProducts = sql.table('merged_product');

/** Merged products that have pieces again although these belong to the kept product. */
export const selectMergedWithStock = async (db: Database): Promise<{ id: ProductId; into_id: ProductId }[]> =>
  (
    await sql<{ id: ProductId; into_id: ProductId }>`
      select m.id, m.into_id from merged_product m join product_index i on i.id = m.id
      where m.adds_stock and i.stock > 0 order by m.id`.execute(db)
  ).rows;

/** The product that one is merged into. */
export const selectMergedInto = async (db: Database, productId: ProductId): Promise<ProductId | undefined> =>
  (await db.selectFrom('merged_product').select('into_id').where('id', '=', productId).executeTakeFirst())?.into_id;
