import { makeApi, type Transport } from '@sokuwa/contract/api-client.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartItem } from './cart.rules.ts';
import { mergeGuestCart, mergeMessages } from './merge-guest-cart.ts';

const { toasts, cart } = vi.hoisted(() => ({
  toasts: [] as string[],
  cart: { items: [] as CartItem[], isPersisted: true, subtracted: undefined as unknown },
}));
vi.mock('@sokuwa/ui/toast.ts', () => ({
  toast: { info: (text: string) => toasts.push(text), error: (text: string) => toasts.push(`error: ${text}`) },
}));
vi.mock('./guest-cart.ts', () => ({
  guestCart: {
    refresh: () => {},
    get: () => cart,
    subtract: (items: unknown) => {
      cart.subtracted = items;
    },
  },
}));

const yam: CartItem = { productId: 7, title: 'Puna yam', image: '', quantity: 5, price: kobo(1_245_000), weight: 6 };
const EMPTY_RESPONSE = { cart: [], subtotal: 0, capped: [], dropped: [] };
const merge = async (status: number, body: unknown) => {
  const send = vi.fn<Transport>(async () => ({ status, body }));
  await mergeGuestCart(makeApi(send), 'abc');
  return send.mock.calls.map(([call]) => call);
};

describe('the guest cart after a sign-in', () => {
  beforeEach(() => {
    toasts.length = 0;
    Object.assign(cart, { items: [yam], isPersisted: true, subtracted: undefined });
    vi.stubGlobal('navigator', {});
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is sent with the new token, then removed', { tags: ['@ACCOUNT-16', '@ACCOUNT-17'] }, async () => {
    const body = { cart_items: [{ product_id: 7, quantity: 5, weight: 6 }] };
    expect(await merge(200, EMPTY_RESPONSE)).toEqual([
      { method: 'POST', url: '/api/cart/save-bulk-items/', body, token: 'abc', signal: undefined },
    ]);
    expect(cart.subtracted).toEqual([yam]);
    expect(toasts).toEqual([]);
  });

  it.each([
    ['empty', { items: [] }],
    ['not persisted', { isPersisted: false }],
  ])('is not sent when it is %s', { tags: ['@ACCOUNT-19'] }, async (_, state) => {
    Object.assign(cart, state);
    expect(await merge(200, EMPTY_RESPONSE)).toEqual([]);
    expect(cart.subtracted).toBeUndefined();
  });

  it.each([401, 429, 500])(
    'stays when the response has status %i, and shows a toast',
    { tags: ['@ACCOUNT-26', '@ACCOUNT-27'] },
    async (status) => {
      await merge(status, {});
      expect(cart.subtracted).toBeUndefined();
      expect(toasts).toEqual(['error: Failed to synchronize cart. Please try again.']);
    },
  );

  it('is merged by one tab at a time', async () => {
    const order: string[] = [];
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string, work: () => Promise<void>) => {
          order.push(name);
          await work();
          order.push(String(cart.subtracted !== undefined));
        },
      },
    });
    await merge(200, EMPTY_RESPONSE);
    expect(order).toEqual(['merge-guest-cart', 'true']);
  });
});

describe('merge messages', () => {
  const capped = { product_id: 7, title: 'Puna yam', requested: 5, added: 3 };
  const dropped = { product_id: 7, requested: 5, reason: 'gone' } as const;

  it('have one sentence for each product that was not merged completely', { tags: ['@ACCOUNT-18'] }, () => {
    expect(mergeMessages([yam], { capped: [capped], dropped: [] })).toEqual([
      'Only 3 of 5 pieces of Puna yam could be added to your cart',
    ]);
    expect(mergeMessages([yam], { capped: [{ ...capped, added: 0 }], dropped: [dropped] })).toEqual([
      'No more of Puna yam could be added to your cart',
      'Puna yam is not sold any more, so it is not in your cart',
    ]);
    expect(
      mergeMessages([], {
        capped: [],
        dropped: [
          { ...dropped, reason: 'sold_out' },
          { ...dropped, product_id: 8, reason: 'cart_full' },
        ],
      }),
    ).toEqual([
      'Product 7 is sold out, so it is not in your cart',
      'Product 8 found no room, so it is not in your cart',
    ]);
  });

  it('are summarized when there are more than two', () => {
    expect(mergeMessages([yam], { capped: [capped], dropped: [dropped, dropped, dropped] })).toEqual([
      'Only 3 of 5 pieces of Puna yam could be added to your cart',
      '3 more products are not in your cart as they were',
    ]);
  });
});
