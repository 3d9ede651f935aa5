import type { Kobo } from '@sokuwa/contract/money.ts';
import { createAtom } from '@tanstack/react-store';
import { onStorageChange } from '../lib/storage-changes.ts';
import {
  addItem,
  type CartItem,
  type CartItems,
  findItem,
  getPreviousPrice,
  removeItem,
  setQuantity,
  subtractItems,
  updatePrice,
} from './cart.rules.ts';
import { readStoredCart, toStoredCart } from './stored-cart.ts';

const STORAGE_KEY = 'cart';

export type GuestCart = {
  items: CartItems;
  /** False when the browser does not store the cart: it lives as long as the page (CART-15). */
  isPersisted: boolean;
};

/** A guest's cart: in the storage of this browser, the same in all its tabs. */
export type GuestCartStore = {
  get(): GuestCart;
  subscribe(listener: () => void): () => void;
  /** Reads the storage again. */
  refresh(): void;
  /** @throws CartRuleError */
  add(item: CartItem): void;
  /** @throws CartRuleError */
  setQuantity(productId: number, quantity: number): void;
  /** @throws CartRuleError */
  remove(productId: number): void;
  clear(): void;
  /** Updates a product's price, which is stored, and its stock, which is not. */
  updateProduct(productId: number, product: { price: Kobo; stock: number }): void;
  /** Marks a line whose price and stock could not be read, until they are updated. */
  markUnchecked(productId: number): void;
  /** Removes the items that were merged into an account's cart. Items that another tab has added in the meantime stay. */
  subtract(items: CartItems): void;
};

/** @param openStorage returns the storage; may throw, as `localStorage` itself does when storage is disabled */
export const makeGuestCart = (
  openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): GuestCartStore => {
  const cart = createAtom<GuestCart>({ items: [], isPersisted: true });
  /** The text last read or written; undefined before the first read. */
  let text: string | null | undefined;
  /** Current data of each product, which is not stored with the line because it changes. */
  const products = new Map<number, Pick<CartItem, 'stock' | 'priceWas' | 'isUnchecked'>>();

  const show = (items: CartItems, isPersisted: boolean) =>
    cart.set({
      items: items.map(({ stock, priceWas, isUnchecked, ...line }) => ({ ...line, ...products.get(line.productId) })),
      isPersisted,
    });
  const refresh = () => {
    // A cart that could not be stored is newer than the stored one.
    if (!cart.get().isPersisted) return;
    let stored: string | null;
    try {
      stored = openStorage().getItem(STORAGE_KEY);
    } catch {
      show(cart.get().items, false);
      return;
    }
    if (stored === text) return;
    text = stored;
    show(readStoredCart(stored), true);
  };
  const change = (changeItems: (items: CartItems) => CartItems) => {
    // Another tab may have changed it a moment ago (CART-16).
    refresh();
    const items = changeItems(cart.get().items);
    const changedText = JSON.stringify(toStoredCart(items));
    let isPersisted = true;
    try {
      openStorage().setItem(STORAGE_KEY, changedText);
      text = changedText;
    } catch {
      isPersisted = false;
    }
    show(items, isPersisted);
  };

  return {
    get: () => {
      if (text === undefined) refresh();
      return cart.get();
    },
    subscribe: (listener) => {
      const { unsubscribe } = cart.subscribe(listener);
      const stop = onStorageChange(refresh);
      return () => {
        unsubscribe();
        stop();
      };
    },
    refresh,
    add: (item) => change((items) => addItem(items, item)),
    setQuantity: (productId, quantity) => change((items) => setQuantity(items, productId, quantity)),
    remove: (productId) => change((items) => removeItem(items, productId)),
    clear: () => change(() => []),
    updateProduct: (productId, { price, stock }) => {
      refresh();
      const { items, isPersisted } = cart.get();
      const item = findItem(items, productId);
      const priceWas = getPreviousPrice(item, price);
      products.set(productId, { stock, ...(priceWas !== undefined && { priceWas }) });
      // Nothing is written without a change (CART-14).
      if (item && item.price !== price) change((current) => updatePrice(current, productId, price));
      else show(items, isPersisted);
    },
    markUnchecked: (productId) => {
      refresh();
      products.set(productId, { ...products.get(productId), isUnchecked: true });
      const { items, isPersisted } = cart.get();
      show(items, isPersisted);
    },
    subtract: (merged) => {
      change((items) => subtractItems(items, merged));
      const { items, isPersisted } = cart.get();
      if (items.length > 0 || !isPersisted) return;
      openStorage().removeItem(STORAGE_KEY);
      text = null;
    },
  };
};

export const guestCart = makeGuestCart(() => localStorage);
