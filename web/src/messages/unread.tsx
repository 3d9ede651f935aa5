import { CountBadge } from '@sokuwa/ui/count-badge.tsx';
import { menuItemClass } from '@sokuwa/ui/menu-panel.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileQuery } from '../account/index.ts';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useToken } from '../lib/token-store.ts';
import { followMessages } from './follow-messages.ts';
import { inboxKey, messageKey, unreadQuery } from './messages.queries.ts';

/** Number of unread threads; 0 for guests and until loaded. */
export const useUnread = (): number => {
  const api = useApi();
  return useQuery(unreadQuery(api, useToken())).data ?? 0;
};

const words = (count: number) => `${count} unread ${count === 1 ? 'message' : 'messages'}`;

/** Keeps what the page shows of messages as the server has it, once the shop knows who is signed in. */
const useFollow = (): void => {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useToken();
  // The greeting asks; what it learns is only looked at here.
  const known = useQuery({ ...profileQuery(api, token), enabled: false }).data != null;
  useEffect(() => {
    if (token === null || !known) return;
    const leaving = new AbortController();
    const unread = unreadQuery(api, token);
    const invalidate = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey });
    const told = {
      onEvent: (event: { unread: number; threads: string[] }) => {
        queryClient.setQueryData(unread.queryKey, event.unread);
        if (event.threads.length > 0) invalidate(inboxKey(token));
        for (const id of event.threads) invalidate(messageKey(token, id));
      },
      onPoll: async () => {
        const before = queryClient.getQueryData(unread.queryKey);
        // Where not even this is answered, the next round may.
        const now = await queryClient.fetchQuery({ ...unread, retry: false }).catch(() => before);
        if (now !== before) invalidate([...inboxKey(token).slice(0, 2)]);
      },
    };
    void followMessages(token, told, leaving.signal);
    return () => leaving.abort();
  }, [api, queryClient, token, known]);
};

/** On the Account button of the header: how much is unread. Follows the messages wherever one is in the shop. */
export function UnreadBadge() {
  useFollow();
  const count = useUnread();
  return (
    <>
      <CountBadge count={count} />
      {count > 0 && <span className="sr-only">, {words(count)}</span>}
    </>
  );
}

/** A row of the Account menu that is there while something is unread. */
export function UnreadEntry({ onChoose }: { onChoose: () => void }) {
  const count = useUnread();
  if (count === 0) return null;
  return (
    <li>
      <PageLink path="/inbox" className={`${menuItemClass} font-semibold`} onClick={onChoose}>
        {words(count)}
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
      <span className="sr-only">{words(count)}</span>
    </span>
  );
}
