import { SECTIONS, type Section, SORTS, type Sort } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** What the address of a product list says. `section` may be any text: an unknown one is shown as an error. */
export type ListSearch = {
  section: string;
  page: number;
  query?: string;
  categoryId?: number;
  subCategoryId?: number;
  min_price?: number;
  max_price?: number;
  sort?: Sort;
  in_stock?: boolean;
};

const id = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
};

const amount = (value: unknown): number | undefined => {
  if (value === undefined || value === '' || typeof value === 'boolean') return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 && number < 1e10 ? Math.round(number * 100) / 100 : undefined;
};

/** A page that is no positive whole number is page 1 (1-shopping, section 5). */
export const pageNumber = (value: unknown): number => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number < 1e8 ? number : 1;
};

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

/** Reads a list's search params from whatever the address holds; nothing in it can make the page fail. */
export const readListSearch = (raw: Record<string, unknown>): ListSearch => {
  const sort = SORTS.find((known) => known === raw.sort);
  const text = raw.query === undefined ? undefined : String(raw.query).trim();
  return defined({
    section: raw.section === undefined ? 'productList' : String(raw.section),
    page: pageNumber(raw.page),
    query: text || undefined,
    categoryId: id(raw.categoryId),
    subCategoryId: id(raw.subCategoryId),
    min_price: amount(raw.min_price),
    max_price: amount(raw.max_price),
    sort: sort === 'relevance' ? undefined : sort,
    in_stock: raw.in_stock === true || raw.in_stock === 'true' ? true : undefined,
  }) as ListSearch;
};

export const isSection = (section: string): section is Section => SECTIONS.some((known) => known === section);
