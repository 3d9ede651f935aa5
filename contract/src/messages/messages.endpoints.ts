import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  Done,
  MarkRead,
  MerchantMessageDetail,
  MerchantMessagePage,
  MerchantMessagesQuery,
  MessageDetail,
  MessageEvent,
  MessagePage,
  NewNote,
  NewQuestion,
  NewReply,
  Reply,
  Sent,
  Unread,
  Waiting,
} from './messages.schemas.ts';

/** Sorted by last post, newest first. */
export const listMessages = endpoint<{ query: { page?: number }; response: MessagePage }>()({
  method: 'GET',
  path: '/user/messages',
  auth: 'required',
  summary: 'Message threads of the signed-in user',
  refusals: [...signedInRefusals, 'invalid_input', 'invalid_page'],
});

export const countUnread = endpoint<{ response: Unread }>()({
  method: 'GET',
  path: '/user/messages/unread/',
  auth: 'required',
  summary: 'Number of threads with unread posts',
  refusals: signedInRefusals,
});

/**
 * A stream of at most ten minutes. Sends one event at once and one for each change of a thread; `Last-Event-ID` resumes an
 * earlier stream. Comments keep the connection alive. When an account has too many streams it is refused; clients then poll
 * `countUnread`.
 */
export const messageEvents = endpoint<{ headers: { 'last-event-id'?: string }; response: MessageEvent }>()({
  method: 'GET',
  path: '/user/messages/events/',
  auth: 'required',
  summary: 'Server-sent events: changes of message threads',
  refusals: signedInRefusals,
  events: true,
});

/** Another user's thread is `not_found`. */
export const getMessage = endpoint<{ params: { id: string }; query: { before?: number }; response: MessageDetail }>()({
  method: 'GET',
  path: '/list-contact-merchant/{id}/',
  auth: 'required',
  summary: 'One thread with its newest replies, or those before a number',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const markMessageRead = endpoint<{
  params: { message_type: string; id: string };
  body: MarkRead;
  response: Unread;
}>()({
  method: 'PATCH',
  path: '/messages/{message_type}/{id}/mark-read/',
  auth: 'required',
  summary: 'Mark a thread as read',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

/** The same text within a minute is one reply, so a retry is safe. */
export const replyToMerchant = endpoint<{ params: { id: string }; body: NewReply; response: Reply }>()({
  method: 'POST',
  path: '/contact-merchant/{id}/reply/',
  auth: 'reply',
  summary: 'Reply to a merchant, with the merchant token of the login',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

/** The same text about the same product within a minute is one message, so a retry is safe. */
export const contactMerchant = endpoint<{ body: NewQuestion; response: Sent }>()({
  method: 'POST',
  path: '/contact-merchant/send/',
  auth: 'required',
  summary: 'Send a message to the merchant of a product',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

export const listMerchantMessages = endpoint<{ query: MerchantMessagesQuery; response: MerchantMessagePage }>()({
  method: 'GET',
  path: '/merchant/messages/',
  auth: 'merchant',
  area: 'messages',
  summary: "A merchant's message threads: all, or those without an answer, or those with these words",
  refusals: [...signedInRefusals, 'invalid_input', 'invalid_page'],
});

export const getMerchantMessage = endpoint<{
  params: { id: string };
  query: { before?: number };
  response: MerchantMessageDetail;
}>()({
  method: 'GET',
  path: '/merchant/messages/{id}/',
  auth: 'merchant',
  area: 'messages',
  summary: "One of a merchant's message threads",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const markMerchantMessageRead = endpoint<{ params: { id: string }; body: MarkRead; response: Unread }>()({
  method: 'PATCH',
  path: '/merchant/messages/{id}/mark-read/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Mark a thread as read by the merchant',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found'],
});

/** Only until the buyer writes again. */
export const markMerchantMessageDone = endpoint<{ params: { id: string }; body: Done; response: Waiting }>()({
  method: 'PATCH',
  path: '/merchant/messages/{id}/done/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Mark a thread as done, so that it needs no answer, or undo that',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found'],
});

/** Does not mark the thread as read. */
export const replyToBuyer = endpoint<{ params: { id: string }; body: NewReply; response: Reply }>()({
  method: 'POST',
  path: '/merchant/messages/{id}/reply/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Reply to a shopper',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found'],
});

/** Only for paid orders with a product of this merchant; all others are `not_found`. */
export const contactBuyer = endpoint<{ body: NewNote; response: Sent }>()({
  method: 'POST',
  path: '/merchant/messages/send/',
  auth: 'merchant',
  area: 'messages',
  summary: 'Send a message to the buyer of an order',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found'],
});
