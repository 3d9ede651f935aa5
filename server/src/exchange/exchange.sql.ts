import type { Kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { SubItem } from './categories.rules.ts';
import type { Place, Tree } from './category-file.rules.ts';
import type { KnownProduct, Seller } from './plan.rules.ts';

/** Any numbers that nothing else locks by. */
const RUN_LOCK = 7_362_003;
const WRITE_LOCK = 7_362_004;

const asJson = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;

/** Claims the file for this session, for as long as it lasts. @returns false while another session has it */
export const lockRun = async (db: Database, digest: Buffer): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${RUN_LOCK}, ${digest.readInt32BE(0)}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
};
export const unlockRun = async (db: Database, digest: Buffer): Promise<void> => {
  await sql`select pg_advisory_unlock(${RUN_LOCK}, ${digest.readInt32BE(0)})`.execute(db);
};

/** One batch is written at a time: two would wait for each other's handles and counts. */
export const lockWriting = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(trx);
};

export const selectRun = (db: Database, digest: Buffer) =>
  db.selectFrom('import_run').selectAll().where('digest', '=', digest).executeTakeFirst();

export type RunCounts = {
  units: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  report_bytes: number;
};
export const saveRun = async (trx: Database, digest: Buffer, counts: RunCounts): Promise<void> => {
  await trx
    .insertInto('import_run')
    .values({ digest, ...counts })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet(counts))
    .execute();
};
/** Forgets the import, and those that nobody came back to for a month. */
export const removeRun = async (db: Database, digest: Buffer): Promise<void> => {
  await sql`delete from import_run where digest = ${digest} or started_at < now() - interval '30 days'`.execute(db);
};

/** What this import's lines named so far, kept by the database so that it does not grow in memory. */
export const createSeen = async (db: Database): Promise<void> => {
  await sql`create temporary table if not exists import_seen (key text primary key, line bigint not null)`.execute(db);
  await sql`truncate import_seen`.execute(db);
};
export const dropSeen = async (db: Database): Promise<void> => {
  await sql`drop table import_seen`.execute(db);
};
export const selectSeen = async (db: Database, keys: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; line: number }>`
    select key, line from import_seen where key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map(({ key, line }) => [key, line]));
};
export const insertSeen = async (db: Database, seen: ReadonlyMap<string, number>): Promise<void> => {
  const rows = [...seen].map(([key, line]) => ({ key, line }));
  await sql`insert into import_seen select key, line from jsonb_to_recordset(${asJson(rows)}) as r (key text, line bigint)`.execute(
    db,
  );
};

export const selectSubItems = async (db: Database): Promise<SubItem[]> => {
  const { rows } = await sql<SubItem>`
    select s.id, s.category_id, s.slug, array[c.name, u.name, s.name] as path
    from sub_item s
    join sub_category u on u.id = s.sub_category_id
    join category c on c.id = s.category_id`.execute(db);
  return rows;
};

/** All three levels of the catalogue. */
export const selectTree = async (trx: Database): Promise<Tree> => {
  const [category, sub_category, sub_item] = [
    await sql<Place>`select id, 0 as parent, slug, name, position from category`.execute(trx),
    await sql<Place>`select id, category_id as parent, slug, name, position from sub_category`.execute(trx),
    await sql<Place>`select id, sub_category_id as parent, slug, name, position from sub_item`.execute(trx),
  ];
  return { category: category.rows, sub_category: sub_category.rows, sub_item: sub_item.rows };
};

/** What each level gets, from the top, so that each finds what it stands below. */
export const insertPlaces = async (trx: Database, { category, sub_category, sub_item }: Tree): Promise<void> => {
  const columns = sql.raw('(id integer, parent integer, slug text, name text, position smallint)');
  await sql`insert into category (id, slug, name, position)
    select id, slug, name, position from jsonb_to_recordset(${asJson(category)}) as r ${columns}`.execute(trx);
  await sql`insert into sub_category (id, category_id, slug, name, position)
    select id, parent, slug, name, position from jsonb_to_recordset(${asJson(sub_category)}) as r ${columns}`.execute(
    trx,
  );
  await sql`insert into sub_item (id, sub_category_id, category_id, slug, name, position)
    select r.id, parent, u.category_id, r.slug, r.name, r.position
    from jsonb_to_recordset(${asJson(sub_item)}) as r ${columns} join sub_category u on u.id = parent`.execute(trx);
};

export const renameSubItems = async (
  trx: Database,
  renamed: readonly { id: number; name: string }[],
): Promise<void> => {
  await sql`update sub_item s set name = r.name
    from jsonb_to_recordset(${asJson(renamed)}) as r (id integer, name text) where s.id = r.id`.execute(trx);
};

export const selectSellers = async (db: Database, slugs: readonly string[]): Promise<Map<string, Seller>> => {
  const rows = await db
    .selectFrom('merchant')
    .select(['id', 'slug', 'place', 'own_brand'])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
    .execute();
  return new Map(rows.map(({ slug, ...seller }) => [slug, seller]));
};

/** The products that have one of the handles or SKUs, locked in the order of their ids until the transaction ends. */
export const lockKnown = async (
  trx: Database,
  asked: readonly { merchant_id: number; handle: string; sku: string | null }[],
): Promise<KnownProduct[]> => {
  const { rows } = await sql<Omit<KnownProduct, 'listed_at'> & { listed_at: Date }>`
    select p.id, p.slug, p.sku, p.title, p.merchant_id, p.sub_item_id, p.category_id, p.brand, p.own_brand, p.origin,
      p.description, p.warranty, p.keywords, p.weight_grams, p.price_kobo, p.discount_percent, p.stock, p.listed_at,
      coalesce((select json_agg(json_build_object('key', key, 'alt', alt) order by position)
        from product_picture where product_id = p.id), '[]') as pictures
    from product p
    where p.id = any(array(
      select q.id from jsonb_to_recordset(${asJson(asked)}) as a (merchant_id integer, handle text, sku text)
      cross join lateral (
        (select id from product where merchant_id = a.merchant_id and slug = a.handle limit 1)
        union
        (select id from product where merchant_id = a.merchant_id and sku = a.sku limit 1)
      ) q))
    order by p.id
    for no key update of p`.execute(trx);
  return rows.map((row) => ({ ...row, listed_at: row.listed_at.toISOString() }));
};

export const selectPictureKeys = async (db: Database, sources: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ source: string; key: string }>`
    select encode(source, 'hex') as source, key from import_picture
    where source in (select decode(hex, 'hex') from unnest(${[...sources]}::text[]) hex)`.execute(db);
  return new Map(rows.map(({ source, key }) => [source, key]));
};
export const insertPictureKeys = async (db: Database, keys: ReadonlyMap<string, string>): Promise<void> => {
  const rows = [...keys].map(([source, key]) => ({ source, key }));
  await sql`
    insert into import_picture select decode(source, 'hex'), key
    from jsonb_to_recordset(${asJson(rows)}) as r (source text, key text)
    order by source
    on conflict (source) do update set key = excluded.key`.execute(db);
};

export type ExportRow = Omit<KnownProduct, 'listed_at' | 'price_kobo'> & {
  price_kobo: Kobo;
  listed_at: Date;
  merchant: string;
  category: string;
  path: string[];
};
/** Products after this id, in the order of their ids. @param merchant the slug of the one whose they are, or of all */
export const selectForExport = async (
  trx: Database,
  merchant: string | undefined,
  after: number,
  limit: number,
): Promise<ExportRow[]> => {
  const { rows } = await sql<ExportRow>`
    select p.*, m.slug as merchant, s.slug as category, array[c.name, u.name, s.name] as path,
      coalesce((select json_agg(json_build_object('key', key, 'alt', alt) order by position)
        from product_picture where product_id = p.id), '[]') as pictures
    from (
      select id, slug, sku, title, merchant_id, sub_item_id, category_id, brand, own_brand, origin, description, warranty,
        keywords, weight_grams, price_kobo, discount_percent, stock, listed_at
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

/** How many products there are, of a merchant or of all; as lists count them. */
export const countProducts = async (trx: Database, merchant: string | undefined): Promise<number> => {
  const { rows } = await sql<{ products: number }>`
    select products from list_bucket
    where axis = 't' and bucket = 0 and list = ${merchant === undefined ? sql`'all'` : sql`(select 'm' || id from merchant where slug = ${merchant})`}`.execute(
    trx,
  );
  return rows[0]?.products ?? 0;
};
