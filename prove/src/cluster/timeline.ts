import type { Attempt } from './load.ts';
import { seconds } from './time.ts';

/** Seconds after the failure. */
export type Timeline = {
  firstError: number;
  lastError: number;
  /** First successful read of the primary after a failed one, on the node that needed longest. */
  readsAgain: number;
  /** First order that was placed after one failed. */
  ordersAgain: number;
};

export const isFailed = ({ status }: Attempt): boolean => status === 0 || status >= 500;

/**
 * How the shop's clients saw a failure.
 * @param failedAt the moment of the failure
 * @returns undefined while there was no error, or not everything has worked again
 */
export const readTimeline = (
  attempts: readonly Attempt[],
  failedAt: number,
  nodes: readonly string[],
): Timeline | undefined => {
  const later = attempts.filter(({ endedAt }) => endedAt >= failedAt);
  const errors = later.filter(isFailed).map(({ endedAt }) => endedAt);
  const firstError = Math.min(...errors);
  /** When the first request succeeded that was sent after an error of the same kind, or of any kind if it had none. */
  const recoveryOf = (own: readonly Attempt[]) => {
    const since = own.find(isFailed)?.endedAt ?? firstError;
    return own.find(({ status, startedAt }) => status === 200 && startedAt >= since)?.endedAt;
  };
  const reads = nodes.map((name) => recoveryOf(later.filter(({ kind, node }) => kind === 'read' && node === name)));
  const ordersAgain = recoveryOf(later.filter(({ kind }) => kind === 'order'));
  const readsAgain = reads.filter((moment) => moment !== undefined);
  if (ordersAgain === undefined || readsAgain.length < nodes.length) return undefined;
  return {
    firstError: seconds(failedAt, firstError),
    lastError: seconds(failedAt, Math.max(...errors)),
    readsAgain: seconds(failedAt, Math.max(...readsAgain)),
    ordersAgain: seconds(failedAt, ordersAgain),
  };
};

/** Statuses of responses with their number, `none` for a request without a response. */
export const countStatuses = (attempts: readonly Attempt[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of attempts) {
    const name = status === 0 ? 'none' : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
