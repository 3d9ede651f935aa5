import type { Measured } from './read-results.ts';
import type { RequestCost, RequestKind } from './request-kinds.ts';
import type { Flow, Station, Step } from './simulation.ts';

/** Assumptions: docs/capacity.md explains each. */
export const ASSUMPTIONS = {
  /** Actions of a visit, as in the mix (MIN_ACTIONS to MAX_ACTIONS of bench/src/mix/shopper.ts). */
  actionsPerVisit: 10,
  secondsPerAction: 20,
  signedInShare: 0.4,
  loginsPerVisit: 0.1,
  /** Lists and products whose pictures the browser has not cached, and pictures of each. */
  newViewsPerVisit: 4,
  picturesPerView: 15,
  /** Share of the requests of carts that change them. */
  cartChanges: 0.25,
  /** Share of scripts and pictures that a CDN serves. */
  cdnShare: 0.95,
  /** Cores of a node: one for its main thread, the others for its other threads. */
  nodeCores: 2,
  databaseCores: 16,
  lineMegabits: 1000,
  databaseConnections: 500,
  /** The default of DATABASE_CONNECTIONS. */
  poolSize: 10,
  /** Connections of a web node besides the pool: it reads changes, checks the database, and listens for messages. */
  furtherNodeConnections: 3,
  /** Those of a worker: it checks the database, and listens for jobs. */
  furtherWorkerConnections: 2,
  /** MAX_STREAMS of server/src/messages/feed.ts. */
  streamsPerNode: 5000,
  /** A part that works a greater share of the peak hour gets another instance. */
  maxUtilisation: 0.6,
} as const;

/** The share of a day's visits in each hour, from midnight: a shop whose shoppers live in one time zone. */
export const HOURLY_SHARES: readonly number[] = [
  1.6, 1, 0.7, 0.5, 0.5, 0.9, 1.9, 3, 3.9, 4.6, 5, 5.2, 5.6, 5.4, 5, 4.8, 4.9, 5.2, 5.8, 7, 8.2, 8.3, 6.5, 4.5,
].map((percent) => percent / 100);

export type StationName = 'main' | 'threads' | 'primary' | 'replica' | 'worker' | 'line';

/** A kind of request: how often a visit sends it, and what it needs. `catalogue`: it may read from a replica. */
type Demand = {
  kind: string;
  perVisit: number;
  cost: RequestCost;
  readsCatalogue: boolean;
  /** A CDN serves most of them. */
  isStatic: boolean;
};

/** How much more CPU time the mix needs than the sum of its requests measured alone. */
export type Calibration = { node: number; database: number };

/** The requests of a visit. */
export const demandsOf = ({ costs, mix, listPicturesKilobytes }: Measured): Demand[] => {
  const { newViewsPerVisit, picturesPerView } = ASSUMPTIONS;
  const visits = mix.actions / ASSUMPTIONS.actionsPerVisit;
  const perVisit = (count: number) => count / visits;
  const { counts, cachedCalls, cachedPages } = mix;
  const demand = (kind: string, rate: number, cost: RequestKind, flags: Partial<Demand> = {}): Demand => ({
    kind,
    perVisit: rate,
    cost: costs[cost],
    readsCatalogue: false,
    isStatic: false,
    ...flags,
  });
  const calls = counts.list + counts.product + counts.search;
  const pages = perVisit(counts.page);
  const catalogue = { readsCatalogue: true };
  return [
    demand('page, cached', pages * cachedPages, 'cachedPage'),
    demand('page, rendered', pages * (1 - cachedPages), 'renderedPage', catalogue),
    demand('call, cached', perVisit(calls) * cachedCalls, 'cachedCall'),
    demand('list', perVisit(counts.list) * (1 - cachedCalls), 'list', catalogue),
    demand('product', perVisit(counts.product) * (1 - cachedCalls), 'product', catalogue),
    demand('search', perVisit(counts.search) * (1 - cachedCalls), 'search', catalogue),
    demand('cart, read', perVisit(counts.cart) * (1 - ASSUMPTIONS.cartChanges), 'cartRead'),
    demand('cart, changed', perVisit(counts.cart) * ASSUMPTIONS.cartChanges, 'cartChange'),
    demand('account', perVisit(counts.account), 'account'),
    demand('order', perVisit(mix.orders), 'order'),
    demand('login', ASSUMPTIONS.loginsPerVisit, 'login'),
    demand('script', perVisit(counts.asset), 'script', { isStatic: true }),
    {
      ...demand('picture', newViewsPerVisit * picturesPerView, 'picture', { isStatic: true }),
      cost: { ...costs.picture, kilobytes: listPicturesKilobytes / picturesPerView },
    },
  ];
};

/** Compares the CPU time of the measured mix with the sum of its requests. */
export const calibrate = (measured: Measured): Calibration & { predictedNode: number; predictedDatabase: number } => {
  const { mix } = measured;
  const visitsPerSecond = mix.actions / ASSUMPTIONS.actionsPerVisit / mix.seconds;
  // The mix has neither logins nor pictures.
  const demands = demandsOf(measured).filter(({ kind }) => kind !== 'login' && kind !== 'picture');
  const cores = (of: (cost: RequestCost) => number) =>
    demands.reduce((sum, { perVisit, cost }) => sum + (perVisit * visitsPerSecond * of(cost)) / 1000, 0);
  const predictedNode = cores(({ mainMs, threadsMs }) => mainMs + threadsMs);
  const predictedDatabase = cores(({ databaseMs }) => databaseMs);
  return {
    predictedNode,
    predictedDatabase,
    node: mix.nodeCores / predictedNode,
    database: mix.databaseCores / predictedDatabase,
  };
};

/** What one visit needs of each part, in milliseconds, and the bytes that it loads, in kilobytes. */
export type VisitDemand = Record<Exclude<StationName, 'line' | 'replica'>, number> & {
  /** The part of `primary` that a replica can take. */
  catalogue: number;
  kilobytes: number;
  staticKilobytes: number;
};

const sumOf = (demands: readonly Demand[], of: (demand: Demand) => number): number =>
  demands.reduce((sum, demand) => sum + demand.perVisit * of(demand), 0);

export const demandPerVisit = (measured: Measured): VisitDemand => {
  const demands = demandsOf(measured);
  const { node, database } = calibrate(measured);
  const catalogueDemands = demands.filter(({ readsCatalogue }) => readsCatalogue);
  return {
    main: node * sumOf(demands, ({ cost }) => cost.mainMs),
    threads: node * sumOf(demands, ({ cost }) => cost.threadsMs),
    primary: database * sumOf(demands, ({ cost }) => cost.databaseMs),
    catalogue: database * sumOf(catalogueDemands, ({ cost }) => cost.databaseMs),
    worker: sumOf(demands, ({ cost }) => cost.workerMs),
    kilobytes: sumOf(demands, ({ cost, isStatic }) => (isStatic ? 0 : cost.kilobytes)),
    staticKilobytes: sumOf(demands, ({ cost, isStatic }) => (isStatic ? cost.kilobytes : 0)),
  };
};

const SECONDS_PER_HOUR = 3600;
/** Rendering a page and hashing a password take longer. */
const MIN_THREAD_MS = 2;

/** Visits per second in the hour with this share of the day. */
export const visitsPerSecond = (visitsPerDay: number, share: number): number =>
  (visitsPerDay * share) / SECONDS_PER_HOUR;

export type Plan = {
  visitsPerDay: number;
  usesReplicas: boolean;
  usesCdn: boolean;
  stations: Record<StationName, Station>;
  flows(perSecond: number): Flow<StationName>[];
};

/** Standard deviations above the mean for which a pool has connections: a request rarely waits for one. */
const POOL_DEVIATIONS = 3;
const MIN_POOL_SIZE = 2;

/** Connections to the primary. */
export type ConnectionPlan = {
  /** Busy on average in the peak hour, of all nodes together. */
  busy: number;
  /** What all nodes and workers may open with the default of DATABASE_CONNECTIONS. */
  openByDefault: number;
  /** The lowest DATABASE_CONNECTIONS with which requests rarely wait for a connection. */
  smallestPoolSize: number;
  /** What all may open with it. */
  openWithSmallestPool: number;
};

/** The connections to the primary that the parts of a plan open. */
export const planConnections = (measured: Measured, { visitsPerDay, usesReplicas, stations }: Plan): ConnectionPlan => {
  const peak = visitsPerSecond(visitsPerDay, Math.max(...HOURLY_SHARES));
  const demands = demandsOf(measured).filter(({ readsCatalogue }) => !(usesReplicas && readsCatalogue));
  const busyMs = calibrate(measured).database * sumOf(demands, ({ cost }) => cost.connectionMs);
  const busy = (peak * busyMs) / 1000;
  const [nodes, workers] = [stations.main.instances, stations.worker.instances];
  const mean = busy / nodes;
  const smallestPoolSize = Math.max(MIN_POOL_SIZE, Math.ceil(mean + POOL_DEVIATIONS * Math.sqrt(mean)));
  const { poolSize, furtherNodeConnections, furtherWorkerConnections } = ASSUMPTIONS;
  const openWith = (size: number) =>
    nodes * (size + furtherNodeConnections) + workers * (size + furtherWorkerConnections);
  return {
    busy,
    openByDefault: openWith(poolSize),
    smallestPoolSize,
    openWithSmallestPool: openWith(smallestPoolSize),
  };
};

/** The parts that a shop with so many visits a day needs, so that none works more than `maxUtilisation` of the peak hour. */
export const planFor = (measured: Measured, visitsPerDay: number): Plan => {
  const { maxUtilisation, nodeCores, databaseCores, cdnShare, lineMegabits } = ASSUMPTIONS;
  const peak = visitsPerSecond(visitsPerDay, Math.max(...HOURLY_SHARES));
  const visit = demandPerVisit(measured);
  const busyServers = (ms: number) => (peak * ms) / 1000;
  const count = (ms: number, servers: number) => Math.max(1, Math.ceil(busyServers(ms) / servers / maxUtilisation));
  const usesReplicas = busyServers(visit.primary) > databaseCores * maxUtilisation;
  const lineMsOf = (kilobytes: number) => (kilobytes * 8) / lineMegabits;
  const usesCdn = busyServers(lineMsOf(visit.kilobytes + visit.staticKilobytes)) > maxUtilisation;
  const staticShare = usesCdn ? 1 - cdnShare : 1;
  const nodes = Math.max(count(visit.main, 1), count(visit.threads, nodeCores - 1));
  const calibration = calibrate(measured);
  const demands = demandsOf(measured);
  const stepsOf = ({ cost, readsCatalogue }: Demand): Step<StationName>[] => {
    const database: StationName = usesReplicas && readsCatalogue ? 'replica' : 'primary';
    // Short work of other threads, such as garbage collection, waits for nobody.
    const waitsForThread = cost.threadsMs >= MIN_THREAD_MS;
    const steps: Step<StationName>[] = [
      { station: 'main', meanMs: calibration.node * (cost.mainMs + (waitsForThread ? 0 : cost.threadsMs)) },
      { station: database, meanMs: calibration.database * cost.databaseMs },
      { station: 'threads', meanMs: waitsForThread ? calibration.node * cost.threadsMs : 0 },
      { station: 'line', meanMs: lineMsOf(cost.kilobytes) },
    ];
    return steps.filter(({ meanMs }) => meanMs > 0);
  };
  return {
    visitsPerDay,
    usesReplicas,
    usesCdn,
    stations: {
      main: { instances: nodes, servers: 1 },
      threads: { instances: nodes, servers: nodeCores - 1 },
      primary: {
        instances: count(visit.primary - (usesReplicas ? visit.catalogue : 0), databaseCores),
        servers: databaseCores,
      },
      replica: { instances: usesReplicas ? count(visit.catalogue, databaseCores) : 1, servers: databaseCores },
      worker: { instances: count(visit.worker, 1), servers: 1 },
      line: {
        instances: count(lineMsOf(visit.kilobytes + staticShare * visit.staticKilobytes), 1),
        servers: 1,
      },
    },
    flows: (perSecond) => [
      ...demands.map((demand) => ({
        kind: demand.kind,
        perSecond: perSecond * demand.perVisit * (demand.isStatic ? staticShare : 1),
        steps: stepsOf(demand),
      })),
      // Nobody waits for the jobs of an order.
      ...demands
        .filter(({ cost }) => cost.workerMs > 0)
        .map(({ kind, perVisit, cost }) => ({
          kind: `jobs of ${kind}`,
          perSecond: perSecond * perVisit,
          steps: [{ station: 'worker' as const, meanMs: cost.workerMs }],
        })),
    ],
  };
};
