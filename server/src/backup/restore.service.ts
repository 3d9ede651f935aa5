import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type ActOptions, recordAudit } from '../platform/audit.ts';
import { openOnClient } from '../platform/database.ts';
import {
  applyMigration,
  deleteMigrations,
  listMigrationFiles,
  readAppliedMigrations,
  withMigrationLock,
} from '../platform/migrations.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { ArchiveError, type Entry, readArchive } from './archive.ts';
import type { BackupOptions } from './backup.service.ts';
import { copyIn, countRows, dropIndexesAndKeys, eraseShop, isInUse, listTables, setSequence } from './database.sql.ts';
import { FORMAT, type Manifest, manifestSchema, type Table } from './manifest.ts';

export type RestoreRequest = {
  file: string;
  /** Erases the existing data first. */
  replace: boolean;
};
export type RestoreOptions = BackupOptions & ActOptions;
export type RestoreResult = { madeAt: string; rows: number; pictures: number };
type Parts = { pool: pg.Pool; media: MediaStore };
type Refused = { refused: string };

/** The shop fills these tables at startup, so rows in them do not mean that the database has user data. */
const FILLED_AT_START = ['public.migration', 'public.country', 'public.exchange_rate', 'public.built_file'];

const parseManifest = (text: string): Manifest => {
  const json: unknown = JSON.parse(text);
  if (typeof json === 'object' && json !== null && 'format' in json && Number(json.format) > FORMAT)
    throw new ArchiveError('it was created by a newer version of the shop');
  return manifestSchema.parse(json);
};

/** Reads the whole archive and verifies it against its manifest. */
const checkArchive = async (
  file: string,
  onBytes: (count: number) => void,
): Promise<{ manifest: Manifest } | Refused> => {
  try {
    const archive = await readArchive(file, onBytes);
    const manifest = parseManifest(archive.manifest);
    if (manifest.sum !== archive.sum) return { refused: `${file} is damaged or was changed: its checksum is wrong.` };
    const knownMigrations = new Set(await listMigrationFiles());
    const unknownMigration = manifest.migrations.find((name) => !knownMigrations.has(name));
    if (unknownMigration !== undefined)
      return {
        refused: `${file} is from a newer version with the migration ${unknownMigration}: update this shop first.`,
      };
    return { manifest };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('syscall' in error) return { refused: `${file} cannot be read: ${error.message}.` };
    return { refused: `${file} is not a complete archive: ${error.message}.` };
  }
};

/** The tables that contain data of a used shop. */
const listFilledTables = async (client: pg.PoolClient): Promise<string[]> => {
  const filled: string[] = [];
  for (const { name } of await listTables(client)) {
    if (!name.startsWith('public.') || FILLED_AT_START.includes(name)) continue;
    if ((await countRows(client, name)) > 0) filled.push(name.replace('public.', ''));
  }
  return filled.sort();
};

/** Loads the entries of one table, in order. */
class TableLoader {
  readonly table: Table;
  readonly #copy: ReturnType<typeof copyIn>;
  readonly #done: Promise<void>;

  constructor(client: pg.PoolClient, table: Table) {
    this.table = table;
    this.#copy = copyIn(client, table);
    this.#done = finished(this.#copy);
    // write(), finish() or stop() awaits the promise; this prevents an unhandled rejection until then.
    this.#done.catch(() => undefined);
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#copy.write(bytes)) await Promise.race([once(this.#copy, 'drain'), this.#done]);
  }

  async finish(): Promise<void> {
    this.#copy.end();
    await this.#done;
    if (this.#copy.rowCount !== this.table.rows)
      throw new ArchiveError(`${this.table.name} has ${this.#copy.rowCount} rows, not ${this.table.rows}`);
  }

  async stop(): Promise<void> {
    this.#copy.destroy();
    await this.#done.catch(() => undefined);
  }
}

/** Loads the rows of the archive into the tables, and its pictures into the store. */
const load = async ({
  client,
  media,
  file,
  manifest,
  onBytes,
}: {
  client: pg.PoolClient;
  media: MediaStore;
  file: string;
  manifest: Manifest;
  onBytes: (count: number) => void;
}): Promise<void> => {
  const columnsByTable = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const missingTables = new Set(manifest.tables.filter(({ rows }) => rows > 0).map(({ name }) => name));
  let loader: TableLoader | undefined;
  const startTable = async (name: string): Promise<TableLoader> => {
    await loader?.finish();
    const [table, columns] = [tables.get(name), columnsByTable.get(name)];
    if (!table?.columns.every((column) => columns?.has(column)))
      throw new ArchiveError(`the shop has no table ${name} with the columns of the archive`);
    missingTables.delete(name);
    return new TableLoader(client, table);
  };
  const loadEntry = async ({ name, bytes }: Entry): Promise<void> => {
    const [kind, ...rest] = name.split('/');
    if (kind === 'pictures') return media.put(rest.join('/').replace(/\.webp$/, ''), bytes);
    const [table = ''] = rest;
    if (loader?.table.name !== table) loader = await startTable(table);
    await loader.write(bytes);
  };
  try {
    const { sum } = await readArchive(file, onBytes, loadEntry);
    await loader?.finish();
    const [missingTable] = missingTables;
    if (missingTable !== undefined) throw new ArchiveError(`it has no rows of ${missingTable}`);
    if (sum !== manifest.sum) throw new ArchiveError('it changed while it was read');
  } catch (error) {
    await loader?.stop();
    throw error;
  }
};

/** @returns the archive error, if one caused a rollback */
const runInTransaction = async (
  client: pg.PoolClient,
  work: () => Promise<void>,
): Promise<ArchiveError | undefined> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
    return undefined;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof ArchiveError) return error;
    throw error;
  }
};

const withClient = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
};

/** Replaces the tables of the shop, within the caller's transaction. */
const replaceShop = async (
  client: pg.PoolClient,
  { migrations, sequences }: Manifest,
  loadRows: () => Promise<void>,
): Promise<void> => {
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  // Indexes are rebuilt on full tables, which needs more memory.
  await client.query("set local maintenance_work_mem = '256MB'");
  await eraseShop(client);
  await readAppliedMigrations(client);
  // Create the schema of the backup. Later migrations run after the load and convert its rows.
  for (const name of migrations) await applyMigration(client, name);
  await deleteMigrations(client);
  const recreateStatements = await dropIndexesAndKeys(client);
  await loadRows();
  for (const statement of recreateStatements) await client.query(statement);
  for (const sequence of sequences) await setSequence(client, sequence);
  for (const name of await listMigrationFiles()) if (!migrations.includes(name)) await applyMigration(client, name);
  // Update the planner statistics; otherwise the first queries use plans for empty tables.
  await client.query('analyze');
};

/**
 * Restores a shop from an archive, all or nothing. Reads the archive twice: the first pass verifies it before anything
 * is written. Migrates an archive of an older version. A dry run verifies the archive and whether the database is
 * empty; the shop can run meanwhile.
 * @throws the database error, after a rollback; only unreferenced pictures may remain in the store
 */
export const restore = async (
  { pool, media }: Parts,
  { file, replace }: RestoreRequest,
  { dryRun, act, onProgress }: RestoreOptions,
): Promise<RestoreResult | Refused> => {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    onProgress({ part: Math.min(1, bytes / (size * (dryRun ? 1 : 2))), count: bytes });
  };
  const checkAndLoad = async (client: pg.PoolClient): Promise<RestoreResult | Refused> => {
    if (!dryRun && (await isInUse(client)))
      return { refused: 'The shop is running, or another program uses its database: stop it first.' };
    const filled = replace ? [] : await listFilledTables(client);
    if (filled.length > 0)
      return { refused: `The database is not empty (${filled.join(', ')}): --replace erases its data.` };
    const checked = await checkArchive(file, onBytes);
    if ('refused' in checked) return checked;
    const { manifest } = checked;
    if (!dryRun) {
      const loadRows = () => load({ client, media, file, manifest, onBytes });
      const refused = await runInTransaction(client, async () => {
        await replaceShop(client, manifest, loadRows);
        const change = { subject: `file ${basename(file)}`, after: { made_at: manifest.made_at, replace } };
        await recordAudit(openOnClient(client), act, { action: 'restore', ...change });
      });
      if (refused) return { refused: `${file} cannot be restored: ${refused.message}.` };
    }
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { madeAt: manifest.made_at, rows, pictures: manifest.pictures };
  };
  return dryRun ? withClient(pool, checkAndLoad) : withMigrationLock(pool, checkAndLoad);
};
