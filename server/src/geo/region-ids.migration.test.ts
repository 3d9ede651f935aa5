import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openPool } from '../platform/database.ts';
import { listMigrationFiles, migrate } from '../platform/migrations.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const MIGRATION = /_geonames_regions\.sql$/;
const LAGOS = { hash: 1_526_506_923, geonameId: 2_332_453 };

let folder: string;
let database: string;
let pool: pg.Pool;
const open = (name: string): pg.Pool => openPool({ ...inject('database'), database: name }, 2, () => undefined);

/** Creates a database at the previous migration. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-regions-'));
  const files = await listMigrationFiles();
  const previous = files.slice(
    0,
    files.findIndex((name) => MIGRATION.test(name)),
  );
  for (const name of previous) await cp(fileURLToPath(new URL(name, MIGRATIONS)), join(folder, name));
  database = `regions_${randomUUID().replaceAll('-', '')}`;
  const admin = open('postgres');
  await admin.query(`create database ${database}`);
  await admin.end();
  pool = open(database);
  await migrate(pool, pathToFileURL(`${folder}/`));
});
afterEach(async () => {
  await pool.end();
  const admin = open('postgres');
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true });
});

it('saved addresses and profiles get the ids of GeoNames for their regions', { tags: ['@ACCOUNT-112'] }, async () => {
  await pool.query("insert into country (code, name, currency) values ('NG', 'Nigeria', 'NGN')");
  const { rows } = await pool.query<{ id: string }>(
    `insert into account (email, first_name, last_name, country_code, region_id, city_id)
     values ('ada@example.com', 'Ada', 'Obi', 'NG', $1, 2332459), ('eze@example.com', 'Eze', 'Obi', null, null, null)
     returning id`,
    [LAGOS.hash],
  );
  await pool.query(
    `insert into shipping_address (account_id, first_name, last_name, phone_number, line1, line2, line3, country_code, region_id,
       city_id, country, region, city, postal_code, is_default)
     values ($1, 'Ada', 'Obi', '+2348031234567', '12 Broad Street', '', '', 'NG', $2, 2332459, 'Nigeria', 'Lagos', 'Lagos', '101231',
       true)`,
    [rows[0]?.id, LAGOS.hash],
  );
  await migrate(pool);
  const regionIds = async (table: string) =>
    (await pool.query<{ region_id: number | null }>(`select region_id from ${table} order by 1`)).rows.map(
      ({ region_id }) => region_id,
    );
  expect(await regionIds('shipping_address')).toEqual([LAGOS.geonameId]);
  expect(await regionIds('account')).toEqual([LAGOS.geonameId, null]);
});
