import { AsyncLocalStorage } from 'node:async_hooks';
import { type RawBuilder, sql } from 'kysely';

const ages = new AsyncLocalStorage<number>();

/**
 * Runs work whose ledger transactions are dated some days ago. Only demo data needs it, whose events are some weeks apart: the ledger is
 * never changed, so its transactions cannot be moved into the past afterwards.
 */
export const postDaysAgo = <T>(days: number, run: () => Promise<T>): Promise<T> => ages.run(days, run);

/** The time of the transactions that are written now. */
export const postingTime = (): RawBuilder<Date> => {
  const days = ages.getStore();
  return days === undefined ? sql`now()` : sql`now() - make_interval(days => ${days}::integer)`;
};
