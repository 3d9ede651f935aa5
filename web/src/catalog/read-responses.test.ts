import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { readCategories, readMerchant, readPage, readProduct } from './read-responses.ts';

const YAM = {
  id: 1,
  title: 'Puna yam',
  weight: 6,
  price: 12_450,
  display_price: '₦12,450',
  converted_price: '£6.08',
  discount_percentage: '0%',
  stock: 3,
  category: 'Food Items',
  products_images: [{ image_url: '/media/yam/800.webp', alt: 'Yams' }],
};
const DETAIL = {
  ...YAM,
  brand: null,
  warranty: null,
  location: 'Lagos',
  description: 'Firm.',
  merchant_profile: { merchant_id: 2, store_name: 'Oja' },
  category_id: 1,
  sub_item: { id: 3, name: 'Tubers' },
};
const MERCHANT = { merchant_id: 2, store_name: 'Oja', location: 'Lagos', since: '2016-03-14', cover_url: '/c.webp' };

/** Whatever may stand where an answer should: JSON of any shape, a piece of an answer, nothing. */
const mangled = (answer: object) =>
  fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc
      .tuple(fc.constantFrom(...Object.keys(answer)), fc.option(fc.jsonValue(), { nil: undefined }))
      .map(([name, value]) => ({ ...answer, [name]: value })),
  );

describe('answers that are not what was promised', () => {
  it.each([
    ['a page', readPage, { count: 1, results: [YAM] }],
    ['a product', readProduct, DETAIL],
    ['a merchant', readMerchant, MERCHANT],
    ['categories', readCategories, [{ id: 1, name: 'Food', subcategories: [] }]],
  ])('%s: are read, or are an error with a sentence', { tags: ['@LIST-52'] }, (_, read, answer) => {
    expect(() => read(answer)).not.toThrow();
    fc.assert(
      fc.property(mangled(answer), (mess) => {
        try {
          read(mess);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(String(error)).toContain('The response could not be read.');
        }
      }),
    );
  });

  it('a product that lacks what its card shows is left out, unless all do', { tags: ['@LIST-44'] }, () => {
    const { title: _, ...nameless } = YAM;
    expect(readPage({ count: 2, results: [nameless, YAM, null] }).results.map(({ id }) => id)).toEqual([1]);
    expect(() => readPage({ count: 1, results: [nameless] })).toThrow('could not be read');
    expect(readPage({ count: 0, results: [] })).toEqual({ count: 0, results: [] });
  });

  it('a search may say how many it found in `total` alone', { tags: ['@SEARCH-6'] }, () => {
    expect(readPage({ total: 7, results: [YAM] }).count).toBe(7);
    expect(() => readPage({ results: [YAM] })).toThrow('could not be read');
  });

  it('a product without pictures has none', { tags: ['@PRODUCT-4'] }, () => {
    for (const products_images of [undefined, null, 'x', [null, {}, { image_url: 5 }]]) {
      expect(readProduct({ ...DETAIL, products_images }).products_images).toEqual([]);
      expect(readPage({ count: 1, results: [{ ...YAM, products_images }] }).results[0]?.products_images).toEqual([]);
    }
    expect(readProduct({ ...DETAIL, products_images: [{ image_url: '/a.webp' }] }).products_images).toEqual([
      { image_url: '/a.webp', alt: '' },
    ]);
  });

  it('branches of the tree of categories that are broken are left out', { tags: ['@PRODUCT-6'] }, () => {
    const sub = { id: 11, name: 'Grains', subitems: [{ id: 111, name: 'Rice' }, { id: 'x' }] };
    expect(readCategories([{ id: 1, name: 'Food', subcategories: [sub, 5] }, { id: 2, name: 'Arts' }, null])).toEqual([
      { id: 1, name: 'Food', subcategories: [{ ...sub, subitems: [{ id: 111, name: 'Rice' }] }] },
      { id: 2, name: 'Arts', subcategories: [] },
    ]);
  });
});
