import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';
import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { assertStoredToken } from '../lib/session.ts';
import { tokens } from '../lib/token-store.ts';
import { NO_TOKEN } from './message-texts.ts';

/** The start of the keys of everything that an account has loaded of its messages. */
export const messagesKey = (token: string | null) => ['messages', token] as const;
export const inboxKey = (token: string | null) => [...messagesKey(token), 'inbox'] as const;
const unreadKey = (token: string | null) => [...messagesKey(token), 'unread'] as const;
export const messageKey = (token: string, id: string) => [...messagesKey(token), 'one', id] as const;

/** @throws ApiError when the page's token is no longer stored */
const assertSignedIn = (token: string): void => {
  if (tokens.get() === null) throw new ApiError(NO_TOKEN, 401, 'credentials_missing', NO_TOKEN);
  assertStoredToken(token);
};

export const inboxQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: [...inboxKey(token), page],
    queryFn: ({ signal }) => {
      assertSignedIn(token);
      return api.call(calls.listMessages, { query: page > 1 ? { page } : {}, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Number of unread messages. The event stream sets it; it is fetched only when there is no stream. */
export const unreadQuery = (api: Api, token: string | null) =>
  queryOptions({
    queryKey: unreadKey(token),
    queryFn: async ({ signal }) => (await api.call(calls.countUnread, { signal })).unread,
    enabled: false,
  });

/** Adds the newest replies to the cached ones. When there is a gap between them, only the newest are returned. */
const mergeReplies = (cached: MessageDetail | undefined, newest: MessageDetail): MessageDetail => {
  const lastId = cached?.replies.at(-1)?.id;
  if (!cached || !newest.replies.some(({ id }) => id === lastId)) return newest;
  const newestIds = new Set(newest.replies.map(({ id }) => id));
  const older = cached.replies.filter(({ id }) => !newestIds.has(id));
  return { ...newest, replies: [...older, ...newest.replies], earlier: cached.earlier };
};

export const messageQuery = (api: Api, queryClient: QueryClient, token: string, id: string) =>
  queryOptions({
    queryKey: messageKey(token, id),
    queryFn: async ({ signal }): Promise<MessageDetail> => {
      assertSignedIn(token);
      const newest = await api.call(calls.getMessage, { params: { id }, query: {}, signal });
      return mergeReplies(queryClient.getQueryData(messageKey(token, id)), newest);
    },
  });

/** Loads the replies before the first cached one. */
export const loadEarlier = async (api: Api, queryClient: QueryClient, token: string, cached: MessageDetail) => {
  if (cached.earlier === null) return;
  const { id, earlier: before } = cached;
  const older = await api.call(calls.getMessage, { params: { id }, query: { before } });
  queryClient.setQueryData<MessageDetail>(messageKey(token, id), (current) =>
    current?.earlier === before
      ? { ...current, replies: [...older.replies, ...current.replies], earlier: older.earlier }
      : current,
  );
};
