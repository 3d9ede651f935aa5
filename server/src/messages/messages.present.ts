import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Message, MessageDetail, Reply } from '@sokuwa/contract/messages/messages.schemas.ts';
import type { ThreadId } from '../platform/ids.ts';
import type { PostRow, Side, ThreadRow } from './messages.sql.ts';

type Names = Pick<ThreadRow, 'store_name' | 'buyer_name'>;
const nameOf = ({ store_name, buyer_name }: Names, side: Side): string =>
  side === 'buyer' ? buyer_name.trim() : store_name;

/** Converts a reply to its wire format for one side. */
export const presentReply = (
  thread: ThreadId,
  names: Names,
  { n, side, content, at }: PostRow,
  viewer: Side,
): Reply => ({
  id: `${thread}-${n}`,
  sender: nameOf(names, side),
  is_own: side === viewer,
  content,
  timestamp: new Date(at).toISOString(),
});

/** Converts a thread to its wire format for one side. */
export const presentMessage = (row: ThreadRow, viewer: Side): Message => ({
  id: row.id,
  message_type: row.type,
  sender_name: nameOf(row, row.opening.side),
  is_own: row.opening.side === viewer,
  with_name: nameOf(row, viewer === 'buyer' ? 'merchant' : 'buyer'),
  subject: row.subject,
  content: row.opening.content,
  product:
    row.product_title === null
      ? null
      : {
          id: row.sold_id,
          title: row.product_title,
          image: row.picture_key === null ? '' : pictureUrl(row.picture_key, 400, 'webp'),
        },
  order_id: row.order_id,
  timestamp: new Date(row.opening.at).toISOString(),
  last_at: row.last_at.toISOString(),
  is_read: row.is_read,
  reply_count: row.last_n,
  replies: row.replies.toReversed().map((reply) => presentReply(row.id, row, reply, viewer)),
});

/** Adds what only the merchant of a thread sees. */
export const addWaiting = <T extends Message>(
  message: T,
  { unanswered_since: since }: Pick<ThreadRow, 'unanswered_since'>,
) => ({
  ...message,
  unanswered_since: since?.toISOString() ?? null,
});

export const presentDetail = (row: ThreadRow, viewer: Side): MessageDetail => {
  const first = row.replies.at(-1)?.n ?? 1;
  return { ...presentMessage(row, viewer), earlier: first > 1 ? first : null };
};
