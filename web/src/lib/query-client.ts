import { ApiError } from '@sokuwa/contract/api-client.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FetchQueryOptions, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';

const MINUTE_MS = 60_000;
/** Maximum retries of a failed query (SHELL-77). */
const MAX_RETRIES = 3;
const MAX_RETRY_DELAY_MS = 30_000;

/**
 * Whether a call has failed, so that its query is retried (SHELL-77). Three results are not failures (SHELL-90):
 * - 404 says that something does not exist.
 * - 401 says that the session has ended. Its token is removed, so a retry would have nothing to send (SESSION-13).
 * - Without a network the browser makes no call.
 */
export const isFailure = (error: Error): boolean =>
  navigator.onLine !== false && !(error instanceof ApiError && (error.status === 404 || error.status === 401));

/**
 * Fetches a query unless it is cached. The caller waits only for the first attempt; the retries continue in the
 * background.
 * @throws the error of the first attempt
 */
export const fetchFirstAttempt = <T, K extends QueryKey>(
  queryClient: QueryClient,
  options: FetchQueryOptions<T, Error, T, K>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const { retry } = queryClient.defaultQueryOptions(options);
    const rejectAndRetry = (failures: number, error: Error) => {
      reject(error);
      return typeof retry === 'function' && retry(failures, error);
    };
    queryClient.ensureQueryData({ ...options, retry: rejectAndRetry }).then(resolve, reject);
  });

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
        retry: (failures, error) => !server && failures < MAX_RETRIES && isFailure(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, MAX_RETRY_DELAY_MS),
        // On the server a timer would retain the data after the page was sent.
        gcTime: server ? Number.POSITIVE_INFINITY : 5 * MINUTE_MS,
        refetchOnWindowFocus: false,
        // The service worker may respond without a network.
        networkMode: 'offlineFirst',
      },
    },
  });
