import { kobo } from '@sokuwa/contract/money.ts';
import { queryOptions } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isNotFound, productQuery } from '../catalog/index.ts';
import { type AppContext, useAppContext } from '../lib/app-context.ts';
import { useToken } from '../lib/token-store.ts';
import { guestCart } from './guest-cart.ts';
import type { CartView } from './use-cart.ts';

/** Limited, because a full cart would send a burst of requests. */
const MAX_PARALLEL_REQUESTS = 4;

/** Returns a function that runs at most `max` tasks at the same time; further tasks wait. */
const makeLimiter = (max: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};

const limitRequests = makeLimiter(MAX_PARALLEL_REQUESTS);

/** Key prefix of the queries that check a line. */
const CHECK_KEY = ['cart-check'] as const;

/** The query of a product's current price and stock; both are 0 if it is no longer sold. */
const productCheckQuery = ({ api, queryClient, country }: AppContext, productId: number) =>
  queryOptions({
    queryKey: [...CHECK_KEY, productId],
    queryFn: async () => {
      try {
        // Only requests are limited, so that a line that waits for its retry does not delay other lines.
        const product = await limitRequests(() =>
          queryClient.fetchQuery({ ...productQuery(api, productId, country.get()), retry: false }),
        );
        return { price: kobo(Math.round(product.discount_price * 100)), stock: product.stock };
      } catch (error) {
        if (isNotFound(error)) return { price: kobo(0), stock: 0 };
        // Mark the line after the first failure, while the retries continue.
        guestCart.markUnchecked(productId);
        throw error;
      }
    },
    staleTime: 0,
  });

/**
 * Checks price and stock of each line of the guest's cart, and marks lines that could not be checked (CART-59,
 * CART-93). The server sends an account's cart with current prices and stock.
 * @returns a promise that resolves when every line is checked or has failed after its last retry
 */
export const checkGuestCart = async (context: AppContext): Promise<void> => {
  await Promise.allSettled(
    guestCart.get().items.map(async ({ productId }) => {
      guestCart.updateProduct(productId, await context.queryClient.fetchQuery(productCheckQuery(context, productId)));
    }),
  );
};

/** Checks the guest's cart again at once, instead of waiting for the next retries. */
export const recheckGuestCart = async (context: AppContext): Promise<void> => {
  await context.queryClient.cancelQueries({ queryKey: CHECK_KEY });
  await checkGuestCart(context);
};

/**
 * Checks the guest's cart when it is shown, and again when a product is added.
 * @param isShown whether the visitor sees the cart
 * @returns a function that checks it again
 */
export const useGuestCartCheck = (cart: CartView, isShown = true): (() => Promise<void>) => {
  const context = useAppContext();
  const isGuest = useToken() === null;
  const productIds = cart.status === 'ready' ? cart.items.map(({ productId }) => productId).join() : '';
  useEffect(() => {
    if (isShown && isGuest && productIds) void checkGuestCart(context);
  }, [context, isShown, isGuest, productIds]);
  return useCallback(() => recheckGuestCart(context), [context]);
};
