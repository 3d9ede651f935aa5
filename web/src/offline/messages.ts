/** A page tells the worker that it is shown, so that it can be shown without network. */
export type VisitMessage = {
  /** Path and query of the current page. */
  page: string;
  title: string;
  /** URLs loaded before the worker controlled the page. */
  loaded: readonly string[];
};

/** A page asks whether the shop is reachable. The worker answers only if it is: its earlier message may have come too early. */
export const IS_REACHABLE = 'is reachable?';
/** A message from a page to the worker. */
export type PageMessage = VisitMessage | typeof IS_REACHABLE;

/** Why a cached response is shown: no network, or a slow one. */
export type OfflineReason = 'offline' | 'slow';

/**
 * A message from the worker to its pages: a cached response was used (its time in epoch milliseconds), or null when the shop
 * is reachable again.
 */
export type WorkerMessage = { state: { reason: OfflineReason; cachedAt: number } | null };
