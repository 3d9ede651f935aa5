import { MAX_SAVED_REPLIES } from '@sokuwa/contract/messages/messages.rules.ts';
import type { SavedReply } from '@sokuwa/contract/messages/messages.schemas.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import * as store from './saved-replies.sql.ts';

type Text = Omit<SavedReply, 'id'>;

/** Runs a change of a merchant's saved replies. @param run gets those that exist */
const change = <T>(
  db: Database,
  merchantId: MerchantId,
  run: (trx: Database, replies: readonly SavedReply[]) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await store.lockSavedReplies(trx, merchantId);
    return run(trx, await store.selectSavedReplies(trx, merchantId));
  });

/**
 * Saves a reply (DESK-12). Safe to repeat: the same text again is the same reply.
 * @returns saved_reply_exists for the title of another reply; too_many_saved_replies
 */
export const createSavedReply = (
  db: Database,
  merchantId: MerchantId,
  text: Text,
): Promise<SavedReply | Refused<'saved_reply_exists' | 'too_many_saved_replies'>> =>
  change(db, merchantId, async (trx, replies) => {
    const found = replies.find(({ title }) => title === text.title);
    if (found) return found.content === text.content ? found : refuse('saved_reply_exists');
    if (replies.length >= MAX_SAVED_REPLIES) return refuse('too_many_saved_replies');
    return store.insertSavedReply(trx, merchantId, text);
  });

/** Changes a saved reply. @returns not_found; saved_reply_exists for the title of another reply */
export const changeSavedReply = (
  db: Database,
  merchantId: MerchantId,
  id: number,
  text: Text,
): Promise<SavedReply | Refused<'not_found' | 'saved_reply_exists'>> =>
  change(db, merchantId, async (trx, replies) => {
    if (replies.some((other) => other.id !== id && other.title === text.title)) return refuse('saved_reply_exists');
    return (await store.updateSavedReply(trx, merchantId, id, text)) ?? refuse('not_found');
  });

/** Deletes a saved reply. @returns those that are left; not_found */
export const deleteSavedReply = (
  db: Database,
  merchantId: MerchantId,
  id: number,
): Promise<SavedReply[] | Refused<'not_found'>> =>
  change(db, merchantId, async (trx, replies) =>
    (await store.deleteSavedReply(trx, merchantId, id)) ? replies.filter((one) => one.id !== id) : refuse('not_found'),
  );
