import type { Kobo } from '@sokuwa/contract/money.ts';
import { type Database, type DryRunOption, runInTransaction } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import { lockProduct, updatePrice, updateStock } from './products.sql.ts';

/** What an operator may change of a product, before and after. */
type Changed<T> = { title: string; before: T; after: T };
type Price = { price_kobo: Kobo; discount_percent: number };

/**
 * Sets how many pieces can be bought, or changes that by some. Pieces that orders hold back are not counted among them.
 * @param change a number of pieces, or `by` how many there are more or less
 * @returns undefined without such a product; `short` when less than nothing would be left
 */
export const changeStock = (
  db: Database,
  productId: ProductId,
  change: { to: number } | { by: number },
  options: DryRunOption,
): Promise<Changed<number> | 'short' | undefined> =>
  runInTransaction(db, options, async (trx) => {
    const product = await lockProduct(trx, productId);
    if (!product) return undefined;
    const after = 'to' in change ? change.to : product.stock + change.by;
    if (after < 0) return 'short';
    await updateStock(trx, productId, after);
    return { title: product.title, before: product.stock, after };
  });

/**
 * Sets what a product costs before its discount, and the discount where one is given. Orders that were placed keep theirs.
 * @returns undefined without such a product
 */
export const changePrice = (
  db: Database,
  productId: ProductId,
  change: { price_kobo: Kobo; discount_percent: number | undefined },
  options: DryRunOption,
): Promise<Changed<Price> | undefined> =>
  runInTransaction(db, options, async (trx) => {
    const product = await lockProduct(trx, productId);
    if (!product) return undefined;
    const { price_kobo, discount_percent = product.discount_percent } = change;
    await updatePrice(trx, productId, { price_kobo, discount_percent });
    const before = { price_kobo: product.price_kobo, discount_percent: product.discount_percent };
    return { title: product.title, before, after: { price_kobo, discount_percent } };
  });
