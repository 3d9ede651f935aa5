import type { MerchantMessagePage } from '@sokuwa/contract/messages/messages.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquare, MessagesSquare, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { countDays, formatAge, formatDay } from '../lib/format.ts';
import { useDebouncedSearch } from '../lib/use-debounced-search.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Reloading } from '../ui/reloading.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { describeSubject, lastPostOf } from './message.rules.ts';
import { MESSAGE_VIEWS, type MessageView, useMessagesSearch, VIEW_NAMES } from './message-views.ts';
import { threadsQuery } from './messages.queries.ts';

/**
 * The threads on the left and the open one beside them, with what it is about; on phones one of them.
 * @param openId the open thread; `new` for a new message, undefined for none
 */
export function MessagesPage({
  storeId,
  openId,
  unansweredCount,
  onSearch,
  children,
}: {
  storeId: number;
  openId: string | undefined;
  unansweredCount: number;
  onSearch: (search: string) => void;
  children: ReactNode;
}) {
  const { view = 'unanswered', search = '' } = useMessagesSearch();
  const [text, setText] = useDebouncedSearch(search, onSearch);
  const threads = useInfiniteQuery({
    ...threadsQuery(storeId, { ...FILTERS[view], ...(search !== '' && { search }) }),
    placeholderData: (previous) => previous,
  });
  const list = useRef<HTMLElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const lastOpenId = useRef(openId);
  // The focus follows: into a thread that is opened, and back to its row, because phones show one of both.
  useEffect(() => {
    const closedId = lastOpenId.current;
    lastOpenId.current = openId;
    if (openId !== undefined && openId !== closedId) pane.current?.focus({ preventScroll: true });
    if (openId === undefined && closedId !== undefined)
      (list.current?.querySelector<HTMLElement>(`[data-thread="${closedId}"]`) ?? list.current)?.focus();
  }, [openId]);
  // A thread that gets a message while a page is loaded moves, and may then be on two pages.
  const rows = [
    ...new Map(threads.data?.pages.flatMap(({ results }) => results).map((thread) => [thread.id, thread])).values(),
  ];
  return (
    <div data-full-page className="lg:grid lg:h-full lg:grid-cols-[19rem_minmax(0,1fr)]">
      {/* Phones hide the list, and its title, while a thread is open. */}
      {openId !== undefined && <h1 className="sr-only lg:hidden">Messages</h1>}
      <section
        ref={list}
        tabIndex={-1}
        aria-labelledby="messages-title"
        className={cx(
          'relative bg-surface outline-hidden max-lg:min-h-[calc(100dvh-3.25rem)] max-lg:pb-28 lg:min-h-0 lg:overflow-y-auto lg:border-line lg:border-r',
          openId !== undefined && 'max-lg:hidden',
        )}
      >
        <h1 id="messages-title" className="px-4 pt-4 pb-1 text-xl">
          Messages
        </h1>
        <h2 className="sr-only">Conversations</h2>
        {/* Not bled to the edges: the pane has no gutter. */}
        <div className="max-lg:px-(--gutter) lg:px-2">
          <TabRow label="Views of the messages">
            {MESSAGE_VIEWS.map((name) => (
              <Link
                key={name}
                to="/store/$storeId/messages"
                params={{ storeId: String(storeId) }}
                search={{ ...(name !== 'unanswered' && { view: name }), ...(search !== '' && { search }) }}
                activeOptions={{ exact: true, explicitUndefined: true }}
                aria-current={name === view ? 'page' : undefined}
                className={tabClass}
              >
                {VIEW_NAMES[name]}
                {name === 'unanswered' && <CountBadge count={unansweredCount} tone="new" />}
              </Link>
            ))}
          </TabRow>
        </div>
        <div className="flex p-3">
          <SearchField
            label="Search messages"
            placeholder="Buyer, product, order, words"
            value={text}
            onChange={setText}
          />
        </div>
        {threads.isPending && <LoadingRows label="Loading messages" />}
        {threads.isError && rows.length === 0 && (
          <ErrorPanel what="Messages" error={threads.error} onRetry={() => void threads.refetch()} />
        )}
        {threads.isSuccess && rows.length === 0 && (
          <NoThreads storeId={storeId} view={view} search={search} onClear={() => setText('')} />
        )}
        <Reloading isReloading={threads.isPlaceholderData}>
          <ul>
            {rows.map((thread) => (
              <li key={thread.id} className="border-line border-t last:border-b">
                <ThreadRow storeId={storeId} thread={thread} />
              </li>
            ))}
          </ul>
        </Reloading>
        <ShowMore query={threads} border={false} />
      </section>
      {/* Not a landmark: what the conversation is about is one of its own in it. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        ref={pane}
        role="group"
        aria-label="Conversation"
        tabIndex={-1}
        className={cx('min-w-0 outline-hidden lg:h-full lg:min-h-0', openId === undefined && 'max-lg:hidden')}
      >
        {children}
      </div>
    </div>
  );
}

const FILTERS: Record<MessageView, { unanswered?: boolean }> = {
  unanswered: { unanswered: true },
  all: {},
  done: { unanswered: false },
};

function NoThreads({
  storeId,
  view,
  search,
  onClear,
}: {
  storeId: number;
  view: MessageView;
  search: string;
  onClear: () => void;
}) {
  const allLink = (
    <Link
      to="/store/$storeId/messages"
      params={{ storeId: String(storeId) }}
      search={{ view: 'all' }}
      className={buttonClass()}
    >
      All messages
    </Link>
  );
  if (search !== '')
    return (
      <EmptyPanel
        picture="search"
        icon={Search}
        title="No conversation matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        Nothing found for “{search}”{view === 'all' ? '' : ` in “${VIEW_NAMES[view]}”`}. All words must occur.
      </EmptyPanel>
    );
  if (view === 'unanswered')
    return (
      <EmptyPanel picture="inbox" icon={MessagesSquare} title="Nobody waits for an answer" action={allLink}>
        When a buyer asks about a product or an order, the question comes here. You can also write to the buyer of an
        order, from the order’s page.
      </EmptyPanel>
    );
  return (
    <EmptyPanel
      picture="inbox"
      icon={MessagesSquare}
      title={view === 'all' ? 'No messages yet' : 'Nothing is done yet'}
      action={view === 'done' && allLink}
    >
      {view === 'all'
        ? 'When a buyer asks about a product or an order, the question comes here.'
        : 'Conversations that you have answered, or marked as done, come here.'}
    </EmptyPanel>
  );
}

function ThreadRow({ storeId, thread }: { storeId: number; thread: MerchantMessagePage['results'][number] }) {
  const { id, with_name, is_read, last_at, unanswered_since } = thread;
  const { isOwn, content } = lastPostOf(thread);
  const name = with_name || 'Deleted account';
  const search = useMessagesSearch();
  return (
    <Link
      to="/store/$storeId/messages/$threadId"
      params={{ storeId: String(storeId), threadId: id }}
      search={search}
      activeOptions={{ includeSearch: false }}
      // The thread opens at its end.
      resetScroll={false}
      data-thread={id}
      data-row-link
      className="flex items-start gap-3 px-4 py-3 text-body no-underline hover:bg-row-hover aria-[current]:bg-row-selected aria-[current]:shadow-[inset_3px_0_var(--sk-action)]"
    >
      <StoreMark name={name} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <b className="min-w-0 flex-1 truncate font-semibold text-heading">{name}</b>
          <time dateTime={last_at} className="shrink-0 text-2xs text-muted">
            {countDays(last_at) === 0 ? formatAge(last_at) : formatDay(last_at)}
          </time>
        </span>
        <span className="flex items-baseline gap-2 text-xs">
          <span className="min-w-0 flex-1 truncate text-muted">{describeSubject(thread) || thread.subject}</span>
          {/* In the view of those without an answer it says nothing new. */}
          {unanswered_since !== null && search.view !== undefined && (
            <span className="shrink-0 font-semibold text-2xs text-warning">Unanswered</span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={cx('min-w-0 flex-1 truncate', is_read ? 'text-secondary' : 'font-semibold text-heading')}>
            {isOwn && 'You: '}
            {content}
          </span>
          {!is_read && (
            <span className="size-2 shrink-0 rounded-full bg-action">
              <span className="sr-only">unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** Beside the list, while no thread is open. */
export function ChooseThread() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyPanel picture="inbox" icon={MessageSquare} title="Choose a conversation">
        Buyers read your answers in their inbox on Sokuwa, and by mail if they are away.
      </EmptyPanel>
    </div>
  );
}
