import { type Api, ApiError } from '@sokuwa/contract/api-client.ts';
import * as calls from '@sokuwa/contract/cart/cart.endpoints.ts';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { AppContext } from '../lib/app-context.ts';
import { pendingVariables, runMutation } from '../lib/mutations.ts';
import { isFailure } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';
import {
  assertProductAndQuantity,
  type CartChange,
  type CartItem,
  type CartItems,
  findItem,
  getPreviousPrice,
} from './cart.rules.ts';
import { readLine } from './stored-cart.ts';

const FETCH_FAILED = 'Error fetching cart items';

/** The text for a failed fetch: the server's message, else the specification's (CART-86). */
export const fetchFailure = (error: unknown): string =>
  (error instanceof ApiError && error.serverMessage) || FETCH_FAILED;

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The lines of a response, with the previous price of each line whose price has changed. */
const readItems = (cart: Cart, before: CartItems): CartItems =>
  cart.cart.flatMap((responseLine) => {
    const item = readLine(responseLine);
    if (!item) return [];
    const priceWas = getPreviousPrice(findItem(before, item.productId), item.price);
    return { ...item, stock: responseLine.stock, ...(priceWas !== undefined && { priceWas }) };
  });

/** Requests carry the stored token: a request of a session that has ended must not reach the cart of another account. */
const assertSession = (token: string): void => {
  if (tokens.get() !== token) throw new ApiError('Request aborted');
};

export const cartKey = (token: string | null) => ['cart', token] as const;

/** Fetches the account's cart. @param token null for a guest, for whom nothing is fetched */
export const accountCartQuery = (api: Api, token: string | null) =>
  queryOptions({
    queryKey: cartKey(token),
    queryFn:
      token === null
        ? skipToken
        : async ({ client, queryKey, signal }): Promise<CartItems> => {
            try {
              assertSession(token);
              const cart = await api.call(calls.getCart, { signal });
              if (!Array.isArray(cart?.cart)) throw new Error(FETCH_FAILED);
              return readItems(cart, client.getQueryData<CartItems>(queryKey) ?? []);
            } catch (error) {
              // The page shows the guest's cart from now on, so the message is shown as a toast.
              if (isUnauthorized(error)) toast.error(fetchFailure(error));
              throw error;
            }
          },
    // CART-79 to CART-81.
    staleTime: 5000,
    gcTime: 5 * 60_000,
    retry: (failures, error) => failures < 1 && isFailure(error),
    // Fail at once without a connection: a paused fetch would look like a slow one.
    networkMode: 'always',
  });

export const cartChangeKey = (token: string | null) => ['cart-change', token] as const;

const sendChange = (api: Api, change: CartChange): Promise<Cart> => {
  switch (change.kind) {
    case 'add': {
      const { product, quantity } = change;
      return api.call(calls.addToCart, { body: { product_id: product.id, quantity, weight: product.weight } });
    }
    case 'set': {
      const { productId, quantity } = change;
      return api.call(calls.setCartQuantity, { params: { productId }, body: { quantity } });
    }
    case 'remove':
      return api.call(calls.removeFromCart, { params: { productId: change.productId } });
    case 'clear':
      return api.call(calls.clearCart, {});
  }
};

/** One scope for all changes: they run one after another, so that each response contains the changes before it (CART-75). */
const changeMutation = ({ api, queryClient }: AppContext, token: string) => {
  const { queryKey } = accountCartQuery(api, token);
  const mutationKey = cartChangeKey(token);
  /** Of several quantities of one line only the last is sent. */
  const isSuperseded = (change: CartChange): boolean => {
    const pending = pendingVariables<CartChange>(queryClient, mutationKey);
    return (
      change.kind === 'set' &&
      pending
        .slice(pending.indexOf(change) + 1)
        .some((later) => later.kind === 'set' && later.productId === change.productId)
    );
  };
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    // Fail at once without a connection, as in the query above.
    networkMode: 'always',
    mutationFn: async (change: CartChange): Promise<CartItems | undefined> => {
      assertSession(token);
      if (isSuperseded(change)) return;
      const cart = await sendChange(api, change);
      // The response of a fetch that started earlier would undo the change on the page.
      await queryClient.cancelQueries({ queryKey });
      return queryClient.setQueryData(queryKey, (before = []) => readItems(cart, before));
    },
    onError: (error) => {
      if (!isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey });
    },
  });
};

/**
 * Changes the account's cart. The change shows at once, as the pending changes are applied to the fetched cart, and
 * disappears when it fails (CART-74).
 * @returns the line of an added product
 * @throws CartRuleError or ApiError
 */
export const changeAccountCart = async (
  context: AppContext,
  token: string,
  change: CartChange,
): Promise<CartItem | undefined> => {
  if (change.kind === 'set') assertProductAndQuantity(change.productId, change.quantity);
  if (change.kind === 'remove') assertProductAndQuantity(change.productId);
  const items = await runMutation(context.queryClient, changeMutation(context, token), change);
  if (change.kind !== 'add') return;
  const item = findItem(items ?? [], change.product.id);
  if (!item) throw new Error(`The response does not contain product ${change.product.id}`);
  return item;
};
