import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { toJsonRows } from '../platform/sql.ts';

export const categoryExists = async (db: Database, id: number): Promise<boolean> =>
  (await db.selectFrom('category').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Those of the slugs that no category has. */
export const findMissingCategories = async (db: Database, slugs: readonly string[]): Promise<string[]> => {
  if (slugs.length === 0) return [];
  const rows = await db.selectFrom('category').select('slug').where('slug', 'in', slugs).execute();
  const known = new Set(rows.map(({ slug }) => slug));
  return slugs.filter((slug) => !known.has(slug));
};

/** Categories of the first level, in the order of the shop; those that do not exist are left out. */
export const selectCategoryNames = (db: Database, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('category')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .orderBy('position')
    .execute();

export const subItemExists = async (db: Database, id: number): Promise<boolean> =>
  (await db.selectFrom('sub_item').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const hasCategories = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('category').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The category of a sub-item; undefined if there is no such sub-item. */
export const selectCategoryOf = async (db: Database, subItemId: number): Promise<number | undefined> =>
  (await db.selectFrom('sub_item').select('category_id').where('id', '=', subItemId).executeTakeFirst())?.category_id;

/** A node of the tree as shoppers see it. */
export type ShownNode = {
  id: number;
  slug: string;
  name: string;
  parent: number;
  isEmpty: boolean;
  hide_when_empty: boolean;
};
export type ShownTree = {
  categories: ShownNode[];
  subCategories: ShownNode[];
  subItems: ShownNode[];
  /** The former ids of merged categories and sub-items, by the present ones. */
  formerIds: { categories: Record<number, number[]>; subItems: Record<number, number[]> };
};

/** All three levels, each sorted by position. */
export const selectCategories = async (db: Database): Promise<ShownTree> => {
  const isEmpty = (list: RawBuilder<unknown>) => sql`not exists (
    select from list_bucket where list = ${list} and axis = 't' and bucket = 0 and products > 0)`;
  const level = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(node order by position), '[]') from (${rows}) node)`;
  const former = (table: RawBuilder<unknown>) =>
    sql`(select coalesce(json_object_agg(into_id, ids), '{}') from (
      select into_id, json_agg(id order by id) as ids from ${table} group by into_id) merged)`;
  // A node that is not hidden counts as full, so that nothing is counted for it.
  const { rows } = await sql<ShownTree>`
    select
      ${level(sql`select id, slug, name, 0 as parent, position, hide_when_empty,
        hide_when_empty and ${isEmpty(sql`'c' || id`)} as "isEmpty" from category`)} as categories,
      ${level(sql`select id, slug, name, category_id as parent, position, hide_when_empty,
        hide_when_empty and not exists (
          select from sub_item i join list_bucket b on b.list = 's' || i.id and b.axis = 't' and b.bucket = 0
          where i.sub_category_id = sub_category.id and b.products > 0) as "isEmpty" from sub_category`)} as "subCategories",
      ${level(sql`select id, slug, name, sub_category_id as parent, position, hide_when_empty,
        hide_when_empty and ${isEmpty(sql`'s' || id`)} as "isEmpty" from sub_item`)} as "subItems",
      json_build_object('categories', ${former(sql`merged_category`)}, 'subItems', ${former(sql`merged_sub_item`)}) as "formerIds"`.execute(
    db,
  );
  const [tree] = rows;
  if (!tree) throw new Error('the tree of categories cannot be read');
  return tree;
};

/** A sub-item; `path` holds the names of its category, its sub-category and the sub-item. */
export type SubItem = { id: number; category_id: number; slug: string; path: readonly string[] };

export const selectSubItems = async (db: Database): Promise<SubItem[]> => {
  const { rows } = await sql<SubItem>`
    select s.id, s.category_id, s.slug, array[c.name, u.name, s.name] as path
    from sub_item s
    join sub_category u on u.id = s.sub_category_id
    join category c on c.id = s.category_id`.execute(db);
  return rows;
};

/** A row of one level; `parent` is the id of its parent row, 0 for a category. */
export type CategoryNode = { id: number; parent: number; slug: string; name: string; position: number };
export type CategoryTree = { category: CategoryNode[]; sub_category: CategoryNode[]; sub_item: CategoryNode[] };

export const selectCategoryTree = async (trx: Database): Promise<CategoryTree> => {
  const [category, sub_category, sub_item] = [
    await sql<CategoryNode>`select id, 0 as parent, slug, name, position from category`.execute(trx),
    await sql<CategoryNode>`select id, category_id as parent, slug, name, position from sub_category`.execute(trx),
    await sql<CategoryNode>`select id, sub_category_id as parent, slug, name, position from sub_item`.execute(trx),
  ];
  return { category: category.rows, sub_category: sub_category.rows, sub_item: sub_item.rows };
};

/** Inserts the levels from top to bottom, so that foreign keys are valid. */
export const insertCategoryTree = async (
  trx: Database,
  { category, sub_category, sub_item }: CategoryTree,
): Promise<void> => {
  const columns = sql.raw('(id integer, parent integer, slug text, name text, position smallint)');
  await sql`insert into category (id, slug, name, position)
    select id, slug, name, position from jsonb_to_recordset(${toJsonRows(category)}) as r ${columns}`.execute(trx);
  await sql`insert into sub_category (id, category_id, slug, name, position)
    select id, parent, slug, name, position from jsonb_to_recordset(${toJsonRows(sub_category)}) as r ${columns}`.execute(
    trx,
  );
  await sql`insert into sub_item (id, sub_category_id, category_id, slug, name, position)
    select r.id, parent, u.category_id, r.slug, r.name, r.position
    from jsonb_to_recordset(${toJsonRows(sub_item)}) as r ${columns} join sub_category u on u.id = parent`.execute(trx);
};

export const updateSubItemNames = async (
  trx: Database,
  renamed: readonly { id: number; name: string }[],
): Promise<void> => {
  await sql`update sub_item s set name = r.name
    from jsonb_to_recordset(${toJsonRows(renamed)}) as r (id integer, name text) where s.id = r.id`.execute(trx);
};
