import { ApiError } from '@sokuwa/contract/api-client.ts';
import type {
  Category,
  Merchant,
  Product,
  ProductDetail,
  StorePage,
} from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { readOnce } from '../lib/read-once.ts';
import { type CardProduct, cardProduct } from './card-product.ts';

/**
 * These functions check the fields that pages need. A truncated response, or the page of a proxy, becomes an error message
 * instead of a broken page. A schema library would make this code larger in the browser:
 * by 1.5 kB with valibot, by 8.5 kB with zod/mini (brotli).
 */

const unreadableError = () => new ApiError('The response could not be read.');

type Fields = Readonly<Record<string, 'string' | 'number'>>;
type WithFields<F extends Fields> = { [Name in keyof F]: F[Name] extends 'string' ? string : number } & {
  [name: string]: unknown;
};

const hasFields = <const F extends Fields>(value: unknown, fields: F): value is WithFields<F> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type);

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
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
const readPictures = (value: unknown): Pictures =>
  toArray(value)
    .filter((picture) => hasFields(picture, { image_url: 'string' }))
    .map(({ image_url, alt }) => ({ image_url, alt: textOrNull(alt) ?? '' }));

const readCard = (value: unknown): CardProduct | undefined =>
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

/** Reads the products for the same dish or use; null if malformed. */
const readPairing = (value: unknown): ProductDetail['pairing'] =>
  hasFields(value, { use: 'string' }) && Array.isArray(value.products) && value.products.every((one) => readCard(one))
    ? (value as ProductDetail['pairing'])
    : null;

/** @throws ApiError unless the response is a product */
export const readProduct = (response: unknown): ProductDetail => {
  const isProduct = hasFields(response, {
    ...PRODUCT,
    location: 'string',
    description: 'string',
    category_id: 'number',
  });
  if (
    !isProduct ||
    !hasFields(response.merchant_profile, { merchant_id: 'number', store_name: 'string' }) ||
    !hasFields(response.sub_item, { id: 'number', name: 'string' })
  )
    throw unreadableError();
  const product = response as unknown as ProductDetail;
  return {
    ...product,
    merchant_profile: {
      ...product.merchant_profile,
      location: textOrNull(product.merchant_profile.location) ?? '',
      since: textOrNull(product.merchant_profile.since) ?? '',
      cover_url: textOrNull(product.merchant_profile.cover_url),
      holiday: readHoliday(product.merchant_profile.holiday),
    },
    category: textOrNull(response.category) ?? 'Products',
    brand: textOrNull(response.brand),
    gloss: textOrNull(response.gloss),
    pairing: readPairing(response.pairing),
    warranty: textOrNull(response.warranty),
    perishable: response.perishable === true,
    products_images: readPictures(response.products_images),
  };
};

const MERCHANT = { merchant_id: 'number', store_name: 'string', location: 'string', since: 'string' } as const;

/** @throws ApiError unless the response is a merchant */
export const readMerchant = (response: unknown): Merchant => {
  const isMerchant = hasFields(response, MERCHANT);
  if (!isMerchant || Number.isNaN(Date.parse(response.since))) throw unreadableError();
  return { ...(response as unknown as Merchant), cover_url: textOrNull(response.cover_url) };
};

const readHoliday = (value: unknown): StorePage['holiday'] =>
  hasFields(value, { until: 'string', note: 'string' }) && !Number.isNaN(Date.parse(value.until)) ? value : null;

/** @throws ApiError unless the response is a merchant */
export const readStorePage = (response: unknown): StorePage => {
  const merchant = readMerchant(response);
  const { description, policies, holiday } = response as Record<string, unknown>;
  return {
    ...merchant,
    description: textOrNull(description) ?? '',
    policies: textOrNull(policies) ?? '',
    holiday: readHoliday(holiday),
  };
};

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
