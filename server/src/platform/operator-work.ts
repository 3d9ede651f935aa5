import type { Kobo } from '@sokuwa/contract/money.ts';
import { MAX_WORK_COUNTED } from '@sokuwa/contract/operators/overview.rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** What waits for an operator, of one kind. */
export type Work = {
  /** At most MAX_WORK_COUNTED. */
  count: number;
  /** Of how many merchants; 0 where it is not theirs. */
  merchants: number;
  oldest: Date | null;
  /** The next deadline. */
  due: Date | null;
  amount: Kobo | null;
};
/** Counts what waits, of each kind. */
export type CountWork = (db: Database) => Promise<Work>;

/**
 * Counts what waits for an operator, as far as MAX_WORK_COUNTED, so that a backlog costs no more than that.
 * @param rows selects the oldest first: `since`; `due`, `amount` and `merchant_id` may be null
 */
export const countWork =
  (rows: RawBuilder<unknown>): CountWork =>
  async (db) => {
    const { rows: counted } = await sql<Work>`
      select count(*)::integer as count, count(distinct merchant_id)::integer as merchants, min(since) as oldest, min(due) as due,
        sum(amount)::bigint as amount
      from (${rows} limit ${sql.lit(MAX_WORK_COUNTED)}) waiting`.execute(db);
    const [work] = counted;
    if (!work) throw new Error('an aggregate has one row');
    return work;
  };
