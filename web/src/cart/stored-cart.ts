import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { CartLine } from '@sokuwa/contract/cart/cart.schemas.ts';
import { formatNairaAmount, type Kobo, parseNaira } from '@sokuwa/contract/money.ts';
import { type CartItem, type CartItems, clampQuantity, computeLineTotal, computeSubtotal } from './cart.rules.ts';

/** Four times a full cart. A longer text was not written by the shop, and parsing it could freeze the page. */
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_TITLE_LENGTH = 300;
const MAX_PRODUCT_ID = 2_147_483_647;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number or a numeric text; anything else is NaN, while `Number(null)` and `Number([])` are 0. */
const parseNumber = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

const parsePrice = (value: unknown): Kobo | null => {
  const text = typeof value === 'number' ? value.toFixed(2) : value;
  const price = typeof text === 'string' ? parseNaira(text) : null;
  return price !== null && price >= 0 ? price : null;
};

/** Only the shop's pictures: the content security policy blocks others and logs an error. */
const parseImage = (value: unknown): string =>
  typeof value === 'string' && /^\/media\/[\w./-]{1,300}$/.test(value) && !value.includes('..') ? value : '';

const parseTitle = (value: unknown, productId: number): string =>
  (typeof value === 'string' && value.slice(0, MAX_TITLE_LENGTH).trim()) || `Product ${productId}`;

/**
 * Reads a valid line from a response or from storage.
 * @returns null without a product or a price; any other invalid field gets a default
 */
export const readLine = (line: unknown): CartItem | null => {
  if (!isRecord(line)) return null;
  const productId = parseNumber(line.product_id);
  if (!Number.isInteger(productId) || productId < 1 || productId > MAX_PRODUCT_ID) return null;
  const price = parsePrice(line.price);
  if (price === null) return null;
  const lineQuantity = parseNumber(line.quantity);
  const quantity = clampQuantity(Number.isNaN(lineQuantity) ? 1 : lineQuantity, price);
  if (quantity < 1) return null;
  const weight = parseNumber(line.weight);
  return {
    productId,
    title: parseTitle(line.title, productId),
    image: parseImage(line.image),
    quantity,
    price,
    weight: Number.isFinite(weight) && weight >= 0 ? weight : 0,
  };
};

const parseLines = (text: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && Array.isArray(value.cart) ? value.cart : [];
  } catch {
    return [];
  }
};

/**
 * Reads a valid cart from the stored text, which may be corrupt (CART-14): invalid lines are repaired or omitted, lines of
 * the same product are merged, totals are recomputed.
 */
export const readStoredCart = (text: string | null): CartItems => {
  if (text === null || text.length > MAX_TEXT_LENGTH) return [];
  const items = new Map<number, CartItem>();
  for (const line of parseLines(text)) {
    const item = readLine(line);
    if (!item) continue;
    const existing = items.get(item.productId);
    if (existing)
      items.set(item.productId, {
        ...existing,
        quantity: clampQuantity(existing.quantity + item.quantity, existing.price),
      });
    else if (items.size < MAX_LINES) items.set(item.productId, item);
  }
  return [...items.values()];
};

/** A stored line, without stock and availability, which change over time. */
type StoredLine = Omit<CartLine, 'id' | 'stock' | 'available'>;

/** The stored cart in the specification's shape: texts with commas, the subtotal in naira (CART-6 to CART-11). */
export const toStoredCart = (items: CartItems): { cart: StoredLine[]; subtotal: number } => ({
  cart: items.map(
    (item): StoredLine => ({
      product_id: item.productId,
      title: item.title,
      image: item.image,
      quantity: item.quantity,
      price: formatNairaAmount(item.price),
      total: formatNairaAmount(computeLineTotal(item)),
      weight: item.weight,
    }),
  ),
  subtotal: computeSubtotal(items) / 100,
});
