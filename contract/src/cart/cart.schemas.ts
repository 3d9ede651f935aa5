import { z } from 'zod';

export const addToCart = z.object({
  product_id: z.number().int().min(1).max(2_147_483_647),
  quantity: z.number().int().min(1).max(1_000_000).default(1),
  /** Kilograms, as the client knows it; the server answers with its own. */
  weight: z.number().min(0).optional(),
});
export type AddToCart = z.input<typeof addToCart>;

export const cartLine = z.object({
  product_id: z.number().int(),
  title: z.string(),
  image: z.string(),
  quantity: z.number().int(),
  /** Naira for one, with commas: '12,450'. */
  price: z.string(),
  /** Naira for all, with commas. */
  total: z.string(),
  /** Kilograms of one. */
  weight: z.number(),
});
export type CartLine = z.infer<typeof cartLine>;

export const cart = z.object({
  cart: z.array(cartLine),
  /** Naira: the sum of the totals. */
  subtotal: z.number(),
});
export type Cart = z.infer<typeof cart>;
