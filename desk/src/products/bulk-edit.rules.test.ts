import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { expect, it } from 'vitest';
import { computeEdit, findBulkEditError, toChange } from './bulk-edit.rules.ts';

const garri = { price: 4200, stock: 1200, version: 'v1' };
const base = { version: 'v1', stock: 1200 };

it('prices are raised and lowered by percent, and set', () => {
  expect(computeEdit('raise', '5', garri)).toEqual({ price: '4,410', base });
  expect(computeEdit('lower', '12.5', garri)).toEqual({ price: '3,675', base });
  expect(computeEdit('raise', '5', { ...garri, price: null })).toBeUndefined();
  expect(computeEdit('price', ' 2500 ', garri)).toEqual({ price: '2,500', base });
});

it.each([
  ['raise', '1', 10.3, '11'],
  ['raise', '5', 5, '6'],
  ['lower', '1', 4.6, '4'],
  ['lower', '10', 0.5, '0.45'],
  ['lower', '99', 0.01, '0.01'],
] as const)('%s by %s percent never goes the other way: %d becomes %s', (edit, percent, price, expected) => {
  expect(computeEdit(edit, percent, { ...garri, price })?.price).toBe(expected);
});

it('stock is set, or pieces are added', () => {
  expect(computeEdit('stock', '3000', garri)).toEqual({ stock: '3,000', base });
  expect(computeEdit('add', '1,000', garri)).toEqual({ stock: '2,200', base });
});

it('says what is wrong with the number', () => {
  expect(findBulkEditError('raise', '12.5')).toBeUndefined();
  expect(findBulkEditError('raise', '501')).toBe('Such as 5 or 12.5, at most 500.');
  expect(findBulkEditError('lower', '100')).toBe('Such as 5 or 12.5, at most 99.');
  expect(findBulkEditError('price', 'a lot')).toBe('Such as 2,500.');
  expect(findBulkEditError('add', '1.5')).toBe('Whole pieces.');
  expect(findBulkEditError('stock', '999,999,999')).toBe('Whole pieces.');
});

it('a change is made from the product as it was when it was typed', () => {
  const edit = computeEdit('add', '8', garri);
  const sold = { ...garri, id: 7, stock: 1190, version: 'v2' } as OwnProduct;
  expect(edit && toChange(sold, edit)).toEqual({ id: 7, version: 'v1', stock: 1208, stock_from: 1200 });
  expect(toChange(sold, { price: '4,200', base })).toBeUndefined();
  expect(toChange(sold, { stock: 'many', base })).toBe('Write the stock as a whole number.');
});
