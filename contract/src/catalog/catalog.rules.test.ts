import { describe, expect, it } from 'vitest';
import { PICTURE_WIDTHS, pictureUrl, SECTIONS, SORTS } from './catalog.rules.ts';

describe('the lists of products', () => {
  it('have the sections of the specification', { tags: ['@LIST-6'] }, () => {
    expect(SECTIONS).toEqual([
      'hotDeals',
      'newArrivals',
      'ourBrands',
      'productList',
      'productCategory',
      'productSubCategory',
      'searchQuery',
      'merchantStore',
    ]);
  });

  it('have five orders', () => {
    expect(SORTS).toEqual(['relevance', 'newest', 'price', '-price', 'discount']);
  });
});

describe('pictureUrl', () => {
  it('names the picture, its width and its format', () => {
    expect(pictureUrl('products/puna-yam-1a2b3c4d', 400, 'webp')).toBe('/media/products/puna-yam-1a2b3c4d/400.webp');
    expect(pictureUrl('banners/b', 1600, 'avif')).toBe('/media/banners/b/1600.avif');
  });

  it('has widths from small to large', () => {
    expect(PICTURE_WIDTHS.length).toBeGreaterThan(5);
    expect([...PICTURE_WIDTHS]).toEqual(PICTURE_WIDTHS.toSorted((one, other) => one - other));
  });
});
