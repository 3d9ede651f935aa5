import { readFileSync } from 'node:fs';
import { glossesFile } from '@sokuwa/catalog/market.ts';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type {
  Category,
  Merchant,
  Product,
  ProductDetail,
  StorePage,
} from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { formatNaira } from '@sokuwa/contract/money.ts';
import { type ExchangeQuote, formatConverted } from '../geo/index.ts';
import type { ProductDetailRow, ProductRow } from './catalog.sql.ts';
import type { ShownNode, ShownTree } from './categories.sql.ts';
import { parseGlosses } from './local-names.rules.ts';
import type { MerchantRow } from './merchants.sql.ts';

const glosses = parseGlosses(readFileSync(glossesFile, 'utf8'));

/** Formats a product for list responses (PRODUCT-1, MONEY-4 to MONEY-7). */
export const presentProduct = (row: ProductRow, quote: ExchangeQuote): Product => ({
  id: row.id,
  title: row.title,
  gloss: glosses.find(row.title),
  weight: row.weight_grams / 1000,
  price: row.price_kobo / 100,
  display_price: formatNaira(row.sale_kobo),
  converted_price: formatConverted(row.sale_kobo, quote),
  discount_price: row.sale_kobo / 100,
  discount_percentage: `${row.discount_percent}%`,
  stock: row.stock,
  category: row.category,
  is_new: row.is_new,
  products_images: row.products_images,
});

/** The path of a store's cover picture. @param key null without one */
export const presentCover = (key: string | null): string | null =>
  key === null ? null : pictureUrl(key, 1600, 'webp');

export const presentProductDetail = (
  row: ProductDetailRow,
  pairing: { use: string; rows: readonly ProductRow[] } | undefined,
  quote: ExchangeQuote,
): ProductDetail => ({
  ...presentProduct(row, quote),
  brand: row.brand,
  location: row.origin,
  description: row.description,
  warranty: row.warranty,
  perishable: row.perishable,
  merchant_profile: {
    merchant_id: row.merchant_id,
    store_name: row.merchant,
    location: row.merchant_place,
    since: row.merchant_since,
    cover_url: presentCover(row.merchant_cover_key),
    holiday: row.merchant_holiday,
  },
  category_id: row.category_id,
  sub_category: { id: row.sub_category_id, name: row.sub_category },
  sub_item: { id: row.sub_item_id, name: row.sub_item },
  listed_at: row.listed_at.toISOString(),
  pairing: pairing ? { use: pairing.use, products: pairing.rows.map((other) => presentProduct(other, quote)) } : null,
});

export const presentMerchant = (row: MerchantRow): Merchant => ({
  merchant_id: row.id,
  store_name: row.name,
  location: row.place,
  since: row.since,
  follower_count: row.followers,
  cover_url: presentCover(row.cover_key),
});

/** Presents a store for its page. */
export const presentStorePage = (row: MerchantRow): StorePage => ({
  ...presentMerchant(row),
  description: row.description,
  policies: row.policies,
  holiday: row.holiday,
});

/** The tree for navigation. @param withHidden also what is left out because it is empty */
export const presentCategories = (
  { categories, subCategories, subItems, formerIds }: ShownTree,
  { withHidden }: { withHidden: boolean },
): Category[] => {
  const below = (nodes: readonly ShownNode[], parent: number) =>
    nodes.filter((node) => node.parent === parent && (withHidden || !node.isEmpty));
  const former = (ids: readonly number[] | undefined) => (ids ? { former_ids: [...ids] } : {});
  return below(categories, 0).map(({ id, slug, name }) => ({
    id,
    slug,
    name,
    subcategories: below(subCategories, id).map((sub) => ({
      id: sub.id,
      name: sub.name,
      subitems: below(subItems, sub.id).map((item) => ({
        id: item.id,
        name: item.name,
        ...former(formerIds.subItems[item.id]),
      })),
    })),
    ...former(formerIds.categories[id]),
  }));
};
