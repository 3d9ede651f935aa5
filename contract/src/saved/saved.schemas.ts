import { z } from 'zod';
import { merchant, product } from '../catalog/catalog.schemas.ts';
import { MAX_VIEWED } from './saved.rules.ts';

const productId = z.number().int().min(1).max(2_147_483_647);

/** `page` stays text, because an invalid page is refused with `invalid_page`, not with `invalid_input`. */
export const savedQuery = z.object({
  page: z.string().max(400).optional(),
  country_code: z.string().trim().max(400).optional(),
});
export type SavedQuery = { page?: number; country_code?: string };

export const itemSaved = z.object({ product_id: z.number().int(), saved: z.boolean() });
export type ItemSaved = z.infer<typeof itemSaved>;

export const sellerFollowed = z.object({
  merchant_id: z.number().int(),
  followed: z.boolean(),
  /** Followers after the call. */
  follower_count: z.number().int(),
});
export type SellerFollowed = z.infer<typeof sellerFollowed>;

/** The state of hearts and follow buttons. */
export const savedIds = z.object({ product_ids: z.array(z.number().int()), merchant_ids: z.array(z.number().int()) });
export type SavedIds = z.infer<typeof savedIds>;

export const followedSeller = merchant.extend({
  /** Newest first. */
  products: z.array(product),
});
export type FollowedSeller = z.infer<typeof followedSeller>;

export const followedPage = z.object({
  count: z.number().int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(followedSeller),
});
export type FollowedPage = z.infer<typeof followedPage>;

/** Product views. A repeated product moves to the front; unknown products are ignored. */
export const addViewed = z.object({
  views: z
    .array(
      z.object({
        product_id: productId,
        /** ISO 8601; now when omitted or in the future, 1970 when earlier. */
        viewed_at: z.iso.datetime().optional(),
      }),
    )
    .max(MAX_VIEWED, `Send ${MAX_VIEWED} products at most.`),
});
export type AddViewed = z.input<typeof addViewed>;

export const viewedCount = z.object({ count: z.number().int() });
export type ViewedCount = z.infer<typeof viewedCount>;

/** Whether restock and price-drop mails are enabled. */
export const savedMailSettings = z.object({ enabled: z.boolean() });
export type SavedMailSettings = z.infer<typeof savedMailSettings>;
