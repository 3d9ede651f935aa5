import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../config.ts';
import { openPool } from '../platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrateShop, openShop } from '../shop.ts';
import { databaseUrlOf } from './node.ts';

export const TEMPLATE = 'shop_template';

declare module 'vitest' {
  interface ProvidedContext {
    database: EmbeddedPostgres['connection'];
  }
}

/** A file system in memory, on Linux: creating the hundreds of files of a database takes half the time of a disk. */
const MEMORY_FOLDER = '/dev/shm';
/** The databases of a run take a fifth of it. */
const NEEDED_BYTES = 2 ** 30;

/** Where the databases are: in memory, if there is enough. */
const chooseFolder = async (): Promise<string> => {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
};

/** Creates the tables and the queues of jobs. */
const migrateTemplate = async (connection: EmbeddedPostgres['connection'], folder: string): Promise<void> => {
  const shop = await openShop(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, DATABASE_URL: databaseUrlOf(connection) }),
  );
  try {
    await migrateShop(shop);
  } finally {
    await shop.close();
  }
};

/** Starts one PostgreSQL for the whole test run, with a template database that every test shop clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(await chooseFolder(), 'sokuwa-test-'));
  const postgres = await startEmbeddedPostgres({
    folder,
    // Each file of tests opens two or three shops of five connections, and a large machine runs many files at once.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  });
  const fail = (error: Error) => {
    throw error;
  };
  const admin = openPool(postgres.connection, 1, fail);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const mediaFolder = await mkdtemp(join(tmpdir(), 'sokuwa-media-'));
  await migrateTemplate({ ...postgres.connection, database: TEMPLATE }, mediaFolder);
  await rm(mediaFolder, { recursive: true, force: true });
  project.provide('database', postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
};
