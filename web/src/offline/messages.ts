/** A message from a page to the worker. */
export type PageMessage = {
  /** Path and query of the current page. */
  page: string;
  title: string;
  /** URLs loaded before the worker controlled the page. */
  loaded: readonly string[];
};

/** Why a cached response is shown: no network, or a slow one. */
export type Why = 'offline' | 'slow';

/** A message from the worker to its pages: the time of a cached response (epoch milliseconds), or that the shop is reachable again. */
export type WorkerMessage = { kept: { why: Why; at: number } } | { kept: null };
