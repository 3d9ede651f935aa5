import { toast } from '@sokuwa/ui/toast.ts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const MINUTE = 60_000;
/** Times that a failed call is made again (1-shopping, section 7). */
export const RETRIES = 3;
const LONGEST_DELAY = 30_000;

/**
 * The cache of answers, with the rules that hold where a query has none of its own (1-shopping, section 7).
 * @param server whether a page is rendered from it: then nothing is tried again, the page shows what there is
 */
export const makeQueryClient = (server: boolean): QueryClient =>
  new QueryClient({
    // What is shown in no place of its own says by a toast that it failed.
    queryCache: new QueryCache({
      onError: (_, { meta }) => {
        if (typeof meta?.failure === 'string') toast.error(meta.failure);
      },
    }),
    defaultOptions: {
      queries: {
        // A dead token stays dead.
        retry: (failures, error) =>
          !server && failures < RETRIES && !(error instanceof ApiError && error.status === 401),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_DELAY),
        // A timer would hold what one page was rendered from until long after it was sent.
        gcTime: server ? Number.POSITIVE_INFINITY : 5 * MINUTE,
        refetchOnWindowFocus: false,
        // Without a connection the service worker may still answer.
        networkMode: 'offlineFirst',
      },
    },
  });
