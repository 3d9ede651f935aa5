import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderRefund } from '../ports/payments/payments.port.ts';
import { createRefundNote, findOwnRefund, isRetryOver, splitRefund } from './refund.rules.ts';

const reference = '7F3KQ2M9XW4T-1';
const requested = {
  reference,
  payment_reference: reference,
  status: 'requested',
  amount_kobo: kobo(825_600),
  provider_id: null,
  provider_status: null,
};
const listed = (change: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id: '1',
  status: 'pending',
  amount: 825_600,
  note: createRefundNote(reference),
  ...change,
});

describe('the shop’s refund among those of the provider', { tags: ['@PAYMENT-41'] }, () => {
  it('is the one with the note of the payment, whatever its amount is', () => {
    const own = listed({ id: '2', amount: 1 });
    expect(findOwnRefund(requested, [listed({ note: 'by Ada', amount: 5000 }), own])).toBe(own);
    expect(findOwnRefund(requested, [listed({ note: createRefundNote('7F3KQ2M9XW4T-2'), amount: 1 })])).toBeUndefined();
    expect(findOwnRefund(requested, [])).toBeUndefined();
  });

  it('of a part of the payment is only the one with its own note', () => {
    const part = { ...requested, reference: `${reference}.2`, amount_kobo: kobo(5000) };
    const own = listed({ id: '3', amount: 5000, note: createRefundNote(part.reference) });
    expect(findOwnRefund(part, [listed({ amount: 5000 }), listed({ note: null, amount: 5000 }), own])).toBe(own);
    expect(findOwnRefund(part, [listed({ amount: 5000 }), listed({ note: null, amount: 5000 })])).toBeUndefined();
  });

  it('is none when the provider does not know the payment', () => {
    expect(findOwnRefund(requested, 'unknown')).toBeUndefined();
    expect(findOwnRefund({ ...requested, status: 'accepted' }, 'unknown')).toBeUndefined();
  });

  it('is a refund of the whole amount without the note, which somebody else made, but not a partial one', () => {
    const byHand = listed({ note: null });
    expect(findOwnRefund(requested, [byHand])).toBe(byHand);
    for (const amount of [825_599, 825_601])
      expect(findOwnRefund(requested, [listed({ note: null, amount })])).toBeUndefined();
  });

  it('is the refund that has not failed, if there is one', () => {
    const failed = listed({ id: '1', status: 'failed' });
    const second = listed({ id: '2', status: 'processing' });
    expect(findOwnRefund(requested, [failed, second])).toBe(second);
    expect(findOwnRefund(requested, [failed])).toBe(failed);
  });

  it('is not a failure that was handled already, but another failure is', () => {
    const failed = listed({ id: '1', status: 'failed' });
    const again = { ...requested, provider_id: '1', provider_status: 'failed' as const };
    expect(findOwnRefund(again, [failed])).toBeUndefined();
    const other = listed({ id: '2', status: 'failed' });
    expect(findOwnRefund(again, [failed, other])).toBe(other);
    expect(findOwnRefund({ ...again, provider_status: 'pending' }, [failed])).toBe(failed);
    // Our stored state may be out of date, so a refund that has not failed is preferred.
    const alive = listed({ id: '1' });
    expect(findOwnRefund(again, [alive])).toBe(alive);
  });

  it('is a failed one without the note only if the provider had accepted a refund of the shop', () => {
    const failed = listed({ status: 'failed', note: null });
    expect(findOwnRefund(requested, [failed])).toBeUndefined();
    expect(findOwnRefund({ ...requested, status: 'accepted' }, [failed])).toBe(failed);
    expect(findOwnRefund({ ...requested, status: 'accepted' }, [{ ...failed, amount: 1 }])).toBeUndefined();
  });
});

it('a low balance is retried until the days are over', { tags: ['@PAYMENT-42'] }, () => {
  const createdAt = new Date('2026-11-22T12:00:00Z');
  expect(isRetryOver(createdAt, new Date('2026-11-29T12:00:00Z'), 7)).toBe(false);
  expect(isRetryOver(createdAt, new Date('2026-11-29T12:00:00.001Z'), 7)).toBe(true);
  expect(isRetryOver(createdAt, createdAt, 0)).toBe(false);
});

describe('a refund of a payment after a lost dispute', { tags: ['@PAYMENT-52'] }, () => {
  const split = (amount: number, left: number, paidByBank: number, lost: number) =>
    splitRefund(kobo(amount), { left: kobo(left), paidByBank: kobo(paidByBank), lost: kobo(lost) });

  it.each([
    ['no dispute', 300, [1000, 0, 0], [300, 0]],
    ['more than is left', 300, [200, 0, 0], [200, 0]],
    ['nothing left', 300, [0, 0, 0], [0, 0]],
    ['refunded more than was paid', 300, [-10, 0, 0], [0, 0]],
    ['the bank has taken everything', 300, [1000, 0, 1000], [0, 300]],
    ['the bank has taken a part, and the rest is enough', 300, [1000, 0, 700], [300, 0]],
    ['the bank has taken a part, and the rest is not enough', 300, [1000, 0, 800], [200, 100]],
    ['the part of the bank is used up', 300, [700, 300, 300], [300, 0]],
  ] as const)('%s', (_, amount, [left, paidByBank, lost], [byShop, byBank]) => {
    expect(split(amount, left, paidByBank, lost)).toEqual({ byShop, byBank });
  });

  it('is never more than requested and left, and the shop never pays what the bank has taken', () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amounts, amounts, amounts, amounts, (amount, left, paidByBank, lost) => {
        const { byShop, byBank } = split(amount, left, paidByBank, lost);
        expect(byShop + byBank).toBe(Math.min(amount, left));
        expect(byShop).toBeLessThanOrEqual(Math.max(0, left + paidByBank - lost));
      }),
    );
  });
});
