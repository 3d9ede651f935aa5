import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPool } from '../platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrateJobs } from '../platform/jobs.ts';
import { migrate } from '../platform/migrations.ts';

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

/** Starts one PostgreSQL for the whole test run, with a migrated template database that every test shop clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(await chooseFolder(), 'sokuwa-test-'));
  const postgres = await startEmbeddedPostgres({
    folder,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const fail = (error: Error) => {
    throw error;
  };
  const admin = openPool(postgres.connection, 1, fail);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = openPool({ ...postgres.connection, database: TEMPLATE }, 1, fail);
  await migrate(template);
  await migrateJobs(template);
  await template.end();
  project.provide('database', postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
};
