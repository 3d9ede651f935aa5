import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { selectList } from '../../../server/src/catalog/catalog.sql.ts';
import countries from '../../../server/src/geo/countries.json' with { type: 'json' };
import { openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import type { Tables } from '../../../server/src/platform/tables.gen.ts';
import type { SqlAnswer, SqlOrder, Statement } from '../baselines/bare-sql.task.ts';
import { family } from '../cpu-time.ts';
import { startLoad } from '../load/load.ts';
import { measuredFigures, metered, type Part } from '../measurement.ts';
import { ask, startProgram, startShop, temporaryFolder } from '../processes.ts';
import { measuredInTurns } from '../statistics.ts';

const BARE_SQL = fileURLToPath(new URL('../baselines/bare-sql.ts', import.meta.url));
/** Connections to the database, and requests at once, on either side. */
const CONNECTIONS = 10;

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];

/** The statements that the first page of all products sends, taken from the shop's own code. */
const listStatements = async (connection: Connection): Promise<Statement[]> => {
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

/** A list that is made anew for every request, against its SQL alone. */
export const uncachedList: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const shop = await startShop({
    DATA_DIR: folder.path,
    CACHE_MEGABYTES: '0',
    DATABASE_CONNECTIONS: String(CONNECTIONS),
  });
  const { connection, pid: postgres } = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const statements = await listStatements(connection);
  const bare = startProgram(BARE_SQL, [JSON.stringify(connection), String(CONNECTIONS)]);
  const load = startLoad();
  const seconds = quick ? 1 : 4;
  // The same list at once for the same country would be made once for all who ask: each asks for another country.
  const paths = countries
    .map(({ code }) => `/backend/api/products/?page=1&country_code=${code}`)
    .slice(0, CONNECTIONS * 20);
  // Both sides share the database's processes, so each side's time holds what the database did for it.
  const ours = async () =>
    metered([shop.pid, ...(await family(postgres))], () =>
      load.run({ port: shop.port, paths, connections: CONNECTIONS, seconds }),
    );
  const theirs = async () =>
    metered([bare.pid, ...(await family(postgres))], () => {
      const order: SqlOrder = { statements, lanes: CONNECTIONS, seconds };
      return ask<SqlAnswer>(bare, order);
    });
  // Machine code is made of what runs often: neither side is measured before it is.
  for (let warming = 0; warming < 4; warming++) {
    await ours();
    await theirs();
  }
  const compared = await measuredInTurns(quick ? 2 : 7, ours, theirs);
  await Promise.all([load.stop(), bare.stop()]);
  await shop.stop();
  await folder.remove();
  return measuredFigures('List of 50, made anew, against its SQL alone', compared, { least: 0.6 });
};
