import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  insertPictures,
  insertProducts,
  lockCatalogKeys,
  lockProductsByHandle,
  replacePictures,
  selectSellers,
  selectSubItems,
  updateProducts,
} from '../catalog/index.ts';
import { type Act, type ActOptions, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { type FindCategory, readMapping } from './categories.rules.ts';
import * as store from './exchange.sql.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { enqueueMissingPictures } from './missing-pictures.job-kinds.ts';
import { resolvePictures } from './pictures.ts';
import {
  type FoundPictures,
  handleKey,
  type Plan,
  planBatch,
  productKey,
  type ResolvedRecord,
  resolveRecord,
  type StoredPicture,
  skuKey,
} from './plan.rules.ts';
import { readUnits, type UnitRead, UnreadableFileError } from './read-file.ts';
import type { ProductRecord, Refusal } from './record.rules.ts';
import { Report, reportLength } from './report.ts';

export type ImportRequest = {
  file: string;
  /** The slug of the merchant for products that name none. */
  merchant: string | undefined;
  /** The file that maps external category names to the shop's categories. */
  categories: string | undefined;
  /** The folder for pictures that are given as file paths. */
  pictures: string | undefined;
  /** The path of the report: refused lines, replaced stock, missing pictures. The file is deleted if it would be empty. */
  report: string;
  /** Defaults for new products. */
  weight_grams: number | undefined;
  stock: number | undefined;
  /** Whether the file's stock replaces that of known products. */
  set_stock: boolean;
};

/** Result counts so far. */
export type Counts = { added: number; changed: number; unchanged: number; refused: number };
export type Imported = Counts & {
  /** Products processed by an interrupted run of the same import, skipped in this run. */
  processedBefore: number;
  /** Whether reading stopped before the end of the file; the report gives the line and the reason. */
  stopped: boolean;
  /** Whether there is a report: lines were refused, stock was replaced, or pictures are missing. */
  hasReport: boolean;
};
/** `part` is the fraction of the file, 0 to 1. */
export type OnProgress = (progress: { part: number; products: number; refused: number }) => void;

export type ImportOptions = ActOptions & { onProgress: OnProgress };

export type ImportDeps = { db: Database; media: MediaStore; fetchPicture: FetchPicture; publicUrl: string };

/** Version of the import rules. Increment it when the same file would give a different result. */
const RULES_VERSION = 3;
/** Batch size in products, and the maximum number of units per batch. */
const BATCH_PRODUCTS = 250;
const MAX_UNITS = 1000;

const computeDigest = async (request: ImportRequest, mapping: string): Promise<Buffer> => {
  const { file, report: _, categories: __, ...settings } = request;
  const hash = createHash('sha256').update(JSON.stringify([RULES_VERSION, settings, mapping]));
  await pipeline(createReadStream(file), hash);
  return hash.digest();
};

/** Groups units into batches. */
async function* groupIntoBatches(units: AsyncIterable<UnitRead>): AsyncGenerator<UnitRead[]> {
  let batch: UnitRead[] = [];
  let products = 0;
  for await (const read of units) {
    batch.push(read);
    products += read.unit.records.length + read.unit.refusals.length;
    if (products < BATCH_PRODUCTS && batch.length < MAX_UNITS) continue;
    yield batch;
    batch = [];
    products = 0;
  }
  if (batch.length > 0) yield batch;
}

type Run = {
  request: ImportRequest;
  digest: Buffer;
  findCategory: FindCategory;
  now: Date;
  dryRun: boolean;
  act: Act;
};

/** Resolves merchants and categories; refuses records without them. */
const resolveRecords = async (db: Database, records: readonly ProductRecord[], { request, findCategory }: Run) => {
  const slugs = new Set(records.map(({ merchant }) => merchant ?? request.merchant ?? ''));
  const sellers = await selectSellers(db, [...slugs]);
  const resolved: ResolvedRecord[] = [];
  const refusals: Refusal[] = [];
  for (const record of records) {
    const result = resolveRecord(record, sellers, findCategory, request.merchant);
    if ('reason' in result) refusals.push(result);
    else resolved.push(result);
  }
  return { resolved, refusals };
};

type FindPictures = (record: ProductRecord) => FoundPictures | undefined | string;

const storePictures = async (
  deps: ImportDeps,
  resolved: readonly ResolvedRecord[],
  { request, dryRun }: Run,
): Promise<FindPictures> => {
  const sources = new Set(resolved.flatMap(({ record }) => record.pictures?.map(({ source }) => source) ?? []));
  const found = await resolvePictures({ ...deps, folder: request.pictures, dryRun }, sources);
  return ({ pictures }) => {
    const stored: StoredPicture[] = [];
    const missing: string[] = [];
    for (const { source, alt } of pictures ?? []) {
      const result = found.get(source);
      if (!result) throw new Error(`no result for the picture ${source}`);
      if ('key' in result) stored.push({ key: result.key, alt });
      else if (result.isFetchedLater) missing.push(result.refused);
      else return result.refused;
    }
    return pictures && { pictures: stored, missing };
  };
};

/** Plans the changes, with the existing products locked. */
const planChanges = async (
  trx: Database,
  resolved: readonly ResolvedRecord[],
  findPictures: FindPictures,
  { request, now }: Run,
): Promise<Plan> => {
  const identifiers = resolved.map(({ record, seller }) => ({
    merchant_id: seller.id,
    handle: record.handle,
    sku: record.sku ?? null,
  }));
  const existing = await lockProductsByHandle(trx, identifiers);
  const keys = identifiers.flatMap(({ merchant_id, handle, sku }) => [
    handleKey(merchant_id, handle),
    ...(sku === null ? [] : [skuKey(merchant_id, sku)]),
  ]);
  // Read after the products are locked, because an order locks its products before it reserves or returns units.
  const held = await store.selectHeldUnits(
    trx,
    existing.map(({ id }) => id),
  );
  const seen = await store.selectSeen(trx, [...keys, ...existing.map(({ id }) => productKey(id))]);
  const plan = planBatch(resolved, existing, held, seen, findPictures, { ...request, listed_at: now });
  await store.insertSeen(trx, plan.seen);
  return plan;
};

const write = async (trx: Database, { changed, added, incomplete }: Plan): Promise<void> => {
  await updateProducts(
    trx,
    changed.map(({ product }) => product),
  );
  const ids = new Map<string, ProductId>();
  for (const { id, merchant_id, slug } of await insertProducts(
    trx,
    added.map(({ product }) => product),
  ))
    ids.set(handleKey(merchant_id, slug), id);
  await replacePictures(
    trx,
    changed.flatMap(({ product, pictures }) => (pictures ? [{ id: product.id, pictures }] : [])),
  );
  await insertPictures(
    trx,
    added.flatMap(({ product, pictures }) => {
      const id = ids.get(handleKey(product.merchant_id, product.slug));
      if (id === undefined) throw new Error(`product not inserted: ${product.slug}`);
      return pictures.map((picture, position) => ({ product_id: id, position, ...picture }));
    }),
  );
  for (const { product, wanted, before } of incomplete) {
    const productId = typeof product === 'string' ? ids.get(product) : product;
    if (productId === undefined) throw new Error(`product not inserted: ${product}`);
    await enqueueMissingPictures(trx, { product_id: productId, wanted, before });
  }
};

const countProcessed = ({ added, changed, unchanged }: Counts): number => added + changed + unchanged;

/** Imports the file in batches. Each transaction contains the changes of one batch and the import progress. */
const importBatches = async (db: Database, deps: ImportDeps, run: Run, onProgress: OnProgress): Promise<Imported> => {
  const { request, digest, dryRun, now } = run;
  const interrupted = dryRun ? undefined : await store.selectRun(db, digest);
  // Without its report an interrupted import starts again; this is safe because the import is idempotent.
  const resumed =
    interrupted && (await reportLength(request.report)) >= interrupted.report_bytes ? interrupted : undefined;
  const counts: Counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  if (resumed) for (const name of ['added', 'changed', 'unchanged', 'refused'] as const) counts[name] = resumed[name];
  const before = countProcessed(counts);
  const report = await Report.open(request.report, resumed?.report_bytes ?? 0);
  const { size } = await stat(request.file);
  const { file, merchant, set_stock } = request;
  /** A batch is a transaction of its own, so the log has the start of the import and its result. */
  const recordImport = (trx: Database, after: object) =>
    recordAudit(trx, run.act, { action: 'products import', subject: `file ${basename(file)}`, after });
  let isRecorded = false;
  let units = 0;
  let stopped = false;
  let finished = false;
  try {
    for await (const batch of groupIntoBatches(readUnits(request.file, now))) {
      const skipped = Math.min(batch.length, Math.max(0, (resumed?.units ?? 0) - units));
      units += batch.length;
      const toRecords = (part: readonly UnitRead[]) => part.flatMap(({ unit }) => unit.records);
      // Completed records are not written again; only their keys are registered, to detect duplicates on later lines.
      const completed = skipped === 0 ? undefined : await resolveRecords(db, toRecords(batch.slice(0, skipped)), run);
      const { resolved, refusals } = await resolveRecords(db, toRecords(batch.slice(skipped)), run);
      const findPictures = await storePictures({ ...deps, db }, resolved, run);
      const trx = await db.startTransaction().execute();
      try {
        if (!dryRun) await lockCatalogKeys(trx);
        if (completed) await planChanges(trx, completed.resolved, () => undefined, run);
        const plan = await planChanges(trx, resolved, findPictures, run);
        if (!dryRun) await write(trx, plan);
        if (!dryRun && !isRecorded && plan.added.length + plan.changed.length > 0) {
          await recordImport(trx, { merchant, set_stock });
          isRecorded = true;
        }
        counts.added += plan.added.length;
        counts.changed += plan.changed.length;
        counts.unchanged += plan.unchanged;
        const all = [...batch.slice(skipped).flatMap(({ unit }) => unit.refusals), ...refusals, ...plan.refusals];
        counts.refused += all.length;
        await report.add([...all, ...plan.notes].toSorted((a, b) => a.line - b.line));
        if (!dryRun) await store.upsertRun(trx, digest, { units, ...counts, report_bytes: report.bytes });
        await trx.commit().execute();
      } catch (error) {
        await trx.rollback().execute();
        throw error;
      }
      const last = batch.at(-1);
      stopped = last?.stopped ?? false;
      onProgress({
        part: size === 0 ? 1 : (last?.bytes ?? 0) / size,
        products: countProcessed(counts),
        refused: counts.refused,
      });
    }
    if (isRecorded) await recordImport(db, counts);
    if (!dryRun) await store.deleteRun(db, digest);
    finished = true;
    return { ...counts, processedBefore: before, stopped, hasReport: !report.isEmpty };
  } finally {
    // Keep the report of an interrupted import: the resumed import appends to it.
    await report.close(!report.isEmpty || !finished);
  }
};

/**
 * Imports the products of a file; matches existing products by SKU or handle. Invalid lines are reported and skipped.
 * An interrupted import resumes when it is started again; repeating a finished import changes nothing. A dry run only
 * writes the report.
 * @returns an error message if the file cannot be imported or another import of it is running
 */
export const importProducts = (
  deps: ImportDeps,
  request: ImportRequest,
  { dryRun, act, onProgress }: ImportOptions,
): Promise<Imported | { refused: string }> =>
  // Use one connection throughout: it holds the advisory lock and the temporary table of keys.
  deps.db.connection().execute(async (db) => {
    try {
      if (request.merchant !== undefined && !(await selectSellers(db, [request.merchant])).has(request.merchant))
        return { refused: `There is no merchant "${request.merchant}".` };
      const mapping = request.categories === undefined ? '' : await readFile(request.categories, 'utf8');
      const findCategory = readMapping(mapping, await selectSubItems(db));
      if (typeof findCategory === 'string') return { refused: findCategory };
      const digest = await computeDigest(request, mapping);
      if (!(await store.lockRun(db, digest))) return { refused: 'Another import of this file is running.' };
      try {
        await store.createSeen(db);
        return await importBatches(
          db,
          deps,
          { request, digest, findCategory, now: new Date(), dryRun, act },
          onProgress,
        );
      } finally {
        await store.dropSeen(db);
        await store.unlockRun(db, digest);
      }
    } catch (error) {
      if (error instanceof UnreadableFileError) return { refused: error.message };
      if (error instanceof Error && 'code' in error && 'path' in error && /^E[A-Z]+$/.test(String(error.code)))
        return { refused: `${error.path} can't be read or written (${error.code}).` };
      throw error;
    }
  });
