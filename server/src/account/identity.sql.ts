import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** Keeps a question until it is answered; those that ran out go. */
export const insertChallenge = async (db: Database, challenge: Tables['identity_challenge']): Promise<void> => {
  await db.deleteFrom('identity_challenge').where('expires_at', '<=', new Date()).execute();
  await db.insertInto('identity_challenge').values(challenge).execute();
};

/** Takes a question that is still good, for whoever holds its state in the browser that began. It is gone then. */
export const takeChallenge = (
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

type Name = Pick<Tables['identity'], 'issuer' | 'subject'>;

/** The account that a provider's person has here. */
export const selectIdentity = async (db: Database, { issuer, subject }: Name): Promise<AccountId | undefined> => {
  const found = await db
    .selectFrom('identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return found?.account_id;
};

/** Ties a provider's person to an account, unless the person has one already. */
export const insertIdentity = async (db: Database, { issuer, subject }: Name, account: AccountId): Promise<void> => {
  await db
    .insertInto('identity')
    .values({ issuer, subject, account_id: account })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
};

/** Who else vouches for the account, the first first. */
export const selectIdentities = (db: Database, account: AccountId): Promise<(Name & { created_at: Date })[]> =>
  db
    .selectFrom('identity')
    .select(['issuer', 'subject', 'created_at'])
    .where('account_id', '=', account)
    .orderBy('created_at')
    .execute();
