import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { MAX_STOCK } from '@sokuwa/contract/catalog/product.rules.ts';
import { formatNairaAmount, kobo } from '@sokuwa/contract/money.ts';
import { formatCount } from '../lib/format.ts';
import { type Edit, parsePrice, toBase } from './drafts.rules.ts';
import { toWholeNumber } from './product.values.ts';

/** The choice that keeps the present value. */
export const LEAVE = 'leave';
/** What a bulk edit does with its number, by what it changes. */
export const BULK_EDITS = { price: [LEAVE, 'raise', 'lower', 'price'], stock: [LEAVE, 'stock', 'add'] } as const;
export type BulkEditField = keyof typeof BULK_EDITS;
export type BulkEdit = (typeof BULK_EDITS)[BulkEditField][number];
export const BULK_EDIT_NAMES: Record<BulkEdit, string> = {
  leave: 'Leave it',
  raise: 'Raise by',
  lower: 'Lower by',
  price: 'Set to',
  stock: 'Set to',
  add: 'Add',
};
/** The label of the number. */
export const BULK_EDIT_UNITS: Record<Exclude<BulkEdit, typeof LEAVE>, string> = {
  raise: 'Percent',
  lower: 'Percent',
  price: 'Naira',
  stock: 'Pieces',
  add: 'Pieces',
};

/** A larger raise is a slip of the finger. */
const MAX_RAISE_PERCENT = 500;

const parsePercent = (text: string): number | undefined =>
  /^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim()) ? Number(text) : undefined;

/** What is wrong with the number of a bulk edit; undefined if nothing is. */
export const findBulkEditError = (edit: BulkEdit, text: string): string | undefined => {
  if (edit === LEAVE) return undefined;
  if (edit === 'price') return parsePrice(text) === undefined ? 'Such as 2,500.' : undefined;
  if (edit === 'stock' || edit === 'add') return toWholeNumber(text) <= MAX_STOCK ? undefined : 'Whole pieces.';
  const percent = parsePercent(text);
  const max = edit === 'raise' ? MAX_RAISE_PERCENT : 99;
  return percent !== undefined && percent > 0 && percent <= max ? undefined : `Such as 5 or 12.5, at most ${max}.`;
};

/** Raised prices are rounded up to whole naira, lowered ones down, unless nothing would be left. */
const changePrice = (naira: number, percent: number): number => {
  const exact = Math.round(naira * (100 + percent)) / 100;
  const whole = percent > 0 ? Math.ceil(exact) : Math.floor(exact);
  return Math.max(1, Math.round((whole > 0 ? whole : exact) * 100));
};

/** What a bulk edit types into the row of a product; undefined for a product without a price that could be raised or lowered. */
const computeEdit = (
  edit: Exclude<BulkEdit, typeof LEAVE>,
  text: string,
  { price, stock }: Pick<OwnProduct, 'price' | 'stock'>,
): Omit<Edit, 'base'> | undefined => {
  if (edit === 'stock') return { stock: formatCount(toWholeNumber(text)) };
  if (edit === 'add') return { stock: formatCount(stock + toWholeNumber(text)) };
  if (edit === 'price') return { price: formatNairaAmount(kobo(parsePrice(text) ?? 0)) };
  if (price === null) return undefined;
  const percent = (parsePercent(text) ?? 0) * (edit === 'raise' ? 1 : -1);
  return { price: formatNairaAmount(kobo(changePrice(price, percent))) };
};

/**
 * What bulk edits type into the rows of products, from the products as they are: repeated, they type the same.
 * @param steps at most one for the price and one for the stock, without errors
 * @returns `unpriced`: how many products have no price that could be raised or lowered
 */
export const computeEdits = (
  products: readonly Pick<OwnProduct, 'id' | 'price' | 'stock' | 'version'>[],
  steps: readonly { edit: BulkEdit; text: string }[],
): { edits: Record<number, Edit>; unpriced: number } => {
  const edits: Record<number, Edit> = {};
  let unpriced = 0;
  for (const product of products)
    for (const { edit, text } of steps) {
      if (edit === LEAVE) continue;
      const computed = computeEdit(edit, text, product);
      if (computed) edits[product.id] = { ...edits[product.id], ...computed, base: toBase(product) };
      else unpriced += 1;
    }
  return { edits, unpriced };
};
