import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** The key of an advisory lock, used for nothing else in the database. */
const LOCK_KEY = 7_362_001;

/** A waiting migration blocks all later statements on the table, so it soon gives up and retries. */
const LOCK_TIMEOUT_MS = 3000;
const RETRY_PAUSE_MS = 1000;
/** Five minutes of attempts, with the time-out. */
const MAX_ATTEMPTS = 75;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

export type LockOptions = { lockTimeoutMs?: number; retryPauseMs?: number; maxAttempts?: number };

/**
 * The end of the name of a migration on which an earlier major version cannot run. All others only add to the tables, so that
 * every release of the same major version runs on them (docs/decisions/releases.md).
 */
const BREAKING = '.breaking.sql';

/** Thrown at the start of a version that cannot run on the tables of a later one. */
export class NewerDatabaseError extends Error {}

/** The names of the SQL files, in the order in which they are applied. */
export const listMigrationFiles = async (folder: URL = MIGRATIONS): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();

/**
 * After so long without a statement the database ends the session of a migration, in a transaction or between two. A process that was cut off
 * would otherwise keep its locks for hours, and every node that starts would wait.
 */
const IDLE_LIMITS =
  "select set_config('idle_in_transaction_session_timeout', '5s', false), set_config('idle_session_timeout', '10s', false)";

/** Runs a function while no other process migrates; nodes that start meanwhile wait. The connection is closed afterwards, with its settings. */
export const withMigrationLock = async <T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`);
    return await run(client);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK_KEY})`).catch(() => undefined);
    client.release(true);
  }
};

/** The names of the applied files, in order. The table must exist. */
export const selectMigrations = async (client: pg.Pool | pg.PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
};

/** When a file was applied to this database, or restored from a backup. */
export const selectAppliedAt = async (db: Database, name: string): Promise<Date> => {
  const { rows } = await sql<{ applied_at: Date }>`select applied_at from migration where name = ${name}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`${name} is not applied`);
  return row.applied_at;
};

/** Deletes the names of applied files, before those of a backup are restored. */
export const deleteMigrations = async (client: pg.PoolClient): Promise<void> => {
  await client.query('delete from migration');
};

/** The names of the applied files; creates their table if it is missing. */
export const readAppliedMigrations = async (client: pg.PoolClient): Promise<Set<string>> => {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  return new Set(await selectMigrations(client));
};

/** Applies one file in the caller's transaction, and records it. */
export const applyMigration = async (client: pg.PoolClient, name: string, folder: URL = MIGRATIONS): Promise<void> => {
  await client.query(await readFile(new URL(name, folder), 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
};

/** Applies one file in its own transaction. Retries after a pause while other transactions hold the locks it needs. */
const applyInTransaction = async (
  client: pg.PoolClient,
  name: string,
  folder: URL,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, retryPauseMs = RETRY_PAUSE_MS, maxAttempts = MAX_ATTEMPTS }: LockOptions,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await applyMigration(client, name, folder);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt >= maxAttempts) throw error;
      await wait(retryPauseMs);
    }
  }
};

/**
 * Compares the database with the files of server/migrations, and changes nothing.
 * @returns `pending`: files not yet applied; `unknown`: applied migrations of a newer version, without a file here
 */
export const compareMigrations = async (pool: pg.Pool): Promise<{ pending: string[]; unknown: string[] }> => {
  const files = await listMigrationFiles();
  const table = await pool.query<{ exists: boolean }>("select to_regclass('migration') is not null as exists");
  if (!table.rows[0]?.exists) return { pending: files, unknown: [] };
  const applied = await selectMigrations(pool);
  return {
    pending: files.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !files.includes(name)),
  };
};

/**
 * Applies the files of server/migrations that are not applied yet, in the order of their names, each in its own
 * transaction. Nodes that start at the same time wait for each other.
 * @param folder URL of the folder of .sql files, with a final slash
 * @param locks how long a file waits for a lock of the shop's statements, and how often it is tried again
 * @returns the names of the files applied now
 * @throws NewerDatabaseError if a later major version has changed the tables; of the same major version they may be newer
 * @throws the database's error when a file fails; the files before it stay applied
 */
export const migrate = (pool: pg.Pool, folder: URL = MIGRATIONS, locks: LockOptions = {}): Promise<string[]> =>
  withMigrationLock(pool, async (client) => {
    await client.query(IDLE_LIMITS);
    const applied: string[] = [];
    const appliedNames = await readAppliedMigrations(client);
    const files = await listMigrationFiles(folder);
    const breaking = [...appliedNames].find((name) => name.endsWith(BREAKING) && !files.includes(name));
    if (breaking !== undefined)
      throw new NewerDatabaseError(
        `A later major version has changed the tables of this database (${breaking}), and this version cannot run on them: start that version, or restore a backup from before it.`,
      );
    for (const name of files) {
      if (appliedNames.has(name)) continue;
      await applyInTransaction(client, name, folder, locks);
      applied.push(name);
    }
    return applied;
  });
