import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Answer = [key: QueryKey, data: unknown, at: number];

/** The answers that a page was rendered from, for the browser to start from. */
export const writeAnswers = (queryClient: QueryClient): string => {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  return JSON.stringify(queries.map(({ queryKey, state }): Answer => [queryKey, state.data, state.dataUpdatedAt]));
};

/** Takes over what `writeAnswers` wrote. The library's own way tells much more of each query than a page needs. */
export const readAnswers = (queryClient: QueryClient, text: string): void => {
  for (const [key, data, updatedAt] of JSON.parse(text) as Answer[]) queryClient.setQueryData(key, data, { updatedAt });
};
