import { expect, it } from 'vitest';
import { sayInTime, sayReturned, sumOwed } from './figures.rules.ts';

it('orders that left in time are a share of those that were due', () => {
  expect(sayInTime({ due: 0, in_time: 0 })).toEqual({ share: '–', detail: 'None was due', isBad: false });
  expect(sayInTime({ due: 7, in_time: 5 })).toEqual({ share: '71.4%', detail: '5 of 7 due', isBad: true });
  expect(sayInTime({ due: 10, in_time: 9 })).toMatchObject({ share: '90%', isBad: false });
});

it('returns are a share of the orders that were sold', () => {
  expect(sayReturned(0, 0)).toEqual({ share: '–', detail: 'None was sold' });
  expect(sayReturned(1, 41)).toEqual({ share: '2.4%', detail: '1 of 41 orders' });
});

it('what is owed is the sum of all that is not paid', () => {
  expect(sumOwed({ pending: 0.1, payable: 0.2, on_the_way: 1000 })).toBe(1000.3);
  expect(sumOwed({ pending: 0, payable: -500, on_the_way: 0 })).toBe(-500);
});
