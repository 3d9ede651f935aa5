import { queryString } from '@sokuwa/contract/endpoint.ts';
import { type Refused, refuse } from './refusal.ts';

/** The page number of a query, from 1 (LIST-54); null for anything else: 0, -1, abc, 1e99, 2.5. */
export const parsePage = (text: string | undefined): number | null => {
  if (text === undefined) return 1;
  return /^[1-9]\d{0,7}$/.test(text) ? Number(text) : null;
};

type Links = { next: string | null; previous: string | null };

/**
 * The URLs of the next and the previous page.
 * @param count items on all pages
 * @returns invalid_page beyond the last page; the first one always exists
 */
export const linkPages = (
  { page, size, count }: { page: number; size: number; count: number },
  urlOf: (page: number) => string,
): Links | Refused<'invalid_page'> => {
  const lastPage = Math.max(1, Math.ceil(count / size));
  if (page > lastPage) return refuse('invalid_page');
  return {
    next: page < lastPage ? urlOf(page + 1) : null,
    previous: page > 1 ? urlOf(page - 1) : null,
  };
};

/** A page of a list that is read with cursors. */
export type CursorPage<T> = {
  results: T[];
  /** Of the next page; null on the last one. */
  cursor: string | null;
};

/**
 * Cuts a page off the rows of a query.
 * @param rows one more than the page has, if there are more
 * @param cursorOf of the last row of the page: where the next page begins
 */
export const cutPage = <Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string): CursorPage<Row> => {
  const results = rows.slice(0, size);
  const last = results.at(-1);
  return { results, cursor: rows.length > size && last !== undefined ? cursorOf(last) : null };
};

/** The response of a list that is read with cursors (API-39). @param url of the list, without its query */
export const linkPage = <T>(
  url: string,
  query: Parameters<typeof queryString>[0],
  { results, cursor }: CursorPage<T>,
): { next: string | null; results: T[] } => ({
  next: cursor === null ? null : url + queryString({ ...query, cursor }),
  results,
});
