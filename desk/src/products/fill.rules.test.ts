import { expect, it } from 'vitest';
import { computeFill, findFillError } from './fill.rules.ts';

const garri = { price: 4200, stock: 1200 };

it('prices are raised and lowered by percent, in whole naira, and set', () => {
  expect(computeFill('raise', '5', garri)).toEqual({ price: '4,410' });
  expect(computeFill('lower', '12.5', garri)).toEqual({ price: '3,675' });
  expect(computeFill('lower', '99', { ...garri, price: 2 })).toEqual({ price: '1' });
  expect(computeFill('raise', '5', { ...garri, price: null })).toBeUndefined();
  expect(computeFill('price', ' 2,500 ', garri)).toEqual({ price: '2,500' });
});

it('stock is set, or pieces are added', () => {
  expect(computeFill('stock', '30', garri)).toEqual({ stock: '30' });
  expect(computeFill('add', '1,000', garri)).toEqual({ stock: '2,200' });
});

it('says what is wrong with the number', () => {
  expect(findFillError('raise', '5')).toBeUndefined();
  expect(findFillError('raise', '501')).toBe('From 1 to 500.');
  expect(findFillError('lower', '100')).toBe('From 1 to 99.');
  expect(findFillError('lower', '-5')).toBe('From 1 to 99.');
  expect(findFillError('price', 'a lot')).toBe('Naira, such as 2,500.');
  expect(findFillError('add', '1.5')).toBe('Whole pieces.');
});
