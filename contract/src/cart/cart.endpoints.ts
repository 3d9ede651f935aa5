import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { AddToCart, Cart, MergedCart, SaveBulkItems, SetQuantity } from './cart.schemas.ts';

/** Has an ETag; an unchanged cart returns 304 for `If-None-Match`. */
export const getCart = endpoint<{ response: Cart }>()({
  method: 'GET',
  path: '/api/cart/',
  auth: 'required',
  summary: 'The cart',
  refusals: signedInRefusals,
});

/**
 * Without a token nothing is stored: the response is a cart of one line, which the client merges into its own. With a token
 * the response is the whole cart.
 */
export const addToCart = endpoint<{ body: AddToCart; response: Cart }>()({
  method: 'POST',
  path: '/api/cart/',
  auth: 'optional',
  summary: 'Add a product to the cart',
  refusals: [
    ...bodyRefusals,
    'token_invalid',
    'not_found',
    'out_of_stock',
    'cart_full',
    'too_many_requests',
    'database_unavailable',
  ],
});

export const setCartQuantity = endpoint<{ params: { productId: number }; body: SetQuantity; response: Cart }>()({
  method: 'PUT',
  path: '/api/cart//{productId}/',
  auth: 'required',
  summary: "Change a cart line's quantity",
  refusals: [...signedInRefusals, ...bodyRefusals, 'not_in_cart', 'not_enough_stock'],
});

export const removeFromCart = endpoint<{ params: { productId: number }; response: Cart }>()({
  method: 'DELETE',
  path: '/api/cart//{productId}/',
  auth: 'required',
  summary: 'Remove a product from the cart',
  refusals: [...signedInRefusals, 'invalid_input', 'not_in_cart'],
});

export const clearCart = endpoint<{ response: Cart }>()({
  method: 'POST',
  path: '/api/cart/clear_cart/',
  auth: 'required',
  summary: 'Empty the cart',
  refusals: signedInRefusals,
});

/** Merges a guest cart into the account's cart. The response lists quantities that exceed the stock. */
export const saveBulkItems = endpoint<{ body: SaveBulkItems; response: MergedCart }>()({
  method: 'POST',
  path: '/api/cart/save-bulk-items/',
  auth: 'required',
  summary: 'Add several products to the cart, after a login',
  refusals: [...signedInRefusals, ...bodyRefusals],
});
