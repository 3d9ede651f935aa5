import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addItem,
  applyChange,
  type CartItem,
  type CartItems,
  CartRuleError,
  clampQuantity,
  computeLineTotal,
  computeSubtotal,
  countItems,
  describeUnavailability,
  getPreviousPrice,
  removeItem,
  setQuantity,
  subtractItems,
  updatePrice,
} from './cart.rules.ts';

const makeItem = (part: Partial<CartItem> = {}): CartItem => ({
  productId: 1,
  title: 'Puna yam, three tubers',
  image: '/media/products/puna-yam/400.webp',
  quantity: 1,
  price: kobo(1_245_000),
  weight: 6,
  ...part,
});

type Step =
  | { kind: 'add'; productId: number; quantity: number }
  | { kind: 'set'; productId: number; quantity: number }
  | { kind: 'remove'; productId: number };

const productId = fc.integer({ min: 1, max: 8 });
const quantity = fc.integer({ min: 1, max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), productId, quantity }),
  fc.record({ kind: fc.constant('set' as const), productId, quantity }),
  fc.record({ kind: fc.constant('remove' as const), productId }),
);
/** Every product has one price, odd kobo included. */
const priceOf = (id: number) => kobo(id * 123_457 + id);

const applyStep = (items: CartItems, step: Step): CartItems => {
  if (step.kind === 'add') return addItem(items, makeItem({ ...step, price: priceOf(step.productId) }));
  if (!items.some((line) => line.productId === step.productId)) return items;
  return step.kind === 'set' ? setQuantity(items, step.productId, step.quantity) : removeItem(items, step.productId);
};

const applyToModel = (model: Map<number, number>, step: Step): void => {
  const current = model.get(step.productId);
  if (step.kind === 'add') model.set(step.productId, (current ?? 0) + step.quantity);
  else if (current === undefined) return;
  else if (step.kind === 'set') model.set(step.productId, step.quantity);
  else model.delete(step.productId);
};

describe('the cart', () => {
  it('contains what was added and not removed, and its subtotal is the sum of the line totals', {
    tags: ['@CART-8', '@CART-28'],
  }, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = new Map<number, number>();
        let items: CartItems = [];
        for (const next of steps) {
          applyToModel(model, next);
          items = applyStep(items, next);
        }
        expect(new Map(items.map((line) => [line.productId, line.quantity]))).toEqual(model);
        const expected = [...model].reduce((sum, [id, pieces]) => sum + priceOf(id) * pieces, 0);
        expect(computeSubtotal(items)).toBe(expected);
        expect(items.reduce((sum, line) => sum + computeLineTotal(line), 0)).toBe(expected);
        expect(countItems(items)).toBe([...model.values()].reduce((sum, pieces) => sum + pieces, 0));
      }),
    );
  });

  it('does not mutate its argument', () => {
    const items = Object.freeze([Object.freeze(makeItem())]);
    addItem(items, makeItem());
    setQuantity(items, 1, 9);
    removeItem(items, 1);
    expect(items).toEqual([makeItem()]);
  });

  it('adds a new product at the end, and updates an existing line in its place with the current price', {
    tags: ['@CART-27', '@CART-29', '@CART-30'],
  }, () => {
    const two = addItem([makeItem()], makeItem({ productId: 2 }));
    const updated = addItem(two, makeItem({ quantity: 3, price: kobo(1_000_000), weight: 5 }));
    expect(updated.map(({ productId, quantity, price, weight }) => [productId, quantity, price, weight])).toEqual([
      [1, 4, 1_000_000, 5],
      [2, 1, 1_245_000, 6],
    ]);
  });

  it('limits quantities so that every sum is a safe integer', () => {
    const expensive = makeItem({ price: kobo(999_999_999_999), quantity: 999_999 });
    let items: CartItems = [];
    for (let id = 1; id <= MAX_LINES; id++)
      items = addItem(addItem(items, { ...expensive, productId: id }), { ...expensive, productId: id });
    expect(Number.isSafeInteger(computeSubtotal(items))).toBe(true);
    const addAnother = () => addItem(items, makeItem({ productId: MAX_LINES + 1 }));
    expect(addAnother).toThrow(CartRuleError);
    expect(addAnother).toThrow('A cart holds 500 products at most');
  });

  it('takes whole quantities from 1 to six digits, of a product that costs nothing too', () => {
    expect([-1, 0, 0.9, 1, 2.9].map((pieces) => clampQuantity(pieces, kobo(100)))).toEqual([1, 1, 1, 1, 2]);
    expect(clampQuantity(1_000_000, kobo(100))).toBe(999_999);
    expect(clampQuantity(1_000_000, kobo(0))).toBe(999_999);
    expect(clampQuantity(3, kobo(0))).toBe(3);
    expect(clampQuantity(3, kobo(5_000_000_000_000))).toBe(2);
    expect(clampQuantity(3, kobo(10_000_000_000_001))).toBe(0);
  });

  it('after items moved to the account, still has the items that were added in the meantime', () => {
    const items = [1, 2, 3].map((productId) => makeItem({ productId, quantity: 4 }));
    const moved = [makeItem({ productId: 1, quantity: 4 }), makeItem({ productId: 2, quantity: 3 })];
    expect(subtractItems(items, moved)).toEqual([
      makeItem({ productId: 2, quantity: 1 }),
      makeItem({ productId: 3, quantity: 4 }),
    ]);
    expect(subtractItems(items, [makeItem({ productId: 1, quantity: 5 })])).toEqual(items.slice(1));
  });

  it('updates a price, and returns the first price as the previous one', () => {
    const increased = updatePrice([makeItem({ quantity: 2 }), makeItem({ productId: 2 })], 1, kobo(1_300_000));
    expect(increased.map(({ price, quantity }) => [price, quantity])).toEqual([
      [1_300_000, 2],
      [1_245_000, 1],
    ]);
    expect(getPreviousPrice(undefined, kobo(5))).toBeUndefined();
    expect(getPreviousPrice(makeItem(), makeItem().price)).toBeUndefined();
    expect(getPreviousPrice(makeItem(), kobo(5))).toBe(1_245_000);
    expect(getPreviousPrice(makeItem({ price: kobo(5), priceWas: kobo(1_245_000) }), kobo(6))).toBe(1_245_000);
    expect(getPreviousPrice(makeItem({ price: kobo(5), priceWas: kobo(1_245_000) }), kobo(1_245_000))).toBeUndefined();
    // A price of 0 means that the product is not sold.
    expect(getPreviousPrice(makeItem(), kobo(0))).toBeUndefined();
    expect(getPreviousPrice(makeItem({ price: kobo(0) }), kobo(5))).toBeUndefined();
  });

  it('gives the reason why a line cannot be bought', { tags: ['@CART-59'] }, () => {
    expect(describeUnavailability(makeItem())).toBeUndefined();
    expect(describeUnavailability(makeItem({ quantity: 3, stock: 3 }))).toBeUndefined();
    expect(describeUnavailability(makeItem({ quantity: 3, stock: 2 }))).toBe('Only 2 in stock');
    expect(describeUnavailability(makeItem({ stock: 0 }))).toBe('Product out of stock. Please check back later');
    expect(describeUnavailability(makeItem({ price: kobo(0), stock: 0 }))).toBe(
      'This is not sold any more. Please remove it.',
    );
  });

  it('applies a pending change to any cart that the server returns', () => {
    const two = [makeItem(), makeItem({ productId: 2 })];
    const listQuantities = (items: CartItems) => items.map(({ productId, quantity }) => [productId, quantity]);
    expect(listQuantities(applyChange(two, { kind: 'set', productId: 2, quantity: 5 }))).toEqual([
      [1, 1],
      [2, 5],
    ]);
    expect(listQuantities(applyChange(two, { kind: 'remove', productId: 1 }))).toEqual([[2, 1]]);
    expect(applyChange(two, { kind: 'clear' })).toEqual([]);
    expect(
      applyChange(two, { kind: 'add', product: { id: 3, title: 'Broom', weight: 1, stock: 9 }, quantity: 1 }),
    ).toBe(two);
    expect(applyChange([], { kind: 'set', productId: 1, quantity: 2 })).toEqual([]);
  });

  it('refuses a change with an invalid product id or quantity, or of an item that is not in the cart', {
    tags: ['@CART-62', '@CART-69'],
  }, () => {
    expect(() => setQuantity([], 1, 2)).toThrow('Item not found in cart');
    expect(() => removeItem([], 1)).toThrow('Item not found in cart');
    for (const id of [0, Number.NaN]) expect(() => removeItem([makeItem()], id)).toThrow(/^Item not found$/);
    for (const [id, invalidQuantity] of [
      [0, 2],
      [Number.NaN, 2],
      [1, 0],
      [1, Number.NaN],
      [1, -3],
    ] as const) {
      expect(() => setQuantity([makeItem()], id, invalidQuantity)).toThrow(/^Item not found$/);
    }
  });
});
