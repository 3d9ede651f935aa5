import { endpoint } from '../endpoint.ts';
import type { AddToCart, Cart } from './cart.schemas.ts';

/**
 * Without a token nothing is stored: the answer is the one-line cart that the client merges into its own
 * (3-decisions, "Cart").
 */
export const addToCart = endpoint<{ body: AddToCart; answer: Cart }>()({
  method: 'POST',
  path: '/api/cart/',
  auth: 'optional',
  summary: 'Put a product into the cart',
  refusals: [
    'invalid_input',
    'invalid_json',
    'unsupported_media_type',
    'payload_too_large',
    'token_invalid',
    'not_found',
    'out_of_stock',
    'too_many_requests',
    'database_away',
  ],
});
