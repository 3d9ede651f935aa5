import { expect, it } from 'vitest';
import { sayNextPayout, sayOnTime, sayReturns, sayWhatHelps } from './metrics.rules.ts';

it('the share of orders that were shipped on time is never rounded up', () => {
  expect(sayOnTime({ due: 0, on_time: 0 })).toEqual({ share: '–', detail: 'No orders due', isBad: false });
  expect(sayOnTime({ due: 7, on_time: 5 })).toEqual({ share: '71.4%', detail: '5 of 7 due', isBad: true });
  expect(sayOnTime({ due: 2000, on_time: 1999 })).toMatchObject({ share: '99.9%', isBad: false });
  expect(sayOnTime({ due: 10_000, on_time: 8996 })).toMatchObject({ share: '89.9%', isBad: true });
  expect(sayOnTime({ due: 10, on_time: 9 })).toMatchObject({ share: '90%', isBad: false });
});

it('returns are a share of the orders that were sold', () => {
  expect(sayReturns(0, 0)).toEqual({ share: '–', detail: 'No sales' });
  expect(sayReturns(1, 41)).toEqual({ share: '2.4%', detail: '1 of 41 orders' });
});

it('the next payout has its day, or what it waits for', { tags: ['@PAYOUT-22'] }, () => {
  const payout = { status: null, expected_at: '2026-12-04', bank_account_label: '••1234' };
  expect(sayNextPayout(payout, false)).toBe('Friday 4 December');
  expect(sayNextPayout({ ...payout, expected_at: null }, false)).toBe('Not scheduled yet');
  expect(sayNextPayout({ ...payout, expected_at: null, bank_account_label: null }, false)).toBe('With a bank account');
  expect(sayNextPayout({ ...payout, expected_at: null, status: 'sending' }, false)).toBe('Being paid');
  expect(sayNextPayout({ ...payout, status: 'approved' }, true)).toBe('After the suspension');
});

it('about late orders, an operator is told only what the role may do', () => {
  expect(sayWhatHelps({ write: true, cancel: true, suspend: true })).toBe(
    'You can write to the merchant, cancel what is left or suspend it.',
  );
  expect(sayWhatHelps({ write: true, cancel: false, suspend: false })).toBe('You can write to the merchant.');
  expect(sayWhatHelps({ write: false, cancel: false, suspend: false })).toBe('');
});
