import { kobo } from '@sokuwa/contract/money.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { type CartItem, CartProblem } from './cart.rules.ts';
import { changeQuantity, clearCart, removeLine } from './cart-actions.ts';
import type { CartSource } from './cart-source.ts';

const said: [kind: string, text: string][] = [];
vi.mock('@sokuwa/ui/toast.ts', () => ({
  toast: {
    success: (text: string) => said.push(['success', text]),
    error: (text: string) => said.push(['error', text]),
    info: (text: string) => said.push(['info', text]),
    promise: async (
      promise: Promise<void>,
      texts: Record<'success' | 'loading', string> & { error(e: unknown): string },
    ) => {
      said.push(['loading', texts.loading]);
      await promise.then(
        () => said.push(['success', texts.success]),
        (error: unknown) => said.push(['error', texts.error(error)]),
      );
      return promise;
    },
  },
}));
beforeEach(() => {
  said.length = 0;
});

const yam: CartItem = { productId: 7, title: 'Puna yam', image: '', quantity: 1, price: kobo(1_245_000), weight: 6 };
/** A cart whose every change ends the same way. */
const source = (outcome: () => Promise<void>): CartSource => ({
  get: () => ({ status: 'loading' }),
  watch: () => () => {},
  verify: outcome,
  add: () => outcome().then(() => yam),
  setQuantity: outcome,
  remove: outcome,
  clear: outcome,
});
const works = source(async () => {});
const fails = (error: Error) => source(() => Promise.reject(error));
const gone = fails(new CartProblem('Item not found in cart'));
const away = fails(new ApiError('Network Error'));

describe('what a shopper is told', () => {
  it('of quantities: only what went wrong', async () => {
    await changeQuantity(works, yam, 2);
    await changeQuantity(gone, yam, 2);
    await changeQuantity(away, yam, 2);
    expect(said).toEqual([
      ['error', 'Item not found in cart'],
      ['error', 'Failed to update cart: Network Error'],
    ]);
  });

  it('of a line taken out', { tags: ['@SHELL-62'] }, async () => {
    await removeLine(works, yam);
    await removeLine(gone, yam);
    await removeLine(away, yam);
    expect(said).toEqual([
      ['loading', 'Removing Puna yam'],
      ['success', 'Puna yam removed from cart'],
      ['loading', 'Removing Puna yam'],
      ['error', 'Item not found in cart'],
      ['loading', 'Removing Puna yam'],
      ['error', 'Failed to remove Puna yam: Network Error'],
    ]);
  });

  it('of a cleared cart', async () => {
    await clearCart(works);
    await clearCart(fails(new ApiError('x', 500)));
    await clearCart(fails(new ApiError('x', 401)));
    await clearCart(away);
    await clearCart(fails(new ApiError('Request was throttled.', 429, 'too_many_requests')));
    expect(said.filter(([kind]) => kind !== 'loading')).toEqual([
      ['success', 'Cart cleared!'],
      ['error', 'Error: Internal Server Error'],
      ['error', 'Unauthorized. Please login to clear the cart'],
      ['error', 'Failed to clear cart: Network Error'],
      ['error', 'Failed to clear cart: Request was throttled.'],
    ]);
  });
});
