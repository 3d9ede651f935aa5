import { seconds } from './clock.ts';
import type { Attempt } from './load.ts';

/** Seconds after the failure. */
export type Timeline = {
  firstError: number;
  lastError: number;
  /** First successful read of the primary after the first error, on the node that needed longest. */
  readsAgain: number;
  /** First order that was placed after the first error. */
  ordersAgain: number;
};

const isFailed = ({ status }: Attempt): boolean => status === 0 || status >= 500;

/**
 * How the shop's clients saw a failure.
 * @param failedAt the moment of the failure
 * @returns undefined while there was no error, or not everything has worked again
 */
export const readTimeline = (attempts: readonly Attempt[], failedAt: number, nodes: readonly string[]): Timeline | undefined => {
  const later = attempts.filter(({ endedAt }) => endedAt >= failedAt);
  const errors = later.filter(isFailed).map(({ endedAt }) => endedAt);
  const firstError = Math.min(...errors);
  const firstSuccess = (kind: Attempt['kind'], node?: string) =>
    later.find(
      (attempt) =>
        attempt.kind === kind &&
        (node === undefined || attempt.node === node) &&
        attempt.status === 200 &&
        attempt.startedAt >= firstError,
    )?.endedAt;
  const reads = nodes.map((node) => firstSuccess('read', node));
  const ordersAgain = firstSuccess('order');
  if (ordersAgain === undefined || reads.includes(undefined)) return undefined;
  return {
    firstError: seconds(failedAt, firstError),
    lastError: seconds(failedAt, Math.max(...errors)),
    readsAgain: seconds(failedAt, Math.max(...reads.map((moment) => moment ?? 0))),
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
