import { toast } from '@sokuwa/ui/toast.ts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const MINUTE_MS = 60_000;
/** Maximum retries of a failed query (SHELL-77). */
const MAX_RETRIES = 3;
const MAX_RETRY_DELAY_MS = 30_000;

/**
 * Whether a retry would be useless: the token is invalid, the resource does not exist (SHELL-90), or the browser is
 * offline.
 */
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
