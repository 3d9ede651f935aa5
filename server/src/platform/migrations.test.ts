import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openPool } from './database.ts';
import { listMigrationFiles, migrate, NewerDatabaseError } from './migrations.ts';

let folder: string;
let folderUrl: URL;
let pools: pg.Pool[];
let database: string;

const open = (name: string): pg.Pool => openPool({ ...inject('database'), database: name }, 2, () => undefined);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-migrations-'));
  folderUrl = pathToFileURL(`${folder}/`);
  database = `migrations_${randomUUID().replaceAll('-', '')}`;
  const admin = open('postgres');
  await admin.query(`create database ${database}`);
  await admin.end();
  pools = [open(database), open(database)];
});
afterEach(async () => {
  for (const pool of pools) await pool.end();
  const admin = open('postgres');
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true });
});

const poolAt = (n = 0): pg.Pool => {
  const pool = pools[n];
  if (!pool) throw new Error(`no pool ${n}`);
  return pool;
};
const writeMigration = (name: string, text: string) => writeFile(join(folder, name), text);
const listTables = async () => {
  const { rows } = await poolAt().query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
};

it('applies each file once, in the order of their names', async () => {
  await writeMigration('0002_second.sql', 'alter table first add column more integer;');
  await writeMigration('0001_first.sql', 'create table first ();');
  await writeMigration('notes.txt', 'not SQL');
  expect(await migrate(poolAt(), folderUrl)).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(poolAt(), folderUrl)).toEqual([]);
  await writeMigration('0003_third.sql', 'create table third ();');
  expect(await migrate(poolAt(), folderUrl)).toEqual(['0003_third.sql']);
  expect(await listTables()).toEqual(['first', 'migration', 'third']);
});

it('applies each file once when two nodes start at the same time', async () => {
  for (const n of [1, 2, 3, 4]) await writeMigration(`000${n}.sql`, `create table t${n} (); select pg_sleep(0.01);`);
  const applied = await Promise.all([migrate(poolAt(0), folderUrl), migrate(poolAt(1), folderUrl)]);
  expect(applied.flat().toSorted()).toEqual(['0001.sql', '0002.sql', '0003.sql', '0004.sql']);
  expect(await listTables()).toEqual(['migration', 't1', 't2', 't3', 't4']);
});

it('applies the files before one that fails, and no part of that one or of later ones', async () => {
  await writeMigration('0001.sql', 'create table good ();');
  await writeMigration('0002.sql', 'create table twice (); create table twice ();');
  await writeMigration('0003.sql', 'create table later ();');
  await expect(migrate(poolAt(), folderUrl)).rejects.toMatchObject({ code: '42P07' });
  expect(await listTables()).toEqual(['good', 'migration']);
  await writeMigration('0002.sql', 'create table fixed ();');
  // The failed node has released its lock.
  expect(await migrate(poolAt(1), folderUrl)).toEqual(['0002.sql', '0003.sql']);
  expect(await listTables()).toEqual(['fixed', 'good', 'later', 'migration']);
});

it('the database ends the session of a migration whose process is silent, in a transaction and between two', async () => {
  await writeMigration(
    '0001.sql',
    `create table seen as select name, setting, unit from pg_settings where name like 'idle%session_timeout' order by name;`,
  );
  await migrate(poolAt(), folderUrl);
  const { rows } = await poolAt().query('select * from seen');
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '5000', unit: 'ms' },
    { name: 'idle_session_timeout', setting: '10000', unit: 'ms' },
  ]);
  // Later statements of the pool have no such limit.
  const { rows: after } = await poolAt().query('show idle_session_timeout');
  expect(after).toEqual([{ idle_session_timeout: '0' }]);
});

it("applies the shop's migrations to an empty database", async () => {
  expect(await migrate(poolAt())).toContain('0001_catalog.sql');
  expect(await listTables()).toEqual(expect.arrayContaining(['product', 'list_bucket', 'country']));
});

it('an earlier release runs on the tables of a later one of its major version, and does not undo them', async () => {
  await writeMigration('0001_first.sql', 'create table first ();');
  await writeMigration('0002_second.sql', 'create table second ();');
  await migrate(poolAt(), folderUrl);
  await rm(join(folder, '0002_second.sql'));
  expect(await migrate(poolAt(), folderUrl)).toEqual([]);
  expect(await listTables()).toEqual(['first', 'migration', 'second']);
});

it('an earlier major version does not start on the tables of a later one', async () => {
  await writeMigration('0001_first.sql', 'create table first ();');
  await writeMigration('0002_second.breaking.sql', 'create table second ();');
  await migrate(poolAt(), folderUrl);
  expect(await migrate(poolAt(), folderUrl)).toEqual([]);
  await rm(join(folder, '0002_second.breaking.sql'));
  await writeMigration('0003_third.sql', 'create table third ();');
  await expect(migrate(poolAt(), folderUrl)).rejects.toThrow(NewerDatabaseError);
  expect(await listTables()).toEqual(['first', 'migration', 'second']);
});

it("each of the shop's migrations has a unique number", async () => {
  const numbers = (await listMigrationFiles()).map((name) =>
    Number(/^(\d{4})_[a-z_]+(?:\.breaking)?\.sql$/.exec(name)?.[1]),
  );
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
});

it('does not wait long for a lock that the shop holds, and tries again', async () => {
  await writeMigration('0001_first.sql', 'create table first ();');
  await migrate(poolAt(), folderUrl);
  await writeMigration('0002_second.sql', 'alter table first add column more integer;');
  const reader = await poolAt(1).connect();
  await reader.query('begin');
  await reader.query('select from first');
  // If the migration kept waiting for its lock, this statement would queue behind it and never finish.
  const locks = { lockTimeoutMs: 50, retryPauseMs: 10 };
  await expect(migrate(poolAt(), folderUrl, { ...locks, maxAttempts: 2 })).rejects.toThrow('lock timeout');
  const migrating = migrate(poolAt(), folderUrl, { ...locks, maxAttempts: 1000 });
  for (let n = 0; n < 5; n++) await poolAt(1).query('select from first');
  await reader.query('commit');
  reader.release();
  expect(await migrating).toEqual(['0002_second.sql']);
});
