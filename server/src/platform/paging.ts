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

/** The URL of the next page of a list whose pages are named by a cursor. @param cursor null on the last page */
export const linkNext = (
  url: string,
  query: Parameters<typeof queryString>[0],
  cursor: string | null,
): string | null => (cursor === null ? null : url + queryString({ ...query, cursor }));
