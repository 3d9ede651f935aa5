import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { computeMaxQuantity, mergeCarts, sumQuantities } from './cart.rules.ts';

const product = (id: number, stock: number, sale_kobo = 100_000) => ({
  productId: id as ProductId,
  title: `Product ${id}`,
  sale_kobo: kobo(sale_kobo),
  stock,
});

const anyId = fc.integer({ min: 1, max: 12 });
const anyQuantity = fc.integer({ min: 1, max: 40 });
const anyCart = fc.array(fc.tuple(anyId, anyQuantity), { maxLength: 12 }).map((lines) => new Map(lines));
const anyStocks = fc.uniqueArray(fc.tuple(anyId, fc.integer({ min: 0, max: 60 })), { selector: ([id]) => id });

describe('mergeCarts', () => {
  it('adds up to the stock, never decreases a quantity, and reports every item that it does not add', {
    tags: ['@CART-89', '@CART-90'],
  }, () => {
    fc.assert(
      fc.property(anyCart, anyCart, anyStocks, (current, additions, stocks) => {
        const stock = new Map(stocks);
        const { changed, capped, dropped } = mergeCarts(
          current,
          additions,
          stocks.map(([id, pieces]) => product(id, pieces)),
        );
        const after = new Map([...current, ...changed.map((line) => [line.product.productId, line.quantity] as const)]);
        const notAdded = new Map<number, number>();
        for (const line of capped) notAdded.set(line.product_id, line.requested - line.added);
        for (const line of dropped) {
          expect(notAdded.has(line.product_id)).toBe(false);
          notAdded.set(line.product_id, line.requested);
        }
        for (const id of new Set([...current.keys(), ...additions.keys()])) {
          const [before, now, requested] = [current.get(id) ?? 0, after.get(id) ?? 0, additions.get(id) ?? 0];
          expect(now - before + (notAdded.get(id) ?? 0)).toBe(requested);
          expect(now).toBeGreaterThanOrEqual(before);
          if (now > before) expect(now).toBeLessThanOrEqual(stock.get(id) ?? 0);
          // A quantity is left out only when the stock is used up.
          if (notAdded.has(id) && stock.has(id)) expect(now).toBeGreaterThanOrEqual(stock.get(id) ?? 0);
        }
      }),
    );
  });

  it('adds new products to a nearly full cart until it is full, and always increases existing lines', () => {
    const current = new Map(Array.from({ length: MAX_LINES - 1 }, (_, n) => [n + 1, 1]));
    const additions = new Map([7001, 7002, 7003, 5].map((n) => [n, 2]));
    const { changed, dropped } = mergeCarts(current, additions, [
      product(7001, 0),
      product(7002, 9),
      product(7003, 9),
      product(5, 9),
    ]);
    expect(changed.map((line) => [line.product.productId, line.quantity])).toEqual([
      [7002, 2],
      [5, 3],
    ]);
    expect(dropped).toEqual([
      { product_id: 7001, requested: 2, reason: 'sold_out' },
      { product_id: 7003, requested: 2, reason: 'cart_full' },
    ]);
  });
});

describe('the report of mergeCarts', () => {
  it('has an entry only for lines that were not added in full', { tags: ['@CART-90'] }, () => {
    expect(mergeCarts(new Map([[1, 5]]), new Map([[1, 2]]), [product(1, 7)])).toEqual({
      changed: [{ product: product(1, 7), quantity: 7 }],
      capped: [],
      dropped: [],
    });
  });

  it('doubles a quantity that was in both carts', { tags: ['@CART-89'] }, () => {
    expect(mergeCarts(new Map([[1, 2]]), new Map([[1, 2]]), [product(1, 9)])).toEqual({
      changed: [{ product: product(1, 9), quantity: 4 }],
      capped: [],
      dropped: [],
    });
  });

  it('distinguishes a deleted product from one that is sold out', { tags: ['@CART-90'] }, () => {
    const additions = new Map([
      [1, 3],
      [2, 4],
    ]);
    expect(mergeCarts(new Map(), additions, [product(2, 0)]).dropped).toEqual([
      { product_id: 1, requested: 3, reason: 'gone' },
      { product_id: 2, requested: 4, reason: 'sold_out' },
    ]);
  });

  it('does not report a line as changed when all its stock is in the cart already', { tags: ['@CART-89'] }, () => {
    expect(mergeCarts(new Map([[1, 5]]), new Map([[1, 2]]), [product(1, 5)])).toEqual({
      changed: [],
      capped: [{ product_id: 1, title: 'Product 1', requested: 2, added: 0 }],
      dropped: [],
    });
  });

  it('counts only new lines towards the limit of a cart', { tags: ['@CART-89'] }, () => {
    const current = new Map(Array.from({ length: MAX_LINES - 1 }, (_, n) => [n + 1, 1]));
    const { changed, dropped } = mergeCarts(current, new Map([5, 7001].map((n) => [n, 2])), [
      product(5, 9),
      product(7001, 9),
    ]);
    expect(changed.map((line) => line.product.productId)).toEqual([5, 7001]);
    expect(dropped).toEqual([]);
  });
});

describe('sumQuantities', () => {
  it('adds up the quantities of each product, in order of first occurrence', () => {
    const lines = [
      [9, 1],
      [2, 4],
      [9, 5],
    ].map(([id = 0, quantity = 0]) => ({ productId: id as ProductId, quantity }));
    expect([...sumQuantities(lines)]).toEqual([
      [9, 6],
      [2, 4],
    ]);
  });
});

describe('computeMaxQuantity', () => {
  it('is the stock, also for a product that costs nothing', () => {
    expect(computeMaxQuantity(product(1, 17))).toBe(17);
    expect(computeMaxQuantity(product(1, 17, 0))).toBe(17);
  });

  it('limits a line so that the total of a full cart is a safe integer of kobo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (price) => {
        const quantity = computeMaxQuantity(product(1, 2_147_483_647, price));
        expect(Number.isSafeInteger(price * quantity * MAX_LINES)).toBe(true);
      }),
    );
  });
});
