import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openPool } from './database.ts';
import { migrate } from './migrations.ts';

let folder: string;
let address: URL;
let pools: pg.Pool[];
let database: string;

const open = (name: string): pg.Pool => openPool({ ...inject('database'), database: name }, 2, () => undefined);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-migrations-'));
  address = pathToFileURL(`${folder}/`);
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

const pool = (n = 0): pg.Pool => {
  const found = pools[n];
  if (!found) throw new Error(`no pool ${n}`);
  return found;
};
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const tables = async () => {
  const { rows } = await pool().query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
};

it('applies each file once, in the order of their names', async () => {
  await write('0002_second.sql', 'alter table first add column more integer;');
  await write('0001_first.sql', 'create table first ();');
  await write('notes.txt', 'not SQL at all');
  expect(await migrate(pool(), address)).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(pool(), address)).toEqual([]);
  await write('0003_third.sql', 'create table third ();');
  expect(await migrate(pool(), address)).toEqual(['0003_third.sql']);
  expect(await tables()).toEqual(['first', 'migration', 'third']);
});

it('applies each file once when two nodes start at the same time', async () => {
  for (const n of [1, 2, 3, 4]) await write(`000${n}.sql`, `create table t${n} (); select pg_sleep(0.01);`);
  const both = await Promise.all([migrate(pool(0), address), migrate(pool(1), address)]);
  expect(both.flat().toSorted()).toEqual(['0001.sql', '0002.sql', '0003.sql', '0004.sql']);
  expect(await tables()).toEqual(['migration', 't1', 't2', 't3', 't4']);
});

it('keeps the files before one that fails, and applies nothing of it or later ones', async () => {
  await write('0001.sql', 'create table good ();');
  await write('0002.sql', 'create table half (); create table half ();');
  await write('0003.sql', 'create table later ();');
  await expect(migrate(pool(), address)).rejects.toMatchObject({ code: '42P07' });
  expect(await tables()).toEqual(['good', 'migration']);
  await write('0002.sql', 'create table whole ();');
  // The failure released the lock, so the other node does not wait.
  expect(await migrate(pool(1), address)).toEqual(['0002.sql', '0003.sql']);
  expect(await tables()).toEqual(['good', 'later', 'migration', 'whole']);
});

it("applies the shop's own files to an empty database", async () => {
  expect(await migrate(pool())).toContain('0001_catalog.sql');
  expect(await tables()).toEqual(expect.arrayContaining(['product', 'list_bucket', 'country']));
});
