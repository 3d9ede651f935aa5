import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MAIL_JOBS } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { RequestCounter } from '../platform/request-log.ts';
import type { ResponseCache } from '../platform/response-cache.ts';
import { type Figures, readFigures } from './figures.ts';

/** Milliseconds for which the database is waited for. */
const PATIENCE = 2000;
/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The figures of one node, in the text format of Prometheus. */
export type Metrics = {
  counter: RequestCounter;
  contentType: string;
  read(): Promise<string>;
};

/** What the figures are read from. */
export type Watched = {
  pool: pg.Pool;
  db: Database;
  /** What is kept, by the name that its figures carry. */
  caches: Record<string, ResponseCache>;
  /** Told when the database gave no figures; those of the process are given all the same. */
  report(error: unknown): void;
  /** Milliseconds for which the database is waited for. */
  patience?: number;
};

/** Requests as they are answered. */
const countRequests = (registers: Registry[]): RequestCounter => {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests, without those answered from the cache.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  let cached = 0;
  new Counter({
    name: 'http_cached_responses_total',
    help: 'Responses that were sent from the cache before any other processing of the request.',
    registers,
    collect() {
      this.reset();
      this.inc(cached);
    },
  });
  return {
    countResponse: (method, route, status, took) =>
      seconds.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, took),
    countCachedResponse: () => {
      cached++;
    },
  };
};

const watchCaches = (caches: Watched['caches'], registers: Registry[]): void => {
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

const watchPool = (pool: pg.Pool, registers: Registry[]): void => {
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

/** What the database knows. @returns sets it; undefined takes the figures away, since old ones would look like new ones */
const showFigures = (registers: Registry[]): ((figures: Figures | undefined) => void) => {
  const up = new Gauge({ name: 'shop_database_up', help: '1 when the database gave its figures, else 0.', registers });
  const jobs = new Gauge({
    name: 'shop_jobs',
    help: 'Jobs by kind: waiting (due), delayed, running, failed (at the last attempt, within a week).',
    labelNames: ['kind', 'state'],
    registers,
  });
  const unsent = new Gauge({
    name: 'shop_oldest_unsent_mail_seconds',
    help: 'Age of the oldest mail that is yet to be sent; 0 without any.',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['status'], registers });
  const orders = gauge('shop_orders', 'Orders by status.');
  const payments = gauge('shop_payments', 'Payments by outcome; an operator must look at those that are held.');
  const refunds = gauge('shop_refunds', 'Refunds by status; an operator must look at those that are stuck.');
  const show = (one: typeof orders, counts: Figures['orders']) => {
    for (const { status, count } of counts) one.set({ status }, count);
  };
  return (figures) => {
    for (const one of [jobs, unsent, orders, payments, refunds]) one.reset();
    up.set(figures ? 1 : 0);
    if (!figures) return unsent.remove();
    for (const { kind, waiting, delayed, running, failed } of figures.jobs)
      for (const [state, count] of Object.entries({ waiting, delayed, running, failed }))
        jobs.set({ kind, state }, count);
    unsent.set(figures.jobs.find(({ kind }) => kind === MAIL_JOBS)?.oldestSeconds ?? 0);
    show(orders, figures.orders);
    show(payments, figures.payments);
    show(refunds, figures.refunds);
  };
};

/** Begins to count. */
export const openMetrics = ({ pool, db, caches, report, patience = PATIENCE }: Watched): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = countRequests([registry]);
  watchCaches(caches, [registry]);
  watchPool(pool, [registry]);
  const show = showFigures([registry]);
  const readAll = async () => {
    show(
      await readFigures(db, patience).catch((error) => {
        report(error);
        return undefined;
      }),
    );
    return registry.metrics();
  };
  let reading: Promise<string> | undefined;
  return {
    counter,
    contentType: registry.contentType,
    // Whoever asks meanwhile gets the same.
    read: () => {
      reading ??= readAll().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
};

/** Serves GET /metrics, and nothing else, on a port of its own. @returns the port, and how to close it */
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
