import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How the jobs of one kind are getting on. */
export type JobCounts = {
  kind: string;
  /** Due, and begun by nobody. */
  waiting: number;
  /** To be done, or tried again, at a later time. */
  later: number;
  running: number;
  /** Tried as often as the kind allows, within the last week. */
  failed: number;
  /** Seconds for which the first of those that wait is due; null without any. */
  overdue: number | null;
  /** Seconds since the oldest that is not done was queued; null without any. */
  oldest: number | null;
};

/** Every kind of job that the shop has, and how many there are of each. */
export const countJobs = async (db: Database): Promise<JobCounts[]> => {
  const { rows } = await sql<JobCounts>`
    select queue.name as kind,
      count(job.id) filter (where job.state < 'active' and job.start_after <= now()) as waiting,
      count(job.id) filter (where job.state < 'active' and job.start_after > now()) as later,
      count(job.id) filter (where job.state = 'active') as running,
      count(job.id) filter (where job.state = 'failed') as failed,
      extract(epoch from now() - min(job.start_after)
        filter (where job.state < 'active' and job.start_after <= now()))::float8 as overdue,
      extract(epoch from now() - min(job.created_on) filter (where job.state <= 'active'))::float8 as oldest
    from pgboss.queue left join pgboss.job on job.name = queue.name
    -- The library has lines of its own.
    where queue.name not like '\\_\\_%'
    group by queue.name
    order by queue.name`.execute(db);
  return rows;
};
