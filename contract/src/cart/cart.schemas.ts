import { z } from 'zod';
import { MAX_LINES } from './cart.rules.ts';

const productId = z.number().int().min(1).max(2_147_483_647);
const quantity = z.number().int().min(1).max(1_000_000);

export const addToCart = z.object({
  product_id: productId,
  quantity: quantity.default(1),
  /** Kilograms, as the client knows it; the server answers with its own. */
  weight: z.number().min(0).optional(),
});
export type AddToCart = z.input<typeof addToCart>;

export const setQuantity = z.object({ quantity });
export type SetQuantity = z.input<typeof setQuantity>;

/** A guest's cart, as it goes into the account's one after the login; lines of the same product count together. */
export const saveBulkItems = z.object({
  cart_items: z
    .array(z.object({ product_id: productId, quantity, weight: z.number().min(0).optional() }))
    .max(MAX_LINES, `A cart holds ${MAX_LINES} products at most.`),
});
export type SaveBulkItems = z.input<typeof saveBulkItems>;

export const cartLine = z.object({
  /** The line's number in its cart, rising in the order of adding. Only lines that the server keeps have one. */
  id: z.number().int().optional(),
  product_id: z.number().int(),
  title: z.string(),
  image: z.string(),
  quantity: z.number().int(),
  /** Naira for one, with commas: '12,450'. '0' when the product is not sold any more. */
  price: z.string(),
  /** Naira for all, with commas. */
  total: z.string(),
  /** Kilograms of one. */
  weight: z.number(),
  /** How many there are now; 0 also when the product is not sold any more. */
  stock: z.number().int(),
  /** Whether the line can be bought as it is: the stock covers its quantity. */
  available: z.boolean(),
});
export type CartLine = z.infer<typeof cartLine>;

export const cart = z.object({
  cart: z.array(cartLine),
  /** Naira: the sum of the totals, of lines that are not available too. */
  subtotal: z.number(),
});
export type Cart = z.infer<typeof cart>;

export const mergedCart = cart.extend({
  /** Products that the cart holds now, though fewer were added than asked for, or none: the stock covers no more. */
  capped: z.array(
    z.object({
      product_id: z.number().int(),
      title: z.string(),
      /** Pieces that were to be added. */
      requested: z.number().int(),
      /** Pieces that were. */
      added: z.number().int(),
    }),
  ),
  /** Products that could not be added at all. */
  dropped: z.array(
    z.object({
      product_id: z.number().int(),
      requested: z.number().int(),
      /** Not sold any more; sold out; or the cart holds as many products as it can. */
      reason: z.enum(['gone', 'sold_out', 'cart_full']),
    }),
  ),
});
export type MergedCart = z.infer<typeof mergedCart>;
