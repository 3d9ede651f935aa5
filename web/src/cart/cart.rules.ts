import { MAX_LINE_TOTAL, MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** A product in the cart; its total is always quantity times price, so it is never kept apart. */
export type CartItem = {
  productId: number;
  title: string;
  /** Path on the shop's origin, or empty. */
  image: string;
  quantity: number;
  /** For one; 0 when the product is not sold any more. */
  price: Kobo;
  /** Kilograms of one. */
  weight: number;
  /** How many there are, as the shop last said; undefined before it said anything. */
  stock?: number;
  /** What one cost when the shopper saw it first, where that is not the price any more. */
  priceWas?: Kobo;
};

export type CartItems = readonly CartItem[];

/** Six digits, as many as the stepper takes. */
const MAX_QUANTITY = 999_999;

/** A "no" of the cart itself, in the words that the shopper reads. */
export class CartProblem extends Error {}

/** The quantity of a line at this price, brought into what a line may hold; 0 when not even one fits. */
export const fitQuantity = (quantity: number, price: Kobo): number =>
  Math.min(
    Math.max(1, Math.floor(quantity)),
    MAX_QUANTITY,
    price > 0 ? Math.floor(MAX_LINE_TOTAL / price) : MAX_QUANTITY,
  );

export const lineTotal = (item: CartItem): Kobo => kobo(item.price * item.quantity);

/** The sum of the totals. */
export const subtotal = (items: CartItems): Kobo => kobo(items.reduce((sum, item) => sum + lineTotal(item), 0));

/** Pieces, not lines: three yams and a kaftan are four items. */
export const countItems = (items: CartItems): number => items.reduce((sum, item) => sum + item.quantity, 0);

/**
 * Adds as many pieces as `added.quantity` says. A line that is there already grows, and takes over price, weight and
 * words, which the server has just answered; a new one comes last.
 * @throws CartProblem when the cart holds no further line
 */
export const addItem = (items: CartItems, added: CartItem): CartItems => {
  const known = items.find((item) => item.productId === added.productId);
  if (!known && items.length >= MAX_LINES) throw new CartProblem(`A cart holds ${MAX_LINES} products at most`);
  const quantity = fitQuantity((known?.quantity ?? 0) + added.quantity, added.price);
  const line = { ...added, quantity };
  return known ? items.map((item) => (item === known ? line : item)) : [...items, line];
};

export const findLine = (items: CartItems, productId: number): CartItem | undefined =>
  items.find((item) => item.productId === productId);

/** @throws CartProblem when a change names no product or no quantity (CART-62) */
export const checkNamed = (productId: number, quantity = 1): void => {
  if (!(productId > 0) || !(quantity > 0)) throw new CartProblem('Item not found');
};

const mustHold = (items: CartItems, productId: number): void => {
  if (!findLine(items, productId)) throw new CartProblem('Item not found in cart');
};

/** What a shopper does to the cart. What an add puts in is known only when it is answered. */
export type CartChange =
  | { kind: 'add' }
  | { kind: 'set'; productId: number; quantity: number }
  | { kind: 'remove'; productId: number }
  | { kind: 'clear' };

/** The cart as it will be, as far as is known; a line that is not there is left alone. */
export const applyChange = (items: CartItems, change: CartChange): CartItems => {
  switch (change.kind) {
    case 'add':
      return items;
    case 'set':
      return items.map((item) =>
        item.productId === change.productId ? { ...item, quantity: fitQuantity(change.quantity, item.price) } : item,
      );
    case 'remove':
      return items.filter((item) => item.productId !== change.productId);
    case 'clear':
      return [];
  }
};

/** @throws CartProblem when product or quantity are missing, or the line is gone (CART-62, CART-69) */
export const setQuantity = (items: CartItems, productId: number, quantity: number): CartItems => {
  checkNamed(productId, quantity);
  mustHold(items, productId);
  return applyChange(items, { kind: 'set', productId, quantity });
};

/** @throws CartProblem when the line is gone */
export const removeItem = (items: CartItems, productId: number): CartItems => {
  checkNamed(productId);
  mustHold(items, productId);
  return applyChange(items, { kind: 'remove', productId });
};

/** What is left of a cart when as many pieces as `taken` holds have gone elsewhere. */
export const takeOut = (items: CartItems, taken: CartItems): CartItems =>
  items.flatMap((item) => {
    const quantity = item.quantity - (findLine(taken, item.productId)?.quantity ?? 0);
    return quantity > 0 ? { ...item, quantity } : [];
  });

/** The cart at a product's price of today. */
export const setPrice = (items: CartItems, productId: number, price: Kobo): CartItems =>
  items.map((item) =>
    item.productId === productId ? { ...item, price, quantity: fitQuantity(item.quantity, price) } : item,
  );

/**
 * The price that the shopper has in mind when a line comes at the price `now`.
 * @returns undefined when it is that one, or when there is none since the product is or was not sold
 */
export const priceBefore = (line: CartItem | undefined, now: Kobo): Kobo | undefined => {
  const was = line?.priceWas ?? line?.price;
  return was && now && was !== now ? was : undefined;
};

/** Why a line can't be bought as it is, in words for the shopper; undefined where nothing is known against it. */
export const hindrance = ({ price, stock, quantity }: CartItem): string | undefined => {
  if (price === 0) return 'This is not sold any more. Please remove it.';
  if (stock === undefined || stock >= quantity) return;
  return stock > 0 ? `Only ${stock} in stock` : 'Product out of stock. Please check back later';
};
