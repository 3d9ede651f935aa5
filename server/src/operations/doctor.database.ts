import type pg from 'pg';
import type { Config } from '../config.ts';
import { MAIL_JOBS } from '../mail/index.ts';
import { type Connection, openDatabase, openPool } from '../platform/database.ts';
import { compareMigrations } from '../platform/migrations.ts';
import { hasJobTables } from '../platform/pg-boss-tables.ts';
import { startDatabase } from '../platform/start-database.ts';
import { statusMetrics } from '../slices.ts';
import { readDatabaseMetrics } from './database-metrics.ts';
import { clockSkew, type Finding, findingsAbout, needsOf } from './findings.rules.ts';
import { reasonOf } from './reason.ts';

const OLDEST_VERSION = 15;
const EXTENSIONS = ['pg_trgm', 'unaccent'];
const METRICS_TIMEOUT_MS = 10_000;
const { ok, warning, wrong } = findingsAbout('database');

const one = async <Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string): Promise<Row> => {
  const { rows } = await pool.query<Row>(sql);
  const [row] = rows;
  if (!row) throw new Error(`no answer to: ${sql}`);
  return row;
};

const examineVersion = async (pool: pg.Pool): Promise<Finding> => {
  const { server_version: version } = await one<{ server_version: string }>(pool, 'show server_version');
  return Number.parseInt(version, 10) >= OLDEST_VERSION
    ? ok(`It answers, and is PostgreSQL ${version}.`)
    : wrong(`It is PostgreSQL ${version}. Bring it to ${OLDEST_VERSION} or newer.`);
};

const examineMigrations = ({ pending, unknown }: Awaited<ReturnType<typeof compareMigrations>>): Finding => {
  if (unknown.length > 0)
    return wrong(`A newer program was here before (${unknown.join(', ')}). Start that one, not this one.`);
  if (pending.length > 0)
    return warning(
      `It is not up to date (${pending.join(', ')}). The next start of the shop, or any command, sees to it.`,
    );
  return ok('It is up to date.');
};

const examineExtensions = async (pool: pg.Pool): Promise<Finding[]> => {
  const { rows } = await pool.query<{ name: string }>('select name from pg_available_extensions where name = any($1)', [
    EXTENSIONS,
  ]);
  const missing = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
  return missing.map((name) => wrong(`It lacks the extension ${name}. Install PostgreSQL’s contrib package there.`));
};

const examineClock = async (pool: pg.Pool): Promise<Finding> => {
  const asked = Date.now();
  const { now } = await one<{ now: number }>(
    pool,
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return clockSkew((now - (asked + Date.now()) / 2) / 1000);
};

const examinePool = async (pool: pg.Pool): Promise<Finding[]> => {
  const version = await examineVersion(pool);
  const migrations = await compareMigrations(pool);
  const found = [version, ...(await examineExtensions(pool)), examineMigrations(migrations), await examineClock(pool)];
  // With pending migrations, tables for the metrics may be missing.
  if (migrations.pending.length > 0) return found;
  return (await hasJobTables(pool))
    ? [
        ...found,
        ...needsOf(await readDatabaseMetrics(openDatabase(pool), statusMetrics, METRICS_TIMEOUT_MS), MAIL_JOBS),
      ]
    : found;
};

const examineAt = async (connection: Connection, whatToDo: string): Promise<Finding[]> => {
  const pool = openPool(connection, 1, () => undefined);
  try {
    return await examinePool(pool);
  } catch (error) {
    return [wrong(`It cannot be used: ${reasonOf(error)}. ${whatToDo}`)];
  } finally {
    await pool.end();
  }
};

/** Checks whether the database is usable and up to date, and whether it has stale jobs or other open work. */
export const examineDatabase = async (config: Config): Promise<Finding[]> => {
  const advice =
    config.databaseUrl === undefined
      ? `Look into ${config.dataDir}.`
      : 'Check DATABASE_URL, and that its server lets this machine in.';
  try {
    const { connection, stop } = await startDatabase(config);
    try {
      return await examineAt(connection, advice);
    } finally {
      await stop();
    }
  } catch (error) {
    return [wrong(`The embedded one does not start: ${reasonOf(error)}`)];
  }
};
