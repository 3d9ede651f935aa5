import { join } from 'node:path';
import countries from '../../../server/src/geo/countries.json' with { type: 'json' };
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { runConcurrently } from '../concurrency.ts';
import { startLoad } from '../load/load.ts';
import { postTo } from '../load/post.ts';
import { type Benchmark, createMedianMeasurement, createRatioMeasurement, formatMilliseconds } from '../measurement.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';
import { addAccounts } from '../shoppers/accounts.ts';
import { compareInRounds, percentile99 } from '../statistics.ts';

const LOGINS = 600;
const CONCURRENCY = 16;
/** Shoppers who read lists, and the pause of each between two lists: about 400 lists per second. */
const READERS = 10;
const PAUSE_MS = 25;
const PAGES = 9;
/** Duration of reading without logins, about as long as the logins take. */
const BASELINE_SECONDS = 6;
/** Duration of one load run during the logins. */
const SLICE_SECONDS = 0.5;

/** All pages of the market for many countries: more than the cache can store. */
const PATHS = countries
  .slice(0, 40)
  .flatMap(({ code }) =>
    Array.from({ length: PAGES }, (_, page) => `/backend/api/products/?page=${page + 1}&country_code=${code}`),
  );

/** Response times of lists during logins, against those without logins. */
export const logins: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const { connection } = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const pool = openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));
  const accounts = await addAccounts(pool, LOGINS);
  await pool.end();
  const load = startLoad();
  const post = postTo(shop.origin);
  const read = async (seconds: number) =>
    (await load.run({ port: shop.port, paths: PATHS, connections: READERS, seconds, pauseMs: PAUSE_MS, timed: true }))
      .timesMs;
  const rates: number[] = [];
  const measureDuringLogins = async () => {
    let finished = false;
    const timesMs: number[] = [];
    const loggingIn = runConcurrently(CONCURRENCY, accounts, (credentials) =>
      post('/backend/login/', {}, JSON.stringify(credentials)),
    ).finally(() => {
      finished = true;
    });
    while (!finished) {
      const slice = await read(SLICE_SECONDS);
      // The last slice is partly without logins, so it does not count.
      if (!finished) timesMs.push(...slice);
    }
    rates.push(LOGINS / (await loggingIn));
    return percentile99(timesMs);
  };
  const measureWithoutLogins = async () => percentile99(await read(BASELINE_SECONDS));
  // Warm up both sides, so that V8 has compiled the code before it is measured.
  await measureWithoutLogins();
  await measureDuringLogins();
  rates.length = 0;
  const comparison = await compareInRounds(quick ? 2 : 7, measureDuringLogins, measureWithoutLogins);
  await Promise.all([load.stop(), shop.stop()]);
  await folder.remove();
  return [
    createRatioMeasurement(
      'List response time, 99th percentile, with logins against without',
      comparison,
      formatMilliseconds,
      {
        max: 3,
      },
    ),
    createMedianMeasurement(`Logins, ${CONCURRENCY} at the same time, with ${READERS} readers`, ' per second', rates, {
      shop: `${LOGINS} per round`,
    }),
  ];
};
