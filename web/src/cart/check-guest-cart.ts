import { kobo } from '@sokuwa/contract/money.ts';
import { queryOptions } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isNotFound, productQuery } from '../catalog/index.ts';
import { type AppContext, useAppContext } from '../lib/app-context.ts';
import { useToken } from '../lib/token-store.ts';
import { guestCart } from './guest-cart.ts';
import type { CartView } from './use-cart.ts';

/** A full cart would be a burst of requests. */
const MAX_PARALLEL_REQUESTS = 4;

/** @returns a function that runs a task once fewer than `max` of its tasks are running */
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

/** The current price and stock of a product; both are 0 when it is not sold any more. */
const productCheckQuery = ({ api, queryClient, country }: AppContext, productId: number) =>
  queryOptions({
    queryKey: [...CHECK_KEY, productId],
    queryFn: async () => {
      try {
        // Only requests are limited: a line that waits for its retry delays no other line.
        const product = await limitRequests(() =>
          queryClient.fetchQuery({ ...productQuery(api, productId, country.get()), retry: false }),
        );
        return { price: kobo(Math.round(product.discount_price * 100)), stock: product.stock };
      } catch (error) {
        if (isNotFound(error)) return { price: kobo(0), stock: 0 };
        // Shown after the first failure, while the retries go on.
        guestCart.markUnchecked(productId);
        throw error;
      }
    },
    staleTime: 0,
  });

/**
 * Checks price and stock of each line of the guest's cart, and marks the lines that could not be checked (CART-59, CART-93).
 * An account's cart already contains them.
 * @returns a promise that resolves when every line is checked or has failed after its last retry
 */
export const checkGuestCart = async (context: AppContext): Promise<void> => {
  await Promise.allSettled(
    guestCart.get().items.map(async ({ productId }) => {
      guestCart.updateProduct(productId, await context.queryClient.fetchQuery(productCheckQuery(context, productId)));
    }),
  );
};

/** Checks the guest's cart again, at once: no line waits for its next retry. */
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
