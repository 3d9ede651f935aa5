import { lateHydrationStarted } from '@sokuwa/ui/late-hydration.tsx';
import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';

type DehydratedQuery = [key: QueryKey, data: unknown];

/** Id of the script element with the data. */
export const QUERIES_ELEMENT_ID = 'query-data';

/** The JSON of each response, serialized once: many pages are rendered from the same response. */
const jsonCache = new WeakMap<object, string>();
const toJson = (data: unknown): string => {
  // Escape "<", so that no text can end the script element.
  const serialize = () => JSON.stringify(data).replaceAll('<', '\\u003c');
  if (typeof data !== 'object' || data === null) return serialize();
  const text = jsonCache.get(data) ?? serialize();
  jsonCache.set(data, text);
  return text;
};

/**
 * Serializes the query data of a page for hydration, as a JSON data block: inside a script it would be escaped twice.
 */
export const serializeQueries = (queryClient: QueryClient): string => {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  const entries = queries.map(({ queryKey, state }) => `[${toJson(queryKey)},${toJson(state.data)}]`);
  return `[${entries}]`;
};

/**
 * When the data of the page was current. The server keeps a page until something in it changes, so that is when it was sent,
 * not when it was rendered. The service worker writes the time into its copies (offline-state.ts); the time of one that the history kept is
 * not known.
 */
const readUpdatedAt = (): number => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { offline } = document.documentElement.dataset;
  const isCopy = offline !== undefined || navigation?.type === 'back_forward';
  return isCopy ? Number(offline?.split(' ')[1] ?? 0) : Date.now();
};

/** Restores the data of `serializeQueries`. TanStack Query's `dehydrate()` contains much more than a page needs. */
export const hydrateQueries = (queryClient: QueryClient): void => {
  const text = document.getElementById(QUERIES_ELEMENT_ID)?.textContent ?? '[]';
  const updatedAt = readUpdatedAt();
  for (const [key, data] of JSON.parse(text) as DehydratedQuery[]) {
    queryClient.setQueryData(key, data, { updatedAt });
    // Until parts of the page that hydrate late use it, it must not be discarded as unused: the device may have slept meanwhile.
    const stop = new QueryObserver(queryClient, { queryKey: key, enabled: false }).subscribe(() => {});
    void lateHydrationStarted.then(stop);
  }
};
