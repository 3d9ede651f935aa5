import { markMerchantMessageDone, markMerchantMessageRead } from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MerchantMessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronLeft, Clock, MessageSquareX, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError, isNotFound } from '../lib/errors.ts';
import { formatDayHeading, formatTime } from '../lib/format.ts';
import { Button, buttonClass, iconButtonClass } from '../ui/button.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { AboutCard, AboutPane } from './about.tsx';
import { groupByDay, type Post, postsOf } from './message.rules.ts';
import { useMessagesSearch } from './message-views.ts';
import { invalidateThreads, threadQuery } from './messages.queries.ts';
import { ReplyBox } from './reply-box.tsx';
import { useReply } from './use-reply.ts';

/** One thread, and what it is about. */
export function ThreadPage({ storeId, threadId }: { storeId: number; threadId: string }) {
  const thread = useInfiniteQuery(threadQuery(storeId, threadId));
  const [newest] = thread.data?.pages ?? [];
  const posts = postsOf(thread.data?.pages ?? []);
  // What was read stays in view when earlier messages appear above it.
  const firstShown = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages have been added
  useEffect(() => {
    if (firstShown.current === undefined) return;
    document.getElementById(firstShown.current)?.scrollIntoView({ block: 'start' });
    firstShown.current = undefined;
  }, [posts.length]);
  if (newest)
    return (
      <Thread
        storeId={storeId}
        newest={newest}
        posts={posts}
        earlier={
          thread.hasNextPage && (
            <Button
              size="sm"
              className="mx-auto my-2"
              busy={thread.isFetchingNextPage}
              onClick={() => {
                firstShown.current = posts[1]?.id;
                void thread.fetchNextPage();
              }}
            >
              Show earlier messages
            </Button>
          )
        }
      />
    );
  return (
    <ThreadFrame>
      <h2 className="sr-only">Conversation</h2>
      {thread.isPending && <LoadingRows label="Loading the conversation" />}
      {thread.isError &&
        (isNotFound(thread.error) ? (
          <EmptyPanel
            picture="search"
            icon={MessageSquareX}
            title="Your store has no such conversation"
            action={
              <Link to="/store/$storeId/messages" params={{ storeId: String(storeId) }} className={buttonClass()}>
                All messages
              </Link>
            }
          />
        ) : (
          <ErrorPanel what="The conversation" error={thread.error} onRetry={() => void thread.refetch()} />
        ))}
    </ThreadFrame>
  );
}

/** The pane of a conversation, with the box at its foot, and what it is about beside it. */
export function ThreadFrame({ children, foot, aside }: { children: ReactNode; foot?: ReactNode; aside?: ReactNode }) {
  return (
    <div className={cx('lg:h-full lg:min-h-0', aside !== undefined && 'xl:grid xl:grid-cols-[minmax(0,1fr)_16rem]')}>
      <div
        {...(foot && { 'data-own-foot': true })}
        className="flex min-w-0 flex-col max-lg:min-h-[calc(100dvh-3.25rem)] lg:h-full lg:min-h-0"
      >
        {/* Positioned, so that hidden texts in it do not make the page longer. */}
        <div className="relative flex flex-1 flex-col px-(--gutter) pb-4 lg:min-h-0 lg:overflow-y-auto lg:px-6">
          {children}
        </div>
        {foot && (
          <div className="sticky bottom-0 z-10 border-line border-t bg-surface px-(--gutter) pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] lg:px-6">
            {foot}
          </div>
        )}
      </div>
      {aside}
    </div>
  );
}

/** The head of a conversation: who it is with, and what about. */
export function ThreadHead({
  storeId,
  name,
  subject,
  action,
}: {
  storeId: number;
  name: string;
  subject: string;
  action?: ReactNode;
}) {
  const search = useMessagesSearch();
  return (
    <div className="sticky top-13 z-10 -mx-(--gutter) flex items-center gap-3 bg-ground px-(--gutter) py-3 lg:top-0 lg:-mx-6 lg:px-6">
      <Link
        to="/store/$storeId/messages"
        params={{ storeId: String(storeId) }}
        search={search}
        activeOptions={{ exact: true }}
        aria-label="All messages"
        title="All messages"
        className={cx(iconButtonClass(), '-ml-3 lg:hidden')}
      >
        <ChevronLeft />
      </Link>
      <StoreMark name={name} size="md" />
      <div className="min-w-0 flex-1">
        <h2 className="plain-heading truncate text-base">{name}</h2>
        <p className="line-clamp-2 text-muted text-xs">{subject}</p>
      </div>
      {action}
    </div>
  );
}

/** Says that a thread needs no answer, or that it does after all. */
function DoneButton({ storeId, thread }: { storeId: number; thread: MerchantMessageDetail }) {
  const { id } = thread;
  const isDone = thread.unanswered_since === null;
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (is_done: boolean) =>
      getStoreApi(storeId).call(markMerchantMessageDone, { params: { id }, body: { is_done } }),
    onSuccess: (waiting, is_done) => {
      queryClient.setQueryData(
        threadQuery(storeId, id).queryKey,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, ...waiting })) },
      );
      invalidateThreads(queryClient, storeId);
      if (is_done) toast.success('Done. It comes back when the buyer writes again.');
    },
    onError: (error) => toast.error(describeError(error)),
  });
  return (
    <Button icon={isDone ? <Undo2 /> : <Check />} busy={change.isPending} onClick={() => change.mutate(!isDone)}>
      {isDone ? 'Not done' : 'Done'}
    </Button>
  );
}

function Thread({
  storeId,
  newest,
  posts,
  earlier,
}: {
  storeId: number;
  newest: MerchantMessageDetail;
  posts: readonly Post[];
  /** The button that loads earlier replies. */
  earlier: ReactNode;
}) {
  const reply = useReply(storeId, newest);
  const { order_id, product, subject } = newest;
  const name = newest.with_name || 'Deleted account';
  const [opening, ...replies] = posts;
  const last = posts.at(-1);
  const end = useKeptAtEnd(`${last?.id} ${reply.unsent?.content}`);
  useMarkRead(storeId, newest);
  return (
    <ThreadFrame
      foot={<ReplyBox storeId={storeId} thread={newest} reply={reply} name={name} />}
      aside={<AboutPane storeId={storeId} name={name} order_id={order_id} product={product} />}
    >
      <ThreadHead
        storeId={storeId}
        name={name}
        subject={subject}
        action={last && !last.isOwn && <DoneButton storeId={storeId} thread={newest} />}
      />
      <AboutCard storeId={storeId} order_id={order_id} product={product} />
      {earlier && opening ? (
        <>
          <Days posts={[opening]} name={name} />
          {earlier}
          <Days posts={replies} name={name} />
        </>
      ) : (
        <Days posts={posts} name={name} />
      )}
      {reply.unsent && (
        <div className="mt-3.5 flex flex-col items-end">
          <p className={cx(bubbleClass, ownBubbleClass, 'opacity-75')}>
            <span className="sr-only">You: </span>
            {reply.unsent.content}
          </p>
          <div
            className="mt-1 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-muted text-xs"
            role="status"
          >
            {reply.isWaiting && (
              <>
                <Clock className="size-4" />
                Waits for the network, then it is sent.
              </>
            )}
            {reply.isSending && 'Sending…'}
            {reply.isFailed && (
              <>
                <span className="text-danger">Not sent. {reply.problem}</span>
                <span className="flex gap-2">
                  <Button size="sm" onClick={reply.edit}>
                    Edit
                  </Button>
                  <Button size="sm" onClick={reply.sendAgain}>
                    Send again
                  </Button>
                </span>
              </>
            )}
          </div>
        </div>
      )}
      {/* Announces a message that arrives while the thread is open. */}
      <p className="sr-only" role="status">
        {last && !last.isOwn && posts.length > 1 ? `${name} wrote at ${formatTime(last.at)}` : ''}
      </p>
      <div ref={end} className="h-px shrink-0" />
    </ThreadFrame>
  );
}

const bubbleClass =
  'wrap-anywhere max-w-[min(32rem,86%)] whitespace-pre-line rounded-[14px] border px-3.5 py-2.5 text-body';
const ownBubbleClass = 'rounded-tr-xs border-action-quiet bg-action-quiet';

function Days({ posts, name }: { posts: readonly Post[]; name: string }) {
  return groupByDay(posts).map(({ day, posts: sameDay }) => (
    <section key={day} aria-label={formatDayHeading(`${day}T12:00:00Z`)}>
      <h3 className="plain-heading my-3 flex items-center gap-3 font-normal text-muted text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {formatDayHeading(`${day}T12:00:00Z`)}
      </h3>
      <ol className="flex flex-col gap-3.5">
        {sameDay.map(({ id, content, isOwn, at }) => (
          <li key={id} id={id} className={cx('flex scroll-mt-32 flex-col', isOwn ? 'items-end' : 'items-start')}>
            <p className={cx(bubbleClass, isOwn ? ownBubbleClass : 'rounded-tl-xs border-line bg-surface')}>
              <span className="sr-only">{isOwn ? 'You' : name}: </span>
              {content}
            </p>
            <time dateTime={at} className="mt-1 text-muted text-xs">
              {formatTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  ));
}

/**
 * Scrolls to the end of a conversation when it opens, and when something is added while the end is on the screen.
 * @param content what is at the end
 * @returns the ref of an element at the end
 */
const useKeptAtEnd = (content: string) => {
  const end = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        isAtEnd.current = entry?.isIntersecting ?? false;
      },
      // A little of the last message may be below the screen.
      { rootMargin: '0px 0px 80px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when what is at the end changes
  useEffect(() => {
    if (isAtEnd.current) end.current?.scrollIntoView({ block: 'end' });
  }, [content]);
  return end;
};

/** Marks the thread as read when it is shown, and when something arrives. A failure is not shown: the thread stays unread in the list. */
const useMarkRead = (storeId: number, { id, is_read, last_at }: MerchantMessageDetail): void => {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => getStoreApi(storeId).call(markMerchantMessageRead, { params: { id }, body: { is_read: true } }),
    onSuccess: () => {
      queryClient.setQueryData(
        threadQuery(storeId, id).queryKey,
        (thread) => thread && { ...thread, pages: thread.pages.map((page) => ({ ...page, is_read: true })) },
      );
      invalidateThreads(queryClient, storeId);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more after each new message
  useEffect(() => {
    if (!is_read) mutate();
  }, [is_read, last_at, mutate]);
};
