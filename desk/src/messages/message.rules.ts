import type {
  MerchantMessageDetail,
  Message,
  MessageDetail,
  Reply,
} from '@sokuwa/contract/messages/messages.schemas.ts';
import { toIsoDay } from '../lib/format.ts';

/** A message or reply, as the thread shows it. */
export type Post = { id: string; content: string; isOwn: boolean; at: string };

const toPost = ({ id, content, is_own, timestamp }: Pick<Reply, 'id' | 'content' | 'is_own' | 'timestamp'>): Post => ({
  id,
  content,
  isOwn: is_own,
  at: timestamp,
});

/** The last post of a thread. */
export const lastPostOf = (thread: Message): Post => toPost(thread.replies.at(-1) ?? thread);

/** All loaded posts of a thread, oldest first. @param pages the newest replies first, then earlier ones */
export const postsOf = (pages: readonly MessageDetail[]): Post[] => [
  ...pages.slice(0, 1).map(toPost),
  ...pages.toReversed().flatMap(({ replies }) => replies.map(toPost)),
];

/** Posts by day in Lagos. */
export const groupByDay = (posts: readonly Post[]): { day: string; posts: Post[] }[] =>
  [...Map.groupBy(posts, ({ at }) => toIsoDay(at))].map(([day, sameDay]) => ({ day, posts: sameDay }));

/** What a thread is about: the order, the product, or both. */
export const describeSubject = ({ order_id, product }: Pick<Message, 'order_id' | 'product'>): string =>
  [order_id, product?.title].filter(Boolean).join(' · ');

/** A saved reply for a thread: `{name}` is the buyer's first name, `{order}` the order's number; without one it stays, to be seen. */
export const fillPlaceholders = (
  content: string,
  { with_name, order_id }: Pick<Message, 'with_name' | 'order_id'>,
): string =>
  content.replaceAll('{name}', with_name.split(' ')[0] || '{name}').replaceAll('{order}', order_id ?? '{order}');

/** The newest page with a reply of the store at its end. */
export const addReply = (page: MerchantMessageDetail, reply: Reply): MerchantMessageDetail =>
  page.replies.some(({ id }) => id === reply.id)
    ? page
    : {
        ...page,
        replies: [...page.replies, reply],
        reply_count: page.reply_count + 1,
        last_at: reply.timestamp,
        unanswered_since: null,
      };

/** A reply for which there is no response yet. `after`: how many replies the thread had. */
export type Unsent = { content: string; after: number };

/** An unsent reply from the drafts; undefined if it is none. */
export const parseUnsent = (draft: unknown): Unsent | undefined => {
  if (typeof draft !== 'object' || draft === null) return undefined;
  const { content, after } = draft as Partial<Record<keyof Unsent, unknown>>;
  return typeof content === 'string' && typeof after === 'number' ? { content, after } : undefined;
};

/** Whether an unsent reply has arrived after all: only its response was lost. @param page the newest */
export const hasArrived = ({ content, after }: Unsent, { replies, reply_count }: MessageDetail): boolean =>
  reply_count > after &&
  replies.slice(-(reply_count - after)).some((reply) => reply.is_own && reply.content === content);
