import { MAX_LINE_TOTAL, MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ProductId } from '../platform/ids.ts';

/** What the rules need of a product. */
type Sold = { product_id: number; title: string; sale_kobo: Kobo; stock: number };

/** How many pieces a line of the product can hold now: the stock, but of what costs next to a fortune no endless number. */
export const mostOf = ({ stock, sale_kobo }: Pick<Sold, 'stock' | 'sale_kobo'>): number =>
  Math.min(stock, Math.floor(MAX_LINE_TOTAL / sale_kobo));

/** Pieces by product, each product once, in the order in which they were first named. */
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
 * What becomes of a cart when a guest's is added to it (CART-89, CART-90): quantities add up to what the stock
 * covers. Nothing that the cart held already becomes less, though the stock may have.
 * @param held pieces by product in the cart
 * @param asked pieces by product to add
 * @param sold the products asked for, as far as there are such
 * @returns the lines that change, with their new quantities, and what could not be added in full
 */
export const mergeCarts = <P extends Sold>(
  held: ReadonlyMap<number, number>,
  asked: ReadonlyMap<number, number>,
  sold: readonly P[],
): Merged<P> => {
  const products = new Map<number, P>(sold.map((product) => [product.product_id, product]));
  const merged: Merged<P> = { changed: [], capped: [], dropped: [] };
  let free = MAX_LINES - held.size;
  for (const [product_id, requested] of asked) {
    const product = products.get(product_id);
    const had = held.get(product_id) ?? 0;
    const added = product ? Math.max(0, Math.min(requested, mostOf(product) - had)) : 0;
    if (!product) merged.dropped.push({ product_id, requested, reason: 'gone' });
    else if (had + added === 0) merged.dropped.push({ product_id, requested, reason: 'sold_out' });
    else if (had === 0 && free <= 0) merged.dropped.push({ product_id, requested, reason: 'cart_full' });
    else {
      if (had === 0) free--;
      if (added > 0) merged.changed.push({ product, quantity: had + added });
      if (added < requested) merged.capped.push({ product_id, title: product.title, requested, added });
    }
  }
  return merged;
};
