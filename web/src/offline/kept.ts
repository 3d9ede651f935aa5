import type { Why } from './messages.ts';

/** What is shown was kept earlier, or the connection is gone (then without a time). */
export type Kept = { why: Why; at?: number };

/** What the worker wrote on a page that it answered from what it keeps. */
export const readKept = (mark: string | undefined): Kept | null => {
  const [, why, at] = /^(offline|slow)(?: (\d+))?$/.exec(mark ?? '') ?? [];
  return why ? { why: why as Why, ...(at && { at: Number(at) }) } : null;
};

/** What the bar says. @param time writes a moment as the visitor does */
export const keptText = ({ why, at }: Kept, time: (at: number) => string): string => {
  const state = why === 'offline' ? 'You are offline.' : 'The network is slow.';
  return at === undefined ? state : `${state} What you see was kept on ${time(at)}.`;
};
