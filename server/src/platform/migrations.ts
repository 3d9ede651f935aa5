import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Any number that nothing else in the database locks by. */
const LOCK = 7_362_001;

/** Names of the files of SQL, in the order in which they are applied. */
export const migrationFiles = async (folder: URL = MIGRATIONS): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();

/** Does something while no node changes the tables; those that start meanwhile wait. */
export const withMigrationLock = async <T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    return await act(client);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => undefined);
    client.release();
  }
};

/** The names of the applied files, in order. The table must exist. */
export const selectMigrations = async (client: pg.Pool | pg.PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
};

/** Forgets which files were applied, before the rows of a backup say so. */
export const deleteMigrations = async (client: pg.PoolClient): Promise<void> => {
  await client.query('delete from migration');
};

/** The names of the files that the database has seen; makes the table that knows them. */
export const appliedMigrations = async (client: pg.PoolClient): Promise<Set<string>> => {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  return new Set(await selectMigrations(client));
};

/** Applies one file in the caller's transaction, and writes that down. */
export const applyMigration = async (client: pg.PoolClient, name: string, folder: URL = MIGRATIONS): Promise<void> => {
  await client.query(await readFile(new URL(name, folder), 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
};

/**
 * Holds the database against the files of server/migrations, and changes nothing.
 * @returns the files that it has not seen, and the names of those it has seen that are not there: a newer program's
 */
export const compareMigrations = async (pool: pg.Pool): Promise<{ pending: string[]; unknown: string[] }> => {
  const files = await migrationFiles();
  const known = await pool.query<{ known: boolean }>("select to_regclass('migration') is not null as known");
  if (!known.rows[0]?.known) return { pending: files, unknown: [] };
  const seen = await selectMigrations(pool);
  return {
    pending: files.filter((name) => !seen.includes(name)),
    unknown: seen.filter((name) => !files.includes(name)),
  };
};

/**
 * Brings the database up to date: applies, in order of their names, the files of server/migrations it has not seen.
 * Each runs in a transaction of its own; nodes that start at once wait for each other.
 * @param folder address of the folder of .sql files, with a final slash
 * @returns the names of the files that were applied now
 * @throws the database's error when a file fails; what came before it stays applied
 */
export const migrate = (pool: pg.Pool, folder: URL = MIGRATIONS): Promise<string[]> =>
  withMigrationLock(pool, async (client) => {
    const applied: string[] = [];
    const seen = await appliedMigrations(client);
    for (const name of await migrationFiles(folder)) {
      if (seen.has(name)) continue;
      await client.query('begin');
      try {
        await applyMigration(client, name, folder);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      applied.push(name);
    }
    return applied;
  });
