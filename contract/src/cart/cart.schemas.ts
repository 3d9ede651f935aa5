import { z } from 'zod';
import { MAX_LINES } from './cart.rules.ts';

const productId = z.number().int().min(1).max(2_147_483_647);
const quantity = z.number().int().min(1).max(1_000_000);

export const addToCart = z.object({
  product_id: productId,
  quantity: quantity.default(1),
  /** Kilograms, as the client knows it; the server uses its own value. */
  weight: z.number().min(0).optional(),
});
export type AddToCart = z.input<typeof addToCart>;

export const setQuantity = z.object({ quantity });
export type SetQuantity = z.input<typeof setQuantity>;

/** A guest cart to merge; lines of the same product are added up. */
export const saveBulkItems = z.object({
  cart_items: z
    .array(z.object({ product_id: productId, quantity, weight: z.number().min(0).optional() }))
    .max(MAX_LINES, `A cart holds ${MAX_LINES} products at most.`),
});
export type SaveBulkItems = z.input<typeof saveBulkItems>;

export const cartLine = z.object({
  /** The line's number in its cart, in the order of adding. Only lines stored on the server have one. */
  id: z.number().int().optional(),
  product_id: z.number().int(),
  title: z.string(),
  image: z.string(),
  quantity: z.number().int(),
  /** Unit price in naira, with commas: '12,450'. '0' when the product is no longer sold. */
  price: z.string(),
  /** Line total in naira, with commas. */
  total: z.string(),
  /** Kilograms of one. */
  weight: z.number(),
  /** Current stock; 0 also when the product is no longer sold. */
  stock: z.number().int(),
  /** Whether the stock covers the line's quantity. */
  available: z.boolean(),
});
export type CartLine = z.infer<typeof cartLine>;

export const cart = z.object({
  cart: z.array(cartLine),
  /** Naira: the sum of all line totals, including unavailable lines. */
  subtotal: z.number(),
});
export type Cart = z.infer<typeof cart>;

export const mergedCart = cart.extend({
  /** Products whose added quantity is lower than requested, because of the stock. */
  capped: z.array(
    z.object({
      product_id: z.number().int(),
      title: z.string(),
      /** Requested quantity. */
      requested: z.number().int(),
      /** Added quantity. */
      added: z.number().int(),
    }),
  ),
  /** Products that could not be added at all. */
  dropped: z.array(
    z.object({
      product_id: z.number().int(),
      requested: z.number().int(),
      /** No longer sold; out of stock; or the cart is full. */
      reason: z.enum(['gone', 'sold_out', 'cart_full']),
    }),
  ),
});
export type MergedCart = z.infer<typeof mergedCart>;
