import { MESSAGES_PAGE_SIZE } from '@sokuwa/contract/messages/messages.rules.ts';
import type { Message } from '@sokuwa/contract/messages/messages.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { EmptyState } from '@sokuwa/ui/empty-state.tsx';
import { Pagination } from '@sokuwa/ui/pagination.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailOpen, MessageCircle } from 'lucide-react';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useSessionToken } from '../lib/session.ts';
import { formatMessageDate } from './message-date.ts';
import { describeListFailure, isTokenMissing } from './message-texts.ts';
import { inboxQuery } from './messages.queries.ts';
import { MessagesError } from './messages-error.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SenderMark } from './sender-mark.tsx';

/** /inbox: the messages from and to merchants (MESSAGE-11). @param page from 1 */
export function InboxPage({ page }: { page: number }) {
  const api = useApi();
  const inbox = useQuery(inboxQuery(api, useSessionToken(), page));
  const { error, isPending, isFetching, refetch } = inbox;
  const data = isTokenMissing(error) ? undefined : inbox.data;
  const pageCount = Math.ceil((data?.count ?? 0) / MESSAGES_PAGE_SIZE);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-3xl text-heading">Inbox</h1>
        {(data || !error) && <RefreshButton busy={isFetching} onRefresh={() => void refetch()} />}
      </div>
      <div className="mt-6">
        {isPending && <Loading />}
        {error && (
          <MessagesError
            title={describeListFailure(error)}
            error={error}
            hasContent={data !== undefined}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data && data.results.length === 0 && <Empty />}
        {data && data.results.length > 0 && (
          <>
            <ul className="space-y-3">
              {data.results.map((message) => (
                <li key={message.id}>
                  <Row message={message} />
                </li>
              ))}
            </ul>
            <div className="mt-8">
              <Pagination
                page={page}
                pages={pageCount}
                link={(to, props) => <Link to="/inbox" search={to > 1 ? { page: to } : {}} {...props} />}
              />
            </div>
          </>
        )}
      </div>
    </>
  );
}

const formatReplyCount = (count: number) => `${count} ${count === 1 ? 'reply' : 'replies'}`;

function Row({ message }: { message: Message }) {
  const { id, is_read, subject, sender_name, is_own, with_name, reply_count, last_at, product } = message;
  const last = message.replies.at(-1) ?? { content: message.content };
  return (
    <Link
      to="/inbox/message/details/$id"
      params={{ id }}
      data-unread={is_read ? undefined : ''}
      className={cx(
        'flex gap-4 rounded-lg border p-4 text-body no-underline hover:border-heading sm:p-5',
        is_read ? 'border-line bg-surface' : 'border-action bg-action-quiet',
      )}
    >
      <SenderMark name={sender_name} own={is_own} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span dir="auto" className="wrap-anywhere font-semibold text-heading">
            {is_own ? `You to ${with_name}` : sender_name}
          </span>
          <time dateTime={last_at} className="text-secondary text-sm">
            {formatMessageDate(last_at)}
          </time>
        </span>
        <span
          dir="auto"
          className={cx('wrap-anywhere mt-1 line-clamp-2 text-heading text-lg', is_read ? 'font-medium' : 'font-bold')}
        >
          {!is_read && <span className="sr-only">Unread: </span>}
          {subject}
        </span>
        <span dir="auto" className="wrap-anywhere mt-0.5 line-clamp-2 text-secondary">
          {last.content}
        </span>
        <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-secondary text-sm">
          <span className="flex items-center gap-1.5">
            <MessageCircle className="size-4" />
            {formatReplyCount(reply_count)}
          </span>
          {product && <span className="wrap-anywhere line-clamp-1 min-w-0">About {product.title}</span>}
        </span>
      </span>
    </Link>
  );
}

function Empty() {
  return (
    <EmptyState
      illustration="inbox"
      icon={<MailOpen />}
      title="No messages yet"
      action={
        <PageLink path="/product/list" search={{ section: 'productList', page: '1' }} className={buttonClass()}>
          Browse Products
        </PageLink>
      }
    >
      When merchants contact you, their messages will appear here.
    </EmptyState>
  );
}

function Loading() {
  return (
    <div>
      <p role="status" className="text-secondary">
        Loading messages...
      </p>
      <div className="mt-4 space-y-3">
        {['a', 'b', 'c'].map((row) => (
          <Skeleton key={row} className="h-28 w-full rounded-lg!" />
        ))}
      </div>
    </div>
  );
}
