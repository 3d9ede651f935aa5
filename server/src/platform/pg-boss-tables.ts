import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from './database.ts';

/**
 * All SQL on pg-boss's tables. They are not a public interface of the library: pg-boss-tables.test.ts fails when an
 * upgrade changes what is used here.
 */
export const JOB_SCHEMA = 'pgboss';

/** The tables that a backup contains: jobs, and their queues. */
export const BACKED_UP_JOB_TABLES = ['queue', 'job'];

export const hasJobTables = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ exists: boolean }>("select to_regclass('pgboss.job') is not null as exists");
  return rows[0]?.exists ?? false;
};

/** Deletes every queue and job, before a backup is restored. */
export const deleteAllJobs = async (client: pg.PoolClient): Promise<void> => {
  await client.query('delete from pgboss.job; delete from pgboss.job_dependency; delete from pgboss.queue');
};

export const deleteJobData = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db.executeSql('update pgboss.job set data = null where id = any($1)', [ids]);
};

/** A time that is further in the future was written while the clock was ahead. */
const MAX_AHEAD = `interval '1 minute'`;

/**
 * After the clock was ahead, pg-boss would run no scheduled job, and no job that was queued meanwhile, until the clock reaches the times that it
 * has stored. Resets these times.
 */
export const resetFutureTimes = async (db: Db): Promise<void> => {
  await db.executeSql(`update pgboss.version set cron_on = null where cron_on > now() + ${MAX_AHEAD}`);
  await db.executeSql(`update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + ${MAX_AHEAD}`);
  await db.executeSql(`update pgboss.job set start_after = now() + (start_after - created_on), created_on = now()
    where state < 'active' and created_on > now() + ${MAX_AHEAD}`);
};

/** The number of jobs of one kind, by state. */
export type JobCounts = {
  kind: string;
  /** Due, but not started. */
  waiting: number;
  /** Due later, first attempts and retries. */
  delayed: number;
  running: number;
  /** Failed at the last attempt, within the last week. */
  failed: number;
  /** How long the first waiting job has been due; null without one. */
  overdueSeconds: number | null;
  /** The age of the oldest job that is not completed; null without one. */
  oldestSeconds: number | null;
};

/** The counts of every kind of job. */
export const countJobs = async (db: Database): Promise<JobCounts[]> => {
  const { rows } = await sql<JobCounts>`
    select queue.name as kind,
      count(job.id) filter (where job.state < 'active' and job.start_after <= now()) as waiting,
      count(job.id) filter (where job.state < 'active' and job.start_after > now()) as delayed,
      count(job.id) filter (where job.state = 'active') as running,
      count(job.id) filter (where job.state = 'failed') as failed,
      extract(epoch from now() - min(job.start_after)
        filter (where job.state < 'active' and job.start_after <= now()))::float8 as "overdueSeconds",
      extract(epoch from now() - min(job.created_on) filter (where job.state <= 'active'))::float8 as "oldestSeconds"
    from pgboss.queue left join pgboss.job on job.name = queue.name
    -- Skip pg-boss's internal queues.
    where queue.name not like '\\_\\_%'
    group by queue.name
    order by queue.name`.execute(db);
  return rows;
};
