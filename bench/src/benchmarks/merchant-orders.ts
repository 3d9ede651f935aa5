import { createHash } from 'node:crypto';
import { openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/migrations.ts';
import { listWithChildren, readCpuSeconds } from '../cpu-time.ts';
import { startLoad } from '../load/load.ts';
import { fillOrders, someOrder } from '../market/orders.ts';
import { type Benchmark, createRatioMeasurement, formatMilliseconds, type Measurement } from '../measurement.ts';
import { createTemporaryFolder, databaseUrl, type ServerProgram, startShop } from '../processes.ts';
import { measureRounds, median, summarizeField } from '../statistics.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 100_000;
const PATH = '/backend/merchant/orders/';
/** PostgreSQL plans a prepared statement five times before it may reuse a plan. These requests are not measured. */
const WARM_UP_REQUESTS = 12;

/** All find about as many orders in both databases. `few`: as the merchant with a hundred orders; otherwise as the one with all others. */
type Case = { name: string; few?: boolean; query: (total: number) => string };
const CASES: readonly Case[] = [
  { name: 'List, first page', query: () => '' },
  {
    name: 'List, from the middle',
    query: (total) => `?paid_to=${new Date(Date.now() - total * 15_000).toISOString()}`,
  },
  { name: 'To ship', query: () => '?status=to_ship' },
  { name: 'Cancelled', query: () => '?status=cancelled' },
  { name: 'Late', query: () => '?late=true&limit=20' },
  {
    name: 'Search: an order id',
    query: (total) =>
      `?search=${createHash('md5')
        .update(String(someOrder(total).n))
        .digest('hex')
        .slice(0, 12)}`,
  },
  { name: 'Search: a tracking number', query: (total) => `?search=${someOrder(total).trackingNumber}` },
  { name: 'Search: a frequent word', query: () => '?search=calabash' },
  { name: 'Search: the beginning of a frequent word', query: () => '?search=cala' },
  { name: 'Search: a name in ten orders', query: () => '?search=zebedee' },
  { name: 'Search: a name in a hundred orders', query: () => '?search=olumide' },
  { name: 'Search: two frequent words', query: () => '?search=yam+indigo' },
  { name: 'Search: a full name and a word', query: () => '?search=ngozi+okafor+rice' },
  { name: 'Search: nothing', query: () => '?search=xylophone' },
  { name: 'Search: a frequent word, to ship', query: () => '?search=calabash&status=to_ship&limit=10' },
  { name: 'Search: a name in a hundred orders, cancelled', query: () => '?search=olumide&status=cancelled' },
  { name: 'Search: a frequent word, late', query: () => '?search=calabash&late=true&limit=5' },
  { name: 'Search: a frequent word, cancelled', query: () => '?search=calabash&status=cancelled&limit=30' },
  { name: 'List of a merchant with few orders', few: true, query: () => '' },
  { name: 'Search of a merchant with few orders', few: true, query: () => '?search=calabash' },
];

/** The lists of a merchant with many orders against one with fewer: the number must make little difference. */
export const merchantOrders: Benchmark = async ({ quick }) => {
  const large = quick ? LARGE_WHEN_QUICK : LARGE;
  const [data, media] = [await createTemporaryFolder(), await createTemporaryFolder()];
  const postgres = await startEmbeddedPostgres({ folder: data.path, settings: ['max_wal_size=4GB'] });
  const admin = openPool(postgres.connection, 1, (error) => process.stderr.write(`${error.message}\n`));
  const open = async (total: number): Promise<{ shop: ServerProgram; tokens: { large: string; small: string } }> => {
    const connection = { ...postgres.connection, database: `orders_${total}` };
    await admin.query(`create database ${connection.database}`);
    const pool = openPool(connection, 3, (error) => process.stderr.write(`${error.message}\n`));
    await migrate(pool);
    const startMs = performance.now();
    const tokens = await fillOrders(pool, openDatabase(pool), total);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
    process.stdout.write(`  generated ${total.toLocaleString('en')} orders in ${seconds} s\n`);
    await pool.end();
    // Without jobs: these orders have no payments, so a job would write books for all of them.
    const settings = { DATA_DIR: media.path, DATABASE_URL: databaseUrl(connection), PROCESS_ROLE: 'web' };
    return { tokens, shop: await startShop(settings) };
  };
  const [few, many] = [await open(SMALL), await open(large)];
  const load = startLoad();
  const measurements: Measurement[] = [];
  for (const item of CASES) {
    const requestOf = ({ shop, tokens }: typeof few, total: number) => {
      const headers = { authorization: `Token ${item.few ? tokens.small : tokens.large}` };
      return { port: shop.port, pid: shop.pid, paths: [PATH + item.query(total)], headers };
    };
    const measure = async ({ pid, ...request }: ReturnType<typeof requestOf>) => {
      const pids = [pid, ...(await listWithChildren(postgres.pid))];
      const before = await readCpuSeconds(pids);
      const { timesMs } = await load.run({ ...request, connections: 1, seconds: quick ? 0.2 : 0.7, timed: true });
      return { ms: median(timesMs), cpuMs: (((await readCpuSeconds(pids)) - before) * 1000) / timesMs.length };
    };
    const [small, big] = [requestOf(few, SMALL), requestOf(many, large)];
    for (const { port, paths, headers } of [small, big])
      for (let n = 0; n < WARM_UP_REQUESTS; n++) {
        const response = await fetch(`http://localhost:${port}${paths[0]}`, { headers });
        if (response.status !== 200) throw new Error(`${paths[0]} responded with ${response.status}`);
        await response.arrayBuffer();
      }
    const rounds = await measureRounds(
      quick ? 2 : 7,
      () => measure(big),
      () => measure(small),
    );
    measurements.push(
      createRatioMeasurement(item.name, summarizeField(rounds, 'ms'), formatMilliseconds, { max: 2 }),
      createRatioMeasurement(`${item.name}, CPU time`, summarizeField(rounds, 'cpuMs'), formatMilliseconds, { max: 2 }),
    );
  }
  await Promise.all([load.stop(), few.shop.stop(), many.shop.stop()]);
  await admin.end();
  await postgres.stop();
  await Promise.all([data.remove(), media.remove()]);
  return measurements;
};
