import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { startLoad } from '../load/load.ts';
import { type Benchmark, createRatioMeasurement, formatMilliseconds } from '../measurement.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';
import { addBuyers } from '../shoppers/buyers.ts';
import { compareInRounds, median } from '../statistics.ts';

const PARALLEL_WRITES = 250;
const CART_LINES = 300;
/** Number of other shoppers who request products, and the pause of each between two requests. */
const READERS = 4;
const PAUSE_MS = 25;
const SECONDS = 4;
const READINESS_INTERVAL_MS = 100;

/**
 * Measures uncached product requests and /readyz while one account floods the shop with cart writes, compared with no
 * writes.
 */
export const oneAccount: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path, CACHE_MEGABYTES: '0' });
  const { connection } = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const pool = openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));
  const [attacker] = await addBuyers(pool, 1);
  if (!attacker) throw new Error('there is no account');
  const { rows: products } = await pool.query<{ id: number }>(
    'select id from product where stock > 9 order by id limit 300',
  );
  await pool.query(
    `insert into cart_line (account_id, product_id, line, quantity, title)
     select $1, id, 10 + row_number() over (order by id), 1, title from product order by id limit $2
     on conflict do nothing`,
    [attacker.account, CART_LINES - 2],
  );
  await pool.end();
  const load = startLoad();
  const paths = products.map(({ id }) => `/backend/api/products/${id}/?country_code=NG`);
  const measure = async () =>
    median(
      (
        await load.run({
          port: shop.port,
          paths,
          connections: READERS,
          seconds: SECONDS,
          pauseMs: PAUSE_MS,
          timed: true,
        })
      ).timesMs,
    );

  const headers = { authorization: `Token ${attacker.token}`, 'content-type': 'application/json' };
  const writes = new Map<number, number>();
  const readiness = new Map<number, number>();
  const count = (statuses: Map<number, number>, status: number) =>
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const write = async (n: number) => {
    const response = await fetch(`${shop.origin}/backend/api/cart//${attacker.first}/`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ quantity: 1 + (n % 5) }),
    });
    await response.arrayBuffer();
    count(writes, response.status);
  };
  const measureDuringWrites = async () => {
    let isOver = false;
    const flood = async () => {
      while (!isOver) await Promise.all(Array.from({ length: PARALLEL_WRITES }, (_, n) => write(n)));
    };
    const checkReadiness = async () => {
      while (!isOver) {
        count(readiness, (await fetch(`${shop.origin}/readyz`)).status);
        await wait(READINESS_INTERVAL_MS);
      }
    };
    const others = Promise.all([flood(), checkReadiness()]);
    const result = await measure();
    isOver = true;
    await others;
    return result;
  };
  // Warm up both sides, so that V8 has compiled the code before it is measured.
  await measure();
  await measureDuringWrites();
  const comparison = await compareInRounds(quick ? 2 : 7, measureDuringWrites, measure);
  await Promise.all([load.stop(), shop.stop()]);
  await folder.remove();
  const checks = [...readiness.values()].reduce((sum, n) => sum + n, 0);
  const accepted = writes.get(200) ?? 0;
  const refused = writes.get(429) ?? 0;
  const unexpected = [...writes.values()].reduce((sum, n) => sum + n, 0) - accepted - refused;
  const rest = { baseline: '', unit: '' as const };
  return [
    createRatioMeasurement(
      `Product response time, with ${PARALLEL_WRITES} parallel cart writes of one account against without`,
      comparison,
      formatMilliseconds,
      { max: 3 },
    ),
    {
      ...rest,
      name: 'Responses of /readyz other than 200',
      shop: `${checks} checks`,
      value: checks - (readiness.get(200) ?? 0),
      target: { max: 0 },
    },
    {
      ...rest,
      name: 'Writes of the account that got neither 200 nor 429',
      shop: `${accepted.toLocaleString('en')} accepted, ${refused.toLocaleString('en')} refused`,
      value: unexpected,
      target: { max: 0 },
    },
  ];
};
