import { MAX_LINE_TOTAL, MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ProductId } from '../platform/ids.ts';

/** The product fields that the rules use. */
type Sold = { product_id: number; title: string; sale_kobo: Kobo; stock: number };

/** Maximum quantity of a line: the stock, capped so that the line total is at most MAX_LINE_TOTAL. */
export const mostOf = ({ stock, sale_kobo }: Pick<Sold, 'stock' | 'sale_kobo'>): number =>
  Math.min(stock, Math.floor(MAX_LINE_TOTAL / sale_kobo));

/** Total quantity by product, in order of first occurrence. */
export const sumByProduct = (items: readonly { product_id: number; quantity: number }[]): Map<ProductId, number> => {
  const sums = new Map<ProductId, number>();
  for (const { product_id, quantity } of items) {
    const productId = product_id as ProductId;
    sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  }
  return sums;
};

type Merged<P> = Pick<MergedCart, 'capped' | 'dropped'> & { changed: { product: P; quantity: number }[] };

/**
 * Merges a guest's cart into an account's cart (CART-89, CART-90). Quantities are summed and capped at the stock; existing
 * quantities never decrease, even when the stock has.
 * @param held quantity by product in the account's cart
 * @param additions quantity by product to add
 * @param sold the products of `additions` that exist
 * @returns the changed lines with their new quantities, and the items that were not added in full
 */
export const mergeCarts = <P extends Sold>(
  held: ReadonlyMap<number, number>,
  additions: ReadonlyMap<number, number>,
  sold: readonly P[],
): Merged<P> => {
  const products = new Map<number, P>(sold.map((product) => [product.product_id, product]));
  const merged: Merged<P> = { changed: [], capped: [], dropped: [] };
  let free = MAX_LINES - held.size;
  for (const [product_id, requested] of additions) {
    const product = products.get(product_id);
    const existing = held.get(product_id) ?? 0;
    const added = product ? Math.max(0, Math.min(requested, mostOf(product) - existing)) : 0;
    if (!product) merged.dropped.push({ product_id, requested, reason: 'gone' });
    else if (existing + added === 0) merged.dropped.push({ product_id, requested, reason: 'sold_out' });
    else if (existing === 0 && free <= 0) merged.dropped.push({ product_id, requested, reason: 'cart_full' });
    else {
      if (existing === 0) free--;
      if (added > 0) merged.changed.push({ product, quantity: existing + added });
      if (added < requested) merged.capped.push({ product_id, title: product.title, requested, added });
    }
  }
  return merged;
};
