import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';
import { lockProducts } from './products.sql.ts';

/** The names of all merchants, for joins in other modules: columns `id` and `name`. */
export const merchantNames: Relation = sql`(select id, name from merchant)`;

/** The commissions of all merchants: columns `id` and `commission_per_mille`, null for the default. */
export const merchantCommissions: Relation = sql`(select id, commission_per_mille from merchant)`;

/** How to reach all merchants: columns `id`, `name` and `email`, null without an address. */
export const merchantContacts: Relation = sql`(select id, name, email from merchant)`;

/** Suspended merchants, for joins in other modules: column `id`. */
export const suspendedMerchants: Relation = sql`(select id from merchant where suspended_at is not null)`;

/**
 * All stores, also those that are not approved: columns `id`, `slug`, `name`, `state`, `suspended_at`, `country`, `place`, `email`, `cover_key` and
 * `commission_per_mille`.
 */
export const storeProfiles: Relation = sql`(
  select id, slug, name, state, suspended_at, country, place, email, cover_key, commission_per_mille from merchant)`;

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

/** When a store that is on holiday is open again, as YYYY-MM-DD, and what it says. */
export type Holiday = { until: string; note: string };

/** SQL expression for the holiday on which a store is now; null if it is open. @param merchant its alias */
export const currentHoliday = (merchant: string): RawBuilder<Holiday | null> => sql`
  case when ${sql.ref(`${merchant}.is_on_holiday`)} then json_build_object('until', to_char(${sql.ref(`${merchant}.holiday_until`)}, 'YYYY-MM-DD'),
    'note', ${sql.ref(`${merchant}.holiday_note`)}) end`;

export type MerchantRow = {
  id: MerchantId;
  name: string;
  place: string;
  cover_key: string | null;
  /** YYYY-MM-DD. */
  since: string;
  /** Number of accounts that follow the merchant. */
  followers: number;
  description: string;
  policies: string;
  /** Null: it is open. */
  holiday: Holiday | null;
};

/** The merchants among `merchantIds` that exist and are not suspended, in no particular order. */
export const selectMerchants = (db: Database, merchantIds: readonly MerchantId[]): Promise<MerchantRow[]> =>
  db
    .selectFrom('merchant')
    .leftJoin('merchant_followers', 'merchant_id', 'id')
    .select(['id', 'name', 'place', 'cover_key', sql<string>`to_char(since, 'YYYY-MM-DD')`.as('since')])
    .select(sql<number>`coalesce(followers, 0)`.as('followers'))
    .select(['description', 'policies', currentHoliday('merchant').as('holiday')])
    .where('id', '=', sql<MerchantId>`any(${[...merchantIds]}::integer[])`)
    .where('suspended_at', 'is', null)
    .execute();

export const selectMerchant = async (db: Database, merchantId: MerchantId): Promise<MerchantRow | undefined> =>
  (await selectMerchants(db, [merchantId]))[0];

/** Whether the merchant exists and is not suspended. */
export const merchantExists = async (db: Database, merchantId: MerchantId): Promise<boolean> =>
  (await selectMerchant(db, merchantId)) !== undefined;

/** Locks the merchant against deletion until the transaction ends. @returns whether it exists, and was approved */
export const lockMerchantKey = async (trx: Database, merchantId: MerchantId): Promise<boolean> => {
  const query = trx.selectFrom('merchant').select('id').where('id', '=', merchantId).where('state', '=', 'approved');
  return (await query.forKeyShare().executeTakeFirst()) !== undefined;
};

/**
 * What new products of a merchant need. Locks the merchant against a suspension until the transaction ends: FOR KEY SHARE would read the
 * row as it was before a suspension that it has waited for.
 */
export const lockSeller = (
  trx: Database,
  merchantId: MerchantId,
): Promise<{ place: string; own_brand: boolean; suspended_at: Date | null; state: StoreState }> =>
  trx
    .selectFrom('merchant')
    .select(['place', 'own_brand', 'suspended_at', 'state'])
    .where('id', '=', merchantId)
    .forShare()
    .executeTakeFirstOrThrow();

/** Whether the merchant's products cannot be changed, because it is suspended. */
export const isMerchantSuspended = async (db: Database, merchantId: MerchantId): Promise<boolean> =>
  (await db
    .selectFrom('merchant')
    .select('id')
    .where('id', '=', merchantId)
    .where('suspended_at', 'is not', null)
    .where('state', '=', 'approved')
    .executeTakeFirst()) !== undefined;

/** Counts the accounts that follow the merchant. */
export const selectFollowers = async (db: Database, merchantId: MerchantId): Promise<number> => {
  const row = await db
    .selectFrom('merchant_followers')
    .select('followers')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.followers ?? 0;
};

/** The merchant with this name in URLs. */
export const selectMerchantBySlug = (
  db: Database,
  slug: string,
): Promise<{ id: MerchantId; name: string } | undefined> =>
  db.selectFrom('merchant').select(['id', 'name']).where('slug', '=', slug).executeTakeFirst();

/** The merchant's name and email address; null if the shop has no address. */
export const selectMerchantContact = (
  db: Database,
  merchantId: MerchantId,
): Promise<{ name: string; email: string | null } | undefined> =>
  db.selectFrom('merchant').select(['name', 'email']).where('id', '=', merchantId).executeTakeFirst();

/** The merchant's name in URLs and product files. */
export const selectMerchantSlug = async (db: Database, merchantId: MerchantId): Promise<string> =>
  (await db.selectFrom('merchant').select('slug').where('id', '=', merchantId).executeTakeFirstOrThrow()).slug;

/** The merchant data that an import needs. */
export type Seller = { id: MerchantId; place: string; own_brand: boolean };

/** Merchants by slug, without suspended ones. */
export const selectSellers = async (db: Database, slugs: readonly string[]): Promise<Map<string, Seller>> => {
  const rows = await db
    .selectFrom('merchant')
    .select(['id', 'slug', 'place', 'own_brand'])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`)
    .where('suspended_at', 'is', null)
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

/** Serializes the writers of stores' names until the transaction ends. Take it before the lock of a merchant. */
export const lockStoreNames = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('store names'))`.execute(trx);
};

/** Whether no store but `except` has this name, in upper or lower case, or this slug. */
export const isStoreNameFree = async (
  db: Database,
  { name, slug }: { name: string; slug: string },
  except?: MerchantId,
): Promise<boolean> => {
  const { rows } = await sql`
    select from merchant where (slug = ${slug} or lower(name) = lower(${name})) and id is distinct from ${except ?? null}::integer
    limit 1`.execute(db);
  return rows.length === 0;
};

/** A merchant's store as the merchant sees it. */
export type StoreRow = Pick<
  Selectable<Tables['merchant']>,
  | 'id'
  | 'name'
  | 'place'
  | 'country'
  | 'email'
  | 'handling_days'
  | 'cover_key'
  | 'suspended_at'
  | 'description'
  | 'policies'
  | 'is_on_holiday'
  | 'state'
  | 'first_steps_dismissed_at'
> & {
  /** YYYY-MM-DD. */
  since: string;
  /** Days as YYYY-MM-DD; null if none is planned. */
  holiday: { from: string; until: string; note: string } | null;
};

export const selectStore = (db: Database, merchantId: MerchantId): Promise<StoreRow> =>
  db
    .selectFrom('merchant')
    .select(['id', 'name', 'place', 'country', sql<string>`to_char(since, 'YYYY-MM-DD')`.as('since')])
    .select(['email', 'handling_days', 'cover_key', 'suspended_at', 'description', 'policies', 'is_on_holiday'])
    .select(['state', 'first_steps_dismissed_at'])
    .select(
      sql<StoreRow['holiday']>`case when holiday_from is not null then json_build_object(
        'from', to_char(holiday_from, 'YYYY-MM-DD'), 'until', to_char(holiday_until, 'YYYY-MM-DD'), 'note', holiday_note) end`.as(
        'holiday',
      ),
    )
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();

/** Locks what the merchant can change itself until the transaction ends. Its products and orders are not locked. */
export const lockStore = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await trx.selectFrom('merchant').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute();
};

/** @param changed undefined values stay as they are */
export const updateStore = async (
  db: Database,
  merchantId: MerchantId,
  changed: {
    name?: string | undefined;
    slug?: string | undefined;
    country?: string | undefined;
    place?: string | undefined;
    handling_days?: number | undefined;
    cover_key?: string | null;
    description?: string | undefined;
    policies?: string | undefined;
    holiday_from?: string | null | undefined;
    holiday_until?: string | null | undefined;
    holiday_note?: string | undefined;
    is_on_holiday?: boolean | undefined;
    first_steps_dismissed_at?: Date | null;
  },
): Promise<void> => {
  const isChanged = Object.values(changed).some((value) => value !== undefined);
  if (isChanged) await db.updateTable('merchant').set(changed).where('id', '=', merchantId).execute();
};

/**
 * Begins and ends holidays (DESK-14).
 * @param today in Lagos, as YYYY-MM-DD
 */
export const followHolidays = async (db: Database, today: string): Promise<void> => {
  await sql`
    update merchant set is_on_holiday = not is_on_holiday
    where holiday_from is not null and is_on_holiday <> (holiday_from <= ${today}::date and ${today}::date < holiday_until)`.execute(
    db,
  );
};

export type MerchantEmailRow = Pick<
  Selectable<Tables['merchant']>,
  'name' | 'email' | 'former_emails' | 'email_changed_at'
>;

export const selectEmail = (db: Database, merchantId: MerchantId): Promise<MerchantEmailRow | undefined> =>
  db
    .selectFrom('merchant')
    .select(['name', 'email', 'former_emails', 'email_changed_at'])
    .where('id', '=', merchantId)
    .executeTakeFirst();

/** Locks what the merchant can change itself, as `lockStore` does. */
export const lockEmail = async (trx: Database, merchantId: MerchantId): Promise<MerchantEmailRow | undefined> => {
  await lockStore(trx, merchantId);
  return selectEmail(trx, merchantId);
};

export const updateEmail = async (
  trx: Database,
  merchantId: MerchantId,
  changed: Pick<MerchantEmailRow, 'email' | 'former_emails' | 'email_changed_at'>,
): Promise<void> => {
  await trx.updateTable('merchant').set(changed).where('id', '=', merchantId).execute();
};

export const updateCommission = async (
  db: Database,
  merchantId: MerchantId,
  perMille: number | null,
): Promise<void> => {
  await db.updateTable('merchant').set({ commission_per_mille: perMille }).where('id', '=', merchantId).execute();
};

/** Locks all products of a merchant, in the order of their ids. Lock them before the merchant, as an import does. */
export const lockProductsOf = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await lockProducts(trx, sql`select id from product where merchant_id = ${merchantId}`);
};

/**
 * Locks the products of a suspended merchant, in the order of their ids. Lock them before the merchant: a cancellation changes their stock, and
 * then writes rows that refer to the merchant.
 */
export const lockSuspendedProductsOf = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await sql`select from suspended_product where merchant_id = ${merchantId} and state = 'live' order by id for update`.execute(
    trx,
  );
};

/** Locks the merchant, also against new products, until the transaction ends. */
export const lockMerchant = (
  trx: Database,
  merchantId: MerchantId,
): Promise<
  { name: string; suspended_at: Date | null; state: StoreState; commission_per_mille: number | null } | undefined
> =>
  trx
    .selectFrom('merchant')
    .select(['name', 'suspended_at', 'state', 'commission_per_mille'])
    .where('id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();

/** @param at null ends the suspension */
export const updateSuspension = async (trx: Database, merchantId: MerchantId, at: Date | null): Promise<void> => {
  await trx.updateTable('merchant').set({ suspended_at: at }).where('id', '=', merchantId).execute();
};

export const updateStoreState = async (
  trx: Database,
  merchantId: MerchantId,
  changed: Updateable<Pick<Tables['merchant'], 'state' | 'suspended_at' | 'since'>>,
): Promise<void> => {
  await trx.updateTable('merchant').set(changed).where('id', '=', merchantId).execute();
};

export const deleteSuspendedProducts = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await trx.deleteFrom('suspended_product').where('merchant_id', '=', merchantId).execute();
};

/** Deletes a store that is not approved. Its team and its products must be deleted before. */
export const deleteDraft = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await trx.deleteFrom('merchant').where('id', '=', merchantId).where('state', '<>', 'approved').execute();
};

/** Products of a merchant that are not in the shop, and how many of them have pictures. */
export const countHiddenProducts = async (
  db: Database,
  merchantId: MerchantId,
): Promise<{ total: number; with_pictures: number }> => {
  const { rows } = await sql<{ total: number; with_pictures: number }>`
    select count(*)::integer as total, count(*) filter (where pictures <> '[]')::integer as with_pictures
    from suspended_product where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? { total: 0, with_pictures: 0 };
};

/** Stores that are not approved, by state. */
export const countUnapproved = (db: Database): Promise<{ status: StoreState; count: number }[]> =>
  db
    .selectFrom('merchant')
    .select(['state as status', (eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where('state', '<>', 'approved')
    .groupBy('state')
    .execute();

/** Moves the merchant's products out of the shop. @returns how many */
export const moveProductsOut = async (trx: Database, merchantId: MerchantId): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`select suspend_products(${merchantId}) as moved`.execute(trx);
  return rows[0]?.moved ?? 0;
};

/** Moves the merchant's products back into the shop. @returns how many */
export const moveProductsBack = async (trx: Database, merchantId: MerchantId): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`select restore_products(${merchantId}) as moved`.execute(trx);
  return rows[0]?.moved ?? 0;
};

/** A merchant as operators see it. */
export type MerchantAccountRow = {
  id: MerchantId;
  slug: string;
  name: string;
  place: string;
  country: string;
  /** YYYY-MM-DD. */
  since: string;
  email: string | null;
  /** Null: the default. */
  commission_per_mille: number | null;
  handling_days: number;
  suspended_at: Date | null;
  state: StoreState;
  /** Also those that are not in the shop: drafts, paused ones, and all of a suspended merchant. */
  products: number;
};

const selectAccounts = (condition: RawBuilder<unknown>, limit: number) => sql<MerchantAccountRow>`
  select m.id, m.slug, m.name, m.place, m.country, to_char(m.since, 'YYYY-MM-DD') as since, m.email, m.commission_per_mille,
    m.handling_days, m.suspended_at, m.state, coalesce(b.products, 0) + (
      select count(*) from suspended_product s where s.merchant_id = m.id)::integer as products
  from merchant m left join list_bucket b on b.list = 'm' || m.id and b.axis = 't' and b.bucket = 0
  where ${condition} order by m.id limit ${limit}`;

/**
 * Merchants by id.
 * @param search a part of their name or slug
 * @param isSuspended whether only approved merchants that are suspended are wanted
 * @param after the id of the last merchant of the page before
 */
export const selectMerchantAccounts = async (
  db: Database,
  {
    search,
    isSuspended = false,
    after,
    limit,
  }: { search: string | undefined; isSuspended?: boolean | undefined; after: number; limit: number },
): Promise<MerchantAccountRow[]> => {
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await selectAccounts(
    sql`m.id > ${after} and (m.name ilike ${pattern} or m.slug ilike ${pattern})
      and (not ${isSuspended}::boolean or (m.suspended_at is not null and m.state = 'approved'))`,
    limit,
  ).execute(db);
  return rows;
};

export const selectMerchantAccount = async (
  db: Database,
  merchantId: MerchantId,
): Promise<MerchantAccountRow | undefined> => (await selectAccounts(sql`m.id = ${merchantId}`, 1).execute(db)).rows[0];
