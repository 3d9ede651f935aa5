import {
  type MutationKey,
  MutationObserver,
  type MutationOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';

/** Runs a mutation outside of a component. */
export const runMutation = async <Data, Variables>(
  queryClient: QueryClient,
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<Data> => {
  const observer = new MutationObserver(queryClient, options);
  try {
    return await observer.mutate(variables);
  } finally {
    // A mutation stays in the cache as long as it has an observer.
    observer.reset();
  }
};

/** The variables of the mutations without a result, oldest first. */
export const pendingVariables = <Variables>(queryClient: QueryClient, mutationKey: MutationKey): Variables[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as Variables);

/**
 * The variables of the pending mutations, for optimistic updates. Unlike the library's `useMutationState` it renders
 * before the next event, because a second click must build on the first one.
 */
export const usePendingVariables = <Variables>(mutationKey: MutationKey): readonly Variables[] => {
  const queryClient = useQueryClient();
  const keyText = JSON.stringify(mutationKey);
  const source = useMemo(() => {
    const key: MutationKey = JSON.parse(keyText);
    let snapshot: readonly Variables[] = [];
    return {
      subscribe: (listener: () => void) => queryClient.getMutationCache().subscribe(listener),
      get: () => {
        const pending = pendingVariables<Variables>(queryClient, key);
        const isSame =
          pending.length === snapshot.length && pending.every((variables, index) => variables === snapshot[index]);
        if (!isSame) snapshot = pending;
        return snapshot;
      },
    };
  }, [queryClient, keyText]);
  return useSyncExternalStore(source.subscribe, source.get, source.get);
};
