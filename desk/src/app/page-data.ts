import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What a page of the server was rendered from. */
type PageData = { time: string; queries: [key: QueryKey, data: unknown][] };

/** Id of the script element with the data, which does not run. */
const ELEMENT_ID = 'desk-data';

/** The data as HTML. "<" is escaped, so that no text can end the element. */
export const writePageData = (queryClient: QueryClient, time: Date): string => {
  const found = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  const data: PageData = {
    time: time.toISOString(),
    queries: found.map(({ queryKey, state }) => [queryKey, state.data]),
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`;
};

/** JSON has no undefined, which is the parameter of the first page of a list. */
const restoreUndefined = (name: string, value: unknown): unknown =>
  name === 'pageParams' && Array.isArray(value) ? value.map((param) => param ?? undefined) : value;

/** Restores the queries of a page of the server. @returns when it was rendered; undefined if the browser renders the page */
export const readPageData = (queryClient: QueryClient): Date | undefined => {
  const text = document.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  const { time, queries } = JSON.parse(text, restoreUndefined) as PageData;
  for (const [key, data] of queries) queryClient.setQueryData(key, data);
  return new Date(time);
};
