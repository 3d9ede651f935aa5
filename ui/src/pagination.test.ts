import { expect, test } from 'vitest';
import { pageNumbers } from './pagination.tsx';

test('shows first, last and all within 2 of the current page', { tags: ['@LIST-57'] }, () => {
  expect(pageNumbers(7, 9)).toEqual([1, null, 5, 6, 7, 8, 9]);
  expect(pageNumbers(1, 9)).toEqual([1, 2, 3, null, 9]);
  expect(pageNumbers(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20]);
});

test('an ellipsis replaces a single page too', { tags: ['@LIST-57'] }, () => {
  expect(pageNumbers(5, 9)).toEqual([1, null, 3, 4, 5, 6, 7, null, 9]);
  expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, 6, null, 9]);
});

test('a list of one page has one number', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
});
