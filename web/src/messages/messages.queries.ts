import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '../lib/api.ts';
import { MAX_RETRIES } from '../lib/query-client.ts';
import { assertStoredToken } from '../lib/session.ts';
import { tokens } from '../lib/token-store.ts';
import { NO_TOKEN } from './message-texts.ts';

/** All that one account was told of its messages. */
export const messagesKey = (token: string | null) => ['messages', token] as const;
export const inboxKey = (token: string | null) => [...messagesKey(token), 'inbox'] as const;
const unreadKey = (token: string | null) => [...messagesKey(token), 'unread'] as const;
export const messageKey = (token: string, id: string) => [...messagesKey(token), 'one', id] as const;

/** @throws ApiError where the token that a page was opened with is gone */
const ensureSignedIn = (token: string): void => {
  if (tokens.get() === null) throw new ApiError(NO_TOKEN, 401, 'credentials_missing', NO_TOKEN);
  assertStoredToken(token);
};

/** What the server says no to, it will say no to again. */
const retry = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES && !(error instanceof ApiError && error.status !== undefined && error.status < 500);

export const inboxQuery = (api: Api, token: string, page: number) =>
  queryOptions({
    queryKey: [...inboxKey(token), page],
    queryFn: ({ signal }) => {
      ensureSignedIn(token);
      return api.call(calls.listMessages, { query: page > 1 ? { page } : {}, signal });
    },
    placeholderData: keepPreviousData,
    retry,
  });

/** How many messages hold something unread. The feed sets it; it asks for itself only where there is no stream. */
export const unreadQuery = (api: Api, token: string | null) =>
  queryOptions({
    queryKey: unreadKey(token),
    queryFn: async ({ signal }) => (await api.call(calls.countUnread, { signal })).unread,
    enabled: false,
  });

/** The newest replies with those that the page has already, unless so many came that some are missing between. */
const joinReplies = (known: MessageDetail | undefined, newest: MessageDetail): MessageDetail => {
  const last = known?.replies.at(-1)?.id;
  if (!known || !newest.replies.some(({ id }) => id === last)) return newest;
  const fresh = new Set(newest.replies.map(({ id }) => id));
  const older = known.replies.filter(({ id }) => !fresh.has(id));
  return { ...newest, replies: [...older, ...newest.replies], earlier: known.earlier };
};

export const messageQuery = (api: Api, queryClient: QueryClient, token: string, id: string) =>
  queryOptions({
    queryKey: messageKey(token, id),
    queryFn: async ({ signal }): Promise<MessageDetail> => {
      ensureSignedIn(token);
      const newest = await api.call(calls.getMessage, { params: { id }, query: {}, signal });
      return joinReplies(queryClient.getQueryData(messageKey(token, id)), newest);
    },
    retry,
  });

/** Puts the replies before the first known one in their place. */
export const loadEarlier = async (api: Api, queryClient: QueryClient, token: string, known: MessageDetail) => {
  if (known.earlier === null) return;
  const { id, earlier: before } = known;
  const older = await api.call(calls.getMessage, { params: { id }, query: { before } });
  queryClient.setQueryData<MessageDetail>(messageKey(token, id), (now) =>
    now?.earlier === before ? { ...now, replies: [...older.replies, ...now.replies], earlier: older.earlier } : now,
  );
};
