import type { LineProblem } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { ImportColumns } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { toJsonRows } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

export type ImportRow = Omit<Selectable<Tables['product_import']>, 'header' | 'columns'> & {
  header: string[];
  columns: ImportColumns;
};

/** Serializes the uploads and starts of one merchant until the transaction ends. */
export const lockImportsOf = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('product imports'), ${merchantId})`.execute(trx);
};

const importsOf = (db: Database, merchantId: MerchantId) =>
  db.selectFrom('product_import').select(TABLE_COLUMNS.product_import).where('merchant_id', '=', merchantId);

/** A merchant's last imports, newest first. */
export const selectImports = async (db: Database, merchantId: MerchantId, limit: number): Promise<ImportRow[]> =>
  (await importsOf(db, merchantId).orderBy('id', 'desc').limit(limit).execute()) as ImportRow[];

/** One import of the merchant. */
export const selectImport = async (
  db: Database,
  merchantId: MerchantId,
  importId: number,
): Promise<ImportRow | undefined> =>
  (await importsOf(db, merchantId).where('id', '=', importId).executeTakeFirst()) as ImportRow | undefined;

/** Locks one import of the merchant until the transaction ends. */
export const lockImport = async (
  trx: Database,
  merchantId: MerchantId,
  importId: number,
): Promise<ImportRow | undefined> =>
  (await importsOf(trx, merchantId).where('id', '=', importId).forUpdate().executeTakeFirst()) as ImportRow | undefined;

/** The merchant of an import; undefined if it was deleted. */
export const selectImportMerchant = async (db: Database, importId: number): Promise<MerchantId | undefined> =>
  (await db.selectFrom('product_import').select('merchant_id').where('id', '=', importId).executeTakeFirst())
    ?.merchant_id;

export const hasRunningImport = async (db: Database, merchantId: MerchantId): Promise<boolean> =>
  (await importsOf(db, merchantId).where('state', '=', 'running').executeTakeFirst()) !== undefined;

/** Deletes the merchant's file that waits for its start. */
export const deleteUploadedImport = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await trx
    .deleteFrom('product_import')
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'uploaded')
    .execute();
};

/** Inserts an uploaded file. @returns its id */
export const insertImport = async (
  trx: Database,
  file: { merchant_id: MerchantId; file_name: string; header: readonly string[]; columns: ImportColumns },
  lines: readonly { line: number; cells: readonly string[] }[],
): Promise<number> => {
  const { id } = await trx
    .insertInto('product_import')
    .values({
      ...file,
      header: JSON.stringify(file.header),
      columns: JSON.stringify(file.columns),
      lines: lines.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into product_import_line (import_id, line, cells)
    select ${id}, line, cells from jsonb_to_recordset(${toJsonRows(lines)}) as r (line integer, cells jsonb)`.execute(
    trx,
  );
  return id;
};

export const updateImport = async (
  trx: Database,
  importId: number,
  change: Partial<Pick<ImportRow, 'state' | 'set_stock' | 'finished_at'>> & { columns?: ImportColumns },
): Promise<void> => {
  const { columns, ...rest } = change;
  await trx
    .updateTable('product_import')
    .set({ ...rest, ...(columns && { columns: JSON.stringify(columns) }) })
    .where('id', '=', importId)
    .execute();
};

/** Adds the counts of a part that ends with the line. */
export const addToImport = async (
  trx: Database,
  importId: number,
  lastLine: number,
  counts: Pick<ImportRow, 'created' | 'changed' | 'unchanged' | 'refused' | 'remarks'>,
): Promise<void> => {
  const { created, changed, unchanged, refused, remarks } = counts;
  await sql`
    update product_import set last_line = ${lastLine}, created = created + ${created}, changed = changed + ${changed},
      unchanged = unchanged + ${unchanged}, refused = refused + ${refused}, remarks = remarks + ${remarks}
    where id = ${importId}`.execute(trx);
};

/** The next lines after a line of the file, in order. */
export const selectLines = async (
  db: Database,
  importId: number,
  after: number,
  limit: number,
): Promise<{ line: number; cells: string[] }[]> => {
  const { rows } = await sql<{ line: number; cells: string[] }>`
    select line, cells from product_import_line where import_id = ${importId} and line > ${after}
    order by line limit ${limit}`.execute(db);
  return rows;
};

/** The lines of this import that were these products. */
export const selectSeenProducts = async (
  trx: Database,
  importId: number,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, number>> => {
  const { rows } = await sql<{ product_id: ProductId; line: number }>`
    select product_id, line from product_import_line
    where import_id = ${importId} and product_id = any(${[...productIds]}::integer[])`.execute(trx);
  return new Map(rows.map(({ product_id, line }) => [product_id, line]));
};

/** What has become of a line. Without problems its cells are not needed any more. */
export type FinishedLine = { line: number; product_id: ProductId | null; problems: readonly LineProblem[] | null };

export const updateLines = async (trx: Database, importId: number, lines: readonly FinishedLine[]): Promise<void> => {
  await sql`
    update product_import_line l set product_id = r.product_id, problems = r.problems,
      cells = case when r.problems is null then null else l.cells end
    from jsonb_to_recordset(${toJsonRows(lines)}) as r (line integer, product_id integer, problems jsonb)
    where l.import_id = ${importId} and l.line = r.line`.execute(trx);
};

/** The next lines with problems after a line of the file, in order. */
export const selectProblemLines = async (
  db: Database,
  importId: number,
  after: number,
  limit: number,
): Promise<{ line: number; cells: string[]; product_id: ProductId | null; problems: LineProblem[] }[]> => {
  const { rows } = await sql<Awaited<ReturnType<typeof selectProblemLines>>[number]>`
    select line, cells, product_id, problems from product_import_line
    where import_id = ${importId} and line > ${after} and problems is not null order by line limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** Deletes imports that are older than so many days, and do not run. */
export const deleteOldImports = async (db: Database, days: number): Promise<void> => {
  await sql`
    delete from product_import
    where created_at < now() - ${days} * interval '1 day' and state <> 'running'`.execute(db);
};
