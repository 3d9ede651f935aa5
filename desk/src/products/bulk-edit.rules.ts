import type { OwnProduct, ProductChanges } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { MAX_PRICE_KOBO, MAX_STOCK } from '@sokuwa/contract/catalog/product.rules.ts';
import { formatNairaAmount, kobo, parseNaira } from '@sokuwa/contract/money.ts';
import { formatCount } from '../lib/format.ts';
import { toWholeNumber } from './product.values.ts';

/** A product as it was when something was typed into its row. What is saved is a change of this. */
export type Base = Pick<OwnProduct, 'version' | 'stock'>;
export const toBase = ({ version, stock }: Base): Base => ({ version, stock });
/** What is typed into the cells of a row, before it is saved. */
export type Edit = { price?: string; stock?: string; base: Base };
type Change = ProductChanges['changes'][number];

const parsePrice = (text: string): number | undefined => {
  const amount = parseNaira(text);
  return amount !== null && amount > 0 && amount <= MAX_PRICE_KOBO ? amount : undefined;
};

/**
 * The change that a row's edit is. It is made from the product as it was when it was typed: a sale since then is a conflict, not lost.
 * @returns undefined if it changes nothing; a text if it is not valid
 */
export const toChange = (product: OwnProduct, { price, stock, base }: Edit): Change | string | undefined => {
  const change: Change = { id: product.id, version: base.version };
  if (price !== undefined) {
    const amount = parsePrice(price);
    if (amount === undefined) return 'Write the price in naira, such as 2,500.';
    if (amount / 100 !== product.price) change.price = amount / 100;
  }
  if (stock !== undefined) {
    const count = toWholeNumber(stock);
    if (!(count <= MAX_STOCK)) return 'Write the stock as a whole number.';
    if (count !== product.stock) {
      change.stock = count;
      change.stock_from = base.stock;
    }
  }
  return change.price === undefined && change.stock === undefined ? undefined : change;
};

/** What a bulk edit does with its number. */
export const BULK_EDITS = ['raise', 'lower', 'price', 'stock', 'add'] as const;
export type BulkEdit = (typeof BULK_EDITS)[number];
export const BULK_EDIT_NAMES: Record<BulkEdit, string> = {
  raise: 'Raise the price',
  lower: 'Lower the price',
  price: 'Set the price',
  stock: 'Set the stock',
  add: 'Add to the stock',
};
export const BULK_EDIT_UNITS: Record<BulkEdit, string> = {
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

/**
 * What a bulk edit types into the row of a product, from the product as it is: repeated, it types the same.
 * @param text without an error
 * @returns undefined for a product without a price that could be raised or lowered
 */
export const computeEdit = (
  edit: BulkEdit,
  text: string,
  product: Pick<OwnProduct, 'price' | 'stock' | 'version'>,
): Edit | undefined => {
  const base = toBase(product);
  const { price, stock } = product;
  if (edit === 'stock') return { stock: formatCount(toWholeNumber(text)), base };
  if (edit === 'add') return { stock: formatCount(stock + toWholeNumber(text)), base };
  if (edit === 'price') return { price: formatNairaAmount(kobo(parsePrice(text) ?? 0)), base };
  if (price === null) return undefined;
  const percent = (parsePercent(text) ?? 0) * (edit === 'raise' ? 1 : -1);
  return { price: formatNairaAmount(kobo(changePrice(price, percent))), base };
};
