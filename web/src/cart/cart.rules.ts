import { MAX_LINE_TOTAL, MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** A line of the cart. Its total is always quantity times price, so it is not stored. */
export type CartItem = {
  productId: number;
  title: string;
  /** Path on the shop's origin, or empty. */
  image: string;
  quantity: number;
  /** The price of one piece; 0 when the product is no longer sold. */
  price: Kobo;
  /** The weight of one piece, in kilograms. */
  weight: number;
  /** From the last response; undefined before the first one. */
  stock?: number;
  /** The price that the shopper saw first, when it differs from the current one. */
  priceWas?: Kobo;
  /** The current price and stock could not be read (CART-93). */
  isUnchecked?: true;
};

export type CartItems = readonly CartItem[];

/** A product to add, with the fields that its card or page has. */
export type CartProduct = { id: number; title: string; weight: number; stock: number };

/** Six digits, as many as the number field takes. */
const MAX_QUANTITY = 999_999;

/** A change that the cart itself refuses; the message is for the shopper. */
export class CartRuleError extends Error {}

/** The quantity within the limits of a line at this price; 0 when the price exceeds the limit. */
export const clampQuantity = (quantity: number, price: Kobo): number =>
  Math.min(Math.max(1, Math.floor(quantity)), MAX_QUANTITY, Math.floor(MAX_LINE_TOTAL / price));

/** Price times quantity, in kobo. */
export const computeLineTotal = (item: CartItem): Kobo => kobo(item.price * item.quantity);

/** The sum of the line totals (CART-8). */
export const computeSubtotal = (items: CartItems): Kobo =>
  kobo(items.reduce((sum, item) => sum + computeLineTotal(item), 0));

/** Pieces, not lines: three yams and a kaftan are four items. */
export const countItems = (items: CartItems): number => items.reduce((sum, item) => sum + item.quantity, 0);

/** The line of a product; undefined if it is not in the cart. */
export const findItem = (items: CartItems, productId: number): CartItem | undefined =>
  items.find((item) => item.productId === productId);

/**
 * Adds the quantity of `added`. An existing line gets price, weight and texts of the response; a new one comes last
 * (CART-27 to CART-30).
 * @throws CartRuleError when the cart has the maximum number of lines
 */
export const addItem = (items: CartItems, added: CartItem): CartItems => {
  const existing = findItem(items, added.productId);
  if (!existing && items.length >= MAX_LINES) throw new CartRuleError(`A cart holds ${MAX_LINES} products at most`);
  const quantity = clampQuantity((existing?.quantity ?? 0) + added.quantity, added.price);
  const line = { ...added, quantity };
  return existing ? items.map((item) => (item === existing ? line : item)) : [...items, line];
};

/** @throws CartRuleError when a change has no product or no quantity (CART-62) */
export const assertProductAndQuantity = (productId: number, quantity = 1): void => {
  if (!(productId > 0) || !(quantity > 0)) throw new CartRuleError('Item not found');
};

const assertInCart = (items: CartItems, productId: number): void => {
  if (!findItem(items, productId)) throw new CartRuleError('Item not found in cart');
};

export type CartChange =
  | { kind: 'add'; product: CartProduct; quantity: number }
  | { kind: 'set'; productId: number; quantity: number }
  | { kind: 'remove'; productId: number }
  | { kind: 'clear' };

/** The cart with a change that has no response yet. An added product shows only after its response, which has the price. */
export const applyChange = (items: CartItems, change: CartChange): CartItems => {
  switch (change.kind) {
    case 'add':
      return items;
    case 'set':
      return items.map((item) =>
        item.productId === change.productId ? { ...item, quantity: clampQuantity(change.quantity, item.price) } : item,
      );
    case 'remove':
      return items.filter((item) => item.productId !== change.productId);
    case 'clear':
      return [];
  }
};

/** @throws CartRuleError when product or quantity are missing, or the product is not in the cart (CART-62, CART-69) */
export const setQuantity = (items: CartItems, productId: number, quantity: number): CartItems => {
  assertProductAndQuantity(productId, quantity);
  assertInCart(items, productId);
  return applyChange(items, { kind: 'set', productId, quantity });
};

/** @throws CartRuleError when the product is missing or not in the cart (CART-62, CART-69) */
export const removeItem = (items: CartItems, productId: number): CartItems => {
  assertProductAndQuantity(productId);
  assertInCart(items, productId);
  return applyChange(items, { kind: 'remove', productId });
};

/** The cart without the quantities of `subtracted`. */
export const subtractItems = (items: CartItems, subtracted: CartItems): CartItems =>
  items.flatMap((item) => {
    const quantity = item.quantity - (findItem(subtracted, item.productId)?.quantity ?? 0);
    return quantity > 0 ? { ...item, quantity } : [];
  });

/** Sets the price of a product, in kobo. The quantity is reduced if the line total would exceed its limit. */
export const updatePrice = (items: CartItems, productId: number, price: Kobo): CartItems =>
  items.map((item) =>
    item.productId === productId ? { ...item, price, quantity: clampQuantity(item.quantity, price) } : item,
  );

/**
 * The price to show as the previous one (CART-59).
 * @param item the line before its new price
 * @returns undefined when the price is the same, or the product was or is no longer sold
 */
export const getPreviousPrice = (item: CartItem | undefined, newPrice: Kobo): Kobo | undefined => {
  const firstPrice = item?.priceWas ?? item?.price;
  return firstPrice && newPrice && firstPrice !== newPrice ? firstPrice : undefined;
};

/** Why a line can't be bought as it is, for the shopper (CART-59); undefined when it can, as far as known. */
export const describeUnavailability = ({ price, stock, quantity }: CartItem): string | undefined => {
  if (price === 0) return 'This is not sold any more. Please remove it.';
  if (stock === undefined || stock >= quantity) return;
  return stock > 0 ? `Only ${stock} in stock` : 'Product out of stock. Please check back later';
};
