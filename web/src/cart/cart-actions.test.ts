import { ApiError } from '@sokuwa/contract/api-client.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../lib/app-context.ts';
import { type CartChange, type CartItem, CartRuleError } from './cart.rules.ts';
import { changeQuantity, clearCart, removeLine } from './cart-actions.ts';

const { toasts, changes, cart } = vi.hoisted(() => ({
  toasts: [] as [kind: string, text: string][],
  changes: [] as unknown[],
  cart: { token: null as string | null, failure: undefined as Error | undefined },
}));
const recordChange = async (...args: unknown[]) => {
  changes.push(args);
  if (cart.failure) throw cart.failure;
};
vi.mock('../lib/token-store.ts', () => ({ tokens: { get: () => cart.token } }));
vi.mock('./account-cart.ts', () => ({
  changeAccountCart: (_: AppContext, token: string, change: CartChange) => recordChange(token, change),
}));
vi.mock('./change-guest-cart.ts', () => ({
  changeGuestCart: (_: AppContext, change: CartChange) => recordChange('guest', change),
}));
vi.mock('@sokuwa/ui/toast.ts', () => ({
  toast: {
    success: (text: string) => toasts.push(['success', text]),
    error: (text: string) => toasts.push(['error', text]),
    info: (text: string) => toasts.push(['info', text]),
    promise: async (
      promise: Promise<void>,
      texts: Record<'success' | 'loading', string> & { error(e: unknown): string },
    ) => {
      toasts.push(['loading', texts.loading]);
      await promise.then(
        () => toasts.push(['success', texts.success]),
        (error: unknown) => toasts.push(['error', texts.error(error)]),
      );
      return promise;
    },
  },
}));
beforeEach(() => {
  toasts.length = 0;
  changes.length = 0;
  cart.token = null;
});

const yam: CartItem = { productId: 7, title: 'Puna yam', image: '', quantity: 1, price: kobo(1_245_000), weight: 6 };
const notInCart = new CartRuleError('Item not found in cart');
const disconnected = new ApiError('Network Error');

/** Runs an action. Every change of the cart fails with `failure`, if given. */
const runAction = (action: (context: AppContext) => Promise<void>, failure?: Error): Promise<void> => {
  cart.failure = failure;
  // The changes are mocked, so the context is not used.
  return action({} as AppContext);
};

describe('toasts', () => {
  it('report only failures of a quantity change', { tags: ['@CART-66', '@CART-69'] }, async () => {
    const setTwo = (context: AppContext) => changeQuantity(context, yam, 2);
    await runAction(setTwo);
    await runAction(setTwo, notInCart);
    await runAction(setTwo, disconnected);
    expect(toasts).toEqual([
      ['error', 'Item not found in cart'],
      ['error', 'Failed to update cart: Network Error'],
    ]);
  });

  it('report progress and outcome of a removal', { tags: ['@SHELL-62', '@CART-67', '@CART-68'] }, async () => {
    const remove = (context: AppContext) => removeLine(context, yam);
    await runAction(remove);
    await runAction(remove, notInCart);
    await runAction(remove, disconnected);
    expect(toasts).toEqual([
      ['loading', 'Removing Puna yam'],
      ['success', 'Puna yam removed from cart'],
      ['loading', 'Removing Puna yam'],
      ['error', 'Item not found in cart'],
      ['loading', 'Removing Puna yam'],
      ['error', 'Failed to remove Puna yam: Network Error'],
    ]);
  });

  it('report the outcome of clearing the cart', {
    tags: ['@CART-70', '@CART-71', '@CART-72', '@CART-73'],
  }, async () => {
    await runAction(clearCart);
    await runAction(clearCart, new ApiError('x', 500));
    await runAction(clearCart, new ApiError('x', 401));
    await runAction(clearCart, disconnected);
    await runAction(clearCart, new ApiError('Request was throttled.', 429, 'too_many_requests'));
    expect(toasts.filter(([kind]) => kind !== 'loading')).toEqual([
      ['success', 'Cart cleared!'],
      ['error', 'Error: Internal Server Error'],
      ['error', 'Unauthorized. Please login to clear the cart'],
      ['error', 'Failed to clear cart: Network Error'],
      ['error', 'Failed to clear cart: Request was throttled.'],
    ]);
  });
});

describe('a change', () => {
  it("goes to the account's cart when a token is stored, else to the guest's", { tags: ['@CART-5'] }, async () => {
    await runAction((context) => removeLine(context, yam));
    cart.token = 'abc';
    await runAction(clearCart);
    expect(changes).toEqual([
      ['guest', { kind: 'remove', productId: 7 }],
      ['abc', { kind: 'clear' }],
    ]);
  });
});
