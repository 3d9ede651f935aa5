/** The kinds of requests whose cost is measured, with the names of their rows in bench/results.md. */
export const REQUEST_KINDS = {
  cachedPage: 'Page of 50 cards, cached',
  renderedPage: 'List or product page, rendered, with its data',
  cachedCall: 'List (API), cached',
  list: 'List (API), not cached',
  product: 'Product (API), not cached',
  search: 'Search (API), not cached',
  cartRead: 'Cart, read',
  cartChange: 'Cart, changed',
  account: 'Profile, read',
  order: 'Order with payment and mail, three requests',
  login: 'Login',
  script: 'Script',
  picture: 'Picture',
} as const;

export type RequestKind = keyof typeof REQUEST_KINDS;

/** What one request needs: milliseconds of CPU time and of a database connection, and bytes of the response. */
export type RequestCost = {
  /** Of the node's main thread. */
  mainMs: number;
  /** Of its other threads: rendering, compression, passwords, garbage collection. */
  threadsMs: number;
  /** Of the worker, for the jobs that it causes. */
  workerMs: number;
  databaseMs: number;
  connectionMs: number;
  kilobytes: number;
};

/** The mix that is measured with the costs. */
export const MIX_ROWS = {
  requests: 'Mix: requests by kind',
  cached: 'Mix: share of cached responses',
  cores: 'Mix: cores in use',
} as const;

export const COSTS_TITLE = 'Cost of each kind of request';

export const formatCost = ({ mainMs, threadsMs, workerMs, databaseMs, connectionMs, kilobytes }: RequestCost): string =>
  [
    `main thread ${mainMs.toFixed(3)} ms`,
    `other threads ${threadsMs.toFixed(3)} ms`,
    `worker ${workerMs.toFixed(3)} ms`,
    `database ${databaseMs.toFixed(3)} ms`,
    `connection ${connectionMs.toFixed(2)} ms`,
    `${kilobytes.toFixed(1)} kB`,
  ].join(', ');
