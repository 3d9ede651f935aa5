import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '../../../server/src/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/migrations.ts';
import { fillMarket } from './fill.ts';

const root = new URL('../../../', import.meta.url);
const cache = fileURLToPath(new URL('bench/.cache/', root));
/** A stored market is regenerated when these change. Changed texts of the demo market do not matter. */
const SOURCES = ['server/migrations/', 'bench/src/market/'];
/** Settings for filling only: after a crash the market is generated again. */
const FILL_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'autovacuum=off',
  'shared_buffers=512MB',
  'maintenance_work_mem=384MB',
];

const report = (error: Error) => process.stderr.write(`database: ${error.message}\n`);
const print = (text: string) => process.stdout.write(`  ${text}\n`);

const hashSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const folder = new URL(source, root);
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(sql|json|ts)$/.test(file));
    for (const file of files.sort()) hash.update(file).update(await readFile(new URL(file, folder)));
  }
  return hash.digest('hex').slice(0, 12);
};

const databaseName = (products: number) => `market_${products}`;

const createMarket = async (postgres: EmbeddedPostgres, products: number): Promise<void> => {
  const startMs = performance.now();
  const admin = openPool(postgres.connection, 1, report);
  const unfinished = `unfinished_${products}`;
  await admin.query(`drop database if exists ${unfinished}`);
  await admin.query(`create database ${unfinished}`);
  const pool = openPool({ ...postgres.connection, database: unfinished }, 3, report);
  await migrate(pool);
  await fillMarket(pool, products);
  await pool.end();
  await admin.query(`alter database ${unfinished} rename to ${databaseName(products)}`);
  await admin.query('checkpoint');
  await admin.end();
  print(
    `generated a market of ${products.toLocaleString('en')} products in ${((performance.now() - startMs) / 1000).toFixed(0)} s`,
  );
};

export type Markets = {
  /** The database of the market of this size. */
  connection(products: number): EmbeddedPostgres['connection'];
  stop(): Promise<void>;
};

/**
 * Generated markets of these sizes, each in a separate database, in one cluster with the settings of the shop.
 * They are stored in bench/.cache (npm ci empties node_modules), and regenerated when their sources change.
 */
export const openMarkets = async (sizes: readonly number[]): Promise<Markets> => {
  const folder = join(cache, await hashSources());
  await mkdir(cache, { recursive: true });
  for (const other of await readdir(cache)) {
    if (join(cache, other) !== folder) await rm(join(cache, other), { recursive: true, force: true });
  }
  const finishedFolder = join(folder, 'sizes');
  const finished = existsSync(finishedFolder) ? await readdir(finishedFolder) : [];
  const missing = sizes.filter((size) => !finished.includes(String(size)));
  if (missing.length > 0) {
    const filling = await startEmbeddedPostgres({ folder, settings: FILL_SETTINGS });
    for (const size of missing) {
      await createMarket(filling, size);
      await mkdir(join(finishedFolder, String(size)), { recursive: true });
    }
    await filling.stop();
  }
  const postgres = await startEmbeddedPostgres({ folder });
  return {
    connection: (products) => ({ ...postgres.connection, database: databaseName(products) }),
    stop: () => postgres.stop(),
  };
};
