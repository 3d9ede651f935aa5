import { z } from 'zod';
import { ownProduct } from '../catalog/merchant-products.schemas.ts';
import { actReason, optionalActReason } from '../operators/acts.schemas.ts';
import { bigintCursor } from '../text.schemas.ts';

export const duplicatesQuery = z.object({
  /** The store and the likeness of the last group of the page before. */
  cursor: bigintCursor(/^\d{1,9}\./).optional(),
});
export type DuplicatesQuery = z.input<typeof duplicatesQuery>;

const merchant = z.object({ id: z.number().int(), name: z.string() });
/** Products in a group of the list. */
export const MAX_SHOWN_ALIKE = 10;

export const duplicateGroup = z.object({
  merchant,
  /** How many look alike. */
  count: z.number().int(),
  /** The first ones, the oldest first. */
  products: z.array(
    ownProduct
      .pick({ id: true, title: true, sku: true, sale_price: true, stock: true, state: true, listed_at: true })
      .extend({
        /** Path on the shop's origin; null without a picture. */
        image_url: z.string().nullable(),
      }),
  ),
  /** Sent when the group is dismissed, which is refused if a product has joined or left it since. */
  version: z.string(),
});
export type DuplicateGroup = z.infer<typeof duplicateGroup>;
export const duplicateGroups = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  results: z.array(duplicateGroup),
});
export type DuplicateGroups = z.infer<typeof duplicateGroups>;

export const notDuplicates = optionalActReason.extend({ version: z.string().max(40) });
export type NotDuplicates = z.input<typeof notDuplicates>;
export const duplicatesDismissed = z.object({ count: z.number().int() });
export type DuplicatesDismissed = z.infer<typeof duplicatesDismissed>;

/** What a merge would do. */
export const mergePreview = z.object({
  merchant,
  kept: ownProduct,
  duplicate: ownProduct,
  /** How many carts and lists of saved products have the duplicate. */
  carts: z.number().int(),
  saved: z.number().int(),
  /** Sent with the merge, which is refused when one of the products was changed since. Sales do not change it. */
  version: z.string(),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const productMerge = actReason.extend({
  version: z.string().max(40),
  /** Whether the pieces of the duplicate are added to those of the kept product, or stay with the duplicate, which nobody can buy. */
  stock: z.enum(['add', 'keep']),
});
export type ProductMerge = z.input<typeof productMerge>;
