import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** Inserts a started sign-in and deletes expired ones. */
export const insertChallenge = async (db: Database, challenge: Tables['identity_challenge']): Promise<void> => {
  await db.deleteFrom('identity_challenge').where('expires_at', '<=', new Date()).execute();
  await db.insertInto('identity_challenge').values(challenge).execute();
};

/** Deletes and returns an unexpired sign-in of the same browser. */
export const consumeChallenge = (
  db: Database,
  by: Pick<Tables['identity_challenge'], 'state_hash' | 'browser_hash'>,
): Promise<Pick<Tables['identity_challenge'], 'nonce' | 'verifier' | 'next'> | undefined> =>
  db
    .deleteFrom('identity_challenge')
    .where('state_hash', '=', by.state_hash)
    .where('browser_hash', '=', by.browser_hash)
    .where('expires_at', '>', new Date())
    .returning(['nonce', 'verifier', 'next'])
    .executeTakeFirst();

/** A user of an identity provider. */
type ProviderUser = Pick<Tables['identity'], 'issuer' | 'subject'>;

/** Selects the account linked to a provider's user. */
export const selectLinkedAccountId = async (
  db: Database,
  { issuer, subject }: ProviderUser,
): Promise<AccountId | undefined> => {
  const found = await db
    .selectFrom('identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found?.account_id;
};

/**
 * Links a provider's user to an account.
 * @returns false if a concurrent sign-in has linked the user already
 */
export const insertIdentity = async (
  db: Database,
  { issuer, subject }: ProviderUser,
  accountId: AccountId,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('identity')
    .values({ issuer, subject, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Selects the account's linked provider users, oldest first. */
export const selectIdentities = (
  db: Database,
  accountId: AccountId,
): Promise<(ProviderUser & { created_at: Date })[]> =>
  db
    .selectFrom('identity')
    .select(['issuer', 'subject', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
