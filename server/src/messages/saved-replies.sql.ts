import type { SavedReply } from '@sokuwa/contract/messages/messages.schemas.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';

type Text = Omit<SavedReply, 'id'>;

/** Runs the changes of a merchant's saved replies one at a time, until the transaction ends. */
export const lockSavedReplies = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('saved_reply'), ${merchantId}::integer)`.execute(trx);
};

/** By title. */
export const selectSavedReplies = (db: Database, merchantId: MerchantId): Promise<SavedReply[]> =>
  db
    .selectFrom('saved_reply')
    .select(['id', 'title', 'content'])
    .where('merchant_id', '=', merchantId)
    .orderBy(sql`fold_text(title)`)
    .orderBy('id')
    .execute();

/** Lock the merchant's saved replies first. */
export const insertSavedReply = (trx: Database, merchantId: MerchantId, text: Text): Promise<SavedReply> =>
  trx
    .insertInto('saved_reply')
    .values({ merchant_id: merchantId, ...text })
    .returning(['id', 'title', 'content'])
    .executeTakeFirstOrThrow();

/** Lock the merchant's saved replies first. @returns undefined if the merchant has no such reply */
export const updateSavedReply = (
  trx: Database,
  merchantId: MerchantId,
  id: number,
  text: Text,
): Promise<SavedReply | undefined> =>
  trx
    .updateTable('saved_reply')
    .set(text)
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .returning(['id', 'title', 'content'])
    .executeTakeFirst();

/** @returns false if the merchant has no such reply */
export const deleteSavedReply = async (trx: Database, merchantId: MerchantId, id: number): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('saved_reply')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
