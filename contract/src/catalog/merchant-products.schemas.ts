import { z } from 'zod';
import { boundedCount } from '../counts.schemas.ts';
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
  PRODUCT_STATES,
  type ProductState,
  tidyLine,
  tidyText,
} from './product.rules.ts';

/** Products in a response of the merchant's list. */
const DEFAULT_PRODUCTS = 50;
export const MAX_PRODUCTS = 100;
const MAX_SEARCH = 100;
const MAX_ID = 2_147_483_647;

/** `low`: so few that the webhook product.low_stock was sent. */
export const STOCK_FILTERS = ['in', 'low', 'out'] as const;

/** What a merchant's list is sorted by. */
export const PRODUCT_SORTS = ['newest', 'title', 'price', 'stock', 'changed'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;
/** The longest key of a product in a sort, as base64url. */
const MAX_CURSOR = 600;

const LIMIT_MESSAGE = `Write a number from 1 to ${MAX_PRODUCTS}.`;
export const ownProductsQuery = z.object({
  state: z.enum(PRODUCT_STATES).optional(),
  stock: z.enum(STOCK_FILTERS).optional(),
  /** `price` is the price before discount; `changed` the time of the last change of anything but the stock. */
  sort: z.enum(PRODUCT_SORTS).default('newest'),
  /** Default: `desc` for the newest and for the last changed first, else `asc`. */
  order: z.enum(SORT_ORDERS).optional(),
  /**
   * Words or beginnings of words, all of which must occur in the title, the keywords or the brand; or a whole SKU or handle.
   */
  search: line(MAX_SEARCH).optional(),
  /** From `next` of the previous response. */
  cursor: cursorText(new RegExp(`^[\\w-]{1,${MAX_CURSOR}}$`)).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, LIMIT_MESSAGE)
    .transform(Number)
    .refine((n) => n >= 1 && n <= MAX_PRODUCTS, LIMIT_MESSAGE)
    .default(DEFAULT_PRODUCTS),
});
export type OwnProductsQuery = {
  state?: ProductState;
  sort?: (typeof PRODUCT_SORTS)[number];
  order?: (typeof SORT_ORDERS)[number];
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

/** The rules for each value of a product, for all ways into the shop. */
export const productFields = {
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
const optionalFields = z.object(productFields).partial().shape;

export const productStock = wholeNumber(0, MAX_STOCK);
const state = z.enum(PRODUCT_STATES);

/** Names the product in product files; unique among the merchant's products, and never changes. */
export const productHandle = requiredText(LENGTHS.handle);

const newFields = {
  ...optionalFields,
  title: productFields.title,
  /** Default: made from the title. */
  handle: productHandle.optional(),
  /** Default: 0, so that it is not for sale. */
  stock: productStock.optional(),
};

/** What a product that is not in the shop may still be without. */
const incomplete = {
  sub_item_id: productFields.sub_item_id.nullable().optional(),
  price: price.nullable().optional(),
  weight_grams: productFields.weight_grams.nullable().optional(),
};
const NEEDED_IN_SHOP = ['sub_item_id', 'price', 'weight_grams'] as const;

/** A live product is in the shop at once, and its pictures follow; a draft can be without category, price and weight. */
export const newProduct = z
  .object({ ...newFields, ...incomplete, state: z.enum(['draft', 'live']).default('live') })
  .superRefine((product, { addIssue }) => {
    if (product.state === 'draft') return;
    for (const name of NEEDED_IN_SHOP)
      if (product[name] == null)
        addIssue({ code: 'custom', path: [name], message: 'Only a draft can be without this.' });
  });
export type NewProductBody = z.input<typeof newProduct>;

export const productCopy = z.strictObject({
  /** Of the copy. Default: made from that of the product. */
  handle: productHandle.optional(),
});
export type ProductCopyBody = z.input<typeof productCopy>;

/** Of the product that the change is made from. */
const version = z.string().regex(/^[\w-]{1,64}$/, 'Send the version of the product that you have read.');

/** Strict, so that a change of something that has a call of its own, such as the stock, is not silently ignored. */
export const productChange = z.strictObject({ version, ...optionalFields, ...incomplete, state: state.optional() });
export type ProductChange = z.input<typeof productChange>;

/** The pieces that are for sale, without those that orders have reserved. */
export const stockChange = z
  .object({
    to: productStock.optional(),
    by: wholeNumber(-MAX_STOCK, MAX_STOCK).optional(),
    /** The stock that you know of: with any other, nothing is changed. */
    from: productStock.optional(),
  })
  .refine(({ to, by }) => (to === undefined) !== (by === undefined), {
    error: 'Send either the new stock or by how much it changes.',
    path: ['to'],
  });
export type StockChange = z.input<typeof stockChange>;

/** Changes of one request, at most. */
export const MAX_PRODUCT_CHANGES = 500;

/** What a list changes in one product. As in the calls for one product, an omitted field stays unchanged. */
const listChange = z.strictObject({
  id: wholeNumber(1, MAX_ID),
  version,
  price: price.optional(),
  discount_percent: productFields.discount_percent.optional(),
  state: state.optional(),
  stock: productStock.optional(),
  /** The stock that you know of: with any other, the product is not changed. */
  stock_from: productStock.optional(),
});

export const productChanges = z.object({
  changes: z
    .array(listChange)
    .min(1, 'Send a change.')
    .max(MAX_PRODUCT_CHANGES, `Send ${MAX_PRODUCT_CHANGES} changes at most.`)
    .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, 'Name each product once.'),
});
export type ProductChanges = z.input<typeof productChanges>;

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
  /** Null if it has no category yet, as price and weight: only in products that are not live. */
  sub_item_id: z.number().int().nullable(),
  /** The names of category, sub-category and sub-item. */
  category_path: z.array(z.string()),
  /** Before discount. */
  price: z.number().nullable(),
  discount_percent: z.number().int(),
  /** What the buyer pays. */
  sale_price: z.number().nullable(),
  weight_grams: z.number().int().nullable(),
  perishable: z.boolean(),
  brand: z.string().nullable(),
  origin: z.string(),
  warranty: z.string().nullable(),
  keywords: z.array(z.string()),
  /** The pieces that are for sale, without those that orders have reserved. */
  stock: z.number().int(),
  /** Only `live` products are in the shop. */
  state,
  /** ISO 8601, UTC. */
  listed_at: z.string(),
  /** When anything but the stock was changed last, ISO 8601, UTC. */
  changed_at: z.string(),
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
  /** Null unless an operator has taken it down: it cannot become live until an operator puts it back. */
  taken_down: z
    .object({
      /** ISO 8601, UTC. */
      at: z.string(),
      /** What the merchant should change. */
      reason: z.string(),
      /** When the merchant has asked for a review, ISO 8601, UTC; null if it has not. */
      asked_at: z.string().nullable(),
      /** Whether the merchant can ask now, because it has changed the product. */
      can_ask: z.boolean(),
    })
    .nullable(),
  /** The product that an operator has merged it into; null for others. A merged product cannot become live. */
  merged_into: z.number().int().nullable(),
});
export type OwnProduct = z.infer<typeof ownProduct>;

export const ownProductPage = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  results: z.array(ownProduct),
});
export type OwnProductPage = z.infer<typeof ownProductPage>;

/** A merchant's products by what its list shows. */
export const ownProductCounts = z.object({
  all: boundedCount,
  live: boundedCount,
  draft: boundedCount,
  paused: boundedCount,
  /** Live products with `stock=low`. */
  low: boundedCount,
  /** Live products with `stock=out`. */
  out: boundedCount,
});
export type OwnProductCounts = z.infer<typeof ownProductCounts>;

/** What a list needs of a product that it has tried to change. */
const listedProduct = ownProduct.pick({
  id: true,
  title: true,
  price: true,
  discount_percent: true,
  sale_price: true,
  stock: true,
  state: true,
  version: true,
  taken_down: true,
  merged_into: true,
});

/** The result for each product, in the order of the changes. */
export const productChangeResults = z.object({
  results: z.array(
    z.discriminatedUnion('result', [
      /** `unchanged`: it was already what is requested. */
      z.object({ result: z.enum(['changed', 'unchanged']), product: listedProduct }),
      /** It has changed since the version that was sent, or its stock is not `stock_from`. */
      z.object({ result: z.literal('conflict'), product: listedProduct }),
      z.object({
        result: z.literal('refused'),
        id: z.number().int(),
        code: z.enum(['not_found', 'product_incomplete', 'product_exists', 'product_taken_down', 'product_merged']),
        message: z.string(),
        /** Messages by field name. */
        errors: z.record(z.string(), z.array(z.string())).optional(),
      }),
    ]),
  ),
});
export type ProductChangeResults = z.infer<typeof productChangeResults>;
