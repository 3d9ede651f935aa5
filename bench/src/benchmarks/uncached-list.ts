import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { selectList } from '../../../server/src/catalog/catalog.sql.ts';
import countries from '../../../server/src/geo/countries.json' with { type: 'json' };
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import type { Tables } from '../../../server/src/platform/tables.gen.ts';
import type { SqlResult, SqlTask, Statement } from '../baselines/bare-sql.task.ts';
import { listWithChildren } from '../cpu-time.ts';
import { startLoad } from '../load/load.ts';
import { type Benchmark, createRateMeasurements, measureRates } from '../measurement.ts';
import { createTemporaryFolder, runTask, startProgram, startShop } from '../processes.ts';
import { measureRounds, type Rates, type Round, summarizeRates } from '../statistics.ts';

const BARE_SQL = fileURLToPath(new URL('../baselines/bare-sql.ts', import.meta.url));
/** Connections to the database, and concurrent requests, on both sides. */
const CONNECTIONS = 10;
/** Processes of the same code differ by several percent, so the shop and its baseline are started several times. */
const STARTS = 4;

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];

/** The statements of the first page of all products, recorded from the shop's code. */
const recordStatements = async (connection: Connection): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const pool = openPool(connection, 2, (error) => process.stderr.write(`${error.message}\n`));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as PostgresPool }),
    log: ({ query }) => {
      statements.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  await selectList(db, { kind: 'all' }, 'newest', { inStock: false }, 1);
  await db.destroy();
  return statements;
};

/** Starts the shop and its baseline, and measures some rounds. */
const measureStart = async (quick: boolean): Promise<Round<Rates>[]> => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({
    DATA_DIR: folder.path,
    CACHE_MEGABYTES: '0',
    DATABASE_CONNECTIONS: String(CONNECTIONS),
  });
  const { connection, pid: postgres } = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const statements = await recordStatements(connection);
  const bareSql = startProgram(BARE_SQL, [JSON.stringify(connection), String(CONNECTIONS)]);
  const load = startLoad();
  const seconds = quick ? 1 : 2;
  // Concurrent requests for the same list and country would share one response, so each requests another country.
  const paths = countries
    .map(({ code }) => `/backend/api/products/?page=1&country_code=${code}`)
    .slice(0, CONNECTIONS * 20);
  // Both sides use the same database processes, so the CPU time of each includes the database's.
  const measureShop = async () =>
    measureRates([shop.pid, ...(await listWithChildren(postgres))], () =>
      load.run({ port: shop.port, paths, connections: CONNECTIONS, seconds }),
    );
  const measureBaseline = async () =>
    measureRates([bareSql.pid, ...(await listWithChildren(postgres))], () => {
      const task: SqlTask = { statements, concurrency: CONNECTIONS, seconds };
      return runTask<SqlResult>(bareSql, task);
    });
  // Warm up both sides, so that V8 has compiled the code before it is measured.
  for (let round = 0; round < 4; round++) {
    await measureShop();
    await measureBaseline();
  }
  const rounds = await measureRounds(quick ? 2 : 9, measureShop, measureBaseline);
  await Promise.all([load.stop(), bareSql.stop()]);
  await shop.stop();
  await folder.remove();
  return rounds;
};

/** A list without a cache, against its SQL alone. */
export const uncachedList: Benchmark = async ({ quick }) => {
  const rounds: Round<Rates>[] = [];
  for (let start = 0; start < (quick ? 1 : STARTS); start++) rounds.push(...(await measureStart(quick)));
  return createRateMeasurements('List of 50, uncached, against its SQL alone', summarizeRates(rounds), { min: 0.6 });
};
