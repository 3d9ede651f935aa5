import { kobo } from '@sokuwa/contract/money.ts';
import { describe, expect, it, test } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { computeSubTotal, describeCartChanges, formatDuration } from './checkout.rules.ts';

test.each([
  [3, 5, '3 to 5 working days'],
  [4, 4, '4 working days'],
  [1, 1, '1 working day'],
])('formatDuration(%d, %d) returns "%s"', (min, max, text) => {
  expect(formatDuration(min, max)).toBe(text);
});

test('the subtotal is the sum of prices times quantities', () => {
  expect(computeSubTotal([])).toBe(0);
  expect(
    computeSubTotal([
      { sale_kobo: kobo(100_000), quantity: 3 },
      { sale_kobo: kobo(55_050), quantity: 2 },
    ]),
  ).toBe(410_100);
});

describe('describeCartChanges', () => {
  const item = (id: number, quantity: number, price: number) => ({
    productId: id as ProductId,
    title: `Yam ${id}`,
    picture_key: null,
    quantity,
    weight_grams: 1000,
    price: kobo(price),
    total: kobo(price * quantity),
    discount: kobo(0),
  });
  const items = [item(1, 2, 100_000), item(2, 1, 55_050)];

  it('returns nothing for the same products in any order, with one product split into several lines', () => {
    const sent = [
      { product: 2, quantity: 1, price: kobo(55_050) },
      { product: 1, quantity: 1, price: kobo(100_000) },
      { product: 1, quantity: 1 },
    ];
    expect(describeCartChanges(sent, items)).toEqual([]);
  });

  it('compares the price of every line of a product', () => {
    const sent = [
      { product: 2, quantity: 1 },
      { product: 1, quantity: 1, price: kobo(100_000) },
      { product: 1, quantity: 1, price: kobo(90_000) },
    ];
    expect(describeCartChanges(sent, items)).toEqual(['"Yam 1" now costs ₦1,000.']);
  });

  it('returns one message per difference', () => {
    const sent = [
      { product: 1, quantity: 3, price: kobo(90_000) },
      { product: 9, quantity: 1 },
    ];
    expect(describeCartChanges(sent, items)).toEqual([
      'Your cart holds 2 of "Yam 1".',
      '"Yam 1" now costs ₦1,000.',
      'Your cart holds 1 of "Yam 2".',
      'Your cart does not hold some of these products any more.',
    ]);
  });
});
