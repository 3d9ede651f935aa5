import { MAX_LINE_TOTAL, MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ProductQuantity } from '../catalog/index.ts';
import type { ProductId } from '../platform/ids.ts';

/** The product fields that the rules use. */
type ProductFields = { productId: number; title: string; sale_kobo: Kobo; stock: number };

/** Maximum quantity of a line: the stock, capped so that the line total is at most MAX_LINE_TOTAL. */
export const computeMaxQuantity = ({ stock, sale_kobo }: Pick<ProductFields, 'stock' | 'sale_kobo'>): number =>
  Math.min(stock, Math.floor(MAX_LINE_TOTAL / sale_kobo));

/** Total quantity by product, in order of first occurrence. */
export const sumQuantities = (items: readonly ProductQuantity[]): Map<ProductId, number> => {
  const sums = new Map<ProductId, number>();
  for (const { productId, quantity } of items) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return sums;
};

type Merged<P> = Pick<MergedCart, 'capped' | 'dropped'> & { changed: { product: P; quantity: number }[] };

/**
 * Merges a guest's cart into an account's cart (CART-89, CART-90). Quantities are summed and capped at the stock; existing
 * quantities never decrease, even when the stock has.
 * @param current quantity by product in the account's cart
 * @param additions quantity by product to add
 * @param products the products of `additions` that exist
 * @returns the changed lines with their new quantities, and the items that were not added in full
 */
export const mergeCarts = <P extends ProductFields>(
  current: ReadonlyMap<number, number>,
  additions: ReadonlyMap<number, number>,
  products: readonly P[],
): Merged<P> => {
  const productById = new Map<number, P>(products.map((product) => [product.productId, product]));
  const merged: Merged<P> = { changed: [], capped: [], dropped: [] };
  let freeLines = MAX_LINES - current.size;
  for (const [productId, requested] of additions) {
    const product = productById.get(productId);
    const quantityBefore = current.get(productId) ?? 0;
    const addedQuantity = product ? Math.max(0, Math.min(requested, computeMaxQuantity(product) - quantityBefore)) : 0;
    if (!product) merged.dropped.push({ product_id: productId, requested, reason: 'gone' });
    else if (quantityBefore + addedQuantity === 0)
      merged.dropped.push({ product_id: productId, requested, reason: 'sold_out' });
    else if (quantityBefore === 0 && freeLines <= 0)
      merged.dropped.push({ product_id: productId, requested, reason: 'cart_full' });
    else {
      if (quantityBefore === 0) freeLines--;
      if (addedQuantity > 0) merged.changed.push({ product, quantity: quantityBefore + addedQuantity });
      if (addedQuantity < requested)
        merged.capped.push({ product_id: productId, title: product.title, requested, added: addedQuantity });
    }
  }
  return merged;
};
