import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '@sokuwa/contract/brand.ts';
import type pg from 'pg';
import type { DryRunOption } from '../platform/database.ts';
import { selectMigrations } from '../platform/migrations.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { type Entry, writeArchive } from './archive.ts';
import { beginSnapshot, copyOut, countRows, listTables, readSequences } from './database.sql.ts';
import { FORMAT, type Manifest, type Sequence, type Table } from './manifest.ts';

export type BackupRequest = {
  /** The output file, or the folder for it. */
  to: string;
  /** Whether to include pictures; a bucket may have its own backups. */
  pictures: boolean;
};
export type BackupResult = { file: string; rows: number; pictures: number };
/** `part` is the completed fraction, 0 to 1; `count` is the number of rows and pictures. */
export type OnProgress = (progress: { part: number; count: number }) => void;
export type BackupOptions = DryRunOption & { onProgress: OnProgress };

/** Minimum size of an archive entry in bytes; only the last entry of a table is smaller. */
const MIN_ENTRY_BYTES = 1024 * 1024;
const LINE_FEED = 10;

/** Counts the rows in a chunk of COPY text; each row ends with its only line feed. */
const countLines = (bytes: Buffer): number => {
  let lines = 0;
  for (let index = bytes.indexOf(LINE_FEED); index >= 0; index = bytes.indexOf(LINE_FEED, index + 1)) lines++;
  return lines;
};

/** Splits a table into entries: the tar header needs the length in advance, and memory use stays limited. */
async function* splitTable(client: pg.PoolClient, table: Table): AsyncGenerator<Entry> {
  let chunks: Buffer[] = [];
  let length = 0;
  let n = 0;
  const nextEntry = (): Entry => {
    const entry = { name: `tables/${table.name}/${String(++n).padStart(6, '0')}`, bytes: Buffer.concat(chunks) };
    chunks = [];
    length = 0;
    return entry;
  };
  for await (const chunk of copyOut(client, table)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MIN_ENTRY_BYTES) yield nextEntry();
  }
  if (length > 0) yield nextEntry();
}

/** The tables of the snapshot with their row counts. */
const countTables = async (client: pg.PoolClient): Promise<Table[]> => {
  const tables: Table[] = [];
  for (const table of await listTables(client)) tables.push({ ...table, rows: await countRows(client, table.name) });
  return tables;
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const fileExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A file name that sorts by time: sokuwa-2026-11-22T01-18-30Z.tar.zst. */
const formatFileName = (time: Date): string =>
  `${brand.name.toLowerCase()}-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`;

/**
 * Writes a backup file: all rows from one snapshot, while the shop is running, and the original pictures. The rows
 * include pending jobs such as mails.
 * @throws errors of the database and the file system; deletes the incomplete file
 */
export const createBackup = async (
  { pool, media }: { pool: pg.Pool; media: MediaStore },
  { to, pictures: withPictures }: BackupRequest,
  { dryRun, onProgress }: BackupOptions,
): Promise<BackupResult | { refused: string }> => {
  const now = new Date();
  const file = (await isFolder(to)) ? join(to, formatFileName(now)) : to;
  if (await fileExists(file)) return { refused: `The file ${file} already exists.` };
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await beginSnapshot(client);
    const tables = await countTables(client);
    const migrations = await selectMigrations(client);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    let expectedPictures = 0;
    if (withPictures) for await (const _ of media.keys()) expectedPictures++;
    if (dryRun) {
      await client.query('rollback');
      return { file, rows, pictures: expectedPictures };
    }

    let count = 0;
    let pictures = 0;
    let sequences: Sequence[] = [];
    const reportProgress = (added: number) => {
      count += added;
      onProgress({ part: Math.min(1, count / Math.max(1, rows + expectedPictures)), count });
    };
    async function* entries(): AsyncGenerator<Entry> {
      for (const table of tables) {
        for await (const entry of splitTable(client, table)) {
          yield entry;
          reportProgress(countLines(entry.bytes));
        }
      }
      sequences = await readSequences(client);
      if (!withPictures) return;
      // After the rows: a picture is stored before a row refers to it, so every referenced picture exists.
      for await (const key of media.keys()) {
        const bytes = await media.read(key);
        // Skip a picture that was deleted after it was listed.
        if (!bytes) continue;
        yield { name: `pictures/${key}.webp`, bytes };
        pictures++;
        reportProgress(1);
      }
    }
    const createManifest = (sum: string): Manifest => ({
      format: FORMAT,
      made_at: now.toISOString(),
      migrations,
      tables,
      sequences,
      pictures,
      sum,
    });
    await writeArchive(file, entries(), createManifest);
    await client.query('rollback');
    return { file, rows, pictures };
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection that stopped during COPY cannot be reused.
    client.release(failure);
  }
};
