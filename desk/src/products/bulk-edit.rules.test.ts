import { expect, it } from 'vitest';
import { type BulkEdit, computeEdits, findBulkEditError } from './bulk-edit.rules.ts';

const garri = { id: 7, price: 4200 as number | null, stock: 1200, version: 'v1' };
const computeEdit = (edit: BulkEdit, text: string, product: typeof garri) =>
  computeEdits([product], [{ edit, text }]).edits[product.id];
const base = { version: 'v1', stock: 1200 };

it('prices are raised and lowered by percent, and set', { tags: ['@MERCHANT-75'] }, () => {
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

it('stock is set, or pieces are added', { tags: ['@MERCHANT-75'] }, () => {
  expect(computeEdit('stock', '3000', garri)).toEqual({ stock: '3,000', base });
  expect(computeEdit('add', '1,000', garri)).toEqual({ stock: '2,200', base });
});

it('says what is wrong with the number', { tags: ['@MERCHANT-75'] }, () => {
  expect(findBulkEditError('raise', '12.5')).toBeUndefined();
  expect(findBulkEditError('raise', '501')).toBe('Such as 5 or 12.5, at most 500.');
  expect(findBulkEditError('lower', '100')).toBe('Such as 5 or 12.5, at most 99.');
  expect(findBulkEditError('price', 'a lot')).toBe('Such as 2,500.');
  expect(findBulkEditError('add', '1.5')).toBe('Whole pieces.');
  expect(findBulkEditError('stock', '999,999,999')).toBe('Whole pieces.');
});

it('price and stock are changed together; products without a price are counted', { tags: ['@MERCHANT-75'] }, () => {
  const draft = { ...garri, id: 8, price: null };
  const steps = [
    { edit: 'raise', text: '10' },
    { edit: 'add', text: '5' },
  ] as const;
  expect(computeEdits([garri, draft], steps)).toEqual({
    edits: { 7: { price: '4,620', stock: '1,205', base }, 8: { stock: '1,205', base } },
    unpriced: 1,
  });
  expect(computeEdits([garri], [{ edit: 'leave', text: '' }])).toEqual({ edits: {}, unpriced: 0 });
});
