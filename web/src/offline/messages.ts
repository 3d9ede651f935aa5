/** A message from a page to the worker. */
export type PageMessage = {
  /** Path and query of the current page. */
  page: string;
  title: string;
  /** URLs loaded before the worker controlled the page. */
  loaded: readonly string[];
};

/** Why a cached response is shown: no network, or a slow one. */
export type OfflineReason = 'offline' | 'slow';

/**
 * A message from the worker to its pages: a cached response was used (its time in epoch milliseconds), or null when the shop
 * is reachable again.
 */
export type WorkerMessage = { state: { reason: OfflineReason; cachedAt: number } | null };
