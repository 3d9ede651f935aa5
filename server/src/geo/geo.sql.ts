import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Countries whose currency has a rate, with that rate. */
export const selectCountries = async (db: Database) =>
  db
    .selectFrom('country')
    .innerJoin('exchange_rate', 'exchange_rate.currency', 'country.currency')
    .select([
      'country.code',
      'country.name',
      'country.currency',
      'exchange_rate.decimals',
      'exchange_rate.naira_per_unit',
      'exchange_rate.as_of',
    ])
    .execute();

export const countryExists = async (db: Database, code: string): Promise<boolean> =>
  (await db.selectFrom('country').select('code').where('code', '=', code).executeTakeFirst()) !== undefined;

export const selectRate = (db: Database, currency: string): Promise<{ naira_per_unit: string } | undefined> =>
  db.selectFrom('exchange_rate').select('naira_per_unit').where('currency', '=', currency).executeTakeFirst();

/** Inserts or updates rates, but never over newer ones: a restart must not restore the bundled rates. */
export const upsertRates = async (
  db: Database,
  rates: { currency: string; decimals: number; nairaPerUnit: string }[],
  asOf: Date,
  source: string,
): Promise<void> => {
  await db
    .insertInto('exchange_rate')
    .values(
      rates.map((r) => ({
        currency: r.currency,
        decimals: r.decimals,
        naira_per_unit: r.nairaPerUnit,
        as_of: asOf,
        source,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('currency')
        .doUpdateSet({
          decimals: sql`excluded.decimals`,
          naira_per_unit: sql`excluded.naira_per_unit`,
          as_of: sql`excluded.as_of`,
          source: sql`excluded.source`,
        })
        .where(sql<boolean>`exchange_rate.as_of <= excluded.as_of`),
    )
    .execute();
};

export const insertCountries = async (
  db: Database,
  countries: { code: string; name: string; currency: string }[],
): Promise<void> => {
  await db
    .insertInto('country')
    .values(countries)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
};
