import { SECTIONS, type Section, SORTS, type Sort } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** What the address of a product list says. `section` may be any text: an unknown one is shown as an error. */
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

/** A list's address as links write it; undefined takes a part away. */
export type ListAddress = { [Part in keyof ListSearch]?: ListSearch[Part] | undefined };

/** The parts that a product's address carries over from the list one came from (1-shopping, route table). */
export type CarriedSearch = Partial<Pick<ListSearch, 'section' | 'query' | 'categoryId' | 'subCategoryId' | 'page'>>;

/** The most that the API takes as a price. */
const MAX_NAIRA = 9_999_999_999;
/** Nobody searches with more letters than this. */
const MAX_QUERY = 500;

/**
 * Text of an address; a nested value ("?query={}") is none, and turning it into text could throw. Control characters
 * become spaces: browsers read some of them otherwise than the server wrote them, and the page's scripts with them.
 */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
    : undefined;

/** A number written as one; '' and ' ' are none, though Number() takes them for 0. */
const number = (value: unknown): number => {
  const written = typeof value === 'boolean' ? undefined : text(value)?.trim();
  return written ? Number(written) : Number.NaN;
};

/** The id that a text of an address stands for; undefined for a word, or a number that no row can have. */
export const readId = (value: unknown): number | undefined => {
  const id = number(value);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
};

const amount = (value: unknown): number | undefined => {
  const naira = number(value);
  // Adding 0 takes the sign from a -0.
  return naira >= 0 ? Math.round(Math.min(naira, MAX_NAIRA) * 100) / 100 + 0 : undefined;
};

/** A page that is no positive whole number is page 1 (1-shopping, section 5). */
const readPage = (value: unknown): number => {
  const page = number(value);
  return Number.isInteger(page) && page >= 1 && page < 1e8 ? page : 1;
};

const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/**
 * Reads a list's search params from whatever the address holds; nothing in it can make the page fail.
 * @param fallback the section of an address that names none
 */
export const readListSearch = (
  raw: Readonly<Record<string, unknown>>,
  fallback: Section = 'productList',
): ListSearch => {
  const sort = SORTS.find((known) => known === raw.sort && known !== 'relevance');
  const query = text(raw.query)?.trim().slice(0, MAX_QUERY).toWellFormed();
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

/** What of a list's search goes along to a product's address. */
export const carriedSearch = ({ section, query, categoryId, subCategoryId, page }: CarriedSearch): CarriedSearch =>
  defined({ section, query, categoryId, subCategoryId, page });

/**
 * The `validateSearch` of the list and detail routes: gives links their types and leaves the address as it is.
 * The router answers an address that validation would change with a redirect; a bad page must *be* page 1 instead,
 * so pages take `readListSearch` of it.
 */
export const listAddress = (raw: Record<string, unknown>): ListAddress => raw;

export const isSection = (section: string): section is Section => SECTIONS.some((known) => known === section);
