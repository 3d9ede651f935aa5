import { basename } from 'node:path';
import { PRODUCT_TEXT_LENGTHS, tidyLine } from '@sokuwa/contract/catalog/product.rules.ts';
import { type ImportField, MAX_LISTED_IMPORTS } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type {
  importStart,
  ProductImportDetail,
  ProductImportList,
} from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import type { z } from 'zod';
import { isMerchantSuspended } from '../catalog/index.ts';
import { formatCsvLine } from '../platform/csv.rules.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { guessColumns } from './merchant-file.rules.ts';
import { readMerchantFile } from './merchant-file.ts';
import { enqueuePart } from './product-imports.job-kinds.ts';
import { presentImport, presentImportDetail } from './product-imports.present.ts';
import * as store from './product-imports.sql.ts';

const SHOWN_LINES = 5;
const REPORT_BATCH = 200;

/** A merchant's last imports, newest first (MERCHANT-80). */
export const listImports = async (db: Database, merchantId: MerchantId): Promise<ProductImportList> => ({
  results: (await store.selectImports(db, merchantId, MAX_LISTED_IMPORTS)).map(presentImport),
});

const presentDetail = async (db: Database, row: store.ImportRow): Promise<ProductImportDetail> => {
  const lines = row.state === 'uploaded' ? await store.selectLines(db, row.id, 0, SHOWN_LINES) : [];
  return presentImportDetail(
    row,
    lines.map(({ cells }) => cells),
  );
};

/** @returns not_found for another merchant's */
export const readImport = async (
  db: Database,
  merchantId: MerchantId,
  importId: number,
): Promise<ProductImportDetail | Refused<'not_found'>> => {
  const row = await store.selectImport(db, merchantId, importId);
  return row ? presentDetail(db, row) : refuse('not_found');
};

type Blocked = Refused<'merchant_suspended' | 'import_running'>;

/** @returns why the merchant cannot import a file now; undefined if it can */
const refuseBlocked = async (db: Database, merchantId: MerchantId): Promise<Blocked | undefined> => {
  if (await isMerchantSuspended(db, merchantId)) return refuse('merchant_suspended');
  return (await store.hasRunningImport(db, merchantId)) ? refuse('import_running') : undefined;
};

/**
 * Stores a product file, which waits for its start (MERCHANT-80). It replaces one that waits.
 * @param file untrusted
 * @returns the file with a guess of its columns; import_file_invalid with the reason; import_running; merchant_suspended
 */
export const uploadFile = async (
  db: Database,
  merchantId: MerchantId,
  file: File,
): Promise<ProductImportDetail | Blocked | Refused<'import_file_invalid'>> => {
  const blocked = await refuseBlocked(db, merchantId);
  if (blocked) return blocked;
  const read = await readMerchantFile(await file.bytes());
  if (typeof read === 'string') return refuse('import_file_invalid', { file: [read] }, read);
  const { header, lines } = read;
  const file_name = tidyLine(basename(file.name)).slice(0, PRODUCT_TEXT_LENGTHS.title) || 'products.csv';
  return db.transaction().execute(async (trx) => {
    await store.lockImportsOf(trx, merchantId);
    const running = await refuseBlocked(trx, merchantId);
    if (running) return running;
    await store.deleteUploadedImport(trx, merchantId);
    const columns = guessColumns(header);
    const importId = await store.insertImport(trx, { merchant_id: merchantId, file_name, header, columns }, lines);
    return readUnchecked(trx, merchantId, importId);
  });
};

/** An import that exists. */
const readUnchecked = async (trx: Database, merchantId: MerchantId, importId: number): Promise<ProductImportDetail> => {
  const row = await store.selectImport(trx, merchantId, importId);
  if (!row) throw new Error(`import ${importId} does not exist`);
  return presentDetail(trx, row);
};

/**
 * Starts an import, which jobs then work through (MERCHANT-81). Safe to repeat.
 * @returns the import; import_not_waiting if it was started with other columns, or is finished; invalid_input for a column that the file does not
 *   have; import_running; merchant_suspended; not_found
 */
export const startImport = (
  db: Database,
  merchantId: MerchantId,
  importId: number,
  { columns, set_stock }: z.output<typeof importStart>,
): Promise<ProductImportDetail | Blocked | Refused<'not_found' | 'import_not_waiting' | 'invalid_input'>> =>
  db.transaction().execute(async (trx) => {
    await store.lockImportsOf(trx, merchantId);
    const row = await store.lockImport(trx, merchantId, importId);
    if (!row) return refuse('not_found');
    if (row.state !== 'uploaded') {
      const isRepeated = row.state !== 'cancelled' && isSame(row.columns, columns) && row.set_stock === set_stock;
      return isRepeated ? presentDetail(trx, row) : refuse('import_not_waiting');
    }
    if (Object.values(columns).some((column) => column >= row.header.length))
      return refuse('invalid_input', { columns: [`The file has ${row.header.length} columns.`] });
    const blocked = await refuseBlocked(trx, merchantId);
    if (blocked) return blocked;
    await store.updateImport(trx, importId, { state: 'running', columns, set_stock });
    await enqueuePart(trx, { import_id: importId, after: 0 });
    return readUnchecked(trx, merchantId, importId);
  });

const isSame = (a: Record<string, number>, b: Record<string, number>): boolean =>
  Object.keys({ ...a, ...b }).every((field) => a[field] === b[field]);

/**
 * Stops an import after the part that is being written (MERCHANT-82). Safe to repeat; a finished import stays as it is.
 * @returns the import; not_found
 */
export const cancelImport = (
  db: Database,
  merchantId: MerchantId,
  importId: number,
): Promise<ProductImportDetail | Refused<'not_found'>> =>
  db.transaction().execute(async (trx) => {
    const row = await store.lockImport(trx, merchantId, importId);
    if (!row) return refuse('not_found');
    if (row.finished_at === null)
      await store.updateImport(trx, importId, { state: 'cancelled', finished_at: new Date() });
    return readUnchecked(trx, merchantId, importId);
  });

/**
 * The report of an import as CSV (MERCHANT-83): a row for each line with problems: its number, whether it was imported, the columns, what is wrong,
 * and its cells, so that the corrected report can be imported.
 * @returns not_found for another merchant's import
 */
export const readReport = async (
  db: Database,
  merchantId: MerchantId,
  importId: number,
): Promise<AsyncGenerator<string> | Refused<'not_found'>> => {
  const row = await store.selectImport(db, merchantId, importId);
  return row ? formatReport(db, row) : refuse('not_found');
};

async function* formatReport(db: Database, { id, header, columns }: store.ImportRow): AsyncGenerator<string> {
  yield formatCsvLine(['line', 'imported', 'column', 'problem', ...header]);
  for (let after = 0; ; ) {
    const lines = await store.selectProblemLines(db, id, after, REPORT_BATCH);
    const last = lines.at(-1);
    if (!last) return;
    const nameOf = (field: ImportField) => header[columns[field] ?? -1] || field;
    const rows = lines.map(({ line, cells, product_id, problems }) => {
      const names = problems.flatMap(({ field }) => field ?? []).map(nameOf);
      const texts = problems.map(({ field, message }) => (field === null ? message : `${nameOf(field)}: ${message}`));
      const imported = product_id === null ? 'no' : 'yes';
      return formatCsvLine([String(line), imported, [...new Set(names)].join(', '), texts.join(' '), ...cells]);
    });
    yield rows.join('');
    after = last.line;
  }
}
