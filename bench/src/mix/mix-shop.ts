import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMarket } from '@sokuwa/catalog/market.ts';
import { readSearchQueries } from '@sokuwa/catalog/search-queries.ts';
import getPort from 'get-port';
import type pg from 'pg';
import { openPool } from '../../../server/src/platform/database.ts';
import { listWithChildren, readCpuSeconds } from '../cpu-time.ts';
import type { Markets } from '../market/cluster.ts';
import {
  createTemporaryFolder,
  databaseUrl,
  PRODUCTION,
  type Program,
  runTask,
  type ServerProgram,
  startProgram,
  startShop,
} from '../processes.ts';
import { addBuyers, SUPPLIED_PRODUCTS, setPaymentSecret } from '../shoppers/buyers.ts';
import type { ChangesResult } from './changes.task.ts';
import type { MixResult, MixSetup, MixTask } from './mix.task.ts';

const LOAD = fileURLToPath(new URL('mix.ts', import.meta.url));
const CHANGES = fileURLToPath(new URL('changes.ts', import.meta.url));
const NODES = 2;
/** Shoppers come back after the others: an account has one session at a time. */
const BUYERS = 4000;

/** A process that takes part, such as a node. Of the database all processes are added up. */
export type Part = { name: string; listPids(): Promise<(number | string)[]> };

/** Two nodes and a worker on one database, merchants who change the market, and a thousand shoppers. */
export type MixShop = {
  nodes: readonly ServerProgram[];
  worker: ServerProgram;
  /** The ports that serve the metrics of the nodes and of the worker. */
  metricsPorts: readonly number[];
  /** The ports of the inspectors of the nodes and of the worker, if they have any. */
  inspectorPorts: readonly number[];
  pool: pg.Pool;
  parts: readonly Part[];
  run(task: MixTask): Promise<MixResult>;
  readChanges(): Promise<ChangesResult>;
  /** Stops everything and removes the copy of the market. */
  stop(): Promise<void>;
};

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

/** The scripts, styles and fonts that a page names. */
const readAssets = async (url: string): Promise<string[]> => {
  const html = await fetchText(url);
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
};

const prepareMarket = async (pool: pg.Pool, secret: string) => {
  await setPaymentSecret(pool, secret);
  await pool.query('update product set stock = 1000000 where id <= $1', [SUPPLIED_PRODUCTS]);
  const buyers = await addBuyers(pool, BUYERS);
  const select = async (table: string) =>
    (await pool.query<{ id: number }>(`select id from ${table} order by id`)).rows.map(({ id }) => id);
  return {
    buyers,
    categories: await select('category'),
    subItems: await select('sub_item'),
    merchants: (await select('merchant')).length,
  };
};

/**
 * Starts the mix on a copy of the market of this size.
 * @param options `canInspect`: nodes and worker listen for inspectors
 */
export const openMixShop = async (
  markets: Markets,
  products: number,
  { canInspect = false }: { canInspect?: boolean } = {},
): Promise<MixShop> => {
  const folder = await createTemporaryFolder();
  const { connection, remove } = await markets.copy(products);
  const secret = `sk_test_${randomBytes(24).toString('hex')}`;
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl(connection),
    ...PRODUCTION,
  };
  const start = async (role: 'web' | 'worker') => {
    const metricsPort = await getPort();
    const inspectorPort = await getPort();
    const server = await startShop({
      ...env,
      PROCESS_ROLE: role,
      METRICS_PORT: String(metricsPort),
      ...(canInspect && { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort} --inspect-publish-uid=http` }),
    });
    return { server, metricsPort, inspectorPort };
  };
  // One after the other: the first migrates the database.
  const started = [await start('web')];
  while (started.length < NODES) started.push(await start('web'));
  const nodes = started.map(({ server }) => server);
  const startedWorker = await start('worker');
  const worker = startedWorker.server;
  const pool = openPool(connection, 2, (error) => process.stderr.write(`${error.message}\n`));
  const { buyers, ...market } = await prepareMarket(pool, secret);
  const [node] = nodes;
  if (!node) throw new Error('there is no node');
  const queries = await readSearchQueries((await readMarket()).products);
  const setup: MixSetup = {
    ...market,
    ports: nodes.map(({ port }) => port),
    products,
    cartProducts: SUPPLIED_PRODUCTS,
    searches: [...new Set(queries.map(({ text }) => text))],
    assets: {
      home: await readAssets(`${node.origin}/`),
      list: await readAssets(`${node.origin}/product/list?section=productList&page=1`),
      product: await readAssets(`${node.origin}/product/details/1`),
    },
    secret,
    buyers: buyers.map(({ token, address }) => ({ token, address })),
  };
  const setupFile = join(folder.path, 'mix.json');
  await writeFile(setupFile, JSON.stringify(setup));
  const load: Program = startProgram(LOAD, [setupFile]);
  const changes: Program = startProgram(CHANGES, [
    JSON.stringify(connection),
    String(SUPPLIED_PRODUCTS),
    String(products),
  ]);
  const partOf = (name: string, { pid }: Program): Part => ({ name, listPids: async () => [pid] });
  return {
    nodes,
    worker,
    metricsPorts: [...started, startedWorker].map(({ metricsPort }) => metricsPort),
    inspectorPorts: canInspect ? [...started, startedWorker].map(({ inspectorPort }) => inspectorPort) : [],
    pool,
    parts: [
      ...nodes.map((server, n) => partOf(`node ${n + 1}`, server)),
      partOf('worker', worker),
      { name: 'database', listPids: () => listWithChildren(markets.pid) },
      partOf('shoppers', load),
      partOf('merchants', changes),
    ],
    run: (task) => runTask<MixResult>(load, task),
    readChanges: () => runTask<ChangesResult>(changes, {}),
    stop: async () => {
      await Promise.all([load.stop(), changes.stop()]);
      await Promise.all([worker, ...nodes].map((server) => server.stop()));
      await pool.end();
      await remove();
      await folder.remove();
    },
  };
};

/** Seconds of CPU time of each part so far. A database process that ended is not counted. */
export const readCpuByPart = async (parts: readonly Part[]): Promise<Map<string, number>> => {
  const seconds = new Map<string, number>();
  for (const { name, listPids } of parts) seconds.set(name, await readCpuSeconds(await listPids()));
  return seconds;
};
