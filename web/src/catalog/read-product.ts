import type { Merchant, ProductDetail, StorePage } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { hasFields, PRODUCT, readCard, readPictures, textOrNull, unreadableError } from './read-responses.ts';

// Like read-responses.ts, but not part of every page: loaded together with the first product or store.

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
