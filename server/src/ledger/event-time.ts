import { AsyncLocalStorage } from 'node:async_hooks';

const times = new AsyncLocalStorage<Date>();

/**
 * Runs work whose ledger transactions get an earlier time. Only demo data needs it, whose events are some weeks apart: the ledger is never
 * changed, so its transactions cannot be moved into the past afterwards.
 */
export const postAtTime = <T>(time: Date, run: () => Promise<T>): Promise<T> => times.run(time, run);

/** The time of the transactions that are written now; undefined for the time of the database. */
export const postingTime = (): Date | undefined => times.getStore();
