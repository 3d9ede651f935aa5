import { deleteOldChanges } from '../platform/changes.ts';
import type { Database } from '../platform/database.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';

export const sweepChanges = jobKind('sweep_catalog_changes', { limit: 0 });

export const catalogWorkers = ({ db }: { db: Database }): JobWorker[] => [
  createWorker(sweepChanges, () => deleteOldChanges(db), { cron: '*/5 * * * *' }),
];
