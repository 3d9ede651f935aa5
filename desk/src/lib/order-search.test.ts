import { expect, it } from 'vitest';
import { readOrderSearch } from './order-search.ts';

it('reads an order, or that of a reference', () => {
  expect(readOrderSearch(' 7f3k-q2m9-xw4t')).toBe('7F3KQ2M9XW4T');
  expect(readOrderSearch('7F3KQ2M9XW4T-1.2')).toBe('7F3KQ2M9XW4T');
  expect(readOrderSearch('7f3k-q2m9-1234')).toBe('7F3KQ2M91234');
  expect(readOrderSearch('Ada')).toBeUndefined();
});
