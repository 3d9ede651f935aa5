import { ApiError } from '@sokuwa/contract/api-client.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './errors.ts';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 10_000;

/** 4xx are responses that would not change; everything else may pass. */
const isTemporary = (error: Error): boolean =>
  !(error instanceof ApiError && error.status !== undefined && error.status < 500);

/** @param onSignedOut called when a call says that the session has ended */
export const makeQueryClient = (onSignedOut: () => void): QueryClient => {
  const onError = (error: Error) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // A page that the server renders does not wait: the browser repeats what has failed.
        retry: (failures, error) => !import.meta.env.SSR && failures < MAX_RETRIES && isTemporary(error),
      },
    },
  });
};
