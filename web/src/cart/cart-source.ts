import type { CartItem, CartItems } from './cart.rules.ts';

/** What a view of the cart shows. */
export type CartView =
  | { status: 'loading' }
  | { status: 'error'; message: string; retry: () => void }
  | {
      status: 'ready';
      items: CartItems;
      /** False where the cart lives only as long as the page. */
      kept: boolean;
      /** Why the last look failed; `items` are from before. */
      failure?: string;
    };

/** What a card or a page knows of the product that it adds. */
export type Addable = { id: number; title: string; weight: number; image?: string };

/** A place where a cart is kept: the views and their actions know no other. */
export type CartSource = {
  /** The same object for as long as nothing changes. */
  get(): CartView;
  /**
   * Tells of changes, and looks for them, until the returned function is called.
   * @param refreshEvery milliseconds from one look to the next
   */
  watch(listener: () => void, refreshEvery: number): () => void;
  /** Asks the shop for prices and stock, where the cart itself would not hear of a change. */
  verify(): Promise<void>;
  /** Puts pieces of a product in. @returns its line. @throws as below */
  add(product: Addable, quantity: number): Promise<CartItem>;
  /** Each shows at once, and throws what the shopper is told when it failed: a CartProblem, or an ApiError. */
  setQuantity(productId: number, quantity: number): Promise<void>;
  remove(productId: number): Promise<void>;
  clear(): Promise<void>;
};

/** Milliseconds between two fetches of the cart: on the cart page, and elsewhere (CART-77, CART-78). */
export const CART_PAGE_REFRESH = 1000;
export const CART_REFRESH = 10_000;
