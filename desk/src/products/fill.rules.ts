import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { formatNairaAmount, kobo, parseNaira } from '@sokuwa/contract/money.ts';
import { formatCount } from '../lib/format.ts';

/** What is typed into the cells of a row, before it is saved. */
export type Edit = { price?: string; stock?: string };

/** How the chosen products are filled: the field, and what the number does. */
export const FILLS = ['raise', 'lower', 'price', 'stock', 'add'] as const;
export type Fill = (typeof FILLS)[number];
export const FILL_NAMES: Record<Fill, string> = {
  raise: 'Raise the price',
  lower: 'Lower the price',
  price: 'Set the price',
  stock: 'Set the stock',
  add: 'Add to the stock',
};
export const FILL_UNITS: Record<Fill, string> = {
  raise: 'Percent',
  lower: 'Percent',
  price: 'Naira',
  stock: 'Pieces',
  add: 'Pieces',
};

/** The greatest raise, in percent. A larger one is a slip of the finger. */
const MAX_RAISE = 500;

const parseWhole = (text: string): number | undefined =>
  /^\d[\d,]*$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : undefined;
const parsePercent = (text: string): number | undefined =>
  /^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim()) ? Number(text) : undefined;

/** What is wrong with the number of a fill; undefined if nothing is. */
export const findFillError = (fill: Fill, text: string): string | undefined => {
  if (fill === 'price') {
    const amount = parseNaira(text);
    return amount !== null && amount > 0 ? undefined : 'Naira, such as 2,500.';
  }
  if (fill === 'stock' || fill === 'add') return parseWhole(text) === undefined ? 'Whole pieces.' : undefined;
  const percent = parsePercent(text);
  const max = fill === 'raise' ? MAX_RAISE : 99;
  return percent !== undefined && percent > 0 && percent <= max ? undefined : `From 1 to ${max}.`;
};

/**
 * What a fill types into the cells of a product, as it is saved: repeated, it types the same. Raised and lowered prices are whole naira, one at least.
 * @param text without an error
 * @returns undefined for a product without a price that could be raised or lowered
 */
export const computeFill = (
  fill: Fill,
  text: string,
  { price, stock }: Pick<OwnProduct, 'price' | 'stock'>,
): Edit | undefined => {
  if (fill === 'price') return { price: text.trim() };
  if (fill === 'stock') return { stock: text.trim() };
  if (fill === 'add') return { stock: formatCount(stock + (parseWhole(text) ?? 0)) };
  if (price === null) return undefined;
  const percent = (parsePercent(text) ?? 0) * (fill === 'raise' ? 1 : -1);
  const naira = Math.max(1, Math.round((price * (100 + percent)) / 100));
  return { price: formatNairaAmount(kobo(naira * 100)) };
};
