import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { expect, it } from 'vitest';
import { changedFields, EMPTY_VALUES, toFields, toGrams, toPrice, toValues, toWholeNumber } from './product.values.ts';

it('reads what people type as price, weight and number', () => {
  expect([toPrice('2,500'), toPrice('₦2500.50'), toPrice(''), toPrice('2.5OO')]).toEqual([2500, 2500.5, null, null]);
  expect([toGrams('2.05'), toGrams('0,5'), toGrams(''), toGrams('two')]).toEqual([2050, 500, null, null]);
  expect([toWholeNumber('1,200'), toWholeNumber('3.5'), toWholeNumber('')]).toEqual([1200, Number.NaN, Number.NaN]);
});

it('a product that is not touched has no change; a changed field is sent alone', () => {
  const product: OwnProduct = {
    id: 1,
    handle: 'garri',
    sku: null,
    title: 'Garri',
    description: 'Sour',
    sub_item_id: null,
    category_path: [],
    price: 1200.5,
    discount_percent: 10,
    sale_price: 1080.45,
    weight_grams: 2050,
    perishable: false,
    brand: null,
    origin: 'Nigeria',
    warranty: null,
    keywords: ['gari', 'eba'],
    stock: 3,
    state: 'draft',
    taken_down: null,
    merged_into: null,
    listed_at: '',
    changed_at: '',
    pictures: [],
    version: 'a',
  };
  const values = toValues(product);
  expect(toFields(values)).toMatchObject({ price: 1200.5, weight_grams: 2050, keywords: ['gari', 'eba'] });
  expect(changedFields(values, toValues(product))).toEqual({});
  expect(changedFields({ ...values, price: '1,300', keywords: 'gari,eba ' }, values)).toEqual({ price: 1300 });
  expect(changedFields({ ...EMPTY_VALUES, title: 'Yam' }, EMPTY_VALUES)).toEqual({ title: 'Yam' });
});
