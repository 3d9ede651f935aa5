import type { LineProblem } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import { lockImportTargets, selectMerchantSlug, selectSubItems, writeImportedProducts } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { readMapping } from './categories.rules.ts';
import { Row } from './cells.rules.ts';
import { selectHeldUnits } from './exchange.sql.ts';
import type { FetchPicture } from './fetch-picture.ts';
import type { ImportDeps } from './import.service.ts';
import { type ImportedLine, readLine } from './merchant-line.rules.ts';
import { handleOf, type MerchantPlan, planLines } from './merchant-plan.rules.ts';
import { enqueueMissingPictures } from './missing-pictures.job-kinds.ts';
import { resolvePictures } from './pictures.ts';
import type { FoundPictures, StoredPicture } from './plan.rules.ts';
import { enqueuePart, type ImportPart } from './product-imports.job-kinds.ts';
import * as store from './product-imports.sql.ts';

/** Lines of a part, which is one transaction. */
export const PART_LINES = 100;
/** Downloads of a part after this time are left to later jobs, so that a slow server does not keep other imports waiting. */
const PICTURES_TIMEOUT_MS = 60_000;

/** Downloads until the deadline. */
const fetchUntil =
  (fetchPicture: FetchPicture, deadline: number): FetchPicture =>
  async (url) =>
    performance.now() > deadline ? { refused: 'There are many pictures.' } : fetchPicture(url);

/** Reads the cells of a part with the columns that the merchant has chosen. */
const readLines = async (
  db: Database,
  { header, columns }: store.ImportRow,
  merchantId: MerchantId,
  lines: readonly { line: number; cells: string[] }[],
): Promise<ImportedLine[]> => {
  const findCategory = readMapping('', await selectSubItems(db));
  if (typeof findCategory === 'string') throw new Error(findCategory);
  const merchant = await selectMerchantSlug(db, merchantId);
  const indexes = new Map(Object.entries(columns));
  return lines.map(({ line, cells }) => {
    if (cells.length === header.length) return readLine(new Row(line, indexes, cells), findCategory, merchant);
    const message = `The line has ${cells.length} cells, but there are ${header.length} columns.`;
    return { line, values: {}, problems: [{ field: null, message }] };
  });
};

type FindPictures = (line: ImportedLine) => FoundPictures | undefined;

/** Downloads the pictures of a part, outside its transaction. */
const findPictures = async (deps: ImportDeps, lines: readonly ImportedLine[]): Promise<FindPictures> => {
  const sources = new Set(lines.flatMap(({ values }) => values.pictures?.map(({ source }) => source) ?? []));
  const fetchPicture = fetchUntil(deps.fetchPicture, performance.now() + PICTURES_TIMEOUT_MS);
  const found = await resolvePictures({ ...deps, fetchPicture, folder: undefined, dryRun: false }, sources);
  return ({ values: { pictures } }) => {
    if (!pictures) return undefined;
    const stored: StoredPicture[] = [];
    const missing: string[] = [];
    for (const { source, alt } of pictures) {
      const result = found.get(source);
      if (!result) throw new Error(`no result for the picture ${source}`);
      if ('key' in result) stored.push({ key: result.key, alt });
      else missing.push(result.refused);
    }
    return { pictures: stored, missing };
  };
};

const queueLaterPictures = async (trx: Database, { later }: MerchantPlan, addedIds: readonly ProductId[]) => {
  for (const { product, wanted, before } of later) {
    const productId = typeof product === 'object' ? addedIds[product.added] : product;
    if (productId === undefined) throw new Error('a product was not inserted');
    await enqueueMissingPictures(trx, { product_id: productId, wanted, before });
  }
};

const finishImport = (trx: Database, importId: number, state: 'done' | 'failed'): Promise<void> =>
  store.updateImport(trx, importId, { state, finished_at: new Date() });

/** Writes the results of a part, and queues the next one. */
const finishPart = async (
  trx: Database,
  row: store.ImportRow,
  refused: readonly { line: number; problems: LineProblem[] }[],
  { outcomes }: Pick<MerchantPlan, 'outcomes'>,
  addedIds: readonly ProductId[],
): Promise<void> => {
  const toNull = (problems: LineProblem[]) => (problems.length === 0 ? null : problems);
  const finished = [
    ...refused.map(({ line, problems }) => ({ line, product_id: null, problems })),
    ...outcomes.map(({ line, outcome }) => {
      const { problems } = outcome;
      if (outcome.result === 'refused') return { line, product_id: null, problems };
      const product_id = outcome.result === 'created' ? (addedIds[outcome.added] ?? null) : outcome.productId;
      return { line, product_id, problems: toNull(problems) };
    }),
  ];
  await store.updateLines(trx, row.id, finished);
  const count = (result: string) => outcomes.filter(({ outcome }) => outcome.result === result).length;
  const after = Math.max(...finished.map(({ line }) => line));
  await store.addToImport(trx, row.id, after, {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: refused.length + count('refused'),
    remarks: finished.filter(({ product_id, problems }) => product_id !== null && problems !== null).length,
  });
  if (finished.length < PART_LINES) await finishImport(trx, row.id, 'done');
  else await enqueuePart(trx, { import_id: row.id, after });
};

/**
 * Imports the next lines of a merchant's file in one transaction, which also queues the part after them (MERCHANT-81). A repetition does
 * nothing, because the import has gone on; neither does a cancelled import.
 */
export const importPart = async (deps: ImportDeps, { import_id, after }: ImportPart): Promise<void> => {
  const { db } = deps;
  const merchantId = await store.selectImportMerchant(db, import_id);
  const row = merchantId && (await store.selectImport(db, merchantId, import_id));
  const isNext = (one: store.ImportRow | undefined) => one?.state === 'running' && one.last_line === after;
  if (!row || !isNext(row)) return;
  const cells = await store.selectLines(db, import_id, after, PART_LINES);
  const lines = await readLines(db, row, merchantId, cells);
  const refused = lines.filter(({ problems }) => problems.length > 0);
  const valid = lines.filter(({ problems }) => problems.length === 0);
  const pictures = await findPictures(deps, valid);
  await db.transaction().execute(async (trx) => {
    const locked = await store.lockImport(trx, merchantId, import_id);
    if (!locked || !isNext(locked)) return;
    if (lines.length === 0) return finishImport(trx, import_id, 'done');
    const keys = valid.map(({ values }) => ({ handle: handleOf(values), sku: values.sku ?? null }));
    const targets = await lockImportTargets(trx, merchantId, keys);
    if (targets.isSuspended) return finishImport(trx, import_id, 'failed');
    const ids = targets.rows.map(({ id }) => id);
    const plan = planLines(valid, targets, {
      merchantId,
      held: await selectHeldUnits(trx, ids),
      seen: await store.selectSeenProducts(trx, import_id, ids),
      findPictures: pictures,
      setStock: row.set_stock,
      now: new Date(),
    });
    const addedIds = await writeImportedProducts(trx, targets, plan);
    await queueLaterPictures(trx, plan, addedIds);
    await finishPart(trx, row, refused, plan, addedIds);
  });
};
