import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { describe, expect, it } from 'vitest';
import { chooseTiles } from './category-tiles.rules.ts';

const named = (slug: string, id: number) => ({ id, slug, name: `The ${slug}` });

describe('the category tiles', () => {
  it('of the demo market have their own titles and pictures, whatever the ids are', { tags: ['@HOME-21'] }, () => {
    const categories = ['food', 'arts', 'fashion', 'home', 'beauty'].map((slug, n) => named(slug, n + 40));
    expect(
      chooseTiles(DEFAULT_HOME.tiles, categories).map(({ id, title, picture }) => [id, title, picture?.img]),
    ).toEqual([
      [40, 'African Foods', 'tiles/food'],
      [43, 'Home and Kitchen', 'tiles/home'],
      [41, 'African Arts and Crafts', 'tiles/arts'],
      [42, 'African Fashion', 'tiles/fashion'],
    ]);
  });

  it("of a shop's own categories are the first four, with a picture only for a known slug", {
    tags: ['@HOME-55'],
  }, () => {
    const categories = ['garden', 'food', 'tools', 'toys', 'books'].map((slug, n) => named(slug, n + 1));
    expect(
      chooseTiles(DEFAULT_HOME.tiles, categories).map(({ id, title, picture }) => [id, title, picture?.img]),
    ).toEqual([
      [1, 'The garden', undefined],
      [2, 'The food', 'tiles/food'],
      [3, 'The tools', undefined],
      [4, 'The toys', undefined],
    ]);
    expect(chooseTiles(DEFAULT_HOME.tiles, [])).toEqual([]);
  });
});
