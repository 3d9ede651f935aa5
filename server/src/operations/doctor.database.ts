import type pg from 'pg';
import type { Config } from '../config.ts';
import { MAIL_JOBS } from '../mail/index.ts';
import { type Connection, openDatabase, openPool } from '../platform/database.ts';
import { compareMigrations } from '../platform/migrations.ts';
import { hasJobTables } from '../platform/pg-boss-tables.ts';
import { describeReason } from '../platform/reason.ts';
import { startDatabase } from '../platform/start-database.ts';
import { statusMetrics } from '../slices.ts';
import { readDatabaseMetrics } from './database-metrics.ts';
import { checkClockSkew, checkMetrics, createFindings, type Finding } from './findings.rules.ts';

const MIN_VERSION = 15;
const EXTENSIONS = ['pg_trgm', 'unaccent'];
const METRICS_TIMEOUT_MS = 10_000;
const database = createFindings('database');

const queryRow = async <Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string): Promise<Row> => {
  const { rows } = await pool.query<Row>(sql);
  const [row] = rows;
  if (!row) throw new Error(`no row from: ${sql}`);
  return row;
};

const examineVersion = async (pool: pg.Pool): Promise<Finding> => {
  const { server_version: version } = await queryRow<{ server_version: string }>(pool, 'show server_version');
  return Number.parseInt(version, 10) >= MIN_VERSION
    ? database.ok(`It responds, and is PostgreSQL ${version}.`)
    : database.error(`It is PostgreSQL ${version}. Upgrade it to version ${MIN_VERSION} or newer.`);
};

const examineMigrations = ({ pending, unknown }: Awaited<ReturnType<typeof compareMigrations>>): Finding => {
  if (unknown.length > 0)
    return database.error(
      `A newer version of the shop has migrated it (${unknown.join(', ')}). Start that version, not this one.`,
    );
  if (pending.length > 0)
    return database.warning(
      `It has pending migrations (${pending.join(', ')}). They run at the next start of the shop or with any command.`,
    );
  return database.ok('It is up to date.');
};

const examineExtensions = async (pool: pg.Pool): Promise<Finding[]> => {
  const { rows } = await pool.query<{ name: string }>('select name from pg_available_extensions where name = any($1)', [
    EXTENSIONS,
  ]);
  const missingExtensions = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
  return missingExtensions.map((name) =>
    database.error(`The extension ${name} is missing. Install the contrib package of PostgreSQL on its server.`),
  );
};

const examineClock = async (pool: pg.Pool): Promise<Finding> => {
  const sentAt = Date.now();
  const { now } = await queryRow<{ now: number }>(
    pool,
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return checkClockSkew((now - (sentAt + Date.now()) / 2) / 1000);
};

const examinePool = async (pool: pg.Pool): Promise<Finding[]> => {
  const version = await examineVersion(pool);
  const migrations = await compareMigrations(pool);
  const findings = [
    version,
    ...(await examineExtensions(pool)),
    examineMigrations(migrations),
    await examineClock(pool),
  ];
  // With pending migrations, tables for the metrics may be missing.
  if (migrations.pending.length > 0 || !(await hasJobTables(pool))) return findings;
  const metrics = await readDatabaseMetrics(openDatabase(pool), statusMetrics, METRICS_TIMEOUT_MS);
  return [...findings, ...checkMetrics(metrics, MAIL_JOBS)];
};

const examineConnection = async (connection: Connection, advice: string): Promise<Finding[]> => {
  const pool = openPool(connection, 1, () => undefined);
  try {
    return await examinePool(pool);
  } catch (error) {
    return [database.error(`It cannot be used: ${describeReason(error)}. ${advice}`)];
  } finally {
    await pool.end();
  }
};

/** Checks whether the database is usable and up to date, and whether jobs or payments need attention. */
export const examineDatabase = async (config: Config): Promise<Finding[]> => {
  const advice =
    config.databaseUrl === undefined
      ? `Check the folder ${config.dataDir}.`
      : 'Check DATABASE_URL, and that the server accepts connections from this machine.';
  try {
    const { connection, stop } = await startDatabase(config);
    try {
      return await examineConnection(connection, advice);
    } finally {
      await stop();
    }
  } catch (error) {
    return [database.error(`The embedded database does not start: ${describeReason(error)}.`)];
  }
};
