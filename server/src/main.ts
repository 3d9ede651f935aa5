import { brand } from '@sokuwa/contract/brand.ts';
import { ensureDemoAccount } from './account/index.ts';
import { seedMarket } from './catalog/index.ts';
import { ConfigError, readConfig } from './config.ts';
import { setV8Flags } from './platform/v8-flags.ts';
import { prepareShop } from './prepare-shop.ts';
import { stopSignal } from './process-signals.ts';
import { serveShop } from './serve.ts';
import { migrateShop, openShop, type Shop } from './shop.ts';

setV8Flags();

const say = (text: string) => process.stdout.write(`${text}\n`);

const sayOpen = ({ config, publicUrl }: Shop): void => {
  if (config.role === 'worker')
    return void say(`${brand.name} works its jobs; ${config.host}:${config.port}/readyz says whether it can.`);
  say(`${brand.name} is open:\n  shop     ${publicUrl}\n  API      ${publicUrl}/backend/docs`);
  if (config.sandbox) say(`  sandbox  ${publicUrl}/sandbox`);
};

const seedDemoMarket = async ({ db, media }: Shop): Promise<number> => {
  const products = await seedMarket(db, media);
  if (products > 0) say(`The demo market is set up: ${products} products.`);
  return products;
};

/** `npm run seed`: sets up the demo market, and serves nobody. */
const seed = async (): Promise<void> => {
  const shop = await openShop(readConfig(process.env));
  try {
    await migrateShop(shop);
    await prepareShop(shop);
    if ((await seedDemoMarket(shop)) === 0) say('The shop has a catalogue already; nothing was changed.');
  } finally {
    await shop.close();
  }
};

/** @param mode `dev` renders pages from their sources */
const run = async ({ dev }: { dev: boolean }): Promise<void> => {
  const stopped = stopSignal();
  const config = readConfig(process.env);
  const shop = await openShop(config, { cachePages: !dev });
  try {
    await migrateShop(shop);
    await prepareShop(shop);
    // A production shop gets its catalogue by import.
    if (!config.production) await seedDemoMarket(shop);
    await ensureDemoAccount(shop.db, config.sandbox);
    const serving = await serveShop(shop, { dev });
    try {
      sayOpen(shop);
      // No load balancer stands in front of a shop that is stopped by Ctrl-C.
      if ((await stopped) === 'SIGTERM') await serving.drain();
    } finally {
      await serving.close();
    }
  } finally {
    await shop.close();
  }
};

const describe = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken: stop the other program, or set PORT to another one.';
  return error.stack ?? error.message;
};

try {
  await (process.argv.includes('--seed') ? seed() : run({ dev: process.argv.includes('--dev') }));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}
