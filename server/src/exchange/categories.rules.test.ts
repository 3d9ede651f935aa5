import { describe, expect, it, test } from 'vitest';
import type { SubItem } from '../catalog/index.ts';
import { readMapping } from './categories.rules.ts';

const createSubItem = (id: number, slug: string, path: string): SubItem => ({
  id,
  category_id: 1,
  slug,
  path: path.split('/'),
});
const subItems = [
  createSubItem(1, 'puna-yam', 'Food/Tubers/Yam'),
  createSubItem(2, 'shirts-men', 'Fashion/Men/Shirts'),
  createSubItem(3, 'shirts-women', 'Fashion/Women/Shirts'),
];

/** Returns the slug of the sub-item that the names find. */
const findSlug = (mapping: string, ...names: string[]): string | undefined => {
  const find = readMapping(mapping, subItems);
  if (typeof find === 'string') throw new Error(find);
  return find(names)?.slug;
};

describe('without a mapping, a category of a file is', () => {
  test.each([
    ['puna-yam', 'puna-yam'],
    ['Food > Tubers > Yam', 'puna-yam'],
    ['food>TUBERS  >  yam', 'puna-yam'],
    ['Yam', 'puna-yam'],
    [' yAM ', 'puna-yam'],
    ['Fashion > Women > Shirts', 'shirts-women'],
    // Two sub-items have this name.
    ['Shirts', undefined],
    ['Food > Tubers', undefined],
    ['Yam > Puna', undefined],
    ['Tubers', undefined],
    ['', undefined],
    ['Kitchen', undefined],
  ])('%j found as %s', (name, slug) => {
    expect(findSlug('', name)).toBe(slug);
  });

  test('the first of its names that the shop has', () => {
    expect(findSlug('', 'Kitchen', '', 'shirts-men', 'Yam')).toBe('shirts-men');
    expect(findSlug('')).toBeUndefined();
  });
});

describe('a mapping', () => {
  it('has priority over the names of the shop, whatever their letter case and spacing', () => {
    expect(findSlug('yam,shirts-men', 'Yam')).toBe('shirts-men');
    expect(findSlug('"Roots  >Yam",Food > Tubers > Yam', 'ROOTS > yam')).toBe('puna-yam');
    expect(findSlug('Tops,shirts-men', 'Yam', 'Tops')).toBe('shirts-men');
  });

  it('of a parent is for its descendants, but an exact match and the nearest parent come first', () => {
    const mapping = 'Apparel,shirts-men\nApparel > Women,shirts-women\nApparel > Women > Roots,puna-yam';
    expect(findSlug(mapping, 'Apparel > Boys > Tops')).toBe('shirts-men');
    expect(findSlug(mapping, 'Apparel > Women > Tops')).toBe('shirts-women');
    expect(findSlug(mapping, 'Apparel > Women > Roots')).toBe('puna-yam');
    expect(findSlug(mapping, 'Apparel > Tops', 'Yam')).toBe('puna-yam');
    expect(findSlug(mapping, 'Apparelled > Tops')).toBeUndefined();
  });

  it('of * is for all names that nothing else matches, and for a product without one', () => {
    const mapping = '*,puna-yam\nApparel,shirts-men';
    expect(findSlug(mapping, 'Kitchen')).toBe('puna-yam');
    expect(findSlug(mapping)).toBe('puna-yam');
    expect(findSlug(mapping, 'Apparel > Tops')).toBe('shirts-men');
    expect(findSlug(mapping, 'shirts-women')).toBe('shirts-women');
  });

  it('can have a byte order mark, comments, empty lines and quoted names', () => {
    const mapping = '\ufeff# a comment, with commas\n\nRoots,puna-yam\n#\n "Tops, short" , shirts-men \n';
    expect(findSlug(mapping, 'Roots')).toBe('puna-yam');
    expect(findSlug(mapping, 'Tops, short')).toBe('shirts-men');
  });

  test.each(['Roots,kitchen', 'Roots', ',puna-yam', 'Roots,puna-yam,more', 'Roots,Shirts', 'Roots,'])(
    'with the line %j is refused',
    (line) => {
      expect(readMapping(`Tops,shirts-men\n${line}\n`, subItems)).toBe(
        `A line of the category mapping must be a name and one of the shop's sub-items: "${line}".`,
      );
    },
  );

  it('that is not CSV is refused', () => {
    expect(readMapping('"Roots,puna-yam', subItems)).toMatch(
      /^The category mapping can't be read: Quote Not Closed.*\.$/,
    );
  });
});
