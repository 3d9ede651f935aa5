import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** Inserts a sign-in that has begun, and deletes expired ones. */
export const insertChallenge = async (db: Database, challenge: Tables['identity_challenge']): Promise<void> => {
  await db.deleteFrom('identity_challenge').where('expires_at', '<=', new Date()).execute();
  await db.insertInto('identity_challenge').values(challenge).execute();
};

/** Deletes and returns a sign-in that has not expired, for the browser that began it. */
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

/** A provider's user. */
type ProviderUser = Pick<Tables['identity'], 'issuer' | 'subject'>;

/** The account of a provider's user. */
export const selectIdentity = async (
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

/** Links a provider's user to an account, unless the user is linked already. */
export const insertIdentity = async (
  db: Database,
  { issuer, subject }: ProviderUser,
  account: AccountId,
): Promise<void> => {
  await db
    .insertInto('identity')
    .values({ issuer, subject, account_id: account })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
};

/** The account's linked provider users, the oldest first. */
export const selectIdentities = (db: Database, account: AccountId): Promise<(ProviderUser & { created_at: Date })[]> =>
  db
    .selectFrom('identity')
    .select(['issuer', 'subject', 'created_at'])
    .where('account_id', '=', account)
    .orderBy('created_at')
    .execute();
