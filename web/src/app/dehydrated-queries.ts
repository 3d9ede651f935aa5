import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Answer = [key: QueryKey, data: unknown, at: number];

/** The id of the block. */
export const ANSWERS_ID = 'answers';

/** On the server many pages are rendered from one answer: each is made into text once. */
const texts = new WeakMap<object, string>();
const textOf = (data: unknown): string => {
  // No word of an answer may end the block that holds it.
  const write = () => JSON.stringify(data).replaceAll('<', '\\u003c');
  if (typeof data !== 'object' || data === null) return write();
  const text = texts.get(data) ?? write();
  texts.set(data, text);
  return text;
};

/**
 * The answers that a page was rendered from, for the browser to start from: the text of a block of data, since as a part
 * of a script they would be escaped twice.
 */
export const writeAnswers = (queryClient: QueryClient): string => {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  const answers = queries.map(
    ({ queryKey, state }) => `[${textOf(queryKey)},${textOf(state.data)},${state.dataUpdatedAt}]`,
  );
  return `[${answers}]`;
};

/** Takes over what `writeAnswers` wrote. The library's own way tells much more of each query than a page needs. */
export const readAnswers = (queryClient: QueryClient): void => {
  const text = document.getElementById(ANSWERS_ID)?.textContent ?? '[]';
  for (const [key, data, updatedAt] of JSON.parse(text) as Answer[]) queryClient.setQueryData(key, data, { updatedAt });
};
