import { MutationObserver, type MutationOptions, type QueryClient } from '@tanstack/react-query';

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
    // The cache keeps a mutation for as long as it has an observer.
    observer.reset();
  }
};
