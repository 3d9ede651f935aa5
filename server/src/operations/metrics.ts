import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MAIL_JOBS } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { RequestCounter } from '../platform/request-log.ts';
import type { ResponseCache } from '../platform/response-cache.ts';
import type { StatusMetric } from '../slice.ts';
import { type DatabaseMetrics, readDatabaseMetrics } from './database-metrics.ts';

const DATABASE_TIMEOUT_MS = 2000;
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics of one node, in the Prometheus text format. */
export type Metrics = {
  counter: RequestCounter;
  contentType: string;
  read(): Promise<string>;
};

/** The sources of the metrics. */
type Sources = {
  pool: pg.Pool;
  db: Database;
  /** By the value of the label `cache`. */
  caches: Record<string, ResponseCache>;
  statusMetrics: readonly StatusMetric[];
  /** Called if reading the database metrics fails; process metrics are still served. */
  onDatabaseError(error: unknown): void;
  databaseTimeoutMs?: number;
};

const addRequestMetrics = (registers: Registry[]): RequestCounter => {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, without responses from the cache.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  let cachedCount = 0;
  new Counter({
    name: 'http_cached_responses_total',
    help: 'Responses that were sent from the cache before any other processing of the request.',
    registers,
    collect() {
      this.reset();
      this.inc(cachedCount);
    },
  });
  return {
    countResponse: (method, route, status, durationSeconds) =>
      histogram.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, durationSeconds),
    countCachedResponse: () => {
      cachedCount++;
    },
  };
};

const addCacheMetrics = (caches: Sources['caches'], registers: Registry[]): void => {
  const count = (name: 'hits' | 'misses', help: string) =>
    new Counter({
      name: `shop_cache_${name}_total`,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        this.reset();
        for (const [cache, { [name]: value }] of Object.entries(caches)) this.inc({ cache }, value);
      },
    });
  count('hits', 'Requests for responses and pages that were cached.');
  count('misses', 'Requests for responses and pages that were not cached.');
};

const addPoolMetrics = (pool: pg.Pool, registers: Registry[]): void => {
  new Gauge({
    name: 'shop_database_connections',
    help: 'Connections of this node to the database (total, idle), and queries that wait for one (waiting).',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
};

/**
 * Registers the metrics that are read from the database.
 * @returns a function that sets them; undefined removes them, so that stale values are not reported
 */
const addDatabaseMetrics = (
  statusMetrics: readonly StatusMetric[],
  registers: Registry[],
): ((metrics: DatabaseMetrics | undefined) => void) => {
  const up = new Gauge({
    name: 'shop_database_up',
    help: '1 if the database returned its metrics, else 0.',
    registers,
  });
  const jobs = new Gauge({
    name: 'shop_jobs',
    help: 'Jobs by kind: waiting (due), delayed, running, failed (at the last attempt, within a week).',
    labelNames: ['kind', 'state'],
    registers,
  });
  const oldestMail = new Gauge({
    name: 'shop_oldest_unsent_mail_seconds',
    help: 'Age of the oldest unsent mail; 0 if there is none.',
    registers,
  });
  const gauges = new Map(
    statusMetrics.map(({ name, help }) => [name, new Gauge({ name, help, labelNames: ['status'], registers })]),
  );
  return (metrics) => {
    for (const gauge of [jobs, oldestMail, ...gauges.values()]) gauge.reset();
    up.set(metrics ? 1 : 0);
    if (!metrics) return oldestMail.remove();
    for (const { kind, waiting, delayed, running, failed } of metrics.jobs)
      for (const [state, count] of Object.entries({ waiting, delayed, running, failed }))
        jobs.set({ kind, state }, count);
    oldestMail.set(metrics.jobs.find(({ kind }) => kind === MAIL_JOBS)?.oldestSeconds ?? 0);
    for (const { metric, counts } of metrics.statuses)
      for (const { status, count } of counts) gauges.get(metric.name)?.set({ status }, count);
  };
};

/** Starts collecting metrics. */
export const openMetrics = ({
  pool,
  db,
  caches,
  statusMetrics,
  onDatabaseError,
  databaseTimeoutMs = DATABASE_TIMEOUT_MS,
}: Sources): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = addRequestMetrics([registry]);
  addCacheMetrics(caches, [registry]);
  addPoolMetrics(pool, [registry]);
  const setDatabaseMetrics = addDatabaseMetrics(statusMetrics, [registry]);
  const readAll = async () => {
    setDatabaseMetrics(
      await readDatabaseMetrics(db, statusMetrics, databaseTimeoutMs).catch((error) => {
        onDatabaseError(error);
        return undefined;
      }),
    );
    return registry.metrics();
  };
  let reading: Promise<string> | undefined;
  return {
    counter,
    contentType: registry.contentType,
    // Concurrent requests share one read.
    read: () => {
      reading ??= readAll().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
};

/** Serves only GET /metrics, on a separate port. @returns the port, and a function that closes the server */
export const serveMetrics = async (
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, host, listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed, failed) => {
        server.close((error) => (error ? failed(error) : closed()));
        server.closeAllConnections();
      }),
  };
};
