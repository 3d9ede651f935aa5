import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCarts, mostOf, sumByProduct } from './cart.rules.ts';

const product = (product_id: number, stock: number, sale_kobo = 100_000) => ({
  product_id,
  title: `Product ${product_id}`,
  sale_kobo: kobo(sale_kobo),
  stock,
});

const id = fc.integer({ min: 1, max: 12 });
const pieces = fc.integer({ min: 1, max: 40 });
const cart = fc.array(fc.tuple(id, pieces), { maxLength: 12 }).map((lines) => new Map(lines));
const shop = fc.uniqueArray(fc.tuple(id, fc.integer({ min: 0, max: 60 })), { selector: ([n]) => n });

describe("a guest's cart that joins the account's", () => {
  it('is added up to the stock, takes nothing away, and leaves no piece unaccounted for', {
    tags: ['@CART-89', '@CART-90'],
  }, () => {
    fc.assert(
      fc.property(cart, cart, shop, (held, asked, stocks) => {
        const stock = new Map(stocks);
        const { changed, capped, dropped } = mergeCarts(
          held,
          asked,
          stocks.map(([n, pieces]) => product(n, pieces)),
        );
        const after = new Map([...held, ...changed.map((line) => [line.product.product_id, line.quantity] as const)]);
        const lost = new Map<number, number>();
        for (const line of capped) lost.set(line.product_id, line.requested - line.added);
        for (const line of dropped) {
          expect(lost.has(line.product_id)).toBe(false);
          lost.set(line.product_id, line.requested);
        }
        for (const n of new Set([...held.keys(), ...asked.keys()])) {
          const [had, has, wanted] = [held.get(n) ?? 0, after.get(n) ?? 0, asked.get(n) ?? 0];
          expect(has - had + (lost.get(n) ?? 0)).toBe(wanted);
          expect(has).toBeGreaterThanOrEqual(had);
          if (has > had) expect(has).toBeLessThanOrEqual(stock.get(n) ?? 0);
          // Nothing is left out that would have fitted.
          if (lost.has(n) && stock.has(n)) expect(has).toBeGreaterThanOrEqual(stock.get(n) ?? 0);
        }
      }),
    );
  });

  it('takes what fits into a cart that is nearly full: what is there already always does', () => {
    const held = new Map(Array.from({ length: MAX_LINES - 1 }, (_, n) => [n + 1, 1]));
    const asked = new Map([7001, 7002, 7003, 5].map((n) => [n, 2]));
    const { changed, dropped } = mergeCarts(held, asked, [
      product(7001, 0),
      product(7002, 9),
      product(7003, 9),
      product(5, 9),
    ]);
    expect(changed.map((line) => [line.product.product_id, line.quantity])).toEqual([
      [7002, 2],
      [5, 3],
    ]);
    expect(dropped).toEqual([
      { product_id: 7001, requested: 2, reason: 'sold_out' },
      { product_id: 7003, requested: 2, reason: 'cart_full' },
    ]);
  });

  it('counts lines of one product together, where it was first named', () => {
    const lines = [
      [9, 1],
      [2, 4],
      [9, 5],
    ].map(([product_id = 0, quantity = 0]) => ({ product_id, quantity }));
    expect([...sumByProduct(lines)]).toEqual([
      [9, 6],
      [2, 4],
    ]);
  });
});

describe('a line', () => {
  it('holds what is in stock, be it given away', () => {
    expect(mostOf(product(1, 17))).toBe(17);
    expect(mostOf(product(1, 17, 0))).toBe(17);
  });

  it('never holds so much that a full cart of such lines is no exact number of kobo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (price) => {
        const quantity = mostOf(product(1, 2_147_483_647, price));
        expect(Number.isSafeInteger(price * quantity * MAX_LINES)).toBe(true);
      }),
    );
  });
});
