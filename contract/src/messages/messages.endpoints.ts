import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type {
  MarkRead,
  MessageDetail,
  MessageEvent,
  MessagePage,
  NewNote,
  NewQuestion,
  NewReply,
  Reply,
  Sent,
  Unread,
} from './messages.schemas.ts';

/** The one written in last comes first. */
export const listMessages = endpoint<{ query: { page?: number }; response: MessagePage }>()({
  method: 'GET',
  path: '/user/messages',
  auth: 'required',
  summary: 'The messages of whoever is signed in',
  refusals: [...signedInRefusals, 'invalid_input', 'invalid_page'],
});

export const countUnread = endpoint<{ response: Unread }>()({
  method: 'GET',
  path: '/user/messages/unread/',
  auth: 'required',
  summary: 'How many messages hold something unread',
  refusals: signedInRefusals,
});

/**
 * Goes on until the client leaves, ten minutes at most. An event comes at once, and whenever a message of the account
 * changes; `Last-Event-ID` continues where an earlier stream ended. Comments keep the connection alive. Beyond a few
 * streams for one account it is refused: then `countUnread` is asked from time to time.
 */
export const messageEvents = endpoint<{ headers: { 'last-event-id'?: string }; response: MessageEvent }>()({
  method: 'GET',
  path: '/user/messages/events/',
  auth: 'required',
  summary: 'Server-sent events: new and read messages as they come',
  refusals: signedInRefusals,
  events: true,
});

/** Another person's message is not found. */
export const getMessage = endpoint<{ params: { id: string }; query: { before?: number }; response: MessageDetail }>()({
  method: 'GET',
  path: '/list-contact-merchant/{id}/',
  auth: 'required',
  summary: 'One message with its newest replies, or those before a number',
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
  summary: 'Say that a message with its replies was read',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

/** The same words, sent again within a minute, are the same reply. */
export const replyToMerchant = endpoint<{ params: { id: string }; body: NewReply; response: Reply }>()({
  method: 'POST',
  path: '/contact-merchant/{id}/reply/',
  auth: 'merchant',
  summary: 'Reply to a merchant, with the merchant token of the login',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

/** The same words about the same product, sent again within a minute, are the same message. */
export const contactMerchant = endpoint<{ body: NewQuestion; response: Sent }>()({
  method: 'POST',
  path: '/contact-merchant/send/',
  auth: 'required',
  summary: 'Write to the merchant who sells a product',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

export const listMerchantMessages = endpoint<{ query: { page?: number }; response: MessagePage }>()({
  method: 'GET',
  path: '/merchant/messages/',
  auth: 'seller',
  summary: "A merchant's messages, with the merchant's own token",
  refusals: [...signedInRefusals, 'invalid_input', 'invalid_page'],
});

export const getMerchantMessage = endpoint<{
  params: { id: string };
  query: { before?: number };
  response: MessageDetail;
}>()({
  method: 'GET',
  path: '/merchant/messages/{id}/',
  auth: 'seller',
  summary: "One of a merchant's messages",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

export const markMerchantMessageRead = endpoint<{ params: { id: string }; body: MarkRead; response: Unread }>()({
  method: 'PATCH',
  path: '/merchant/messages/{id}/mark-read/',
  auth: 'seller',
  summary: 'Say that the merchant has read a message with its replies',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

/** Reading is not part of it: whoever answers without having read says so by the other call. */
export const replyToBuyer = endpoint<{ params: { id: string }; body: NewReply; response: Reply }>()({
  method: 'POST',
  path: '/merchant/messages/{id}/reply/',
  auth: 'seller',
  summary: 'Reply to a shopper',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});

/** Of orders that were paid for; others, and those of other merchants, are not found. */
export const contactBuyer = endpoint<{ body: NewNote; response: Sent }>()({
  method: 'POST',
  path: '/merchant/messages/send/',
  auth: 'seller',
  summary: 'Write to the buyer of an order',
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_found'],
});
