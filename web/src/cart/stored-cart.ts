import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { CartLine } from '@sokuwa/contract/cart/cart.schemas.ts';
import { type Kobo, nairaText, parseNaira } from '@sokuwa/contract/money.ts';
import { type CartItem, type CartItems, fitQuantity, lineTotal, subtotal } from './cart.rules.ts';

/** A full cart takes a quarter of this; whatever is longer is not ours, and not worth a frozen page. */
const LONGEST_TEXT = 1_000_000;
const LONGEST_TITLE = 300;
const LARGEST_ID = 2_147_483_647;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number, or text that is one; nothing else, since `Number(null)` and `Number([])` are 0. */
const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

const priceOf = (value: unknown): Kobo | null => {
  const text = typeof value === 'number' ? value.toFixed(2) : value;
  const price = typeof text === 'string' ? parseNaira(text) : null;
  return price !== null && price >= 0 ? price : null;
};

/** Only pictures of the shop: the page's policy blocks others, and loudly. */
const imageOf = (value: unknown): string =>
  typeof value === 'string' && /^\/media\/[\w./-]{1,300}$/.test(value) && !value.includes('..') ? value : '';

const titleOf = (value: unknown, productId: number): string =>
  (typeof value === 'string' && value.slice(0, LONGEST_TITLE).trim()) || `Product ${productId}`;

/**
 * One line as the server answered it or as storage held it, made sound.
 * A line without product or price says nothing and is null; everything else has a sensible stand-in.
 */
export const readLine = (line: unknown): CartItem | null => {
  if (!isRecord(line)) return null;
  const productId = numberOf(line.product_id);
  if (!Number.isInteger(productId) || productId < 1 || productId > LARGEST_ID) return null;
  const price = priceOf(line.price);
  if (price === null) return null;
  const wanted = numberOf(line.quantity);
  const quantity = fitQuantity(Number.isNaN(wanted) ? 1 : wanted, price);
  if (quantity < 1) return null;
  const weight = numberOf(line.weight);
  return {
    productId,
    title: titleOf(line.title, productId),
    image: imageOf(line.image),
    quantity,
    price,
    weight: Number.isFinite(weight) && weight >= 0 ? weight : 0,
  };
};

const linesOf = (text: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && Array.isArray(value.cart) ? value.cart : [];
  } catch {
    return [];
  }
};

/**
 * What storage holds under the cart's key, as a sound cart: bad lines are mended or left out, lines of the same
 * product become one. Anybody may write there (an older shop, an extension, a hand), so nothing is believed, totals
 * least of all: they are computed again.
 */
export const readStoredCart = (text: string | null): CartItems => {
  if (text === null || text.length > LONGEST_TEXT) return [];
  const items = new Map<number, CartItem>();
  for (const line of linesOf(text)) {
    const item = readLine(line);
    if (!item) continue;
    const known = items.get(item.productId);
    if (known)
      items.set(item.productId, { ...known, quantity: fitQuantity(known.quantity + item.quantity, known.price) });
    else if (items.size < MAX_LINES) items.set(item.productId, item);
  }
  return [...items.values()];
};

/** A line as storage holds it: nothing that is true only for the moment. */
type StoredLine = Omit<CartLine, 'id' | 'stock' | 'available'>;

/** The shape that the specification gives the stored cart; the texts carry commas, the subtotal is naira. */
export const toStoredCart = (items: CartItems): { cart: StoredLine[]; subtotal: number } => ({
  cart: items.map(
    (item): StoredLine => ({
      product_id: item.productId,
      title: item.title,
      image: item.image,
      quantity: item.quantity,
      price: nairaText(item.price),
      total: nairaText(lineTotal(item)),
      weight: item.weight,
    }),
  ),
  subtotal: subtotal(items) / 100,
});
