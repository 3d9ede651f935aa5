import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { MIN_PAYMENT } from '../ports/payments/payments.port.ts';
import { computeCredit, computeSubTotal, describeCartChanges, formatDuration } from './checkout.rules.ts';

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
    shipment: kobo(0),
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

describe('the credit that an order can use', { tags: ['@WALLET-12', '@WALLET-6', '@WALLET-7'] }, () => {
  it.each([
    [800_000, 0, 0],
    [800_000, 500_000, 500_000],
    [800_000, 795_000, 795_000],
    [800_000, 795_001, 795_000],
    [800_000, 799_999, 795_000],
    [800_000, 800_000, 800_000],
    [800_000, 900_000, 800_000],
    [4_000, 3_999, 0],
    [4_000, 4_000, 4_000],
  ])('of %d kobo with %d kobo in the wallet is %d', (total, spendable, credit) => {
    expect(computeCredit(kobo(total), kobo(spendable))).toBe(credit);
  });

  it('is the largest amount that leaves either nothing to pay or at least the minimum of the provider', () => {
    const amount = fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 1_000_000_000 }));
    fc.assert(
      fc.property(amount, fc.oneof(fc.constant(0), amount), (total, spendable) => {
        const credit = computeCredit(kobo(total), kobo(spendable));
        const isPossible = (used: number) =>
          used === 0 || (used <= Math.min(total, spendable) && (total === used || total - used >= MIN_PAYMENT));
        expect(isPossible(credit)).toBe(true);
        expect(isPossible(credit + 1)).toBe(false);
      }),
    );
  });
});
