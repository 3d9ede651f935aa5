import type { Factor } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

export type PasskeyRow = Selectable<Tables['passkey']>;
export type TotpRow = Selectable<Tables['totp']>;

/** Which factors an account has, and whether a recovery code is left. */
export const selectFactors = async (db: Database, accountId: AccountId): Promise<Record<Factor, boolean>> => {
  const { rows } = await sql<Record<Factor, boolean>>`
    select exists (select from passkey where account_id = ${accountId}) as passkey,
      exists (select from totp where account_id = ${accountId} and confirmed_at is not null) as totp,
      exists (select from recovery_code where account_id = ${accountId} and used_at is null) as recovery_code`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('a select without a table has a row');
  return found;
};

/** Oldest first. */
export const selectPasskeys = (db: Database, accountId: AccountId): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkey')
    .select(TABLE_COLUMNS.passkey)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const selectPasskey = (db: Database, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkey').select(TABLE_COLUMNS.passkey).where('id', '=', id).executeTakeFirst();

/** @returns false if this passkey is stored already, for this account or another one */
export const insertPasskey = async (
  trx: Database,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
};

/** Records a use. @returns false if the counter of another use was as high, as that of a copied key would be */
export const updatePasskeyUse = async (
  trx: Database,
  id: string,
  { counter, backed_up }: Pick<PasskeyRow, 'counter' | 'backed_up'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ counter, backed_up, last_used_at: new Date() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** @returns false if the account has no such passkey */
export const deletePasskey = async (trx: Database, accountId: AccountId, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const selectTotp = (db: Database, accountId: AccountId): Promise<TotpRow | undefined> =>
  db.selectFrom('totp').select(TABLE_COLUMNS.totp).where('account_id', '=', accountId).executeTakeFirst();

/** Stores a secret that does not count yet, in place of an earlier one that did not either. */
export const upsertTotp = async (trx: Database, accountId: AccountId, secret: string): Promise<void> => {
  await trx
    .insertInto('totp')
    .values({ account_id: accountId, secret, confirmed_at: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret, confirmed_at: null, last_step: 0 }))
    .execute();
};

/** Accepts a code. @returns false if a code of this time step, or of a later one, was accepted before */
export const updateTotpStep = async (trx: Database, accountId: AccountId, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('totp')
    .set((eb) => ({ last_step: step, confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(new Date())) }))
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** @returns false if the account has none that counts */
export const deleteTotp = async (trx: Database, accountId: AccountId): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('totp')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Removes all second factors of an account, with the recovery codes. */
export const deleteFactors = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx.deleteFrom('passkey').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('totp').where('account_id', '=', accountId).execute();
  await replaceRecoveryCodes(trx, accountId, []);
};

export const countRecoveryCodes = async (db: Database, accountId: AccountId): Promise<number> => {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const replaceRecoveryCodes = async (
  trx: Database,
  accountId: AccountId,
  hashes: readonly Buffer[],
): Promise<void> => {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  if (hashes.length > 0)
    await trx
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null })))
      .execute();
};

/** @returns false if the account has no such code, or it was used */
export const spendRecoveryCode = async (trx: Database, accountId: AccountId, hash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: new Date() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
