import { kobo } from '@sokuwa/contract/money.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CartItem } from './cart.rules.ts';
import { makeGuestCart } from './guest-cart.ts';

const yam: CartItem = { productId: 7, title: 'Puna yam', image: '', quantity: 1, price: kobo(1_245_000), weight: 6 };

/** A mock of the browser's storage with the methods that the cart uses. */
const makeStorage = (text: string | null = null) => {
  const storage = {
    text,
    getItem: () => storage.text,
    setItem: (key: string, value: string) => {
      expect(key).toBe('cart');
      storage.text = value;
    },
    removeItem: () => {
      storage.text = null;
    },
  };
  return storage;
};
/** A stored line, with its fields in the order in which they are written. */
const makeLine = (quantity: number, total: string) => ({
  product_id: 7,
  title: 'Puna yam',
  image: '',
  quantity,
  price: '12,450',
  total,
  weight: 6,
});
const storedYam = JSON.stringify({ cart: [makeLine(1, '12,450')], subtotal: 12_450 });

describe('the guest cart', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('stores added items in the specified format', {
    tags: ['@CART-1', '@CART-11', '@CART-31', '@SESSION-4'],
  }, () => {
    const storage = makeStorage();
    const store = makeGuestCart(() => storage);
    store.add(yam);
    store.add({ ...yam, quantity: 2 });
    expect(storage.text).toBe(JSON.stringify({ cart: [makeLine(3, '37,350')], subtotal: 37_350 }));
    expect(makeGuestCart(() => storage).get().items).toEqual([{ ...yam, quantity: 3 }]);
    store.setQuantity(7, 2);
    store.remove(7);
    expect(storage.text).toBe('{"cart":[],"subtotal":0}');
  });

  it('removes its storage entry when all items are subtracted', () => {
    const storage = makeStorage(storedYam);
    const store = makeGuestCart(() => storage);
    store.subtract(store.get().items);
    expect(storage.text).toBeNull();
    expect(store.get()).toEqual({ items: [], isPersisted: true });
    store.add(yam);
    expect(storage.text).toBe(storedYam);
  });

  it('keeps items that another tab added before the subtraction', () => {
    const storage = makeStorage(storedYam);
    const [here, there] = [makeGuestCart(() => storage), makeGuestCart(() => storage)];
    const merged = here.get().items;
    there.add({ ...yam, quantity: 2 });
    there.add({ ...yam, productId: 8 });
    here.subtract(merged);
    expect(makeGuestCart(() => storage).get().items).toEqual([
      { ...yam, quantity: 2 },
      { ...yam, productId: 8 },
    ]);
  });

  it('stores a repaired cart only with the next change', { tags: ['@CART-14'] }, () => {
    const brokenText = JSON.stringify({ cart: [makeLine(-2, 'x'), null], subtotal: 'much' });
    const storage = makeStorage(brokenText);
    const store = makeGuestCart(() => storage);
    expect(store.get().items).toEqual([yam]);
    expect(storage.text).toBe(brokenText);
    store.setQuantity(7, 2);
    expect(JSON.parse(storage.text ?? '')).toEqual({ cart: [makeLine(2, '24,900')], subtotal: 24_900 });
  });

  it('applies a change to the cart that another tab has stored', { tags: ['@CART-16'] }, () => {
    const storage = makeStorage();
    const [here, there] = [makeGuestCart(() => storage), makeGuestCart(() => storage)];
    here.get();
    there.add(yam);
    here.add({ ...yam, productId: 8 });
    expect(here.get().items.map((item) => item.productId)).toEqual([7, 8]);
  });

  it('notifies listeners of changes in other tabs, and returns the same snapshot without a change', () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    const storage = makeStorage();
    const store = makeGuestCart(() => storage);
    const before = store.get();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    const dispatchStorageEvent = (key: string | null) =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key }));

    dispatchStorageEvent('cart');
    expect(listener).not.toHaveBeenCalled();
    expect(store.get()).toBe(before);
    storage.text = storedYam;
    dispatchStorageEvent('cart');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.get().items).toEqual([yam]);
    storage.text = null;
    dispatchStorageEvent(null);
    expect(store.get().items).toEqual([]);
    stop();
    storage.text = storedYam;
    dispatchStorageEvent('cart');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('stays in memory when storage is disabled, and reports that', { tags: ['@CART-15'] }, () => {
    const store = makeGuestCart(() => {
      throw new DOMException('disabled', 'SecurityError');
    });
    expect(store.get()).toEqual({ items: [], isPersisted: false });
    store.add(yam);
    store.refresh();
    expect(store.get()).toEqual({ items: [yam], isPersisted: false });
    store.clear();
    expect(store.get().items).toEqual([]);
  });

  it('stays in memory while storage is full, and is stored again when there is space', { tags: ['@CART-15'] }, () => {
    const storage = makeStorage();
    const write = storage.setItem;
    const store = makeGuestCart(() => storage);
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    store.add(yam);
    store.refresh();
    expect(store.get()).toEqual({ items: [yam], isPersisted: false });
    storage.setItem = write;
    store.setQuantity(7, 4);
    expect(store.get().isPersisted).toBe(true);
    expect(JSON.parse(storage.text ?? '').subtotal).toBe(49_800);
  });

  it('refuses to change a line that another tab removed', { tags: ['@CART-69'] }, () => {
    const storage = makeStorage();
    const store = makeGuestCart(() => storage);
    store.add(yam);
    storage.text = null;
    expect(() => store.setQuantity(7, 2)).toThrow('Item not found in cart');
    expect(store.get().items).toEqual([]);
  });
});
