/** A signed-in account with a shipping address. */
export type MixBuyer = { token: string; address: string };

/** What the load generator must know of the market and of the shop. */
export type MixSetup = {
  /** The ports of the nodes. */
  ports: number[];
  products: number;
  /** Products with these ids, from 1, have stock for every order, and their prices do not change. */
  cartProducts: number;
  categories: number[];
  subItems: number[];
  merchants: number;
  searches: string[];
  /** Scripts, styles and fonts of a page, by its kind. */
  assets: Record<'home' | 'list' | 'product', string[]>;
  /** Signs the webhooks of the payment provider. */
  secret: string;
  buyers: MixBuyer[];
};

/** A task: let the shoppers act at this rate. Actions of the first `settleSeconds` do not count. */
export type MixTask = { actionsPerSecond: number; settleSeconds: number; seconds: number };

export const MIX_KINDS = ['page', 'list', 'product', 'search', 'cart', 'checkout', 'account', 'asset'] as const;
/** `page` is an HTML document, `asset` a file that it needs; the others are calls of the API. */
export type MixKind = (typeof MIX_KINDS)[number];

/** Milliseconds from the moment at which a request was due until its response. */
export type Latencies = { count: number; p50: number; p95: number; p99: number };

export type MixResult = {
  all: Latencies;
  kinds: Partial<Record<MixKind, Latencies>>;
  actions: number;
  orders: number;
  /** Requests that failed, or whose status is neither 2xx nor 304. */
  errors: number;
  /** Descriptions of the first few. */
  errorSamples: string[];
  /** Actions that were due before the end and not finished at the end. */
  unfinished: number;
};
