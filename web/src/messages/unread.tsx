import { messageEvents } from '@sokuwa/contract/messages/messages.endpoints.ts';
import { CountBadge } from '@sokuwa/ui/count-badge.tsx';
import { menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQuery } from '../account/index.ts';
import { useApi, useAppContext } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { watchRestoredPage } from '../lib/restored-page.ts';
import { useToken } from '../lib/token-store.ts';
import { followMessages } from './follow-messages.ts';
import { inboxKey, messageKey, messagesKey, unreadQuery } from './messages.queries.ts';

/** Number of unread threads; 0 for guests and until loaded. */
export const useUnread = (): number => {
  const api = useApi();
  return useQuery(unreadQuery(api, useToken())).data ?? 0;
};

const formatUnreadCount = (count: number) => `${count} unread ${count === 1 ? 'message' : 'messages'}`;

/** Keeps the shown messages up to date, once the profile of the signed-in account has loaded. */
const useFollowMessages = (): void => {
  const { api, queryClient, site } = useAppContext();
  const token = useToken();
  // The greeting in the header fetches the profile; this only reads it from the query cache.
  const isProfileLoaded = useQuery({ ...profileQuery(api, token), enabled: false }).data != null;
  useEffect(() => {
    if (token === null || !isProfileLoaded) return;
    const abortController = new AbortController();
    const unread = unreadQuery(api, token);
    const invalidate = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey });
    const handlers = {
      onEvent: (event: { unread: number; threads: string[] }) => {
        queryClient.setQueryData(unread.queryKey, event.unread);
        // The first event of a stream names no threads. What has come since the page loaded them is not in them.
        invalidate(event.threads.length > 0 ? inboxKey(token) : messagesKey(token));
        for (const id of event.threads) invalidate(messageKey(token, id));
      },
      onPoll: async () => {
        const before = queryClient.getQueryData(unread.queryKey);
        // If this fails too, the next round tries again.
        const count = await queryClient.fetchQuery(unread).catch(() => before);
        if (count !== before) invalidate([...inboxKey(token).slice(0, 2)]);
      },
    };
    void followMessages(site.baseUrls.api + messageEvents.path, token, handlers, abortController.signal);
    return () => abortController.abort();
  }, [api, queryClient, site, token, isProfileLoaded]);
};

/** The number of unread messages on the header's Account button. It follows the messages on every page. */
export function UnreadBadge() {
  useFollowMessages();
  const { queryClient } = useAppContext();
  useEffect(() => watchRestoredPage(queryClient), [queryClient]);
  const count = useUnread();
  return (
    <>
      <CountBadge count={count} />
      {count > 0 && <span className="sr-only">, {formatUnreadCount(count)}</span>}
    </>
  );
}

/** The entry of the Account menu for unread messages; absent when there are none. */
export function UnreadEntry({ onChoose }: { onChoose: () => void }) {
  const count = useUnread();
  if (count === 0) return null;
  return (
    <li>
      <PageLink path="/inbox" className={`${menuItemClass} font-semibold`} onClick={onChoose}>
        {formatUnreadCount(count)}
      </PageLink>
    </li>
  );
}

/** The unread count beside Inbox in the side menu. */
export function UnreadCount() {
  const count = useUnread();
  if (count === 0) return null;
  return (
    <span className="ml-auto grid h-6 min-w-6 place-items-center rounded-full bg-sale px-1.5 font-bold text-on-sale text-xs">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{formatUnreadCount(count)}</span>
    </span>
  );
}
