import type { Kobo } from '@sokuwa/contract/money.ts';
import {
  addItem,
  type CartItem,
  type CartItems,
  findLine,
  removeItem,
  setPrice,
  setQuantity,
  takeOut,
} from './cart.rules.ts';
import { readStoredCart, toStoredCart } from './stored-cart.ts';

const STORAGE_KEY = 'cart';

export type GuestCart = {
  items: CartItems;
  /** Whether the browser lets the shop keep the cart; otherwise it lives as long as the page. */
  kept: boolean;
};

/** The cart of somebody who is not signed in: in this browser alone, the same in all its tabs. */
export type GuestCartStore = {
  get(): GuestCart;
  subscribe(listener: () => void): () => void;
  /** Looks whether something else changed what is stored. */
  refresh(): void;
  /** @throws CartProblem */
  add(item: CartItem): void;
  /** @throws CartProblem */
  setQuantity(productId: number, quantity: number): void;
  /** Nothing is written where it is the price already, or the product not in the cart. */
  setPrice(productId: number, price: Kobo): void;
  /** @throws CartProblem */
  remove(productId: number): void;
  clear(): void;
  /**
   * Gives these pieces away, to the cart of an account. Without what was put in meanwhile, in another tab, nothing stays
   * in storage.
   */
  giveAway(items: CartItems): void;
};

/** @param openStorage gives the storage; may throw, as `localStorage` itself does where it is closed */
export const makeGuestCart = (
  openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): GuestCartStore => {
  let state: GuestCart = { items: [], kept: true };
  /** What was last read or written; undefined before the first look. */
  let text: string | null | undefined;
  const listeners = new Set<() => void>();

  const become = (next: GuestCart) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const refresh = () => {
    // What could not be kept is newer than what is stored.
    if (!state.kept) return;
    let found: string | null;
    try {
      found = openStorage().getItem(STORAGE_KEY);
    } catch {
      become({ ...state, kept: false });
      return;
    }
    if (found === text) return;
    text = found;
    become({ items: readStoredCart(found), kept: true });
  };
  const change = (make: (items: CartItems) => CartItems) => {
    // Another tab may have changed it a moment ago.
    refresh();
    const items = make(state.items);
    const next = JSON.stringify(toStoredCart(items));
    let kept = true;
    try {
      openStorage().setItem(STORAGE_KEY, next);
      text = next;
    } catch {
      kept = false;
    }
    become({ items, kept });
  };
  const follow = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === STORAGE_KEY || event.key === null) refresh();
  };

  return {
    get: () => {
      if (text === undefined) refresh();
      return state;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        addEventListener('storage', follow);
        // A page that comes back from the browser's page cache heard nothing meanwhile.
        addEventListener('pageshow', refresh);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener('storage', follow);
        removeEventListener('pageshow', refresh);
      };
    },
    refresh,
    add: (item) => change((items) => addItem(items, item)),
    setQuantity: (productId, quantity) => change((items) => setQuantity(items, productId, quantity)),
    setPrice: (productId, price) => {
      refresh();
      const line = findLine(state.items, productId);
      if (line && line.price !== price) change((items) => setPrice(items, productId, price));
    },
    remove: (productId) => change((items) => removeItem(items, productId)),
    clear: () => change(() => []),
    giveAway: (items) => {
      change((held) => takeOut(held, items));
      if (state.items.length > 0 || !state.kept) return;
      openStorage().removeItem(STORAGE_KEY);
      text = null;
    },
  };
};

export const guestCart = makeGuestCart(() => localStorage);
