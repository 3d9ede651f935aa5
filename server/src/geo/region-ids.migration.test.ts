import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../platform/migrations.ts';
import { openDatabaseBefore } from '../testing/database-before.ts';

const MIGRATION = /_geonames_regions\.sql$/;
const LAGOS = { hash: 1_526_506_923, geonameId: 2_332_453 };

let database: Awaited<ReturnType<typeof openDatabaseBefore>>;
let pool: pg.Pool;
beforeEach(async () => {
  database = await openDatabaseBefore(MIGRATION);
  pool = database.pool;
});
afterEach(() => database.close());

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
