import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '../../../server/src/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/migrations.ts';
import { fillMarket } from './fill.ts';
import { multiplyMarket } from './multiply.ts';

const root = new URL('../../../', import.meta.url);
const cache = fileURLToPath(new URL('bench/.cache/', root));
/** A stored market is regenerated when these change. Changed texts of the demo market do not matter. */
const SOURCES = ['server/migrations/', 'bench/src/market/'];
/** A larger market is a multiple of this one: generating ten million products would take hours. */
const MAX_GENERATED = 1_000_000;
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
  const isMultiple = products > MAX_GENERATED;
  const template = isMultiple ? `template ${databaseName(MAX_GENERATED)} strategy file_copy` : '';
  await admin.query(`create database ${unfinished} ${template}`);
  const pool = openPool({ ...postgres.connection, database: unfinished }, 3, report);
  if (isMultiple) await multiplyMarket(pool, MAX_GENERATED, products / MAX_GENERATED);
  else {
    await migrate(pool);
    await fillMarket(pool, products);
  }
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
  /** Process id of the database. */
  pid: number;
  /** A copy of the market of this size that may be changed. `remove` needs that nobody is connected to it. */
  copy(products: number): Promise<{ connection: EmbeddedPostgres['connection']; remove(): Promise<void> }>;
  /** Removes a market from the cache. */
  remove(products: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Generated markets of these sizes (above a million, multiples of it), each in a separate database, in one cluster with the settings of the shop.
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
  const needed = sizes.some((size) => size > MAX_GENERATED) ? [...sizes, MAX_GENERATED] : sizes;
  const missing = [...new Set(needed)].filter((size) => !finished.includes(String(size))).toSorted((a, b) => a - b);
  if (missing.length > 0) {
    const filling = await startEmbeddedPostgres({ folder, settings: FILL_SETTINGS });
    for (const size of missing) {
      await createMarket(filling, size);
      await mkdir(join(finishedFolder, String(size)), { recursive: true });
    }
    await filling.stop();
  }
  const postgres = await startEmbeddedPostgres({ folder });
  const runAsAdmin = async (...statements: string[]) => {
    const admin = openPool(postgres.connection, 1, report);
    for (const statement of statements) await admin.query(statement);
    await admin.end();
  };
  return {
    connection: (products) => ({ ...postgres.connection, database: databaseName(products) }),
    pid: postgres.pid,
    copy: async (products) => {
      const database = `copy_of_${databaseName(products)}`;
      const drop = `drop database if exists ${database}`;
      await runAsAdmin(drop, `create database ${database} template ${databaseName(products)} strategy file_copy`);
      return { connection: { ...postgres.connection, database }, remove: () => runAsAdmin(drop) };
    },
    remove: async (products) => {
      await rm(join(finishedFolder, String(products)), { recursive: true, force: true });
      await runAsAdmin(`drop database if exists ${databaseName(products)}`);
    },
    stop: () => postgres.stop(),
  };
};
