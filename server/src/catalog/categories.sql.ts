import { sql } from 'kysely';
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

/** All three levels, each sorted by position. */
export const selectCategories = async (db: Database) => {
  const [categories, subCategories, subItems] = await Promise.all([
    db.selectFrom('category').select(['id', 'slug', 'name']).orderBy('position').execute(),
    db.selectFrom('sub_category').select(['id', 'name', 'category_id']).orderBy('position').execute(),
    db.selectFrom('sub_item').select(['id', 'name', 'sub_category_id']).orderBy('position').execute(),
  ]);
  return { categories, subCategories, subItems };
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
