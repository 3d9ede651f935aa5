import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from './database.ts';
import { type CountWork, countWork } from './operator-work.ts';

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

/** A job that failed at its last attempt, or at an earlier one and is retried later. */
export type TroubledJob = {
  id: string;
  kind: string;
  state: 'failed' | 'retrying';
  /** Failed attempts. */
  attempts: number;
  created_at: Date;
  /** Null if it has failed for good. */
  next_attempt_at: Date | null;
  error: string | null;
  /** Of a mail: what it is, and the address. Its other data may have links that sign somebody in. */
  mail: { kind: string; to: string } | null;
  cursor: string;
};

const isTroubled = sql<boolean>`job.name not like '\\_\\_%' and job.state in ('retry', 'failed')`;

/**
 * Jobs that failed at their last attempt, within a week, or at an earlier one, newest first.
 * @param options `mailJobs`: the kind that sends mail; `cursor` of the last row of the page before
 */
export const selectTroubledJobs = async (
  db: Database,
  {
    kind,
    state,
    mailJobs,
    cursor,
    limit,
  }: {
    kind: string | undefined;
    state: TroubledJob['state'] | undefined;
    mailJobs: string;
    cursor: string | undefined;
    limit: number;
  },
): Promise<TroubledJob[]> => {
  const [micros, last] = cursor?.split('.') ?? [];
  const { rows } = await sql<TroubledJob>`
    select job.id, job.name as kind, case when job.state = 'failed' then 'failed' else 'retrying' end as state,
      job.retry_count + 1 as attempts, job.created_on as created_at,
      case when job.state <> 'failed' then job.start_after end as next_attempt_at, job.output ->> 'message' as error,
      case when job.name = ${mailJobs} and job.data ->> 'to' is not null then json_build_object('kind', job.data ->> 'kind', 'to', job.data ->> 'to') end as mail,
      (extract(epoch from job.created_on) * 1000000)::bigint || '.' || job.id as cursor
    from pgboss.job where ${isTroubled}
      and ${kind === undefined ? sql`true` : sql`job.name = ${kind}`}
      and ${state === undefined ? sql`true` : state === 'failed' ? sql`job.state = 'failed'` : sql`job.state <> 'failed'`}
      and ${
        micros === undefined
          ? sql`true`
          : sql`(job.created_on, job.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${last}::uuid)`
      }
    order by job.created_on desc, job.id desc limit ${limit}`.execute(db);
  return rows;
};

/** Counts mails that could not be sent so far, or other jobs that failed at their last attempt. */
export const countTroubledJobs = (mailJobs: string): Record<'mails_unsent' | 'jobs_failed', CountWork> => {
  const count = (condition: RawBuilder<unknown>) =>
    countWork(sql`
      select job.created_on as since, null::timestamptz as due, null::integer as merchant_id, null::bigint as amount
      from pgboss.job where ${isTroubled} and ${condition} order by job.created_on`);
  return {
    mails_unsent: count(sql`job.name = ${sql.lit(mailJobs)}`),
    jobs_failed: count(sql`job.name <> ${sql.lit(mailJobs)} and job.state = 'failed'`),
  };
};

/**
 * Makes a job due now that has failed, or waits for its next attempt. Workers find it within their polling interval.
 * @returns its kind, and whether it was made due: not if it runs, is completed or has not failed; undefined if there is no such job
 */
export const makeJobDue = async (trx: Database, id: string): Promise<{ kind: string; isDue: boolean } | undefined> => {
  const { rows } = await sql<{ kind: string; isDue: boolean }>`
    with found as (
      select id, name from pgboss.job where id = ${id}::uuid and name not like '\\_\\_%' for update
    ), due as (
      update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
        retry_limit = greatest(job.retry_limit, job.retry_count + 1), keep_until = greatest(keep_until, now() + interval '1 day')
      from found where job.id = found.id and job.name = found.name and ${isTroubled} returning job.id
    )
    select found.name as kind, exists (select from due) as "isDue" from found`.execute(trx);
  return rows[0];
};
