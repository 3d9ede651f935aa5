import { describe, expect, it } from 'vitest';
import { addWorkingDays, delayDelivery, expectDelivery, expectRefund } from './delivery.rules.ts';

describe('working days', () => {
  it.each([
    ['a Monday', '2026-11-23T10:00:00Z', 0, '2026-11-23'],
    ['a Monday', '2026-11-23T10:00:00Z', 4, '2026-11-27'],
    ['a Friday', '2026-11-27T23:59:59Z', 1, '2026-11-30'],
    ['a Saturday', '2026-11-28T00:00:00Z', 1, '2026-11-30'],
    ['a Sunday', '2026-11-29T12:00:00Z', 6, '2026-12-07'],
    ['the end of a year', '2026-12-31T12:00:00Z', 2, '2027-01-04'],
  ])('from %s', { tags: ['@ORDER-61'] }, (_, start, days, expected) => {
    expect(addWorkingDays(new Date(start), days)).toBe(expected);
  });

  it('of a delivery are those of the carrier and of the merchants, who pack it first', { tags: ['@ORDER-61'] }, () => {
    const placedAt = new Date('2026-11-23T10:00:00Z');
    expect(expectDelivery(placedAt, { min: 2, max: 4 }, { min: 0, max: 5 })).toEqual({
      from: '2026-11-25',
      to: '2026-12-04',
    });
  });

  it.each([
    ['at once', '2026-11-23T10:20:00Z', '2026-11-26', '2026-11-30'],
    ['the next day', '2026-11-24T00:10:00Z', '2026-11-27', '2026-12-01'],
    ['at the weekend', '2026-11-28T12:00:00Z', '2026-12-02', '2026-12-04'],
  ])('are later if the order is paid %s', { tags: ['@ORDER-61'] }, (_, paidAt, from, to) => {
    const order = {
      created_at: new Date('2026-11-23T10:00:00Z'),
      expected_from: '2026-11-26',
      expected_to: '2026-11-30',
    };
    expect(delayDelivery(order, new Date(paidAt))).toEqual({ expected_from: from, expected_to: to });
    expect(delayDelivery({ ...order, expected_from: null, expected_to: null }, new Date(paidAt))).toEqual({});
  });

  it('of a refund are five to ten', { tags: ['@ORDER-63'] }, () => {
    expect(expectRefund(new Date('2026-11-23T10:00:00Z'))).toEqual({ from: '2026-11-30', to: '2026-12-07' });
  });
});
