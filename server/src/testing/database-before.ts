import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../platform/database.ts';
import { listMigrationFiles, migrate } from '../platform/migrations.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

const open = (database: string): pg.Pool => openPool({ ...inject('database'), database }, 2, () => undefined);

/** Creates an empty database with the tables that the shop had before a migration. @param migration the first one that is missing */
export const openDatabaseBefore = async (migration: RegExp): Promise<{ pool: pg.Pool; close(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-migrations-'));
  const files = await listMigrationFiles();
  const earlier = files.slice(
    0,
    files.findIndex((name) => migration.test(name)),
  );
  for (const name of earlier) await copyFile(new URL(name, MIGRATIONS), join(folder, name));
  const database = `before_${randomUUID().replaceAll('-', '')}`;
  const admin = open('postgres');
  await admin.query(`create database ${database}`);
  const pool = open(database);
  await migrate(pool, pathToFileURL(`${folder}/`));
  return {
    pool,
    close: async () => {
      await pool.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(folder, { recursive: true });
    },
  };
};
