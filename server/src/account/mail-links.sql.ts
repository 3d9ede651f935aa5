import type { Insertable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

/** The action that a mailed link allows once. */
export type LinkPurpose = Tables['mail_link']['purpose'];

export const insertLink = async (trx: Database, link: Insertable<Tables['mail_link']>): Promise<void> => {
  await trx.insertInto('mail_link').values(link).execute();
};

export const selectLink = (
  trx: Database,
  accountId: AccountId,
  purpose: LinkPurpose,
  token_hash: Buffer,
): Promise<{ used_at: Date | null; expires_at: Date } | undefined> =>
  trx
    .selectFrom('mail_link')
    .select(['used_at', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

export const updateLinkAsUsed = async (trx: Database, token_hash: Buffer, now: Date): Promise<void> => {
  await trx.updateTable('mail_link').set({ used_at: now }).where('token_hash', '=', token_hash).execute();
};

/** Expires the account's valid links for the purpose. */
export const expireLinks = async (
  trx: Database,
  accountId: AccountId,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('mail_link')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
};

/** Deletes the links that expired before the given time. */
export const deleteExpiredLinks = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('mail_link').where('expires_at', '<', before).execute();
};
