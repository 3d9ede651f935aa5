import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Answer = [key: QueryKey, data: unknown, at: number];

/** Id of the script element with the data. */
export const QUERIES_ELEMENT_ID = 'answers';

/** JSON of each response, serialised once: many pages are rendered from the same one. */
const texts = new WeakMap<object, string>();
const textOf = (data: unknown): string => {
  // Escape "<", so that no text can end the script element.
  const write = () => JSON.stringify(data).replaceAll('<', '\\u003c');
  if (typeof data !== 'object' || data === null) return write();
  const text = texts.get(data) ?? write();
  texts.set(data, text);
  return text;
};

/**
 * Serialises the query data of a page for hydration, as a JSON data block: inside a script it would be escaped twice.
 */
export const serializeQueries = (queryClient: QueryClient): string => {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  const answers = queries.map(
    ({ queryKey, state }) => `[${textOf(queryKey)},${textOf(state.data)},${state.dataUpdatedAt}]`,
  );
  return `[${answers}]`;
};

/** Restores the data of `serializeQueries`. The library's own dehydration contains much more than a page needs. */
export const hydrateQueries = (queryClient: QueryClient): void => {
  const text = document.getElementById(QUERIES_ELEMENT_ID)?.textContent ?? '[]';
  for (const [key, data, updatedAt] of JSON.parse(text) as Answer[]) queryClient.setQueryData(key, data, { updatedAt });
};
