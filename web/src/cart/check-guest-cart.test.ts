import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../lib/app-context.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { checkGuestCart, recheckGuestCart } from './check-guest-cart.ts';
import { guestCart } from './guest-cart.ts';

const makeLine = (productId: number) => ({
  ...{ product_id: productId, title: `Yam ${productId}`, image: '', quantity: 2 },
  ...{ price: '1,000', total: '2,000', weight: 1 },
});

/** Stores a guest's cart with the products 1 to `count`. */
const storeCart = (count: number) => {
  const cart = Array.from({ length: count }, (_, index) => makeLine(index + 1));
  const text = JSON.stringify({ cart, subtotal: 0 });
  vi.stubGlobal('localStorage', { getItem: () => text, setItem: () => {} });
  guestCart.refresh();
};

/** Creates a context whose API returns products. @param respond returns the stock of a product, or throws */
const makeContext = (respond: (productId: number) => number | Promise<number>): AppContext => {
  const call = async (_: unknown, { params }: { params: { productId: number } }) => ({
    ...{ id: params.productId, discount_price: 1000, stock: await respond(params.productId), products_images: [] },
  });
  const context = {
    api: { call } as unknown as Api,
    queryClient: makeQueryClient(false),
    country: { get: () => 'NG' },
  };
  return context as unknown as AppContext;
};

/** Lists product id, stock and `isUnchecked` of each line. */
const listLines = () =>
  guestCart.get().items.map(({ productId, stock, isUnchecked }) => [productId, stock, isUnchecked]);

vi.mock('../catalog/read-product.ts', () => ({ readProduct: (product: unknown) => product }));
beforeEach(() => {
  vi.useFakeTimers();
  storeCart(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the check of a guest’s cart', () => {
  it('checks the other lines when one cannot be read, and marks that one after its first failure', {
    tags: ['@CART-59', '@CART-93'],
  }, async () => {
    storeCart(8);
    const attempts: number[] = [];
    const context = makeContext((productId) => {
      if (productId > 5) return 9;
      attempts.push(productId);
      throw new ApiError('Network Error');
    });
    const checked = checkGuestCart(context);
    await vi.advanceTimersByTimeAsync(0);
    // More lines fail than requests run in parallel: a line that waits for its retry does not block other lines.
    expect(listLines()).toEqual([
      ...[1, 2, 3, 4, 5].map((productId) => [productId, undefined, true]),
      ...[6, 7, 8].map((productId) => [productId, 9, undefined]),
    ]);
    await vi.advanceTimersByTimeAsync(8000);
    await checked;
    // The specified retries: four attempts for each (SHELL-77).
    expect(attempts.filter((productId) => productId === 1)).toHaveLength(4);
  });

  it('removes the mark when a retry succeeds', { tags: ['@CART-93'] }, async () => {
    storeCart(1);
    let failures = 1;
    const checked = checkGuestCart(
      makeContext(() => {
        if (failures-- > 0) throw new ApiError('Internal Server Error', 500);
        return 1;
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(listLines()).toEqual([[1, undefined, true]]);
    await vi.advanceTimersByTimeAsync(1000);
    await checked;
    expect(listLines()).toEqual([[1, 1, undefined]]);
  });

  it('is repeated at once on request, without a wait for the next retry', { tags: ['@CART-93'] }, async () => {
    storeCart(1);
    let isDown = true;
    const context = makeContext(() => {
      if (isDown) throw new ApiError('Internal Server Error', 500);
      return 3;
    });
    const checked = checkGuestCart(context);
    await vi.advanceTimersByTimeAsync(0);
    isDown = false;
    const rechecked = recheckGuestCart(context);
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all([checked, rechecked]);
    expect(listLines()).toEqual([[1, 3, undefined]]);
  });

  it('treats a product that does not exist as one that is not sold, and does not ask again', {
    tags: ['@CART-59', '@SHELL-90'],
  }, async () => {
    storeCart(1);
    const respond = vi.fn(() => {
      throw new ApiError('Not found.', 404, 'not_found');
    });
    await checkGuestCart(makeContext(respond));
    expect(respond).toHaveBeenCalledTimes(1);
    expect(guestCart.get().items).toMatchObject([{ price: 0, stock: 0 }]);
    expect(listLines()).toEqual([[1, 0, undefined]]);
  });

  it('sends at most four requests at the same time', { tags: ['@CART-93'] }, async () => {
    storeCart(10);
    const responses: (() => void)[] = [];
    const checked = checkGuestCart(
      makeContext(() => {
        const response = Promise.withResolvers<number>();
        responses.push(() => response.resolve(9));
        return response.promise;
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(responses).toHaveLength(4);
    responses[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(responses).toHaveLength(5);
    for (let index = 1; index < 10; index++) {
      responses[index]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    await checked;
    expect(listLines().every(([, stock]) => stock === 9)).toBe(true);
  });
});
