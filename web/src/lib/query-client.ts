import { toast } from '@sokuwa/ui/toast.ts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const MINUTE_MS = 60_000;
/** How often a failed query is retried (SHELL-77). */
const MAX_RETRIES = 3;
const MAX_RETRY_DELAY_MS = 30_000;

/** Retrying cannot make an invalid token valid, or bring back what does not exist (SHELL-90). Without a network it is in vain. */
const isFinal = (error: Error): boolean =>
  navigator.onLine === false || (error instanceof ApiError && (error.status === 401 || error.code === 'not_found'));

/**
 * Creates the query cache with the default options of all queries.
 * @param server whether it is used to render a page: then nothing is retried
 */
export const makeQueryClient = (server: boolean): QueryClient =>
  new QueryClient({
    // A query with an error text in `meta` shows it as a toast.
    queryCache: new QueryCache({
      onError: (_, { meta }) => {
        if (typeof meta?.failure === 'string') toast.error(meta.failure);
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => !server && failures < MAX_RETRIES && !isFinal(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, MAX_RETRY_DELAY_MS),
        // On the server a timer would retain the data after the page was sent.
        gcTime: server ? Number.POSITIVE_INFINITY : 5 * MINUTE_MS,
        refetchOnWindowFocus: false,
        // The service worker may respond without a network.
        networkMode: 'offlineFirst',
      },
    },
  });
