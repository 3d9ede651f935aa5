import { addToCart } from '@sokuwa/contract/cart/cart.endpoints.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { isNotFound, productQuery } from '../catalog/index.ts';
import type { AppContext } from '../lib/app-context.ts';
import { type CartItem, findLine, priceBefore } from './cart.rules.ts';
import type { CartSource, CartView } from './cart-source.ts';
import { type GuestCart, guestCart } from './guest-cart.ts';
import { readLine } from './stored-cart.ts';

/** What the shop said of a product; true for the moment, so it is not stored. */
type Told = Pick<CartItem, 'stock' | 'priceWas'>;

const withTold = (cart: GuestCart, told: ReadonlyMap<number, Told>): CartView => ({
  status: 'ready',
  kept: cart.kept,
  items: cart.items.map((item) => ({ ...item, ...told.get(item.productId) })),
});

/** The cart that this browser keeps. The shop is asked only whether a product is to be had, and for how much. */
export const makeGuestSource = ({ api, queryClient, country }: AppContext): CartSource => {
  let told: ReadonlyMap<number, Told> = new Map();
  let shown: { cart: GuestCart; told: ReadonlyMap<number, Told>; view: CartView } | undefined;
  const listeners = new Set<() => void>();

  const learn = (productId: number, now: { price: Kobo; stock: number }) => {
    const line = findLine(guestCart.get().items, productId);
    const priceWas = line && priceBefore({ ...line, ...told.get(productId) }, now.price);
    told = new Map(told).set(productId, { stock: now.stock, ...(priceWas !== undefined && { priceWas }) });
    guestCart.setPrice(productId, now.price);
    for (const listener of listeners) listener();
  };

  const look = async (productId: number): Promise<{ price: Kobo; stock: number }> => {
    try {
      const product = await queryClient.fetchQuery(productQuery(api, productId, country.get()));
      return { price: kobo(Math.round(product.discount_price * 100)), stock: product.stock };
    } catch (error) {
      if (isNotFound(error)) return { price: kobo(0), stock: 0 };
      throw error;
    }
  };

  return {
    get: () => {
      const cart = guestCart.get();
      if (shown?.cart !== cart || shown.told !== told) shown = { cart, told, view: withTold(cart, told) };
      return shown.view;
    },
    watch: (listener, refreshEvery) => {
      const stop = guestCart.subscribe(listener);
      listeners.add(listener);
      const timer = setInterval(guestCart.refresh, refreshEvery);
      return () => {
        clearInterval(timer);
        listeners.delete(listener);
        stop();
      };
    },
    // One after the other: a full cart would be a burst of calls.
    verify: async () => {
      try {
        for (const { productId } of guestCart.get().items) learn(productId, await look(productId));
      } catch {
        // Nothing new is known; whoever goes on to buy is told the truth by the server in any case.
      }
    },
    add: async (product, quantity) => {
      const body = { product_id: product.id, quantity, weight: product.weight };
      const answer = await api.call(addToCart, { body });
      const answered = answer.cart.find((line) => line.product_id === product.id);
      const line = readLine(answered);
      if (!answered || !line) throw new Error(`The answer does not hold product ${product.id}`);
      guestCart.refresh();
      learn(product.id, { price: line.price, stock: answered.stock });
      guestCart.add({ ...line, quantity });
      return line;
    },
    setQuantity: async (productId, quantity) => guestCart.setQuantity(productId, quantity),
    remove: async (productId) => guestCart.remove(productId),
    clear: async () => guestCart.clear(),
  };
};
