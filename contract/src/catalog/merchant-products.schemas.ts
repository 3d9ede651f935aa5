import { z } from 'zod';
import { kobo } from '../money.ts';
import { cursorText, line } from '../text.schemas.ts';
import {
  PRODUCT_TEXT_LENGTHS as LENGTHS,
  MAX_DISCOUNT_PERCENT,
  MAX_KEYWORDS,
  MAX_PRICE_KOBO,
  MAX_PRODUCT_PICTURES,
  MAX_STOCK,
  MAX_WEIGHT_GRAMS,
  tidyLine,
  tidyText,
} from './product.rules.ts';

/** Products in a response of the merchant's list. */
const DEFAULT_PRODUCTS = 50;
const MAX_PRODUCTS = 100;
const MAX_SEARCH = 100;
const MAX_ID = 2_147_483_647;

/** `low`: so few that the webhook product.low_stock was sent. */
export const STOCK_FILTERS = ['in', 'low', 'out'] as const;

const LIMIT_MESSAGE = `Write a number from 1 to ${MAX_PRODUCTS}.`;
export const ownProductsQuery = z.object({
  stock: z.enum(STOCK_FILTERS).optional(),
  /**
   * Words or beginnings of words, all of which must occur in the title, the keywords or the brand; or a whole SKU or handle.
   */
  search: line(MAX_SEARCH).optional(),
  /** From `next` of the previous response. */
  cursor: cursorText(/^[\w-]{1,20}$/).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, LIMIT_MESSAGE)
    .transform(Number)
    .refine((n) => n >= 1 && n <= MAX_PRODUCTS, LIMIT_MESSAGE)
    .default(DEFAULT_PRODUCTS),
});
export type OwnProductsQuery = {
  stock?: (typeof STOCK_FILTERS)[number];
  search?: string;
  cursor?: string;
  limit?: number;
};

/** A text of a product, normalized as in an import. */
const text = (max: number, tidy = tidyLine) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\ufffd'), 'Write this without broken characters.')
    .transform(tidy)
    .refine((value) => value.length <= max, `Write ${max} characters at most.`);
const requiredText = (max: number) => text(max).refine((value) => value !== '', 'Write this.');
/** An empty text is none. */
const optionalText = (max: number) =>
  text(max)
    .transform((value) => value || null)
    .nullable();

const wholeNumber = (min: number, max: number) => {
  const message = `Write a whole number from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
};

const AMOUNT_MESSAGE = `Write an amount in naira from 0.01 to ${MAX_PRICE_KOBO / 100}, such as 2500 or 2500.5.`;
/** Naira, at most two decimals; converted to kobo. */
const price = z
  .number(AMOUNT_MESSAGE)
  .refine((naira) => naira > 0 && naira * 100 <= MAX_PRICE_KOBO && Number(naira.toFixed(2)) === naira, AMOUNT_MESSAGE)
  .transform((naira) => kobo(Math.round(naira * 100)));

const fields = {
  title: requiredText(LENGTHS.title),
  description: text(LENGTHS.description, tidyText),
  /** The id of a sub-item of `GET /api/category/`. */
  sub_item_id: wholeNumber(1, MAX_ID),
  /** Naira before discount. */
  price,
  discount_percent: wholeNumber(0, MAX_DISCOUNT_PERCENT),
  weight_grams: wholeNumber(1, MAX_WEIGHT_GRAMS),
  /** Whether it spoils, so that it can be returned within a day only. */
  perishable: z.boolean(),
  /** The merchant's own number, unique among its products. Null or empty: none. */
  sku: optionalText(LENGTHS.sku),
  brand: optionalText(LENGTHS.brand),
  /** Where it comes from. */
  origin: requiredText(LENGTHS.origin),
  warranty: optionalText(LENGTHS.warranty),
  keywords: z.array(requiredText(LENGTHS.keyword)).max(MAX_KEYWORDS, `Write ${MAX_KEYWORDS} keywords at most.`),
};
const optionalFields = z.object(fields).partial().shape;

const stock = wholeNumber(0, MAX_STOCK);

export const newProduct = z.object({
  ...optionalFields,
  title: fields.title,
  sub_item_id: fields.sub_item_id,
  price: fields.price,
  weight_grams: fields.weight_grams,
  /** Names the product in product files; unique among the merchant's products, and never changes. Default: made from the title. */
  handle: requiredText(LENGTHS.handle).optional(),
  /** Default: 0, so that it is not for sale. */
  stock: stock.optional(),
});
export type NewProductBody = z.input<typeof newProduct>;

/** Of the product that the change is made from. */
const version = z.string().regex(/^[\w-]{1,64}$/, 'Send the version of the product that you have read.');

/** Strict, so that a change of something that has a call of its own, such as the stock, is not silently ignored. */
export const productChange = z.strictObject({ version, ...optionalFields });
export type ProductChange = z.input<typeof productChange>;

/** The pieces that are for sale, without those that orders have reserved. */
export const stockChange = z
  .object({
    to: stock.optional(),
    by: wholeNumber(-MAX_STOCK, MAX_STOCK).optional(),
    /** The stock that you know of: with any other, nothing is changed. */
    from: stock.optional(),
  })
  .refine(({ to, by }) => (to === undefined) !== (by === undefined), {
    error: 'Send either the new stock or by how much it changes.',
    path: ['to'],
  });
export type StockChange = z.input<typeof stockChange>;

/** The multipart form of a picture. */
export const productPictureForm = z.object({ image: z.file() });

export const pictureArrangement = z.object({
  version,
  /** All pictures that the product keeps, the first picture first. */
  pictures: z
    .array(
      z.object({
        id: z.string().min(1).max(250),
        /** What it shows, for those who do not see it. Default: as it is. */
        alt: requiredText(LENGTHS.alt).optional(),
      }),
    )
    .max(MAX_PRODUCT_PICTURES, `A product has ${MAX_PRODUCT_PICTURES} pictures at most.`)
    .refine((pictures) => new Set(pictures.map(({ id }) => id)).size === pictures.length, 'Name each picture once.'),
});
export type PictureArrangement = z.input<typeof pictureArrangement>;

/** A product as its merchant sees it. Amounts are naira. */
export const ownProduct = z.object({
  id: z.number().int(),
  handle: z.string(),
  sku: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  sub_item_id: z.number().int(),
  /** The names of category, sub-category and sub-item. */
  category_path: z.array(z.string()),
  /** Before discount. */
  price: z.number(),
  discount_percent: z.number().int(),
  /** What the buyer pays. */
  sale_price: z.number(),
  weight_grams: z.number().int(),
  perishable: z.boolean(),
  brand: z.string().nullable(),
  origin: z.string(),
  warranty: z.string().nullable(),
  keywords: z.array(z.string()),
  /** The pieces that are for sale, without those that orders have reserved. */
  stock: z.number().int(),
  /** ISO 8601, UTC. */
  listed_at: z.string(),
  /** The first one is shown in lists. */
  pictures: z.array(
    z.object({
      id: z.string(),
      /** Path on the shop's origin of the largest width as WebP. */
      image_url: z.string(),
      alt: z.string(),
    }),
  ),
  /** Another one after each change of anything but the stock. */
  version: z.string(),
});
export type OwnProduct = z.infer<typeof ownProduct>;

export const ownProductPage = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  results: z.array(ownProduct),
});
export type OwnProductPage = z.infer<typeof ownProductPage>;
