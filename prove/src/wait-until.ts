import { setTimeout as wait } from 'node:timers/promises';

/**
 * Repeats a check until it is true. Checks that are assertions use waitFor of server/src/testing, which needs Vitest.
 * @param what for the error
 * @returns the moment, as performance.now()
 * @throws after `timeoutMs`: what takes longer on a busy machine does not happen any more
 */
export const waitUntil = async (
  what: string,
  check: () => Promise<boolean> | boolean,
  { timeoutMs = 300_000, intervalMs = 100 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<number> => {
  const deadline = performance.now() + timeoutMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`after ${timeoutMs / 1000} s it is not true that ${what}`);
    await wait(intervalMs);
  }
  return performance.now();
};
