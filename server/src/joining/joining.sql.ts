import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import { type Selectable, sql } from 'kysely';
import { accountContacts } from '../account/index.ts';
import { storeProfiles } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { countWork } from '../platform/operator-work.ts';
import { columnsOf } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** An application with its store. */
export type ApplicationRow = Selectable<Tables['store_application']> & {
  slug: string;
  name: string;
  state: StoreState;
  country: string;
  place: string;
  email: string | null;
  cover_key: string | null;
  commission_per_mille: number | null;
};

const selectApplicationsWith = sql`
  select ${columnsOf('store_application')}, slug, name, state, country, place, email, cover_key, commission_per_mille
  from store_application join ${storeProfiles} store on store.id = store_application.merchant_id`;

export const selectApplication = async (db: Database, merchantId: MerchantId): Promise<ApplicationRow | undefined> => {
  const { rows } = await sql<ApplicationRow>`${selectApplicationsWith} where merchant_id = ${merchantId}`.execute(db);
  return rows[0];
};

/** The applications of these stores, oldest first; none of a store that has not applied. */
export const selectApplications = async (
  db: Database,
  merchantIds: readonly MerchantId[],
): Promise<ApplicationRow[]> => {
  const { rows } = await sql<ApplicationRow>`
    ${selectApplicationsWith} where merchant_id = any(${[...merchantIds]}::integer[]) order by merchant_id`.execute(db);
  return rows;
};

/** Applications that an account has made, or whose terms it has accepted. */
export const selectApplicationsOf = async (db: Database, accountId: AccountId): Promise<ApplicationRow[]> => {
  const { rows } = await sql<ApplicationRow>`
    ${selectApplicationsWith} where account_id = ${accountId} or terms_account_id = ${accountId} order by merchant_id`.execute(
    db,
  );
  return rows;
};

export const insertApplication = async (
  trx: Database,
  { merchantId, accountId, now }: { merchantId: MerchantId; accountId: AccountId; now: Date },
): Promise<void> => {
  await trx
    .insertInto('store_application')
    .values({ merchant_id: merchantId, account_id: accountId, state_since: now })
    .execute();
};

/** @param changed undefined values stay as they are */
export const updateApplication = async (
  trx: Database,
  merchantId: MerchantId,
  changed: {
    phone?: string | null | undefined;
    categories?: number[] | undefined;
    description?: string | undefined;
    expected_products?: number | null | undefined;
    registration_number?: string | null | undefined;
    terms_version?: string;
    terms_accepted_at?: Date;
    terms_account_id?: AccountId;
    state_since?: Date;
    submitted_at?: Date;
    decline_reason?: string | null;
  },
): Promise<void> => {
  if (Object.values(changed).some((value) => value !== undefined))
    await trx.updateTable('store_application').set(changed).where('merchant_id', '=', merchantId).execute();
};

export type ApplicationSummaryRow = Pick<
  ApplicationRow,
  | 'merchant_id'
  | 'name'
  | 'state'
  | 'place'
  | 'country'
  | 'description'
  | 'expected_products'
  | 'state_since'
  | 'submitted_at'
  | 'account_id'
> & { account_name: string | null; account_email: string | null };

/** Stores that wait for an operator's decision. */
export const applicationWork = {
  applications: countWork(sql`
    select state_since as since, null::timestamptz as due, merchant_id, null::bigint as amount
    from store_application join ${storeProfiles} store on store.id = merchant_id
    where state = 'applied' order by state_since, merchant_id`),
};

/**
 * Applications, those first that have their state longest.
 * @param after of the last one of the page before
 */
export const selectApplicationSummaries = async (
  db: Database,
  {
    state,
    after,
    limit,
  }: {
    state: StoreState | undefined;
    after: { since: Date; merchantId: number } | undefined;
    limit: number;
  },
): Promise<ApplicationSummaryRow[]> => {
  const { rows } = await sql<ApplicationSummaryRow>`
    select merchant_id, name, state, place, country, description, expected_products, state_since, submitted_at, account_id,
      account.full_name as account_name, account.email as account_email
    from store_application join ${storeProfiles} store on store.id = merchant_id
      left join ${accountContacts} account on account.id = account_id
    where ${state === undefined ? sql`true` : sql`state = ${state}`}
      and ${after === undefined ? sql`true` : sql`(state_since, merchant_id) > (${after.since}, ${after.merchantId})`}
    order by state_since, merchant_id limit ${limit}`.execute(db);
  return rows;
};

/** Other stores that were applied for with this phone number. */
export const selectWithPhone = async (db: Database, merchantId: MerchantId, phone: string): Promise<MerchantId[]> => {
  const rows = await db
    .selectFrom('store_application')
    .select('merchant_id')
    .where('phone', '=', phone)
    .where('merchant_id', '<>', merchantId)
    .execute();
  return rows.map((row) => row.merchant_id);
};

export type StoreNameRow = { id: MerchantId; name: string; state: StoreState; suspended_at: Date | null };
/** Stores by id, also those that are not approved. */
export const selectStoreNames = async (db: Database, merchantIds: readonly MerchantId[]): Promise<StoreNameRow[]> => {
  const { rows } = await sql<StoreNameRow>`
    select id, name, state, suspended_at from ${storeProfiles} store where id = any(${[...merchantIds]}::integer[])
    order by id`.execute(db);
  return rows;
};
