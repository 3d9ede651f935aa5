import { expect, it } from 'vitest';
import { canRefund, computeLeftToRefund, describeEvent, isUnshipped, sayCancelled } from './market-order.rules.ts';

const order = { status: 'Paid', total_price: 1000.1, refunds: [] } as const;

it('computes what can still be refunded, to the kobo', () => {
  expect(computeLeftToRefund({ ...order, refunds: [{ amount: 0.2 }, { amount: 100 }] })).toBe(899.9);
  expect(computeLeftToRefund({ ...order, refunds: [{ amount: 2000 }] })).toBe(0);
  expect(canRefund(order)).toBe(true);
  expect(canRefund({ ...order, status: 'Cancelled' })).toBe(false);
  expect(canRefund({ ...order, refunds: [{ amount: 1000.1 }] })).toBe(false);
});

it('knows whether nothing is shipped', () => {
  expect(isUnshipped({ status: 'Paid', parcels: [] })).toBe(true);
  expect(isUnshipped({ status: 'Paid', parcels: [{}] })).toBe(false);
  expect(isUnshipped({ status: 'Delivered', parcels: [] })).toBe(false);
});

it('says what happened', () => {
  const event = { at: '', items: [], amount: null, to: null };
  expect(describeEvent({ ...event, event: 'paid' })).toBe('Paid');
  expect(describeEvent({ ...event, event: 'refunded', amount: 1200, to: 'wallet' })).toBe(
    'Refunded: ₦1,200 to the wallet',
  );
  expect(sayCancelled({ cancelled_for: 'expired' })).toBe('not paid in time');
  expect(sayCancelled({ cancelled_for: null })).toBe('');
});
