import type { OfflineReason } from './messages.ts';

/** Why a page shows cached data. Without a time, the network was lost after the page had loaded. */
export type OfflineState = { reason: OfflineReason; cachedAt?: number };

/** Parses the `data-offline` attribute, which the worker writes into a cached page. */
export const parseOfflineState = (attribute: string | undefined): OfflineState | null => {
  const [, reason, cachedAt] = /^(offline|slow)(?: (\d+))?$/.exec(attribute ?? '') ?? [];
  return reason ? { reason: reason as OfflineReason, ...(cachedAt && { cachedAt: Number(cachedAt) }) } : null;
};

/** The text of the offline bar. */
export const describeOfflineState = (
  { reason, cachedAt }: OfflineState,
  formatTime: (epochMilliseconds: number) => string,
): string => {
  const text = reason === 'offline' ? 'You are offline.' : 'The network is slow.';
  return cachedAt === undefined ? text : `${text} You are viewing a copy saved on ${formatTime(cachedAt)}.`;
};
