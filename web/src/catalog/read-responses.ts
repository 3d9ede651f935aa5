import type { Category, Merchant, Product, ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { ApiError } from '../lib/api.ts';
import { type CardProduct, cardProduct } from './card-product.ts';

/**
 * Checks the fields that pages need, so that a truncated response, or one of a proxy, becomes an error message instead of a broken
 * page.
 */
const unreadable = () => new ApiError('The response could not be read.');

/** Checks each response object once: the server renders many pages from the same one. */
const once = <A extends object>(read: (answer: unknown) => A): ((answer: unknown) => A) => {
  if (!import.meta.env.SSR) return read;
  const known = new WeakMap<object, A>();
  return (answer) => {
    if (typeof answer !== 'object' || answer === null) return read(answer);
    const found = known.get(answer) ?? read(answer);
    known.set(answer, found);
    return found;
  };
};

type Fields = Readonly<Record<string, 'string' | 'number'>>;
type Found<F extends Fields> = { [Name in keyof F]: F[Name] extends 'string' ? string : number } & {
  [name: string]: unknown;
};

const holds = <const F extends Fields>(value: unknown, fields: F): value is Found<F> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const PRODUCT = {
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
const pictures = (value: unknown): Pictures =>
  listOf(value)
    .filter((picture) => holds(picture, { image_url: 'string' }))
    .map(({ image_url, alt }) => ({ image_url, alt: textOrNull(alt) ?? '' }));

const readCard = (value: unknown): CardProduct | undefined =>
  holds(value, PRODUCT)
    ? cardProduct({ ...value, is_new: value.is_new === true, products_images: pictures(value.products_images) })
    : undefined;

/** A page of a list, with the fields of its cards. */
export type CardPage = {
  /** Products in the whole list. */
  count: number;
  results: CardProduct[];
};

/**
 * Reads a page of a list. A product without the fields of a card is skipped.
 * @throws ApiError unless the response is a page of products
 */
export const readPage = once((answer: unknown): CardPage => {
  if (!holds(answer, {}) || !Array.isArray(answer.results)) throw unreadable();
  // A search may only have `total` (SEARCH-6).
  const count = answer.count ?? answer.total;
  const results = answer.results.map(readCard).filter((card) => card !== undefined);
  if (typeof count !== 'number' || (results.length === 0 && answer.results.length > 0)) throw unreadable();
  return { count, results };
});

/** @throws ApiError unless the response is a product */
export const readProduct = (answer: unknown): ProductDetail => {
  const found = holds(answer, { ...PRODUCT, location: 'string', description: 'string', category_id: 'number' });
  if (
    !found ||
    !holds(answer.merchant_profile, { merchant_id: 'number', store_name: 'string' }) ||
    !holds(answer.sub_item, { id: 'number', name: 'string' })
  )
    throw unreadable();
  return {
    ...(answer as unknown as ProductDetail),
    category: textOrNull(answer.category) ?? 'Products',
    brand: textOrNull(answer.brand),
    warranty: textOrNull(answer.warranty),
    products_images: pictures(answer.products_images),
  };
};

const MERCHANT = { merchant_id: 'number', store_name: 'string', location: 'string', since: 'string' } as const;

/** @throws ApiError unless the response is a merchant */
export const readMerchant = (answer: unknown): Merchant => {
  const found = holds(answer, MERCHANT);
  if (!found || Number.isNaN(Date.parse(answer.since))) throw unreadable();
  return { ...(answer as unknown as Merchant), cover_url: textOrNull(answer.cover_url) };
};

const NAMED = { id: 'number', name: 'string' } as const;
const namedIn = (value: unknown) => listOf(value).filter((item) => holds(item, NAMED));

/** @throws ApiError unless the response is a list of categories */
export const readCategories = once((answer: unknown): Category[] => {
  if (!Array.isArray(answer)) throw unreadable();
  return namedIn(answer).map(({ id, name, subcategories }) => ({
    id,
    name,
    subcategories: namedIn(subcategories).map((sub) => ({
      id: sub.id,
      name: sub.name,
      subitems: namedIn(sub.subitems).map((item) => ({ id: item.id, name: item.name })),
    })),
  }));
});
