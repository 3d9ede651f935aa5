import { z } from 'zod';
import { SORTS } from './catalog.rules.ts';

/** Largest id that the database can store. */
const MAX_ID = 2_147_483_647;
/** Ids in paths arrive as text: digits and nothing else. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Write a whole number.')
  .transform(Number)
  .pipe(z.number().max(MAX_ID));

const naira = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, 'Write an amount in naira, such as 2500 or 2500.50.')
  .transform(Number);

/** `page` stays text, because an invalid page is refused with `invalid_page`, not with `invalid_input`. */
export const listQuery = z.object({
  page: z.string().max(400).optional(),
  country_code: z.string().trim().max(400).optional(),
  search: z.string().max(20_000).optional(),
  /** Naira, inclusive. */
  min_price: naira.optional(),
  /** Naira, inclusive. */
  max_price: naira.optional(),
  sort: z.enum(SORTS).optional(),
  in_stock: z.enum(['true', 'false']).optional(),
});
export const countryQuery = z.object({ country_code: z.string().trim().max(400).optional() });

/** The query of a list. */
export type ListQuery = {
  page?: number;
  country_code?: string;
  search?: string;
  min_price?: number;
  max_price?: number;
  sort?: (typeof SORTS)[number];
  in_stock?: boolean;
};

const picture = z.object({
  /** Path on the shop's origin of the largest width as WebP; other widths and AVIF differ in the last segment. */
  image_url: z.string(),
  alt: z.string(),
});

export const product = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The meaning of a local name in the title: 'ridi: sesame seeds'; null if there is none. */
  gloss: z.string().nullable(),
  /** Kilograms. */
  weight: z.number(),
  /** Naira before discount. */
  price: z.number(),
  /** The price for the buyer: '₦12,450'. */
  display_price: z.string(),
  /** That price in the selected country's currency (US dollars for Nigeria). */
  converted_price: z.string(),
  /** Naira after discount; equal to `price` when there is none. */
  discount_price: z.number(),
  /** Such as '0%' or '15%'. */
  discount_percentage: z.string(),
  stock: z.number().int(),
  category: z.string(),
  /** Among the newest products of the shop. */
  is_new: z.boolean(),
  products_images: z.array(picture),
});
export type Product = z.infer<typeof product>;

const named = z.object({ id: z.number().int(), name: z.string() });

/** Of a store that is on holiday: when it is open again, as YYYY-MM-DD, and what it says; null if it is open. */
const holiday = z.object({ until: z.string(), note: z.string() }).nullable();

export const productDetail = product.extend({
  brand: z.string().nullable(),
  location: z.string(),
  description: z.string(),
  warranty: z.string().nullable(),
  /** Whether it spoils, so that it can be returned within a day only. */
  perishable: z.boolean(),
  merchant_profile: z.object({
    merchant_id: z.number().int(),
    store_name: z.string(),
    /** Town and country of the shop: 'Kano, Nigeria'. */
    location: z.string(),
    /** ISO 8601 date on which the store opened. */
    since: z.string(),
    /** Address of the store's cover picture, if it has one. */
    cover_url: z.string().nullable(),
    /** Then the stock is 0. */
    holiday,
  }),
  category_id: z.number().int(),
  sub_category: named,
  sub_item: named,
  /** ISO 8601, UTC: when the product was put on sale. */
  listed_at: z.string(),
  /** Other products for the same dish or use, such as 'egusi soup'; null if there are none. */
  pairing: z.object({ use: z.string(), products: z.array(product) }).nullable(),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const productPage = z.object({
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(product),
});
export type ProductPage = z.infer<typeof productPage>;

/** The response of a search: a product page plus `total`, equal to `count`. */
export const searchPage = productPage.extend({
  total: z.number().int(),
  /** The query that was searched instead, with misspelt words replaced: 'egusi soup'. Null if nothing was corrected. */
  corrected_query: z.string().nullable(),
});
export type SearchPage = z.infer<typeof searchPage>;

/** Ids of categories or sub-items that were merged into it, whose pages lead to its page; missing without any. */
const merged = { former_ids: z.array(z.number().int()).optional() };
export const category = named.extend({
  /** Stable name for pictures: 'food'. */
  slug: z.string(),
  subcategories: z.array(named.extend({ subitems: z.array(named.extend(merged)) })),
  ...merged,
});
export type Category = z.infer<typeof category>;

export const merchant = z.object({
  merchant_id: z.number().int(),
  store_name: z.string(),
  location: z.string(),
  /** ISO 8601 date on which the store opened. */
  since: z.string(),
  follower_count: z.number().int(),
  /** Path of the store's cover picture; null when it has none. */
  cover_url: z.string().nullable(),
});
export type Merchant = z.infer<typeof merchant>;

export const storePage = merchant.extend({
  /** What the store says of itself, in several lines; empty without it. */
  description: z.string(),
  /** How it ships, and what else it promises; empty without it. */
  policies: z.string(),
  holiday,
});
export type StorePage = z.infer<typeof storePage>;
