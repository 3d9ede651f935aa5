import { z } from 'zod';
import { idParam } from '../catalog/catalog.schemas.ts';
import { orderIdParam } from '../orders/orders.schemas.ts';
import { block, line } from '../text.schemas.ts';
import {
  CONTENT_MAX,
  MAX_MESSAGE_SEARCH,
  MESSAGE_TYPES,
  SAVED_REPLY_TITLE_MAX,
  SUBJECT_MAX,
} from './messages.rules.ts';

const required = (text: z.ZodType<string, string>, message: string) =>
  z
    .string(message)
    .pipe(text)
    .refine((trimmed) => trimmed !== '', message);
const subject = required(line(SUBJECT_MAX), 'Subject is required');
const content = required(block(CONTENT_MAX), 'Message content is required');
const NO_PRODUCT = 'Product ID is required and not found';
/** A number, or digits from a URL. */
const productId = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    NO_PRODUCT,
  )
  .pipe(z.number().int(NO_PRODUCT).min(1, NO_PRODUCT).max(2_147_483_647, NO_PRODUCT));

export const messageId = z.object({ id: z.string() });
export const messageOfType = z.object({ message_type: z.string(), id: z.string() });

const positiveNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Write a whole number.')
    .transform(Number)
    .refine((number) => number >= 1 && number <= max, 'Write a whole number from 1.')
    .optional();
/** From 1. */
export const messagesQuery = z.object({ page: positiveNumber(100_000) });
/** A merchant's inbox: all threads; or those in which the buyer wrote last, who waits longest first; or the others. */
export const merchantMessagesQuery = messagesQuery.extend({
  unanswered: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /**
   * Words or beginnings of at least three letters of words, all of which must occur: in the buyer's name, the subject, the product's title, the
   * order's id or a post.
   */
  search: line(MAX_MESSAGE_SEARCH).optional(),
});
export type MerchantMessagesQuery = { page?: number; unanswered?: boolean; search?: string };
/** The number of a reply, from `earlier` of a response. */
export const repliesQuery = z.object({ before: positiveNumber(999_999_999) });

/** A shopper's message to the merchant of a product. `order_id`: about an order of the shopper that contains the product. */
export const newQuestion = z.object({ subject, content, product: productId, order_id: orderIdParam.optional() });
export type NewQuestion = z.input<typeof newQuestion>;

/** A merchant's message to the buyer of an order with one of its products. */
export const newNote = z.object({ order_id: orderIdParam, subject, content });
export type NewNote = z.input<typeof newNote>;

export const newReply = z.object({ content: required(block(CONTENT_MAX), 'Please enter a reply before sending.') });
export type NewReply = z.input<typeof newReply>;

export const markRead = z.object({ is_read: z.literal(true, 'Only true is accepted.') });
export type MarkRead = z.input<typeof markRead>;

export const reply = z.object({
  id: z.string(),
  /** The writer's name. */
  sender: z.string(),
  /** Whether the caller wrote it. */
  is_own: z.boolean(),
  content: z.string(),
  /** ISO 8601, UTC. */
  timestamp: z.string(),
});
export type Reply = z.infer<typeof reply>;

/** The product that a thread is about. */
const product = z.object({
  /** Null when it is no longer sold. */
  id: z.number().int().nullable(),
  title: z.string(),
  /** Path of a small picture; empty without one. */
  image: z.string(),
});

/** A thread: its first message and its newest replies. */
export const message = z.object({
  id: z.string(),
  message_type: z.enum(MESSAGE_TYPES),
  /** Who wrote the first message. */
  sender_name: z.string(),
  is_own: z.boolean(),
  /** Name of the other party. */
  with_name: z.string(),
  subject: z.string(),
  content: z.string(),
  product: product.nullable(),
  /** The order that it is about; null if it is about none. */
  order_id: z.string().nullable(),
  /** Time of the first message; ISO 8601, UTC. */
  timestamp: z.string(),
  /** Time of the last post; ISO 8601, UTC. */
  last_at: z.string(),
  /** Whether the caller has read every post of the other party. */
  is_read: z.boolean(),
  reply_count: z.number().int(),
  /** The newest ones, oldest first. */
  replies: z.array(reply),
});
export type Message = z.infer<typeof message>;

/** `earlier` is the value of `before` for the preceding replies; null when there are none. */
export const messageDetail = message.extend({ earlier: z.number().int().nullable() });
export type MessageDetail = z.infer<typeof messageDetail>;

export const messagePage = z.object({
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(message),
});
export type MessagePage = z.infer<typeof messagePage>;

const ofMerchant = {
  /** Since when the buyer waits for an answer; null: the merchant wrote last, or has marked the thread as done. */
  unanswered_since: z.string().nullable(),
};
export const merchantMessage = message.extend(ofMerchant);
export const merchantMessageDetail = messageDetail.extend(ofMerchant);
export type MerchantMessageDetail = z.infer<typeof merchantMessageDetail>;
export const merchantMessagePage = messagePage.extend({ results: z.array(merchantMessage) });
export type MerchantMessagePage = z.infer<typeof merchantMessagePage>;

export const done = z.object({
  /** False: it waits for an answer again, if the buyer wrote last. */
  is_done: z.boolean(),
});
export type Done = z.input<typeof done>;
export const waiting = z.object(ofMerchant);
export type Waiting = z.infer<typeof waiting>;

export const savedReplyId = z.object({ replyId: idParam });
/** Placeholders in the content are plain text: the desk fills them in. */
export const savedReplyText = z.object({
  title: required(line(SAVED_REPLY_TITLE_MAX), 'Write a title.'),
  content: required(block(CONTENT_MAX), 'Write the reply.'),
});
export type SavedReplyText = z.input<typeof savedReplyText>;
export const savedReply = z.object({ id: z.number().int(), title: z.string(), content: z.string() });
export type SavedReply = z.infer<typeof savedReply>;

export const unread = z.object({ unread: z.number().int() });
export type Unread = z.infer<typeof unread>;

/** `threads` are the ids of threads changed since the last event; empty in the first event of a new stream. */
export const messageEvent = unread.extend({ threads: z.array(z.string()) });
export type MessageEvent = z.infer<typeof messageEvent>;

/** `id` is the id of the thread. */
export const sent = z.object({ message: z.string(), id: z.string() });
export type Sent = z.infer<typeof sent>;
