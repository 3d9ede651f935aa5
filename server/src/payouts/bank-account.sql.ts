import { type Selectable, sql } from 'kysely';
import { merchantNames } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { countWork } from '../platform/operator-work.ts';
import { columnsOf, type Relation, toJsonRows } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';

export type BankAccountRow = Selectable<Tables['bank_account']>;

/** Runs the changes of a merchant's bank accounts one at a time, until the transaction ends. */
export const lockBankAccounts = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('bank_account'), ${merchantId}::integer)`.execute(trx);
};

/** The account in effect of each merchant: columns `merchant_id` and `id`. */
export const currentAccounts = (now: Date): Relation => sql`(
  select distinct on (merchant_id) merchant_id, id from bank_account
  where revoked_at is null and effective_at <= ${now} order by merchant_id, effective_at desc)`;

/** A merchant's account in effect, and the one that takes effect later. */
export const selectBankAccounts = async (
  db: Database,
  merchantId: MerchantId,
  now: Date,
): Promise<{ current: BankAccountRow | undefined; pending: BankAccountRow | undefined }> => {
  const { rows } = await sql<BankAccountRow>`
    select ${columnsOf('bank_account')} from bank_account
    where merchant_id = ${merchantId} and revoked_at is null order by effective_at desc limit 2`.execute(db);
  return {
    current: rows.find(({ effective_at }) => effective_at <= now),
    pending: rows.find(({ effective_at }) => effective_at > now),
  };
};

export type BankAccountChange = Pick<BankAccountRow, 'merchant_id' | 'last_digits' | 'created_at' | 'effective_at'> & {
  name: string;
  replaced_last_digits: string | null;
};
/** Accounts that have not taken effect, the next one first. */
export const selectBankAccountChanges = async (db: Database, limit: number): Promise<BankAccountChange[]> => {
  const { rows } = await sql<BankAccountChange>`
    select b.merchant_id, m.name, b.last_digits, b.created_at, b.effective_at, (
      select last_digits from bank_account old
      where old.merchant_id = b.merchant_id and old.revoked_at is null and old.effective_at <= now()
      order by old.effective_at desc limit 1) as replaced_last_digits
    from bank_account b join ${merchantNames} m on m.id = b.merchant_id
    where b.revoked_at is null and b.effective_at > now() order by b.effective_at, b.merchant_id limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** They take effect unless an operator or the merchant revokes them. */
export const countBankAccountChanges = countWork(sql`
  select created_at as since, effective_at as due, merchant_id, null::bigint as amount
  from bank_account where revoked_at is null and effective_at > now() order by effective_at`);

/** Inserts an account. Lock the merchant's accounts first. @param account `details` are encrypted */
export const insertBankAccount = async (
  trx: Database,
  account: Pick<BankAccountRow, 'id' | 'merchant_id' | 'details' | 'last_digits' | 'effective_at'>,
): Promise<void> => {
  await trx.insertInto('bank_account').values(account).execute();
};

/** Revokes an account, so that it is never in effect again. Lock the merchant's accounts first. */
export const revokeBankAccount = async (trx: Database, id: string, now: Date): Promise<void> => {
  await trx.updateTable('bank_account').set({ revoked_at: now }).where('id', '=', id).execute();
};

/** Bank accounts in any sequence, without those that do not exist; also revoked ones. */
export const selectBankAccountsById = (db: Database, ids: readonly string[]): Promise<BankAccountRow[]> =>
  sql<BankAccountRow>`select ${columnsOf('bank_account')} from bank_account where id = any(${[...ids]}::uuid[])`
    .execute(db)
    .then(({ rows }) => rows);

/** Accounts of other merchants whose numbers end alike, also former ones. */
export const selectAccountsEnding = (
  db: Database,
  lastDigits: string,
  except: MerchantId,
): Promise<Pick<BankAccountRow, 'id' | 'merchant_id' | 'details'>[]> =>
  db
    .selectFrom('bank_account')
    .select(['id', 'merchant_id', 'details'])
    .where('last_digits', '=', lastDigits)
    .where('merchant_id', '<>', except)
    .execute();

/** Bank accounts whose details were not encrypted with the current key. */
export const selectDetailsOfOldKeys = (
  db: Database,
  currentPrefix: string,
): Promise<{ id: string; ciphertext: string }[]> =>
  db
    .selectFrom('bank_account')
    .select(['id', 'details as ciphertext'])
    .where(sql<boolean>`not starts_with(details, ${currentPrefix})`)
    .execute();

/** Stores the details of an account as another key encrypts them. @param details encrypted */
export const updateDetails = async (db: Database, id: string, details: string): Promise<void> => {
  await db.updateTable('bank_account').set({ details }).where('id', '=', id).execute();
};

/** Stores the names by which a provider knows accounts. @param issuer the provider and its mode */
export const updateRecipients = async (
  db: Database,
  issuer: string,
  recipients: readonly { id: string; recipient: string }[],
): Promise<void> => {
  await sql`
    update bank_account set recipient = registered.recipient, recipient_issuer = ${issuer}
    from jsonb_to_recordset(${toJsonRows(recipients)}) as registered (id uuid, recipient text) where bank_account.id = registered.id`.execute(
    db,
  );
};

/** Forgets how the provider knows accounts, so that they are registered again. */
export const forgetRecipients = async (db: Database, ids: readonly string[]): Promise<void> => {
  await sql`
    update bank_account set recipient = null, recipient_issuer = null where id = any(${[...ids]}::uuid[])`.execute(db);
};
