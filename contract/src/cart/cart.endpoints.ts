import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type { AddToCart, Cart, MergedCart, SaveBulkItems, SetQuantity } from './cart.schemas.ts';

/** Carries an ETag: a cart that did not change answers 304 to `If-None-Match`. */
export const getCart = endpoint<{ response: Cart }>()({
  method: 'GET',
  path: '/api/cart/',
  auth: 'required',
  summary: 'The cart',
  refusals: signedInRefusals,
});

/**
 * Without a token nothing is stored: the answer is the one-line cart that the client merges into its own
 * (3-decisions, "Cart"). With one the answer is the whole cart.
 */
export const addToCart = endpoint<{ body: AddToCart; response: Cart }>()({
  method: 'POST',
  path: '/api/cart/',
  auth: 'optional',
  summary: 'Put a product into the cart',
  refusals: [
    ...bodyRefusals,
    'token_invalid',
    'not_found',
    'out_of_stock',
    'cart_full',
    'too_many_requests',
    'database_away',
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
  summary: 'Take a product out of the cart',
  refusals: [...signedInRefusals, 'invalid_input', 'not_in_cart'],
});

export const clearCart = endpoint<{ response: Cart }>()({
  method: 'POST',
  path: '/api/cart/clear_cart/',
  auth: 'required',
  summary: 'Empty the cart',
  refusals: signedInRefusals,
});

/** Merges a guest's cart into the account's: what the stock does not cover is left out, and named in the answer. */
export const saveBulkItems = endpoint<{ body: SaveBulkItems; response: MergedCart }>()({
  method: 'POST',
  path: '/api/cart/save-bulk-items/',
  auth: 'required',
  summary: 'Put several products into the cart, after a login',
  refusals: [...signedInRefusals, ...bodyRefusals],
});
