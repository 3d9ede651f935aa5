import { addToCart } from '@sokuwa/contract/cart/cart.endpoints.ts';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { type Api, ApiError } from '../api.ts';
import { toast } from '../ui/toast.ts';
import { preloadAddedDialog, showAdded } from './added-dialog-host.tsx';
import { CartProblem } from './cart.rules.ts';
import { guestCart } from './guest-cart.ts';
import { readLine } from './stored-cart.ts';

/** What a card or a page knows of the product that it adds. */
export type Addable = { id: number; title: string; weight: number; image?: string };

/** Products whose add is under way; replaced on every change, as a store's snapshot must be. */
let adding: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const setAdding = (ids: Iterable<number>) => {
  adding = new Set(ids);
  for (const listener of listeners) listener();
};
const addingNow = () => adding;

/** 1-shopping, section 8. Out of stock is nobody's error. */
const tellFailure = (error: unknown): void => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (error instanceof CartProblem) toast.error(error.message);
  else if (status === 400) toast.info('Product out of stock. Please check back later');
  else if (status === 401) toast.error('Unauthorized. Please login to add the product to the cart');
  else if (status === 500) toast.error('Error: Internal Server Error');
  else toast.error('An error occurred while adding the product to the cart');
};

const addForGuest = async (api: Api, product: Addable, quantity: number): Promise<void> => {
  const body = { product_id: product.id, quantity, weight: product.weight };
  const answer = await api.call(addToCart, { body });
  const line = readLine(answer.cart.find((item) => item.product_id === product.id));
  if (!line) throw new Error(`The answer does not hold product ${product.id}`);
  guestCart.add({ ...line, quantity });
  toast.success(`${product.title} added to cart`);
  showAdded({ id: product.id, title: product.title, image: line.image });
};

const start = async (api: Api, product: Addable, quantity: number): Promise<void> => {
  if (adding.has(product.id)) return;
  setAdding([...adding, product.id]);
  preloadAddedDialog();
  try {
    await addForGuest(api, product, quantity);
  } catch (error) {
    tellFailure(error);
  } finally {
    setAdding([...adding].filter((id) => id !== product.id));
  }
};

/** Adds products to the cart, and knows which adds are under way: each product has its own progress. */
export const useAddToCart = (): {
  add(product: Addable, quantity?: number): void;
  isAdding(productId: number): boolean;
} => {
  const { api } = useRouter().options.context;
  const ids = useSyncExternalStore(subscribe, addingNow, addingNow);
  return {
    add: (product, quantity = 1) => void start(api, product, quantity),
    isAdding: (productId) => ids.has(productId),
  };
};
