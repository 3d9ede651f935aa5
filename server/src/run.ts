import { brand } from '@sokuwa/contract/brand.ts';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { seedMarket } from './catalog/index.ts';
import type { Config } from './config.ts';
import { ensureDemoAccounts } from './demo-accounts.ts';
import type { AccountId } from './platform/ids.ts';
import { collectGarbage } from './platform/v8-flags.ts';
import { prepareNowOrLater, prepareShop } from './prepare-shop.ts';
import type { StopSignal } from './process-signals.ts';
import { serveShop } from './serve.ts';
import { migrateShop, type Overrides, openShop, type Shop } from './shop.ts';

/** What the process has started before it loaded this module. */
type Started = Required<Pick<Overrides, 'startedDatabase' | 'log'>>;

const print = (text: string) => process.stdout.write(`${text}\n`);

const printUrls = ({ config, publicUrl, apiUrl }: Shop): void => {
  if (config.role === 'worker')
    return void print(`${brand.name} runs jobs; ${config.host}:${config.port}/readyz reports whether it is ready.`);
  print(`${brand.name} is running:\n  shop     ${publicUrl}\n  API      ${apiUrl}/docs`);
  if (Object.values(config.sandbox).includes(true)) print(`  sandbox  ${publicUrl}/sandbox`);
};

const seedDemoMarket = async ({ db, media }: Shop): Promise<number> => {
  const products = await seedMarket(db, media);
  if (products > 0) print(`The demo market is set up: ${products} products.`);
  return products;
};

/**
 * Gives the demo account its history.
 * @param accountId undefined if the demo account is not allowed
 * @returns whether something was added
 */
const addDemo = async (app: FastifyInstance, shop: Shop, accountId: AccountId | undefined): Promise<boolean> => {
  if (accountId === undefined) return false;
  const { addDemoData } = await import('./demo-data.ts');
  return addDemoData(app, shop, accountId);
};

/** `npm run seed`: sets up the demo market with the history of the demo account, and exits. */
export const seed = async (config: Config, started: Started): Promise<void> => {
  const shop = await openShop(config, started);
  try {
    await migrateShop(shop);
    await prepareShop(shop);
    const products = await seedDemoMarket(shop);
    const demoAccount = await ensureDemoAccounts(shop.db, config.sandbox);
    const app = await buildApp(shop);
    try {
      if (await addDemo(app, shop, demoAccount)) print('The demo account has its orders.');
      else if (products === 0) print('The shop already has a catalogue; nothing was changed.');
    } finally {
      await app.close();
    }
  } finally {
    await shop.close();
  }
};

/**
 * Runs the shop until it is stopped.
 * @param mode `dev` renders pages from their sources; `signal` is the signal to stop
 */
export const run = async (
  config: Config,
  started: Started,
  { dev, signal }: { dev: boolean; signal: Promise<StopSignal> },
): Promise<void> => {
  const shop = await openShop(config, { ...started, cachePages: !dev, watchesDatabase: true });
  const stopping = new AbortController();
  try {
    await migrateShop(shop);
    await prepareNowOrLater(shop, stopping.signal);
    // A production shop gets its catalogue by import.
    if (!config.production) await seedDemoMarket(shop);
    const demoAccount = await ensureDemoAccounts(shop.db, config.sandbox);
    const serving = await serveShop(shop, {
      dev,
      prepare: async (app) => {
        // Demo data is optional, so a failure does not stop the shop.
        await addDemo(app, shop, demoAccount).catch((err) => shop.log.warn({ err }, 'the demo data is incomplete'));
      },
    });
    try {
      collectGarbage();
      printUrls(shop);
      // A shop that is stopped by Ctrl-C has no load balancer to wait for.
      if ((await signal) === 'SIGTERM') await serving.drain();
    } finally {
      await serving.close();
    }
  } finally {
    stopping.abort();
    await shop.close();
  }
};
