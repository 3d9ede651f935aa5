import { describe, expect, it } from 'vitest';
import { isOrderId, normalizeOrderId, ORDER_ID_LETTERS, ORDER_STATUSES } from './orders.rules.ts';

describe('an order id as a person types it', () => {
  it.each([
    ['7f3kq2m9xw4t', '7F3KQ2M9XW4T'],
    [' 7F3K Q2M9 XW4T ', '7F3KQ2M9XW4T'],
    ['#7F3K-q2m9-XW4T', '7F3KQ2M9XW4T'],
    ['O0oI1ilL7F3K', '000111117F3K'],
  ])('%j is the id %s', { tags: ['@ORDER-47'] }, (typed, id) => {
    expect(normalizeOrderId(typed)).toBe(id);
    expect(isOrderId(id)).toBe(true);
  });

  it.each(['', 'A-1', '7F3KQ2M9XW4', '7F3KQ2M9XW4TT', '7F3KQ2M9XW4U', '7F3KQ2M9XW4!'])(
    '%j is no id',
    {
      tags: ['@ORDER-47'],
    },
    (typed) => {
      expect(isOrderId(normalizeOrderId(typed))).toBe(false);
    },
  );

  it('contains no letter that can be mistaken for a digit', () => {
    expect(normalizeOrderId(ORDER_ID_LETTERS)).toBe(ORDER_ID_LETTERS);
  });
});

it('an order has five states', { tags: ['@ORDER-11'] }, () => {
  expect(ORDER_STATUSES).toEqual(['Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled']);
});
