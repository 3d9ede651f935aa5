import type { Database } from '../platform/database.ts';
import { enqueue, jobKind } from '../platform/jobs.ts';

/** A part of an import: the lines after this one. */
export type ImportPart = { import_id: number; after: number };

export const importProductsJob = jobKind<ImportPart>('import_products');

/** Queues the next part of an import, once. */
export const enqueuePart = (trx: Database, part: ImportPart): Promise<void> =>
  enqueue(trx, importProductsJob, part, { key: `${part.import_id} ${part.after}` });
