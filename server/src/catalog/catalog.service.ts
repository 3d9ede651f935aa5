import type { Kobo } from '@sokuwa/contract/money.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { lockProduct, updatePrice } from './products.sql.ts';
import { setStock } from './stock.service.ts';

/** A product field that an operator can change, before and after. */
type Changed<T> = { title: string; before: T; after: T };
type Price = { price_kobo: Kobo; discount_percent: number };

/**
 * Sets or adjusts the available stock. Pieces reserved by orders are not included.
 * @param change the new stock, or `by` for a relative change
 * @returns not_found if the product does not exist; stock_too_low if the stock would become negative
 */
export const changeStock = (
  db: Database,
  productId: ProductId,
  change: { to: number } | { by: number },
  options: ActOptions,
): Promise<Changed<number> | Refused<'not_found' | 'stock_too_low'>> =>
  runAct(db, options, async (trx) => {
    const product = await lockProduct(trx, productId);
    if (!product) return refuse('not_found');
    const after = 'to' in change ? change.to : product.stock + change.by;
    if (after < 0) return refuse('stock_too_low');
    await setStock(trx, productId, { before: product.stock, after });
    return acted(
      { title: product.title, before: product.stock, after },
      {
        action: 'products stock',
        subject: `product ${productId}`,
        before: { stock: product.stock },
        after: { stock: after },
      },
    );
  });

/**
 * Sets the price before discount, and optionally the discount. Existing orders are not affected.
 * @returns not_found if the product does not exist
 */
export const changePrice = (
  db: Database,
  productId: ProductId,
  change: { price_kobo: Kobo; discount_percent: number | undefined },
  options: ActOptions,
): Promise<Changed<Price> | Refused<'not_found'>> =>
  runAct(db, options, async (trx) => {
    const product = await lockProduct(trx, productId);
    if (!product) return refuse('not_found');
    const { price_kobo, discount_percent = product.discount_percent } = change;
    await updatePrice(trx, productId, { price_kobo, discount_percent });
    const before = { price_kobo: product.price_kobo, discount_percent: product.discount_percent };
    const after = { price_kobo, discount_percent };
    return acted(
      { title: product.title, before, after },
      { action: 'products price', subject: `product ${productId}`, before, after },
    );
  });
