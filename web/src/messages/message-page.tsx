import { brand } from '@sokuwa/contract/brand.ts';
import { markMessageRead } from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MessageDetail, Reply } from '@sokuwa/contract/messages/messages.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { formatMessageDate } from './message-date.ts';
import { describeDetailFailure, isTokenMissing } from './message-texts.ts';
import { inboxKey, loadEarlier, messageKey, messageQuery, unreadQuery } from './messages.queries.ts';
import { MessagesError } from './messages-error.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { ReplyBox } from './reply-box.tsx';
import { SenderMark } from './sender-mark.tsx';

/** /inbox/message/details/:id: one message with its replies (MESSAGE-19). */
export function MessagePage({ id }: { id: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const query = useQuery(messageQuery(api, queryClient, token, id));
  const { error, isPending, isFetching, refetch } = query;
  const data = isTokenMissing(error) ? undefined : query.data;
  useMarkRead(data);
  useTitle(data?.subject);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link to="/inbox" className={`${buttonClass({ variant: 'text', size: 'sm' })} -ml-5`}>
          <ArrowLeft className="size-5" />
          Back to messages
        </Link>
        {data && <RefreshButton busy={isFetching} onRefresh={() => void refetch()} />}
      </div>
      {!data && <h1 className="sr-only">Message</h1>}
      {isPending && <Loading />}
      {error && (
        <MessagesError
          title="Failed to load message"
          message={describeDetailFailure(error)}
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Thread message={data} />}
    </>
  );
}

/** Marks the shown message as read, once after each new message or reply. */
const useMarkRead = (message: MessageDetail | undefined): void => {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const markedVersion = useRef<string>(undefined);
  useEffect(() => {
    if (!message || message.is_read) return;
    const { id, message_type, last_at } = message;
    const version = `${id} ${last_at}`;
    if (markedVersion.current === version) return;
    markedVersion.current = version;
    api.call(markMessageRead, { params: { message_type, id }, body: { is_read: true } }).then(
      ({ unread }) => {
        queryClient.setQueryData(unreadQuery(api, token).queryKey, unread);
        void queryClient.invalidateQueries({ queryKey: messageKey(token, id) });
        void queryClient.invalidateQueries({ queryKey: inboxKey(token) });
      },
      () => toast.error('Failed to mark message as read'),
    );
  }, [message, api, queryClient, token]);
};

/** Shows the subject as the document's title. */
const useTitle = (subject: string | undefined): void => {
  useEffect(() => {
    if (subject === undefined) return;
    const previousTitle = document.title;
    document.title = `${subject} | ${brand.name}`;
    return () => {
      document.title = previousTitle;
    };
  }, [subject]);
};

function Thread({ message }: { message: MessageDetail }) {
  const { subject, product, order_id, is_read, timestamp, sender_name, is_own, content, replies, reply_count } =
    message;
  return (
    <article className="mt-5">
      <div className="flex flex-wrap items-center gap-3 text-secondary text-sm">
        <span
          className={cx(
            'rounded-xs px-2.5 py-1 font-semibold',
            is_read ? 'bg-quiet text-heading' : 'bg-action text-on-action',
          )}
        >
          {is_read ? 'Read' : 'Unread'}
        </span>
        <time dateTime={timestamp}>{formatMessageDate(timestamp)}</time>
      </div>
      {/* A subject is user text, so it does not use the display font. */}
      <h1
        dir="auto"
        className="wrap-anywhere mt-3 font-sans font-semibold text-2xl text-heading leading-snug sm:text-3xl"
      >
        {subject}
      </h1>
      {product && <AboutProduct product={product} />}
      {order_id && (
        <p className="mt-4">
          About{' '}
          <Link to="/order/details/$id" params={{ id: order_id }} className={textLinkClass}>
            order {order_id}
          </Link>
        </p>
      )}
      <Post sender={sender_name} own={is_own}>
        {content}
      </Post>
      <h2 className="mt-8 font-bold font-display text-heading text-xl">
        {reply_count === 0 ? 'No replies yet' : `${reply_count} ${reply_count === 1 ? 'reply' : 'replies'}`}
      </h2>
      <EarlierReplies message={message} />
      <ul className="mt-4 space-y-5">
        {replies.map((reply) => (
          <li key={reply.id}>
            <ReplyPost reply={reply} />
          </li>
        ))}
      </ul>
      <ReplyBox message={message} />
    </article>
  );
}

function AboutProduct({ product }: { product: NonNullable<MessageDetail['product']> }) {
  const content = (
    <>
      {product.image && (
        // In its own element: the sources of the picture would count as items of the flex row.
        <span className="shrink-0">
          <Picture src={product.image} alt="" kind="card" sizes="64px" className="size-16 rounded-md object-cover" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block text-secondary text-sm">About</span>
        <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold text-heading">
          {product.title}
        </span>
      </span>
    </>
  );
  const boxClass = 'mt-5 flex items-center gap-4 rounded-lg border border-line p-3 text-body';
  if (product.id === null) return <div className={boxClass}>{content}</div>;
  return (
    <Link
      to="/product/details/$id"
      params={{ id: String(product.id) }}
      className={`${boxClass} no-underline hover:border-heading`}
    >
      {content}
      <ChevronRight className="size-5 shrink-0" />
    </Link>
  );
}

const ReplyPost = ({ reply: { sender, is_own, timestamp, content } }: { reply: Reply }) => (
  <Post sender={sender} own={is_own} timestamp={timestamp}>
    {content}
  </Post>
);

/** A message or reply as text. The user's own ones are aligned to the other side. */
function Post({
  sender,
  own,
  timestamp,
  children,
}: {
  sender: string;
  own: boolean;
  timestamp?: string;
  children: ReactNode;
}) {
  return (
    <div className={cx('mt-5 flex gap-3 sm:gap-4', own && 'flex-row-reverse')}>
      <SenderMark name={sender} own={own} />
      <div className={cx('min-w-0 max-w-176 flex-1 rounded-lg p-4 sm:p-5', own ? 'bg-action-quiet' : 'bg-section')}>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span dir="auto" className="wrap-anywhere font-semibold text-heading">
            {sender}
          </span>
          {timestamp !== undefined && (
            <time dateTime={timestamp} className="text-secondary text-sm">
              {formatMessageDate(timestamp)}
            </time>
          )}
        </p>
        <p dir="auto" className="wrap-anywhere mt-1.5 whitespace-pre-line text-base">
          {children}
        </p>
      </div>
    </div>
  );
}

function EarlierReplies({ message }: { message: MessageDetail }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const [busy, setBusy] = useState(false);
  if (message.earlier === null) return null;
  const load = () => {
    setBusy(true);
    loadEarlier(api, queryClient, token, message)
      .catch((error: unknown) => toast.error(describeDetailFailure(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Button
      variant="text"
      size="sm"
      className="mt-3 -ml-5"
      icon={<ChevronUp className="size-5" />}
      busy={busy}
      onClick={load}
    >
      Show earlier replies
    </Button>
  );
}

function Loading() {
  return (
    <div className="mt-5">
      <p role="status" className="text-secondary">
        Loading message...
      </p>
      <Skeleton className="mt-4 h-9 w-2/3" />
      <Skeleton className="mt-5 h-24 w-full rounded-lg!" />
      <Skeleton className="mt-5 h-32 w-full rounded-lg!" />
    </div>
  );
}
