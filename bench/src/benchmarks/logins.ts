import { join } from 'node:path';
import countries from '../../../server/src/geo/countries.json' with { type: 'json' };
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { inLanes } from '../concurrency.ts';
import { startLoad } from '../load/load.ts';
import { milliseconds, type Part, ratioFigure } from '../measurement.ts';
import { type Served, startShop, temporaryFolder } from '../processes.ts';
import { addPeople, type Person } from '../shoppers/accounts.ts';
import { inTurns, median, p99 } from '../statistics.ts';

const LOGINS = 200;
const AT_ONCE = 16;
/** Shoppers who read lists, and the milliseconds that each looks at one: some 400 lists a second. */
const READERS = 10;
const PAUSE = 25;
const PAGES = 9;
/** Seconds of reading without logins, about as long as the logins take; and of one stretch of reading beside them. */
const ALONE = 4;
const STRETCH = 0.5;

/** Every page of the market in the currencies of many countries: what the shop keeps of them, it answers from there. */
const PATHS = countries
  .slice(0, 40)
  .flatMap(({ code }) =>
    Array.from({ length: PAGES }, (_, page) => `/backend/api/products/?page=${page + 1}&country_code=${code}`),
  );

const logIn = async ({ origin }: Served, person: Person): Promise<void> => {
  const answer = await fetch(`${origin}/backend/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a login answered ${answer.status}: ${text}`);
};

/** How long lists take while people log in, against how long they take otherwise. */
export const logins: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const { connection } = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const pool = openPool(connection, 1, (error) => process.stderr.write(`${error.message}\n`));
  const people = await addPeople(pool, LOGINS);
  await pool.end();
  const load = startLoad();
  const read = async (seconds: number) =>
    (await load.run({ port: shop.port, paths: PATHS, connections: READERS, seconds, pause: PAUSE, timed: true })).times;
  const rates: number[] = [];
  const beside = async () => {
    let over = false;
    const times: number[] = [];
    const loggingIn = inLanes(AT_ONCE, people, (person) => logIn(shop, person)).finally(() => {
      over = true;
    });
    while (!over) {
      const stretch = await read(STRETCH);
      // One in which the logins came to their end tells of both.
      if (!over) times.push(...stretch);
    }
    rates.push(LOGINS / (await loggingIn));
    return p99(times);
  };
  const alone = async () => p99(await read(ALONE));
  // Machine code is made of what runs often: neither side is measured before it is.
  await alone();
  await beside();
  rates.length = 0;
  const compared = await inTurns(quick ? 2 : 7, beside, alone);
  await Promise.all([load.stop(), shop.stop()]);
  await folder.remove();
  return [
    ratioFigure("Lists' 99th percentile, beside logins against without", compared, milliseconds, { most: 3 }),
    {
      name: `Logins, ${AT_ONCE} at once beside ${READERS} readers of lists`,
      ours: `${LOGINS} a round`,
      theirs: '',
      value: median(rates),
      unit: ' a second',
      spread: [Math.min(...rates), Math.max(...rates)],
      bar: 'none',
    },
  ];
};
