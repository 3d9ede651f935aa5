import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** The columns of an account's profile. */
export type AccountRow = Pick<Selectable<Tables['account']>, (typeof PROFILE)[number]> & {
  /** YYYY-MM-DD. */
  date_of_birth: string | null;
};
const PROFILE = [
  'email',
  'first_name',
  'last_name',
  'picture_key',
  'gender',
  'phone_number',
  'street_address',
  'country_code',
  'region_id',
  'city_id',
  'unlisted_city',
  'verified_at',
  'created_at',
] as const;

/** All accounts with `id` and `full_name`, for joins in other slices. */
export const accountNames: Relation = sql`(select id, first_name || ' ' || last_name as full_name from account)`;

/** All accounts with `id`, `full_name` and `email`, for joins in other slices. */
export const accountContacts: Relation = sql`(select id, first_name || ' ' || last_name as full_name, email from account)`;

/**
 * A query that locks the account's row until the transaction ends.
 * @param accountId the id, or a subquery that returns it
 */
const accountLock = (accountId: AccountId | RawBuilder<unknown>): RawBuilder<{ id: AccountId }> =>
  sql`select id from account where id = ${accountId} for no key update`;

/**
 * Serializes changes of the account's data: cart, addresses, checkout, orders. To avoid deadlocks, a transaction takes
 * its locks in this order: account, order, payment, products by id, coupon.
 * @param accountId the id, or a subquery that returns it
 * @returns false if the account is deleted
 */
export const lockAccount = async (trx: Database, accountId: AccountId | RawBuilder<unknown>): Promise<boolean> =>
  (await accountLock(accountId).execute(trx)).rows.length > 0;

/** Locks accounts in the order of their ids, so that no change of theirs runs until the transaction ends. Deleted ones are ignored. */
export const lockAccounts = async (trx: Database, accountIds: readonly AccountId[]): Promise<void> => {
  await sql`select from account where id = any(${[...accountIds]}::integer[]) order by id for no key update`.execute(
    trx,
  );
};

/** Locks the account like `lockAccount`, but returns at once if another transaction has locked it. */
export const tryLockAccount = async (trx: Database, accountId: AccountId): Promise<'acquired' | 'busy' | 'deleted'> => {
  const { rows } = await sql`${accountLock(accountId)} skip locked`.execute(trx);
  if (rows.length > 0) return 'acquired';
  const account = await trx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  return account ? 'busy' : 'deleted';
};

/** A person's name and mail address. */
type Contact = Pick<Selectable<Tables['account']>, 'first_name' | 'last_name' | 'email'>;
/** The account must exist: be locked, or have a session. */
export const selectContact = (trx: Database, accountId: AccountId): Promise<Contact> =>
  trx
    .selectFrom('account')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

export const selectAccount = (db: Database, accountId: AccountId): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .select(PROFILE)
    .select(sql<string | null>`date_of_birth::text`.as('date_of_birth'))
    .where('id', '=', accountId)
    .executeTakeFirst();

/** @returns whether the account exists */
export const updateAccount = async (
  db: Database,
  accountId: AccountId,
  changes: Updateable<Tables['account']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set(changes)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The columns that sign-in needs. */
export type CredentialRow = Pick<Selectable<Tables['account']>, (typeof CREDENTIAL_COLUMNS)[number]>;
const CREDENTIAL_COLUMNS = ['id', 'public_id', 'email', 'first_name', 'verified_at', 'password_hash'] as const;

/** Selects an account by email address, ignoring case. */
export const selectByEmail = (db: Database, email: string): Promise<CredentialRow | undefined> =>
  db
    .selectFrom('account')
    .select(CREDENTIAL_COLUMNS)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();

/** An account as operators find it. */
export type FoundAccount = Pick<
  Selectable<Tables['account']>,
  'id' | 'email' | 'first_name' | 'last_name' | 'phone_number' | 'verified_at' | 'created_at'
>;
const FOUND_COLUMNS = ['id', 'email', 'first_name', 'last_name', 'phone_number', 'verified_at', 'created_at'] as const;

/** Sorts after everything that begins with the text before it. */
const LAST_CHARACTER = String.fromCodePoint(0x10ffff);

/** Accounts by id, by email address, or by the beginning of the whole name or of the last name, in upper or lower case. */
export const selectFoundAccounts = (
  db: Database,
  by: { ids: readonly AccountId[] } | { email: string } | { name: string },
  limit: number,
): Promise<FoundAccount[]> => {
  const query = db.selectFrom('account').select(FOUND_COLUMNS).orderBy('id').limit(limit);
  if ('ids' in by) return query.where('id', '=', sql<AccountId>`any(${[...by.ids]}::integer[])`).execute();
  if ('email' in by) return query.where((eb) => eb(eb.fn('lower', ['email']), '=', by.email.toLowerCase())).execute();
  // The first ones in the sequence of each index: a frequent beginning costs as much as a rare one.
  const beginning = (name: RawBuilder<unknown>) => sql`(
    select id from account where ${name} collate "C" >= lower(${by.name}) and ${name} collate "C" < lower(${by.name}) || ${LAST_CHARACTER}
    order by ${name} collate "C", id limit ${sql.lit(limit)})`;
  const names = sql`${beginning(sql`lower(first_name || ' ' || last_name)`)} union ${beginning(sql`lower(last_name)`)}`;
  return query.where(sql<boolean>`id in (${names})`).execute();
};

/** The id of the account with this email address, in upper or lower case. */
export const findAccountId = async (db: Database, email: string): Promise<AccountId | undefined> =>
  (await selectByEmail(db, email))?.id;

/** Locks the account until the transaction ends. @returns undefined if the account is deleted */
export const lockCredentials = (
  trx: Database,
  by: { id: AccountId } | { public_id: string },
): Promise<CredentialRow | undefined> => {
  const query = trx.selectFrom('account').select(CREDENTIAL_COLUMNS).forNoKeyUpdate();
  return ('id' in by ? query.where('id', '=', by.id) : query.where('public_id', '=', by.public_id)).executeTakeFirst();
};

/** @returns the new account; undefined if an account with the email address exists */
export const insertAccount = async (
  trx: Database,
  account: Pick<
    Insertable<Tables['account']>,
    'email' | 'first_name' | 'last_name' | 'password_hash' | 'verified_at' | 'registration_secret_hash'
  >,
): Promise<CredentialRow | undefined> =>
  trx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(CREDENTIAL_COLUMNS)
    .executeTakeFirst();

/** Whether the account was registered in the browser whose secret has this hash. */
export const isRegistrationSecret = async (db: Database, accountId: AccountId, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('registration_secret_hash', '=', hash)
    .executeTakeFirst()) !== undefined;

/** Also deletes every row that refers to the account with `on delete cascade`. */
export const deleteAccount = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx.deleteFrom('account').where('id', '=', accountId).execute();
};

/**
 * Deletes up to `limit` accounts that registered before the given time and were never verified. Nobody could sign in to
 * them, so only their emailed links refer to them.
 * @returns how many
 */
export const deleteUnverifiedAccounts = async (db: Database, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from account where id = any(array(
      select id from account where verified_at is null and created_at < ${before} limit ${limit}
      for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};
