import { SECTIONS, type Section, SORTS, type Sort } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** Search params of a product list. `section` may be any text; an unknown one shows an error. */
export type ListSearch = {
  section: string;
  page: number;
  query?: string;
  categoryId?: number;
  subCategoryId?: number;
  /** Naira, inclusive. */
  min_price?: number;
  /** Naira, inclusive. */
  max_price?: number;
  sort?: Sort;
  in_stock?: boolean;
};

/** Search params in links and updates; undefined removes one. */
export type ListSearchParams = { [Part in keyof ListSearch]?: ListSearch[Part] | undefined };

/** The params that a product's URL carries over from its list. */
export type CarriedSearch = Partial<Pick<ListSearch, 'section' | 'query' | 'categoryId' | 'subCategoryId' | 'page'>>;

/** The API's maximum price. */
const MAX_NAIRA = 9_999_999_999;
/** Longer search terms are cut. */
const MAX_QUERY_LENGTH = 500;

/**
 * The text of a param; undefined for a nested value ("?query={}"), whose conversion could throw. Control characters become spaces,
 * because browsers parse some of them differently than the server wrote them.
 */
const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
    : undefined;

/** Parses a number; '' and ' ' are NaN, although Number() returns 0. */
const readNumber = (value: unknown): number => {
  const trimmed = typeof value === 'boolean' ? undefined : readText(value)?.trim();
  return trimmed ? Number(trimmed) : Number.NaN;
};

/** Parses an id; undefined for anything that cannot be a database id. */
export const readId = (value: unknown): number | undefined => {
  const id = readNumber(value);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
};

const readAmount = (value: unknown): number | undefined => {
  const naira = readNumber(value);
  // Adding 0 turns -0 into 0.
  return naira >= 0 ? Math.round(Math.min(naira, MAX_NAIRA) * 100) / 100 + 0 : undefined;
};

/** Returns 1 for anything but a positive integer. */
const readPage = (value: unknown): number => {
  const page = readNumber(value);
  return Number.isInteger(page) && page >= 1 && page < 1e8 ? page : 1;
};

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/**
 * Parses the search params of a list. Never throws.
 * @param fallback the section when the URL has none
 */
export const readListSearch = (
  raw: Readonly<Record<string, unknown>>,
  fallback: Section = 'productList',
): ListSearch => {
  const sort = SORTS.find((allowed) => allowed === raw.sort && allowed !== 'relevance');
  const query = readText(raw.query)?.trim().slice(0, MAX_QUERY_LENGTH).toWellFormed();
  return withoutUndefined({
    section: raw.section === undefined ? fallback : (readText(raw.section) ?? ''),
    page: readPage(raw.page),
    query: query || undefined,
    categoryId: readId(raw.categoryId),
    subCategoryId: readId(raw.subCategoryId),
    min_price: readAmount(raw.min_price),
    max_price: readAmount(raw.max_price),
    sort,
    in_stock: raw.in_stock === true || raw.in_stock === 'true' ? true : undefined,
  }) as ListSearch;
};

/** Selects the params that a product's URL carries over. */
export const carriedSearch = ({ section, query, categoryId, subCategoryId, page }: CarriedSearch): CarriedSearch =>
  withoutUndefined({ section, query, categoryId, subCategoryId, page });

/**
 * The `validateSearch` of list and detail routes: gives links their types and changes nothing. If it changed the params, the router
 * would redirect; an invalid page must show page 1 instead, so pages call `readListSearch`.
 */
export const validateListSearch = (raw: Record<string, unknown>): ListSearchParams => raw;

export const isSection = (section: string): section is Section => SECTIONS.some((allowed) => allowed === section);
