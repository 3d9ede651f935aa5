import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { AccountId } from './ids.ts';
import { TABLE_COLUMNS, type Tables } from './tables.gen.ts';

/** What a browser has to prove next, in the desk. */
type Challenge = Selectable<Tables['desk_challenge']>;
type Purpose = Challenge['purpose'];

/** Stores what the browser has to prove next, in place of what it had to prove for the same purpose before. */
export const upsertChallenge = async (db: Database, challenge: Challenge): Promise<void> => {
  const { key_hash: _, purpose: __, ...changed } = challenge;
  await db
    .insertInto('desk_challenge')
    .values(challenge)
    .onConflict((conflict) => conflict.columns(['key_hash', 'purpose']).doUpdateSet(changed))
    .execute();
};

/**
 * Lets a sign-in that waits for its second factor wait for a passkey's answer too.
 * @returns false if the sign-in has ended meanwhile: it must not come back
 */
export const updateChallenge = async (db: Database, keyHash: Buffer, challenge: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('desk_challenge')
    .set({ challenge })
    .where('key_hash', '=', keyHash)
    .where('purpose', '=', 'sign_in')
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const selectChallenge = (db: Database, keyHash: Buffer, purpose: Purpose): Promise<Challenge | undefined> =>
  db
    .selectFrom('desk_challenge')
    .select(TABLE_COLUMNS.desk_challenge)
    .where('key_hash', '=', keyHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();

/** @returns false if it was deleted already */
export const deleteChallenge = async (trx: Database, keyHash: Buffer, purpose: Purpose): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('desk_challenge')
    .where('key_hash', '=', keyHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Takes the challenge of a passkey out, so that it is answered once. */
export const takeChallenge = (db: Database, keyHash: Buffer, purpose: Purpose): Promise<Challenge | undefined> =>
  db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('desk_challenge')
      .select(TABLE_COLUMNS.desk_challenge)
      .where('key_hash', '=', keyHash)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', new Date())
      .forUpdate()
      .executeTakeFirst();
    if (found)
      await trx
        .updateTable('desk_challenge')
        .set({ challenge: null })
        .where('key_hash', '=', keyHash)
        .where('purpose', '=', purpose)
        .execute();
    return found;
  });

/** Ends sign-ins of an account that wait for a second factor. */
export const deleteChallengesOf = async (db: Database, accountId: AccountId): Promise<void> => {
  await db.deleteFrom('desk_challenge').where('account_id', '=', accountId).execute();
};

export const deleteExpiredChallenges = async (db: Database): Promise<void> => {
  await db.deleteFrom('desk_challenge').where('expires_at', '<=', new Date()).execute();
};
