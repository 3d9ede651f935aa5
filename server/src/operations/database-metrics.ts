import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { countJobs, type JobCounts } from '../platform/pg-boss-tables.ts';
import type { StatusMetric } from '../slice.ts';

/** The metrics that are read from the database. */
export type DatabaseMetrics = {
  jobs: JobCounts[];
  statuses: { metric: StatusMetric; counts: Awaited<ReturnType<StatusMetric['count']>> }[];
};

/**
 * Reads the metrics.
 * @param timeoutMs prevents monitoring from adding load to an overloaded database
 * @throws if the database is unavailable or the timeout expires
 */
export const readDatabaseMetrics = async (
  db: Database,
  statusMetrics: readonly StatusMetric[],
  timeoutMs: number,
): Promise<DatabaseMetrics> => {
  const aborting = new AbortController();
  const reading = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
    const jobs = await countJobs(tx);
    const statuses: DatabaseMetrics['statuses'] = [];
    for (const metric of statusMetrics) statuses.push({ metric, counts: await metric.count(tx) });
    return { jobs, statuses };
  });
  const timeout = wait(timeoutMs, undefined, { signal: aborting.signal }).then(() => {
    throw new Error(`the database returned no metrics within ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    aborting.abort();
  }
};
