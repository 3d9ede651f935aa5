import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import type * as schemas from '@sokuwa/contract/operators/jobs.schemas.ts';
import { MAIL_JOBS } from '../mail/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { makeJobDue, selectTroubledJobs } from '../platform/pg-boss-tables.ts';
import { type Refused, refuse } from '../platform/refusal.ts';

export type JobSearch = {
  kind?: string | undefined;
  state?: schemas.TroubledJob['state'] | undefined;
  cursor?: string | undefined;
};

/** One page of the jobs of which an attempt has failed, newest first (OPERATOR-20). */
export const listJobs = async (
  db: Database,
  { kind, state, cursor }: JobSearch,
): Promise<CursorPage<schemas.TroubledJob>> => {
  const options = { kind, state, mailJobs: MAIL_JOBS, cursor, limit: OPERATOR_PAGE_SIZE + 1 };
  const page = cutPage(await selectTroubledJobs(db, options), OPERATOR_PAGE_SIZE, (row) => row.cursor);
  const results = page.results.map(({ cursor: _, created_at, next_attempt_at, ...job }) => ({
    ...job,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
  }));
  return { ...page, results };
};

/**
 * Runs a job again that has failed, without waiting for its next attempt (OPERATOR-20). Safe to repeat.
 * @returns whether it is due now; not_found
 */
export const retryJob = async (
  db: Database,
  id: string,
  options: ActOptions,
): Promise<schemas.JobRetried | Refused<'not_found'>> => {
  let unchanged: schemas.JobRetried | undefined;
  const retried = await runAct(db, options, async (trx) => {
    const job = await makeJobDue(trx, id);
    if (!job) return refuse('not_found');
    const result = { id, kind: job.kind, is_due: job.isDue };
    if (job.isDue) return acted(result, { action: 'jobs retry', subject: `job ${id}`, after: { kind: job.kind } });
    unchanged = result;
    return undefined;
  });
  const result = retried ?? unchanged;
  if (!result) throw new Error('a job is retried, unchanged or not found');
  return result;
};
