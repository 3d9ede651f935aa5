import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { listWithChildren, readCpuSeconds } from '../cpu-time.ts';
import type { CartAddition, CartAdditionsResult, CartAdditionsTask } from '../load/cart-additions.task.ts';
import { type Benchmark, createRatioMeasurement } from '../measurement.ts';
import { createTemporaryFolder, databaseUrl, type Program, runTask, startProgram, startShop } from '../processes.ts';
import { addBuyers, addStock } from '../shoppers/buyers.ts';
import { compareInRounds, summarize } from '../statistics.ts';

const LOAD = fileURLToPath(new URL('../load/cart-additions.ts', import.meta.url));
const BARE_SQL = fileURLToPath(new URL('../baselines/cart-sql.ts', import.meta.url));
const CONCURRENCY = 16;
/** Connections to the database on both sides: the default of the shop. */
const CONNECTIONS = 10;
/** Products that each account adds to the two in its cart. Every second one is in the cart already. */
const ADDITIONS_PER_ACCOUNT = 4;

const openConnection = (connection: Parameters<typeof openPool>[0]) =>
  openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));

/** New accounts, whose additions take turns: two of the same account seldom meet. */
const createAdditions = async (pool: pg.Pool, accounts: number): Promise<CartAddition[]> => {
  const buyers = await addBuyers(pool, accounts);
  return Array.from({ length: ADDITIONS_PER_ACCOUNT }, (_, n) =>
    buyers.map(({ account, token, first, second }) => ({
      account,
      token,
      product: n % 2 === 0 ? first : second + 1,
    })),
  ).flat();
};

const countPieces = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ pieces: number }>('select coalesce(sum(quantity), 0) as pieces from cart_line');
  return rows[0]?.pieces ?? 0;
};

/** Signed-in accounts that add products to their carts over HTTP, against the SQL alone that this needs. */
export const cartAdditions: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const connection = { ...postgres.connection, database: 'shop' };
  const admin = openConnection(postgres.connection);
  await admin.query('create database shop');
  await admin.end();
  const shop = await startShop({
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl(connection),
    DATABASE_CONNECTIONS: String(CONNECTIONS),
  });
  const pool = openConnection(connection);
  await addStock(pool);
  const load = startProgram(LOAD, [shop.origin]);
  const bareSql = startProgram(BARE_SQL, [JSON.stringify(connection), String(CONNECTIONS)]);
  const accounts = quick ? 200 : 1000;

  /** Milliseconds of CPU time of a program and of all database processes so far. */
  const readCpuMs = async (pid: number): Promise<number> =>
    1000 * (await readCpuSeconds([pid, ...(await listWithChildren(postgres.pid))]));
  /** Adds to the carts of new accounts, and the CPU time of one addition to `cpuMs`. @returns additions per second */
  const measure = async (sender: Program, server: Program, cpuMs: number[]): Promise<number> => {
    const additions = await createAdditions(pool, accounts);
    const pieces = await countPieces(pool);
    const before = await readCpuMs(server.pid);
    const task: CartAdditionsTask = { additions, concurrency: CONCURRENCY };
    const { seconds } = await runTask<CartAdditionsResult>(sender, task);
    cpuMs.push(((await readCpuMs(server.pid)) - before) / additions.length);
    const added = (await countPieces(pool)) - pieces;
    if (added !== additions.length) throw new Error(`${additions.length} additions added ${added} pieces`);
    return additions.length / seconds;
  };
  const cpuMs = { shop: [] as number[], baseline: [] as number[] };
  const measureShop = () => measure(load, shop, cpuMs.shop);
  const measureBaseline = () => measure(bareSql, bareSql, cpuMs.baseline);
  // Warm up both sides, so that V8 has compiled the code before it is measured.
  for (let round = 0; round < 2; round++) {
    await measureShop();
    await measureBaseline();
  }
  for (const list of Object.values(cpuMs)) list.length = 0;
  const comparison = await compareInRounds(quick ? 2 : 7, measureShop, measureBaseline);
  await Promise.all([load.stop(), bareSql.stop(), shop.stop(), pool.end()]);
  await postgres.stop();
  await folder.remove();
  const name = `Adding to the cart, ${CONCURRENCY} at the same time, against the SQL alone`;
  const cpuRounds = cpuMs.shop.map((ms, n) => ({ shop: ms, baseline: cpuMs.baseline[n] ?? Number.NaN }));
  return [
    createRatioMeasurement(name, comparison, (value) => `${value.toFixed(0)} per second`, 'none'),
    createRatioMeasurement(
      'CPU time of one addition to the cart, with the database, against the SQL alone',
      summarize(cpuRounds),
      (value) => `${value.toFixed(2)} ms`,
      { max: 2.3 },
    ),
  ];
};
