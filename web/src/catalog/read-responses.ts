import { ApiError } from '@sokuwa/contract/api-client.ts';
import type { Category, Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { readOnce } from '../lib/read-once.ts';
import { type CardProduct, cardProduct } from './card-product.ts';

/**
 * These functions check the fields that pages need. A truncated response, or the page of a proxy, becomes an error message
 * instead of a broken page. A schema library would make this code larger in the browser:
 * by 1.5 kB with valibot, by 8.5 kB with zod/mini (brotli).
 */

export const unreadableError = () => new ApiError('The response could not be read.');

type Fields = Readonly<Record<string, 'string' | 'number'>>;
type WithFields<F extends Fields> = { [Name in keyof F]: F[Name] extends 'string' ? string : number } & {
  [name: string]: unknown;
};

export const hasFields = <const F extends Fields>(value: unknown, fields: F): value is WithFields<F> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type);

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The fields that a card needs. */
export const PRODUCT = {
  id: 'number',
  title: 'string',
  weight: 'number',
  price: 'number',
  display_price: 'string',
  converted_price: 'string',
  discount_percentage: 'string',
  stock: 'number',
} as const;

type Pictures = Product['products_images'];
/** Accepts missing or invalid pictures, which show the placeholder (PRODUCT-10). */
export const readPictures = (value: unknown): Pictures =>
  toArray(value)
    .filter((picture) => hasFields(picture, { image_url: 'string' }))
    .map(({ image_url, alt }) => ({ image_url, alt: textOrNull(alt) ?? '' }));

export const readCard = (value: unknown): CardProduct | undefined =>
  hasFields(value, PRODUCT)
    ? cardProduct({
        ...value,
        category: textOrNull(value.category) ?? '',
        is_new: value.is_new === true,
        gloss: textOrNull(value.gloss),
        products_images: readPictures(value.products_images),
      })
    : undefined;

/**
 * Reads products. One without the fields of a card is skipped.
 * @throws ApiError unless the response is a list of products
 */
export const readCards = readOnce((response: unknown): CardProduct[] => {
  if (!Array.isArray(response)) throw unreadableError();
  const cards = response.map(readCard).filter((card) => card !== undefined);
  if (cards.length === 0 && response.length > 0) throw unreadableError();
  return cards;
});

/** A page of a list, with the fields of its cards. */
export type CardPage = {
  /** Products in the whole list. */
  count: number;
  results: CardProduct[];
  /** The corrected query that was searched instead of a misspelt one (SEARCH-14). */
  correctedQuery?: string;
};

/**
 * Reads a page of a list. A product without the fields of a card is skipped.
 * @throws ApiError unless the response is a page of products
 */
export const readPage = readOnce((response: unknown): CardPage => {
  if (!hasFields(response, {})) throw unreadableError();
  // A search may only have `total` (SEARCH-6).
  const count = response.count ?? response.total;
  const results = readCards(response.results);
  if (typeof count !== 'number') throw unreadableError();
  const correctedQuery = textOrNull(response.corrected_query);
  return { count, results, ...(correctedQuery !== null && { correctedQuery }) };
});

const NAMED = { id: 'number', name: 'string' } as const;
const readNamed = (value: unknown) => toArray(value).filter((item) => hasFields(item, NAMED));

/** Ids of what was merged into it; most have none. */
const readFormerIds = (ids: unknown): { former_ids?: number[] } =>
  Array.isArray(ids) ? { former_ids: ids.filter((id) => typeof id === 'number') } : {};

/** @throws ApiError unless the response is a list of categories */
export const readCategories = readOnce((response: unknown): Category[] => {
  if (!Array.isArray(response)) throw unreadableError();
  return readNamed(response).map(({ id, name, slug, subcategories, former_ids }) => ({
    id,
    slug: textOrNull(slug) ?? '',
    name,
    subcategories: readNamed(subcategories).map((sub) => ({
      id: sub.id,
      name: sub.name,
      subitems: readNamed(sub.subitems).map((item) => ({
        id: item.id,
        name: item.name,
        ...readFormerIds(item.former_ids),
      })),
    })),
    ...readFormerIds(former_ids),
  }));
});
