import { FULFILMENT_STATUSES } from '@sokuwa/contract/orders/merchant-orders.rules.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveFulfilmentStatus, deriveOrderStatus, type LineProgress, shareOfPieces } from './fulfilment.rules.ts';

const line = (quantity: number, shipped: number, cancelled = 0): LineProgress => ({
  position: 0,
  quantity,
  shipped,
  cancelled,
});
const ARRIVED = { delivered_at: new Date() };
const UNDER_WAY = { delivered_at: null };

it.each([
  ['nothing shipped', [line(2, 0)], [], 'to_ship'],
  ['a part shipped', [line(2, 1)], [UNDER_WAY], 'to_ship'],
  ['a part shipped and arrived', [line(2, 1)], [ARRIVED], 'to_ship'],
  ['one line shipped, another not', [line(2, 2), line(1, 0)], [UNDER_WAY], 'to_ship'],
  ['everything shipped', [line(2, 2), line(1, 1)], [UNDER_WAY], 'shipped'],
  ['one of two parcels arrived', [line(2, 2)], [ARRIVED, UNDER_WAY], 'shipped'],
  ['the rest cancelled', [line(2, 1, 1)], [UNDER_WAY], 'shipped'],
  ['everything arrived', [line(2, 2)], [ARRIVED, ARRIVED], 'delivered'],
  ['the rest cancelled, and arrived', [line(2, 1, 1)], [ARRIVED], 'delivered'],
  ['everything cancelled', [line(2, 0, 2), line(1, 0, 1)], [], 'cancelled'],
] as const)('a fulfilment with %s', { tags: ['@FULFIL-2'] }, (_, lines, parcels, status) => {
  expect(deriveFulfilmentStatus(lines, parcels)).toBe(status);
});

it('an order is Paid while something is to ship, then Shipped until everything has arrived, and Cancelled if all is', {
  tags: ['@FULFIL-3', '@MERCHANT-5', '@MERCHANT-7'],
}, () => {
  expect(deriveOrderStatus(['delivered', 'to_ship', 'cancelled'])).toBe('Paid');
  expect(deriveOrderStatus(['delivered', 'shipped', 'cancelled'])).toBe('Shipped');
  expect(deriveOrderStatus(['delivered', 'cancelled'])).toBe('Delivered');
  expect(deriveOrderStatus(['cancelled', 'cancelled'])).toBe('Cancelled');
  const statuses = fc.array(fc.constantFrom(...FULFILMENT_STATUSES), { minLength: 1 });
  fc.assert(
    fc.property(statuses, (all) => {
      expect(deriveOrderStatus(all)).toBe(deriveOrderStatus(all.toReversed()));
      expect(deriveOrderStatus([...all, 'cancelled'])).toBe(deriveOrderStatus(all));
    }),
  );
});

it('the shares of the pieces of a line add up to its amount, in any steps, within a kobo of the exact share', {
  tags: ['@FULFIL-8'],
}, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 13 }),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 }),
      (amount, steps) => {
        const quantity = steps.reduce((sum, pieces) => sum + pieces, 0);
        let before = 0;
        let total = 0;
        for (const pieces of steps) {
          const share = shareOfPieces(amount, quantity, before, pieces);
          expect(Math.abs(share - (amount * pieces) / quantity)).toBeLessThan(1.01);
          before += pieces;
          total += share;
        }
        expect(total).toBe(amount);
      },
    ),
  );
});
