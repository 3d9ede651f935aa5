import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds since the process started. */
export const now = (): number => performance.now();
/** Seconds between two moments, with one decimal. */
export const seconds = (from: number, to: number): number => Math.round((to - from) / 100) / 10;

const CHECK_INTERVAL_MS = 100;
/** Long enough for a busy machine: what takes longer does not happen any more. */
const TIMEOUT_MS = 300_000;

/**
 * Repeats a check until it is true.
 * @param what for the error
 * @returns the moment
 * @throws after five minutes
 */
export const waitUntil = async (what: string, check: () => Promise<boolean> | boolean): Promise<number> => {
  const deadline = now() + TIMEOUT_MS;
  while (!(await check())) {
    if (now() > deadline) throw new Error(`after ${TIMEOUT_MS / 1000} s it is not true that ${what}`);
    await wait(CHECK_INTERVAL_MS);
  }
  return now();
};
