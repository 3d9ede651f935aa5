/** What a page tells the worker. */
export type PageMessage = {
  /** Path and query of the page that is shown. */
  page: string;
  title: string;
  /** Addresses of what it has loaded so far, where no worker was there to see it. */
  loaded: readonly string[];
};

/** Why something kept is shown: the shop can't be reached, or takes too long. */
export type Why = 'offline' | 'slow';

/** What the worker tells the pages: since when what they were answered was kept (epoch milliseconds), or that the shop answers again. */
export type WorkerMessage = { kept: { why: Why; at: number } } | { kept: null };
