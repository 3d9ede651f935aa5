import { listWithChildren, readCpuSeconds } from '../cpu-time.ts';
import { startLoad } from '../load/load.ts';
import { type Markets, openMarkets } from '../market/cluster.ts';
import { type Benchmark, createRatioMeasurement, formatMilliseconds, type Measurement } from '../measurement.ts';
import { createTemporaryFolder, databaseUrl, type ServerProgram, startShop } from '../processes.ts';
import { measureRounds, median, summarizeField } from '../statistics.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 100_000;
const HUGE = 10_000_000;
const HUGE_WHEN_QUICK = 2_000_000;
const PAGE_SIZE = 50;
const ALL = '/backend/api/products/?country_code=GB';
const CATEGORY = '/backend/api/products/category//3?country_code=GB';
/** PostgreSQL plans a prepared statement five times before it may reuse a plan. These requests are not measured. */
const WARM_UP_REQUESTS = 12;

type Case = { name: string; list: string; page: 'first' | 'middle' | 'last'; query?: string };
const CASES: readonly Case[] = [
  { name: 'All products, first page', list: ALL, page: 'first' },
  { name: 'All products, middle page', list: ALL, page: 'middle' },
  { name: 'All products, last page', list: ALL, page: 'last' },
  { name: 'All products by price, middle page', list: ALL, page: 'middle', query: '&sort=price' },
  { name: 'All products by discount, middle page', list: ALL, page: 'middle', query: '&sort=discount' },
  { name: 'A category, first page', list: CATEGORY, page: 'first' },
  { name: 'A category, middle page', list: CATEGORY, page: 'middle' },
  { name: 'A category, last page', list: CATEGORY, page: 'last' },
  { name: 'A category by price, middle page', list: CATEGORY, page: 'middle', query: '&sort=price' },
  { name: 'Search: a common word', list: ALL, page: 'first', query: '&search=basket' },
  { name: 'Search: a misspelt word', list: ALL, page: 'first', query: '&search=calabsh' },
  { name: 'Search: two words', list: ALL, page: 'first', query: '&search=leather+bag' },
];

const readCount = async (shop: ServerProgram, path: string): Promise<number> => {
  const response = await fetch(shop.origin + path);
  if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`);
  return ((await response.json()) as { count: number }).count;
};

/** The path of the case's page. Numbers of middle and last pages depend on the size of the market. */
const pathOf = async (shop: ServerProgram, { list, page, query = '' }: Case): Promise<string> => {
  const count = await readCount(shop, `${list}${query}&page=1`);
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const number = { first: 1, middle: Math.ceil(last / 2), last }[page];
  return `${list}${query}&page=${number}`;
};

/** Uncached responses of a large market against those of a small one: the size must make little difference. */
const compareSizes = async (markets: Markets, large: number, quick: boolean): Promise<Measurement[]> => {
  const folder = await createTemporaryFolder();
  const open = (products: number) => {
    const url = databaseUrl(markets.connection(products));
    return startShop({ DATA_DIR: folder.path, DATABASE_URL: url, CACHE_MEGABYTES: '0' });
  };
  const [smallShop, largeShop] = [await open(SMALL), await open(large)];
  const load = startLoad();
  const seconds = quick ? 0.2 : 0.7;
  const measurements: Measurement[] = [];
  for (const item of CASES) {
    const paths = { small: await pathOf(smallShop, item), large: await pathOf(largeShop, item) };
    /** Milliseconds of a request, and of the CPU time of server and database for it. */
    const measure = async ({ port, pid }: ServerProgram, path: string) => {
      const pids = [pid, ...(await listWithChildren(markets.pid))];
      const before = await readCpuSeconds(pids);
      const { timesMs } = await load.run({ port, paths: [path], connections: 1, seconds, timed: true });
      const cpuMs = (((await readCpuSeconds(pids)) - before) * 1000) / timesMs.length;
      return { ms: median(timesMs), cpuMs };
    };
    for (let n = 0; n < WARM_UP_REQUESTS; n++)
      await Promise.all([readCount(smallShop, paths.small), readCount(largeShop, paths.large)]);
    const rounds = await measureRounds(
      quick ? 2 : 7,
      () => measure(largeShop, paths.large),
      () => measure(smallShop, paths.small),
    );
    measurements.push(
      createRatioMeasurement(item.name, summarizeField(rounds, 'ms'), formatMilliseconds, { max: 2 }),
      createRatioMeasurement(`${item.name}, CPU time`, summarizeField(rounds, 'cpuMs'), formatMilliseconds, { max: 2 }),
    );
  }
  await Promise.all([load.stop(), smallShop.stop(), largeShop.stop()]);
  await folder.remove();
  return measurements;
};

export const catalogueSize: Benchmark = async ({ quick }) => {
  const large = quick ? LARGE_WHEN_QUICK : LARGE;
  const markets = await openMarkets([SMALL, large]);
  const measurements = await compareSizes(markets, large, quick);
  await markets.stop();
  return measurements;
};

/** The same with a market that takes half an hour to create and 30 GB of disk. It is removed afterwards. */
export const hugeCatalogue: Benchmark = async ({ quick }) => {
  const huge = quick ? HUGE_WHEN_QUICK : HUGE;
  const markets = await openMarkets([SMALL, huge]);
  try {
    return await compareSizes(markets, huge, quick);
  } finally {
    await markets.remove(huge);
    await markets.stop();
  }
};
