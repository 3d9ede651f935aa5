import { getMerchantMessage, listMerchantMessages } from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MerchantMessagesQuery } from '@sokuwa/contract/messages/messages.schemas.ts';
import { listSavedReplies } from '@sokuwa/contract/messages/saved-replies.endpoints.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';
import { isNotFound } from '../lib/errors.ts';

/** How often messages are read again while the desk is visible, where no event says that something has arrived. */
const REFRESH_MS = 20_000;
const refreshUnlessGone = ({ state: { error } }: { state: { error: Error | null } }): number | false =>
  isNotFound(error) ? false : REFRESH_MS;

/** All queries about the messages of a store begin with this key. */
export const messagesKey = (storeId: number) => ['store', storeId, 'messages'] as const;
const threadsKey = (storeId: number) => [...messagesKey(storeId), 'list'] as const;

/** Threads page by page: those that wait for an answer by how long they wait, others by their latest activity. */
export const threadsQuery = (storeId: number, query: Omit<MerchantMessagesQuery, 'page'>) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey(storeId), query],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(listMerchantMessages, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
    refetchInterval: REFRESH_MS,
  });

/** One thread: its newest replies, then earlier ones, page by page. */
export const threadQuery = (storeId: number, threadId: string) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey(storeId), 'thread', threadId],
    queryFn: ({ signal, pageParam }) =>
      getStoreApi(storeId).call(getMerchantMessage, {
        params: { id: threadId },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ earlier }) => earlier ?? undefined,
    refetchInterval: refreshUnlessGone,
  });

/** Replies that are written often. */
export const savedRepliesQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'saved-replies'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(listSavedReplies, { signal }),
  });

/** After a change of a thread: its row moves or changes, and others may wait less. */
export const invalidateThreads = (queryClient: QueryClient, storeId: number): void => {
  void queryClient.invalidateQueries({ queryKey: threadsKey(storeId) });
  void queryClient.invalidateQueries({ queryKey: ['store', storeId, 'today'] });
};
