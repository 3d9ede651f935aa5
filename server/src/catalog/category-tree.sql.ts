import type { CategoryLevel } from '@sokuwa/contract/catalog/categories.rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import type { CategoryNode } from './categories.sql.ts';
import { lockProducts } from './products.sql.ts';

/** What operators change in the tree of categories. Lock the catalogue's keys before. */

const TABLES: Record<CategoryLevel, RawBuilder<unknown>> = {
  category: sql.table('category'),
  sub_category: sql.table('sub_category'),
  sub_item: sql.table('sub_item'),
};
const table = (level: CategoryLevel): RawBuilder<unknown> => TABLES[level];
/** Where the merged ids of a level are; sub-categories have no pages. */
const MERGED_TABLES = { category: sql.table('merged_category'), sub_item: sql.table('merged_sub_item') };
const mergedTable = (level: 'category' | 'sub_item'): RawBuilder<unknown> => MERGED_TABLES[level];

export type CountedNode = CategoryNode & { products: number; hide_when_empty: boolean };
export type CountedTree = Record<CategoryLevel, CountedNode[]>;

/** The tree with the numbers of products in the shop, each level in its order. */
export const selectCountedTree = async (db: Database): Promise<CountedTree> => {
  const total = (list: RawBuilder<unknown>) => sql<number>`coalesce((
    select products from list_bucket where list = ${list} and axis = 't' and bucket = 0), 0)`;
  const { rows } = await sql<{ level: CategoryLevel } & CountedNode>`
    with item as (
      select i.id, i.sub_category_id, i.slug, i.name, i.position, i.hide_when_empty, ${total(sql`'s' || i.id`)} as products
      from sub_item i
    )
    select * from (
      select 'category' as level, id, 0 as parent, slug, name, position, hide_when_empty, ${total(sql`'c' || category.id`)} as products
      from category
      union all
      select 'sub_category', u.id, u.category_id, u.slug, u.name, u.position, u.hide_when_empty,
        coalesce((select sum(products)::integer from item where sub_category_id = u.id), 0)
      from sub_category u
      union all
      select 'sub_item', id, sub_category_id, slug, name, position, hide_when_empty, products from item
    ) node order by position, id`.execute(db);
  const on = (level: CategoryLevel): CountedNode[] =>
    rows.filter((row) => row.level === level).map(({ level: _, ...node }) => node);
  return { category: on('category'), sub_category: on('sub_category'), sub_item: on('sub_item') };
};

/** The next unused id of a level. The ids of merged ones stay used. */
export const selectNextCategoryId = async (trx: Database, level: CategoryLevel): Promise<number> => {
  const merged = level === 'sub_category' ? sql`` : sql`union all select id from ${mergedTable(level)}`;
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) + 1 as id from (select id from ${table(level)} ${merged}) used`.execute(trx);
  return rows[0]?.id ?? 1;
};

export const updateCategory = async (
  trx: Database,
  level: CategoryLevel,
  id: number,
  { name, hide_when_empty }: { name: string; hide_when_empty: boolean },
): Promise<void> => {
  await sql`update ${table(level)} set name = ${name}, hide_when_empty = ${hide_when_empty} where id = ${id}`.execute(
    trx,
  );
};

/** Numbers siblings from 0 in this order. */
export const updatePositions = async (trx: Database, level: CategoryLevel, ids: readonly number[]): Promise<void> => {
  await sql`update ${table(level)} t set position = (place.n - 1)::smallint
    from unnest(${[...ids]}::integer[]) with ordinality as place (id, n)
    where t.id = place.id and t.position <> place.n - 1`.execute(trx);
};

/** The sub-items of a node. */
const subItemsOf = (level: CategoryLevel, id: number): RawBuilder<unknown> => {
  const column = level === 'sub_item' ? 'id' : `${level}_id`;
  return sql`select id from sub_item where ${sql.ref(column)} = ${id}`;
};

/** How many products are in a node, also those that are not in the shop. */
export const countProductsIn = async (trx: Database, level: CategoryLevel, id: number): Promise<number> => {
  const items = subItemsOf(level, id);
  const { rows } = await sql<{ products: number }>`
    select (select count(*) from product where sub_item_id in (${items}))::integer
      + (select count(*) from suspended_product where (product ->> 'sub_item_id')::integer in (${items}))::integer as products`.execute(
    trx,
  );
  return rows[0]?.products ?? 0;
};

/** Locks the products in a node, also those that are not in the shop. */
export const lockProductsIn = async (trx: Database, level: CategoryLevel, id: number): Promise<ProductId[]> => {
  const items = subItemsOf(level, id);
  const products = await lockProducts(trx, sql`select id from product where sub_item_id in (${items})`);
  await sql`select from suspended_product where (product ->> 'sub_item_id')::integer in (${items}) order by id for update`.execute(
    trx,
  );
  return products.map((product) => product.id);
};

/** Writes the names of their categories into products. */
const updateCategoryNames = async (trx: Database, products: readonly ProductId[]): Promise<void> => {
  await sql`update product set category_names = category_names_of(sub_item_id)
    where id = any(${[...products]}::integer[]) and category_names <> category_names_of(sub_item_id)`.execute(trx);
};

/** Writes the category of their sub-item into products that are not in the shop. */
const updateSuspended = (items: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update suspended_product s set product = s.product || jsonb_build_object('category_id', item.category_id, 'sub_item_id', item.into_id)
  from ${items} item where (s.product ->> 'sub_item_id')::integer = item.id`;

/**
 * Moves a sub-category or sub-item to another parent. One statement, because foreign keys hold the category of sub-categories, sub-items and
 * products together.
 * @param products those that `lockProductsIn` has locked
 */
export const updateParent = async (
  trx: Database,
  level: 'sub_category' | 'sub_item',
  { id, parentId, products }: { id: number; parentId: number; products: readonly ProductId[] },
): Promise<void> => {
  const moved =
    level === 'sub_item'
      ? sql`item as (
          update sub_item i set sub_category_id = u.id, category_id = u.category_id
          from sub_category u where u.id = ${parentId} and i.id = ${id}
          returning i.id, i.id as into_id, i.category_id)`
      : sql`parent as (update sub_category set category_id = ${parentId} where id = ${id}),
        item as (
          update sub_item set category_id = ${parentId} where sub_category_id = ${id}
          returning id, id as into_id, category_id)`;
  await sql`with ${moved},
    moved as (
      update product p set category_id = item.category_id from item
      where p.sub_item_id = item.id and p.category_id <> item.category_id)
    ${updateSuspended(sql`item`)}`.execute(trx);
  await updateCategoryNames(trx, products);
};

/** Moves the products of a sub-item to another one. */
export const updateSubItemOfProducts = async (trx: Database, from: number, to: number): Promise<void> => {
  await sql`update product p set sub_item_id = i.id, category_id = i.category_id
    from sub_item i where i.id = ${to} and p.sub_item_id = ${from}`.execute(trx);
  await updateSuspended(
    sql`(select ${from}::integer as id, id as into_id, category_id from sub_item where id = ${to})`,
  ).execute(trx);
};

/** Lets the pages of a merged node, and of those that were merged into it before, lead to another one. */
export const redirectCategory = async (
  trx: Database,
  level: 'category' | 'sub_item',
  from: number,
  to: number,
): Promise<void> => {
  await sql`update ${mergedTable(level)} set into_id = ${to} where into_id = ${from}`.execute(trx);
  await sql`insert into ${mergedTable(level)} (id, into_id) values (${from}, ${to})`.execute(trx);
};

export const deleteCategoryNode = async (trx: Database, level: CategoryLevel, id: number): Promise<void> => {
  await sql`delete from ${table(level)} where id = ${id}`.execute(trx);
};
