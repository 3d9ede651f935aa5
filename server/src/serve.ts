import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp, buildWorkerApp } from './app.ts';
import { followChanges } from './catalog/index.ts';
import { startRateUpdates } from './geo/index.ts';
import { closeAfterNextResponse } from './platform/close-connections.ts';
import { LiveRates } from './ports/rates/live.rates.ts';
import type { Shop } from './shop.ts';

const BUILT_PAGES = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const BUILT_DESK = fileURLToPath(new URL('../../desk/dist/', import.meta.url));

/** Imported on demand, because the development pages import the whole build tool. */
const loadPages = async (dev: boolean, { pagesDir, renderThreads, maxRenderedPages }: Shop['config']) => {
  if (dev) return (await import('./pages/dev-pages.ts')).openDevPages();
  return (await import('./pages/built-pages.ts')).openBuiltPages(
    pagesDir ?? BUILT_PAGES,
    renderThreads,
    maxRenderedPages,
    BUILT_DESK,
  );
};

/** A started shop. It handles requests, jobs, or both, depending on its role. */
export type Serving = {
  /**
   * Keeps serving for DRAIN_SECONDS while /readyz responds with 503, so that load balancers stop sending requests. Closes
   * each connection after its next response.
   */
  drain(): Promise<void>;
  /** Stops accepting requests and finishes those in progress. */
  close(): Promise<void>;
};

/**
 * Starts an open, migrated shop. A `web` process runs no jobs; a `worker` process serves only health checks.
 * @param mode `dev` renders pages from their sources; `prepare` runs before the server listens, except in a worker
 *   process
 */
export const serveShop = async (
  shop: Shop,
  { dev, prepare }: { dev: boolean; prepare?: (app: FastifyInstance) => Promise<void> },
): Promise<Serving> => {
  const { config, log, metrics } = shop;
  const isWorker = config.role === 'worker';
  const resources = new AsyncDisposableStack();
  try {
    const app = isWorker ? buildWorkerApp(shop) : await buildApp(shop, await loadPages(dev, config));
    resources.defer(() => app.close());
    if (!isWorker) {
      const handlers = {
        onChanges: shop.applyChanges,
        onError: (err: unknown) => log.warn({ err }, 'catalogue changes are not received'),
      };
      const changes = await followChanges(shop.connection, handlers, config.readinessTimeoutMs);
      resources.defer(() => changes.stop());
    }
    if (config.exchangeRatesUrl && config.role !== 'web') {
      const rates = startRateUpdates(shop.db, new LiveRates(config.exchangeRatesUrl), (err) =>
        log.warn({ err }, 'exchange rates were not updated; the last ones stay in use'),
      );
      resources.defer(() => rates.stop());
    }
    if (metrics && config.metricsPort !== undefined) {
      const { serveMetrics } = await import('./operations/index.ts');
      const server = await serveMetrics(metrics, { host: config.host, port: config.metricsPort });
      resources.defer(() => server.close());
    }
    if (!isWorker) await prepare?.(app);
    // Fastify would open a second server for another address of localhost, which it neither drains nor waits for.
    const { address: host } = await lookup(config.host, { order: 'ipv4first' });
    await app.listen({ host, port: config.port });
    if (config.role !== 'web') await shop.jobs.start();
    return {
      drain: async () => {
        app.isDraining = true;
        closeAfterNextResponse(app.server);
        await wait(config.drainSeconds * 1000);
      },
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
