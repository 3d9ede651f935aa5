import * as calls from '@sokuwa/contract/cart/cart.endpoints.ts';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import type { AppContext } from '../lib/app-context.ts';
import { applyChange, type CartChange, type CartItems, checkNamed, findLine, priceBefore } from './cart.rules.ts';
import type { CartSource, CartView } from './cart-source.ts';
import { readLine } from './stored-cart.ts';

const FETCH_FAILED = 'Error fetching cart items';

/** A failed look, in the words of the server or else of the specification (CART-86). */
const fetchFailure = (error: unknown): string => (error instanceof ApiError && error.serverMessage) || FETCH_FAILED;

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The lines of an answer, each remembering what it cost in the one before. */
const readLines = (cart: Cart, before: CartItems): CartItems =>
  cart.cart.flatMap((answered) => {
    const line = readLine(answered);
    if (!line) return [];
    const priceWas = priceBefore(findLine(before, line.productId), line.price);
    return { ...line, stock: answered.stock, ...(priceWas !== undefined && { priceWas }) };
  });

/**
 * The cart that the server keeps for a token. What the shopper changes shows at once: changes that are under way are
 * laid over the last answer, and taken away again when they failed. Calls go one after the other, and no look starts
 * while changes are under way, so that no answer is older than what it replaces.
 * @param token whose cart it is
 * @param stored says which token calls carry by now
 */
export const makeServerSource = (
  { api, queryClient }: AppContext,
  token: string,
  stored: () => string | null,
): CartSource => {
  const queryKey = ['cart', token];
  /** What waited for its turn must not reach the cart of whoever has signed in meanwhile. */
  const unlessLeft = <T>(call: () => Promise<T>): Promise<T> =>
    stored() === token ? call() : Promise.reject(new ApiError('Request aborted'));
  let pending: readonly CartChange[] = [];
  /** Ends with the last call that changes something. */
  let turn: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const become = (changes: readonly CartChange[]) => {
    pending = changes;
    for (const listener of listeners) listener();
  };

  const query = queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Cart> => {
      while (pending.length > 0) await turn;
      try {
        const cart = await unlessLeft(() => api.call(calls.getCart, { signal }));
        if (!Array.isArray(cart?.cart)) throw new Error(FETCH_FAILED);
        return cart;
      } catch (error) {
        // The view goes back to the guest's cart, so the words need another place.
        if (isUnauthorized(error)) toast.error(fetchFailure(error));
        throw error;
      }
    },
    // CART-79 to CART-81.
    staleTime: 5000,
    gcTime: 5 * 60_000,
    retry: (failures, error) => failures < 1 && !isUnauthorized(error),
    // Without a connection it fails and says so; a paused call would look like a slow one.
    networkMode: 'always',
  });

  let answer: Cart | undefined;
  let answered: CartItems = [];
  /** Stays while the next tries are under way, so that the message does not come and go. */
  let failed: Error | null = null;
  const retry = () => {
    failed = null;
    queryClient.refetchQueries({ queryKey });
    become(pending);
  };
  const makeView = (): CartView => {
    const failure = failed ? fetchFailure(failed) : undefined;
    if (answer)
      return {
        status: 'ready',
        items: pending.reduce(applyChange, answered),
        kept: true,
        ...(failure !== undefined && { failure }),
      };
    return failure === undefined ? { status: 'loading' } : { status: 'error', message: failure, retry };
  };
  let view: CartView = { status: 'loading' };
  let madeOf: readonly unknown[] = [];
  const get = (): CartView => {
    const state = queryClient.getQueryState<Cart>(queryKey);
    if (state?.status === 'error') failed = state.error;
    else if (state?.status === 'success') failed = null;
    if (state?.data !== answer) {
      answer = state?.data;
      if (answer) answered = readLines(answer, answered);
    }
    const parts = [answer, failed, pending];
    if (parts.some((part, at) => part !== madeOf[at])) {
      madeOf = parts;
      view = makeView();
    }
    return view;
  };

  /** Makes a change in its turn. `change` is what shows until then; adding shows nothing, as the price is not known. */
  const make = async (change: CartChange, call: () => Promise<Cart | undefined>): Promise<Cart | undefined> => {
    become([...pending, change]);
    // A look that is under way may answer what was before; its connection is wanted too.
    queryClient.cancelQueries({ queryKey });
    const mine = turn.then(() => unlessLeft(call));
    turn = mine.catch(() => {});
    const rest = () => pending.filter((other) => other !== change);
    try {
      const cart = await mine;
      if (cart) queryClient.setQueryData(queryKey, cart);
      become(rest());
      return cart;
    } catch (error) {
      become(rest());
      if (!isUnauthorized(error)) queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };

  return {
    get,
    watch: (listener, refreshEvery) => {
      const observer = new QueryObserver(queryClient, {
        ...query,
        refetchInterval: refreshEvery,
        notifyOnChangeProps: ['data', 'error', 'status'],
      });
      listeners.add(listener);
      const stop = observer.subscribe(listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
    // Every answer of the server says it.
    verify: async () => {},
    add: async (product, quantity) => {
      const body = { product_id: product.id, quantity, weight: product.weight };
      const cart = await make({ kind: 'add' }, () => api.call(calls.addToCart, { body }));
      const line = readLine(cart?.cart.find((one) => one.product_id === product.id));
      if (!line) throw new Error(`The answer does not hold product ${product.id}`);
      return line;
    },
    setQuantity: async (productId, quantity) => {
      checkNamed(productId, quantity);
      const change = { kind: 'set', productId, quantity } as const;
      await make(change, async () => {
        // Of many presses in a row, only the last needs to reach the server.
        const later = pending.slice(pending.indexOf(change) + 1);
        if (later.some((other) => other.kind === 'set' && other.productId === productId)) return;
        return api.call(calls.setCartQuantity, { params: { productId }, body: { quantity } });
      });
    },
    remove: async (productId) => {
      checkNamed(productId);
      await make({ kind: 'remove', productId }, () => api.call(calls.removeFromCart, { params: { productId } }));
    },
    clear: async () => {
      await make({ kind: 'clear' }, () => api.call(calls.clearCart, {}));
    },
  };
};
