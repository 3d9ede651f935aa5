import { type Insertable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** The names of all merchants, for joins in other modules: columns `id` and `name`. */
export const merchantNames: Relation = sql`(select id, name from merchant)`;

/** The commissions of all merchants: columns `id` and `commission_per_mille`, null for the default. */
export const merchantCommissions: Relation = sql`(select id, commission_per_mille from merchant)`;

/** How to reach all merchants: columns `id`, `name` and `email`, null without an address. */
export const merchantContacts: Relation = sql`(select id, name, email from merchant)`;

/** How fast merchants ship: columns `id` and `handling_days`. */
export const merchantHandling: Relation = sql`(select id, handling_days from merchant)`;

/** The handling days of the merchants of products: of the fastest and of the slowest. @param productIds at least one that exists */
export const selectHandlingDays = async (
  db: Database,
  productIds: readonly ProductId[],
): Promise<{ min: number; max: number }> => {
  const { rows } = await sql<{ min: number; max: number }>`
    select coalesce(min(m.handling_days), 2)::integer as min, coalesce(max(m.handling_days), 2)::integer as max
    from product p join merchant m on m.id = p.merchant_id where p.id = any(${[...productIds]}::integer[])`.execute(db);
  return rows[0] ?? { min: 2, max: 2 };
};

export type MerchantRow = {
  id: MerchantId;
  name: string;
  place: string;
  cover_key: string | null;
  /** YYYY-MM-DD. */
  since: string;
  /** Number of accounts that follow the merchant. */
  followers: number;
};

/** The merchants among `merchantIds` that exist, in no particular order. */
export const selectMerchants = (db: Database, merchantIds: readonly MerchantId[]): Promise<MerchantRow[]> =>
  db
    .selectFrom('merchant')
    .leftJoin('merchant_followers', 'merchant_id', 'id')
    .select(['id', 'name', 'place', 'cover_key', sql<string>`to_char(since, 'YYYY-MM-DD')`.as('since')])
    .select(sql<number>`coalesce(followers, 0)`.as('followers'))
    .where('id', '=', sql<MerchantId>`any(${[...merchantIds]}::integer[])`)
    .execute();

export const selectMerchant = async (db: Database, merchantId: MerchantId): Promise<MerchantRow | undefined> =>
  (await selectMerchants(db, [merchantId]))[0];

export const merchantExists = async (db: Database, merchantId: MerchantId): Promise<boolean> =>
  (await db.selectFrom('merchant').select('id').where('id', '=', merchantId).executeTakeFirst()) !== undefined;

/** Locks the merchant against deletion until the transaction ends. @returns whether it exists */
export const lockMerchantKey = async (trx: Database, merchantId: MerchantId): Promise<boolean> =>
  (await trx.selectFrom('merchant').select('id').where('id', '=', merchantId).forKeyShare().executeTakeFirst()) !==
  undefined;

/** Counts the accounts that follow the merchant. */
export const selectFollowers = async (db: Database, merchantId: MerchantId): Promise<number> => {
  const row = await db
    .selectFrom('merchant_followers')
    .select('followers')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.followers ?? 0;
};

/** The merchant's name and email address; null if the shop has no address. */
export const selectMerchantContact = (
  db: Database,
  merchantId: MerchantId,
): Promise<{ name: string; email: string | null } | undefined> =>
  db.selectFrom('merchant').select(['name', 'email']).where('id', '=', merchantId).executeTakeFirst();

/** The merchant data that an import needs. */
export type Seller = { id: MerchantId; place: string; own_brand: boolean };

/** Merchants by slug. */
export const selectSellers = async (db: Database, slugs: readonly string[]): Promise<Map<string, Seller>> => {
  const rows = await db
    .selectFrom('merchant')
    .select(['id', 'slug', 'place', 'own_brand'])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
    .execute();
  return new Map(rows.map(({ slug, ...seller }) => [slug, seller]));
};

/** @returns the inserted merchants, without those whose slug already exists */
export const insertMerchants = (
  db: Database,
  merchants: readonly Insertable<Tables['merchant']>[],
): Promise<{ id: MerchantId; slug: string; own_brand: boolean }[]> =>
  db
    .insertInto('merchant')
    .values(merchants)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(['id', 'slug', 'own_brand'])
    .execute();

export const updateMerchantEmail = async (
  db: Database,
  merchantId: MerchantId,
  email: string | null,
): Promise<void> => {
  await db.updateTable('merchant').set({ email }).where('id', '=', merchantId).execute();
};
