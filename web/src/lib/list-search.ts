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

/** Search params as links write them; undefined removes one. */
export type ListAddress = { [Part in keyof ListSearch]?: ListSearch[Part] | undefined };

/** The params that a product's URL carries over from its list. */
export type CarriedSearch = Partial<Pick<ListSearch, 'section' | 'query' | 'categoryId' | 'subCategoryId' | 'page'>>;

/** The API's maximum price. */
const MAX_NAIRA = 9_999_999_999;
/** Longer search terms are cut. */
const MAX_QUERY_LENGTH = 500;

/**
 * The text of a param; a nested value ("?query={}") is no text, and converting it could throw. Control characters become spaces,
 * because browsers parse some of them differently than the server wrote them.
 */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
    : undefined;

/** Parses a number; '' and ' ' are NaN, although Number() returns 0. */
const number = (value: unknown): number => {
  const written = typeof value === 'boolean' ? undefined : text(value)?.trim();
  return written ? Number(written) : Number.NaN;
};

/** Parses an id; undefined for anything that cannot be a database id. */
export const readId = (value: unknown): number | undefined => {
  const id = number(value);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
};

const amount = (value: unknown): number | undefined => {
  const naira = number(value);
  // Adding 0 turns -0 into 0.
  return naira >= 0 ? Math.round(Math.min(naira, MAX_NAIRA) * 100) / 100 + 0 : undefined;
};

/** Anything but a positive integer is page 1. */
const readPage = (value: unknown): number => {
  const page = number(value);
  return Number.isInteger(page) && page >= 1 && page < 1e8 ? page : 1;
};

const defined = <T extends object>(value: T) =>
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
  const sort = SORTS.find((known) => known === raw.sort && known !== 'relevance');
  const query = text(raw.query)?.trim().slice(0, MAX_QUERY_LENGTH).toWellFormed();
  return defined({
    section: raw.section === undefined ? fallback : (text(raw.section) ?? ''),
    page: readPage(raw.page),
    query: query || undefined,
    categoryId: readId(raw.categoryId),
    subCategoryId: readId(raw.subCategoryId),
    min_price: amount(raw.min_price),
    max_price: amount(raw.max_price),
    sort,
    in_stock: raw.in_stock === true || raw.in_stock === 'true' ? true : undefined,
  }) as ListSearch;
};

/** Selects the params that a product's URL carries over. */
export const carriedSearch = ({ section, query, categoryId, subCategoryId, page }: CarriedSearch): CarriedSearch =>
  defined({ section, query, categoryId, subCategoryId, page });

/**
 * The `validateSearch` of list and detail routes: it types links and changes nothing. If it changed the params, the router would
 * redirect; an invalid page must instead show page 1, so pages call `readListSearch`.
 */
export const listAddress = (raw: Record<string, unknown>): ListAddress => raw;

export const isSection = (section: string): section is Section => SECTIONS.some((known) => known === section);
