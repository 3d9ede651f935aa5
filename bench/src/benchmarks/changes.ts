import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type pg from 'pg';
import { openPool } from '../../../server/src/platform/database.ts';
import { type LoadResult, startLoad } from '../load/load.ts';
import { openMarkets } from '../market/cluster.ts';
import {
  type Benchmark,
  createRatioMeasurement,
  formatMilliseconds,
  formatPerSecond,
  type Measurement,
} from '../measurement.ts';
import { createTemporaryFolder, databaseUrl, type ServerProgram, startShop } from '../processes.ts';
import { compareInRounds, percentile99, summarize } from '../statistics.ts';

const PRODUCTS = 10_000;
const ADDRESSES = 2000;
/** Lists and searches among the addresses; the others are products. */
const LISTS = 800;
const SEARCHES = ['rice', 'basket', 'leather bag', 'oil', 'dress'];
const CHANGES_PER_SECOND = 10;
/** The same number as for the response times of kept pages (PACED_CONNECTIONS in pages.ts). */
const CONNECTIONS = 20;
const OBSERVED_CHANGES = 30;
const PAGE_SIZE = 50;

type Row = { id: number; category_id: number; sub_item_id: number; merchant_id: number; price_kobo: number };

/** What shoppers request of the API and as a page: lists in several orders, with filters, searches, and products. */
const buildAddress = (n: number, { id, category_id, sub_item_id, merchant_id }: Row): { api: string; page: string } => {
  if (n >= LISTS) return { api: `/backend/api/products/${id}/`, page: `/product/details/${id}` };
  const round = Math.floor(n / 10);
  const page = 1 + (round % 4);
  const deep = 1 + ((n * 7919) % Math.ceil(PRODUCTS / PAGE_SIZE));
  const category = {
    api: `/backend/api/products/category//${category_id}?page=${page}`,
    page: `/product/list/${category_id}?section=productCategory&categoryId=${category_id}&page=${page}`,
  };
  const all = { api: `/backend/api/products/?page=${deep}`, page: `/product/list?section=productList&page=${deep}` };
  const also = (address: { api: string; page: string }, query: string) => ({
    api: address.api + query,
    page: address.page + query,
  });
  const search = encodeURIComponent(SEARCHES[round % SEARCHES.length] ?? '');
  switch (n % 10) {
    case 0:
    case 1:
      return all;
    case 2:
      return also(all, '&sort=price');
    case 3:
    case 4:
      return category;
    case 5:
      return also(category, '&sort=-price&in_stock=true');
    case 6:
    case 7:
      return {
        api: `/backend/api/products/subitem//${sub_item_id}?page=1`,
        page: `/product/list/${sub_item_id}?section=productSubCategory&subCategoryId=${sub_item_id}&page=1`,
      };
    case 8:
      return {
        api: `/backend/merchants/${merchant_id}/products/?page=1`,
        page: `/product/list/${merchant_id}?section=merchantStore&page=1`,
      };
    default:
      return {
        api: `/backend/api/products/?search=${search}&page=${page}`,
        page: `/product/list?section=searchQuery&query=${search}&page=${page}`,
      };
  }
};

/** Different addresses that respond with 200. */
const selectAddresses = async (shop: ServerProgram, rows: readonly Row[], kind: 'api' | 'page'): Promise<string[]> => {
  const paths = new Set(rows.map((row, n) => buildAddress(n, row)[kind]));
  const found: string[] = [];
  for (const path of paths) {
    const response = await fetch(shop.origin + path, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    if (response.status === 200) found.push(path);
    if (found.length === ADDRESSES) break;
  }
  return found;
};

/** Changes a random price every so often, until it is stopped. */
const startChanges = (pool: pg.Pool, rows: readonly Row[]): { stop(): Promise<void> } => {
  let isOver = false;
  const run = async () => {
    for (let dueMs = performance.now(); !isOver; dueMs += 1000 / CHANGES_PER_SECOND) {
      await wait(Math.max(0, dueMs - performance.now()));
      const row = rows[Math.floor(Math.random() * rows.length)];
      const factor = 0.8 + Math.random() * 0.4;
      await pool.query('update product set price_kobo = $2 where id = $1', [
        row?.id,
        Math.round((row?.price_kobo ?? 1) * factor),
      ]);
    }
  };
  const running = run();
  return {
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};

/** The numbers of requests that a cache answered, and that it did not. */
const readCounts = async (metricsPort: number, cache: string) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const read = (name: string) =>
    Number(new RegExp(`^shop_cache_${name}_total\\{cache="${cache}"\\} (\\d+)`, 'm').exec(text)?.[1]);
  return { hits: read('hits'), misses: read('misses') };
};

/** Milliseconds from the commit of a price until each node shows it, in the API and on its page. */
const measureVisibility = async (pool: pg.Pool, nodes: readonly ServerProgram[], row: Row): Promise<number[]> => {
  const timesMs: number[] = [];
  const targets = nodes.flatMap(({ origin }) => [
    `${origin}/backend/api/products/${row.id}/`,
    `${origin}/product/details/${row.id}`,
  ]);
  for (let n = 0; n < OBSERVED_CHANGES; n++) {
    // They are cached, and popular.
    for (const url of [...targets, ...targets, ...targets]) await (await fetch(url)).arrayBuffer();
    const naira = 10_000 + n;
    await pool.query('update product set price_kobo = $2, discount_percent = 0 where id = $1', [row.id, naira * 100]);
    const startMs = performance.now();
    const isVisible = async (url: string) =>
      (await (await fetch(url)).text()).includes(`₦${naira.toLocaleString('en')}`);
    await Promise.all(
      targets.map(async (url) => {
        while (!(await isVisible(url))) await wait(10);
      }),
    );
    timesMs.push(performance.now() - startMs);
  }
  return timesMs;
};

/** Requests of 2,000 addresses while prices change, compared with the same without changes. */
export const changes: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const markets = await openMarkets([PRODUCTS]);
  const pool = openPool(markets.connection(PRODUCTS), 1, (error) => process.stderr.write(`${error.message}\n`));
  const { rows } = await pool.query<Row>(
    'select id, category_id, sub_item_id, merchant_id, price_kobo from product order by id * 7919 % 10007',
  );
  const env = { DATA_DIR: folder.path, DATABASE_URL: databaseUrl(markets.connection(PRODUCTS)) };
  const metricsPort = await getPort();
  const shop = await startShop({ ...env, METRICS_PORT: String(metricsPort) });
  const other = await startShop(env);
  const measurements: Measurement[] = [];

  const [row] = rows;
  if (!row) throw new Error('the market is empty');
  const visibleMs = await measureVisibility(pool, [shop, other], row);
  await other.stop();
  measurements.push({
    name: 'A new price is visible on two nodes, slowest',
    shop: `${OBSERVED_CHANGES} changes`,
    baseline: '',
    value: Math.max(...visibleMs) / 1000,
    unit: ' s',
    target: { max: 1 },
  });

  const load = startLoad();
  const seconds = quick ? 2 : 6;
  for (const [kind, cache, label] of [
    ['api', 'api', 'JSON'],
    ['page', 'pages', 'Pages'],
  ] as const) {
    const paths = await selectAddresses(shop, rows, kind);
    const headers = { 'accept-encoding': 'br', ...(kind === 'page' && { accept: 'text/html' }) };
    const run = () => load.run({ port: shop.port, paths, headers, connections: CONNECTIONS, seconds, timed: true });
    const hitRates: number[] = [];
    const slowest: { shop: number[]; baseline: number[] } = { shop: [], baseline: [] };
    const rateOf = (result: LoadResult, times: number[]) => {
      times.push(percentile99(result.timesMs));
      return result.requests / result.seconds;
    };
    const runWithChanges = async () => {
      const changing = startChanges(pool, rows);
      const result = await run();
      await changing.stop();
      return result;
    };
    const measureWithChanges = async () => {
      const before = await readCounts(metricsPort, cache);
      const result = await runWithChanges();
      const after = await readCounts(metricsPort, cache);
      const [hits, misses] = [after.hits - before.hits, after.misses - before.misses];
      hitRates.push(hits / (hits + misses));
      return rateOf(result, slowest.shop);
    };
    const measureWithoutChanges = async () => rateOf(await run(), slowest.baseline);
    // Warm up: all responses are cached, and V8 has compiled the code that creates them again.
    await run();
    await runWithChanges();
    const comparison = await compareInRounds(quick ? 2 : 5, measureWithChanges, measureWithoutChanges);
    const times = slowest.shop.map((ms, n) => ({ shop: ms, baseline: slowest.baseline[n] ?? Number.NaN }));
    measurements.push(
      {
        name: `${label}: share of requests that found a cached response, lowest`,
        shop: `${paths.length.toLocaleString('en')} addresses`,
        baseline: '',
        value: Math.min(...hitRates),
        unit: '',
        target: { min: 0.95 },
      },
      createRatioMeasurement(`${label}, with 10 price changes a second`, comparison, formatPerSecond, { min: 0.8 }),
      createRatioMeasurement(`${label}: 99th percentile`, summarize(times), formatMilliseconds, { max: 2 }),
    );
  }
  for (const { id, price_kobo } of rows)
    await pool.query('update product set price_kobo = $2 where id = $1 and price_kobo <> $2', [id, price_kobo]);
  await pool.end();
  await Promise.all([load.stop(), shop.stop()]);
  await markets.stop();
  await folder.remove();
  return measurements;
};
