import type { Database } from '../platform/database.ts';
import { createWorker, type JobWorker, jobKind } from '../platform/jobs.ts';
import { lagosDayOf } from '../platform/lagos-day.rules.ts';
import { deleteOldChanges } from './changes.sql.ts';
import { moveMergedStock } from './duplicates.service.ts';
import { CHANGES_LIFETIME_MS } from './follow-changes.ts';
import { followHolidays } from './merchants.sql.ts';

export const sweepChanges = jobKind('sweep_catalog_changes', { limit: 0 });

/** No retries: cron starts it again a minute later. */
const followHolidaysJob = jobKind('follow_holidays', { limit: 0 });

/** No retries: cron starts it again. */
const moveMergedStockJob = jobKind('move_merged_stock', { limit: 0 });

export const catalogWorkers = ({ db }: { db: Database }): JobWorker[] => [
  createWorker(sweepChanges, () => deleteOldChanges(db, CHANGES_LIFETIME_MS), { cron: '*/5 * * * *' }),
  createWorker(moveMergedStockJob, () => moveMergedStock(db), { cron: '*/10 * * * *' }),
  createWorker(followHolidaysJob, () => followHolidays(db, lagosDayOf(new Date())), { cron: '* * * * *' }),
];
