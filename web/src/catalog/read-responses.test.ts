import { ApiError } from '@sokuwa/contract/api-client.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMerchant, readProduct, readStorePage } from './read-product.ts';
import { readCards, readCategories, readPage } from './read-responses.ts';

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
  perishable: false,
  location: 'Lagos',
  description: 'Firm.',
  merchant_profile: { merchant_id: 2, store_name: 'Oja' },
  category_id: 1,
  sub_item: { id: 3, name: 'Tubers' },
};
const MERCHANT = { merchant_id: 2, store_name: 'Oja', location: 'Lagos', since: '2016-03-14', cover_url: '/c.webp' };

/** Generates invalid responses: any JSON, nothing, or the response with one changed field. */
const invalidResponse = (response: object) =>
  fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc
      .tuple(fc.constantFrom(...Object.keys(response)), fc.option(fc.jsonValue(), { nil: undefined }))
      .map(([name, value]) => ({ ...response, [name]: value })),
  );

describe('unexpected responses', () => {
  it.each([
    ['a page', readPage, { count: 1, results: [YAM] }],
    ['products', readCards, [YAM]],
    ['a product', readProduct, DETAIL],
    ['a merchant', readMerchant, MERCHANT],
    [
      'a store',
      readStorePage,
      { ...MERCHANT, description: 'Soup seeds', policies: '', holiday: { until: '2027-01-04', note: 'Back soon' } },
    ],
    ['categories', readCategories, [{ id: 1, slug: 'food', name: 'Food', subcategories: [] }]],
  ])('%s: is read or throws an ApiError with a message', { tags: ['@LIST-52'] }, (_, read, response) => {
    expect(() => read(response)).not.toThrow();
    fc.assert(
      fc.property(invalidResponse(response), (invalid) => {
        try {
          read(invalid);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(String(error)).toContain('The response could not be read.');
        }
      }),
    );
  });

  it('leaves out products without the fields of a card, and throws when none is left', { tags: ['@LIST-44'] }, () => {
    const { title: _, ...withoutTitle } = YAM;
    expect(readPage({ count: 2, results: [withoutTitle, YAM, null] }).results.map(({ id }) => id)).toEqual([1]);
    expect(() => readPage({ count: 1, results: [withoutTitle] })).toThrow('could not be read');
    expect(readPage({ count: 0, results: [] })).toEqual({ count: 0, results: [] });
  });

  it('accepts a search response with the number of results only in `total`', { tags: ['@SEARCH-6'] }, () => {
    expect(readPage({ total: 7, results: [YAM] }).count).toBe(7);
    expect(() => readPage({ results: [YAM] })).toThrow('could not be read');
  });

  it('reads missing and invalid pictures as an empty list', { tags: ['@PRODUCT-4'] }, () => {
    for (const products_images of [undefined, null, 'x', [null, {}, { image_url: 5 }]]) {
      expect(readProduct({ ...DETAIL, products_images }).products_images).toEqual([]);
      expect(readPage({ count: 1, results: [{ ...YAM, products_images }] }).results[0]?.products_images).toEqual([]);
    }
    expect(readProduct({ ...DETAIL, products_images: [{ image_url: '/a.webp' }] }).products_images).toEqual([
      { image_url: '/a.webp', alt: '' },
    ]);
  });

  it('leaves out invalid entries of the category tree', { tags: ['@PRODUCT-6'] }, () => {
    const sub = { id: 11, name: 'Grains', subitems: [{ id: 111, name: 'Rice' }, { id: 'x' }] };
    expect(
      readCategories([{ id: 1, slug: 'food', name: 'Food', subcategories: [sub, 5] }, { id: 2, name: 'Arts' }, null]),
    ).toEqual([
      { id: 1, slug: 'food', name: 'Food', subcategories: [{ ...sub, subitems: [{ id: 111, name: 'Rice' }] }] },
      { id: 2, slug: '', name: 'Arts', subcategories: [] },
    ]);
  });
});
