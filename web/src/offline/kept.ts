import type { Why } from './messages.ts';

/** The page is from the offline cache, or the network was lost after it loaded (then without a time). */
export type Kept = { why: Why; at?: number };

/** Reads the mark that the worker wrote on a cached page. */
export const readKept = (mark: string | undefined): Kept | null => {
  const [, why, at] = /^(offline|slow)(?: (\d+))?$/.exec(mark ?? '') ?? [];
  return why ? { why: why as Why, ...(at && { at: Number(at) }) } : null;
};

/** The text of the offline bar. @param time formats a time */
export const keptText = ({ why, at }: Kept, time: (at: number) => string): string => {
  const state = why === 'offline' ? 'You are offline.' : 'The network is slow.';
  return at === undefined ? state : `${state} What you see was kept on ${time(at)}.`;
};
