import type { Database } from '../platform/database.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import { deleteOldChanges } from './changes.sql.ts';
import { CHANGES_LIFETIME_MS } from './follow-changes.ts';

export const sweepChanges = jobKind('sweep_catalog_changes', { limit: 0 });

export const catalogWorkers = ({ db }: { db: Database }): JobWorker[] => [
  createWorker(sweepChanges, () => deleteOldChanges(db, CHANGES_LIFETIME_MS), { cron: '*/5 * * * *' }),
];
