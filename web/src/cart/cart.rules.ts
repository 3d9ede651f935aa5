import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** A product in the cart; its total is always quantity times price, so it is never kept apart. */
export type CartItem = {
  productId: number;
  title: string;
  /** Path on the shop's origin, or empty. */
  image: string;
  quantity: number;
  /** For one. */
  price: Kobo;
  /** Kilograms of one. */
  weight: number;
};

export type CartItems = readonly CartItem[];

/** Six digits, as many as the stepper takes. */
const MAX_QUANTITY = 999_999;
/** 100 billion naira. Together with MAX_LINES it keeps every sum a whole number that a double can hold. */
const MAX_LINE_TOTAL = 10_000_000_000_000;
export const MAX_LINES = 500;

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

const mustHold = (items: CartItems, productId: number): void => {
  if (!items.some((item) => item.productId === productId)) throw new CartProblem('Item not found in cart');
};

/** @throws CartProblem when product or quantity are missing, or the line is gone (1-shopping, section 8) */
export const setQuantity = (items: CartItems, productId: number, quantity: number): CartItems => {
  if (!(productId > 0) || !(quantity > 0)) throw new CartProblem('Item not found');
  mustHold(items, productId);
  return items.map((item) =>
    item.productId === productId ? { ...item, quantity: fitQuantity(quantity, item.price) } : item,
  );
};

/** @throws CartProblem when the line is gone */
export const removeItem = (items: CartItems, productId: number): CartItems => {
  if (!(productId > 0)) throw new CartProblem('Item not found');
  mustHold(items, productId);
  return items.filter((item) => item.productId !== productId);
};
