import type { BatchPayout } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { expect, it } from 'vitest';
import { canComeBack, canStop, hasBankFile, retryKind, sumNaira, waitsForBank } from './market-payout.rules.ts';

const payout = (of: Partial<BatchPayout>) =>
  ({ status: 'sending', provider: 'paystack', anomaly: null, stopped_at: null, ...of }) as BatchPayout;
const noFile = { file_made_at: null };
const withFile = { file_made_at: '2026-11-27T10:00:00Z' };

it('a person confirms payouts of a file, and those that are lost or overdue', () => {
  expect(waitsForBank(payout({}))).toBe(false);
  expect(waitsForBank(payout({ provider: 'file' }))).toBe(true);
  expect(waitsForBank(payout({ anomaly: 'lost' }))).toBe(true);
  expect(waitsForBank(payout({ anomaly: 'overdue' }))).toBe(true);
  expect(waitsForBank(payout({ status: 'paid', anomaly: 'late' }))).toBe(false);
  expect(canComeBack(payout({ status: 'paid', provider: 'file' }))).toBe(true);
  expect(canComeBack(payout({ status: 'paid' }))).toBe(false);
});

it('a payout is stopped before the bank may have it', () => {
  expect(canStop(payout({ status: 'approved', provider: null }), noFile)).toBe(true);
  expect(canStop(payout({}), withFile)).toBe(true);
  expect(canStop(payout({ provider: 'file' }), noFile)).toBe(true);
  expect(canStop(payout({ provider: 'file' }), withFile)).toBe(false);
  expect(canStop(payout({ stopped_at: '2026-11-27T10:00:00Z' }), noFile)).toBe(false);
  expect(canStop(payout({ status: 'paid' }), noFile)).toBe(false);
});

it('a retry asks about a payout under way, and drafts the money of one that failed', () => {
  expect(retryKind(payout({}))).toBe('ask');
  expect(retryKind(payout({ status: 'failed' }))).toBe('draft');
  expect(retryKind(payout({ status: 'reversed', provider: 'file' }))).toBe('draft');
  expect(retryKind(payout({ provider: 'file' }))).toBeUndefined();
  expect(retryKind(payout({ status: 'paid' }))).toBeUndefined();
});

it('a file is made of payouts that the bank is to pay', () => {
  expect(hasBankFile([payout({}), payout({ provider: 'file', status: 'paid' })])).toBe(false);
  expect(hasBankFile([payout({}), payout({ provider: 'file' })])).toBe(true);
});

it('amounts are added to the kobo', () => {
  expect(sumNaira([0.1, 0.2, 4520.88])).toBe(4521.18);
});
