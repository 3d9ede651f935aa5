import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp, buildWorkerApp } from './app.ts';
import { startRateUpdates } from './geo/index.ts';
import { listenForChanges } from './platform/changes.ts';
import { LiveRates } from './ports/rates/live.rates.ts';
import type { Shop } from './shop.ts';

const BUILT_PAGES = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** Loads only what is used: the development pages pull in the whole build tool. */
const loadPages = async (dev: boolean, threads: number) => {
  if (dev) return (await import('./pages/dev-pages.ts')).devPages();
  return (await import('./pages/built-pages.ts')).builtPages(BUILT_PAGES, threads);
};

/** A shop that listens for requests and works its jobs, as far as its role says. */
export type Serving = {
  /** Goes on serving for DRAIN_SECONDS, while /readyz tells load balancers to send no more requests. */
  drain(): Promise<void>;
  /** Finishes the requests that are under way, and accepts no more. */
  close(): Promise<void>;
};

/**
 * Serves an open, migrated shop. A `web` process works no jobs, a `worker` process serves only health checks.
 * @param mode `dev` renders pages from their sources
 */
export const serveShop = async (shop: Shop, { dev }: { dev: boolean }): Promise<Serving> => {
  const { config, log, metrics } = shop;
  const isWorker = config.role === 'worker';
  const resources = new AsyncDisposableStack();
  try {
    const app = isWorker ? buildWorkerApp(shop) : await buildApp(shop, await loadPages(dev, config.renderThreads));
    resources.defer(() => app.close());
    if (!isWorker) {
      const changes = listenForChanges(shop.connection, shop.clearCaches, (err) =>
        log.warn({ err }, 'catalogue changes are not received'),
      );
      resources.defer(() => changes.stop());
    }
    if (config.exchangeRatesUrl && config.role !== 'web') {
      const rates = startRateUpdates(shop.db, new LiveRates(config.exchangeRatesUrl), (err) =>
        log.warn({ err }, 'no new exchange rates; the last ones stay'),
      );
      resources.defer(() => rates.stop());
    }
    if (metrics && config.metricsPort !== undefined) {
      const { serveMetrics } = await import('./operations/index.ts');
      const server = await serveMetrics(metrics, { host: config.host, port: config.metricsPort });
      resources.defer(() => server.close());
    }
    await app.listen({ host: config.host, port: config.port });
    if (config.role !== 'web') await shop.jobs.start();
    return {
      drain: async () => {
        app.isDraining = true;
        await wait(config.drainSeconds * 1000);
      },
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
