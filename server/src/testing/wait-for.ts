import { vi } from 'vitest';

/** The limit for what happens soon: long enough for a busy machine, shorter than the limit of a test. */
const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 20;

/**
 * Repeats a check until it passes. `vi.waitFor` alone gives up after a second, which a busy machine may need.
 * @returns what the check returns
 * @throws the error of the last check, after `timeoutMs`
 */
export const waitFor = <T>(
  check: () => T | Promise<T>,
  { timeoutMs = TIMEOUT_MS, intervalMs = INTERVAL_MS }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<T> => vi.waitFor(check, { timeout: timeoutMs, interval: intervalMs });
