import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { SavedReply, SavedReplyText } from './messages.schemas.ts';

export const listSavedReplies = endpoint<{ response: SavedReply[] }>()({
  method: 'GET',
  path: '/merchant/saved-replies/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Replies that the merchant has saved, by title',
  refusals: signedInRefusals,
});

/** The same title and content again return the reply that exists, so a retry is safe. */
export const createSavedReply = endpoint<{ body: SavedReplyText; response: SavedReply }>()({
  method: 'POST',
  path: '/merchant/saved-replies/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Save a reply',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'saved_reply_exists', 'too_many_saved_replies'],
});

export const changeSavedReply = endpoint<{
  params: { replyId: number };
  body: SavedReplyText;
  response: SavedReply;
}>()({
  method: 'PUT',
  path: '/merchant/saved-replies/{replyId}/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Change a saved reply',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'saved_reply_exists'],
});

/** The response is the replies that are left. */
export const deleteSavedReply = endpoint<{ params: { replyId: number }; response: SavedReply[] }>()({
  method: 'DELETE',
  path: '/merchant/saved-replies/{replyId}/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Delete a saved reply',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found'],
});
