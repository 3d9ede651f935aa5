import { CATEGORY_TILES } from '@sokuwa/contract/catalog/home.content.ts';
import type { CategoryName } from '../catalog/index.ts';

const MAX_TILES = 4;

/** Chooses the tiles of the known categories; a shop with its own categories shows its first four instead. */
export const chooseTiles = (categories: readonly CategoryName[]) => {
  const tiles = CATEGORY_TILES.flatMap(({ slug, title, ...picture }) => {
    const category = categories.find((one) => one.slug === slug);
    return category ? [{ id: category.id, title, picture }] : [];
  });
  if (tiles.length === CATEGORY_TILES.length) return tiles;
  return categories.slice(0, MAX_TILES).map(({ id, slug, name }) => {
    const tile = CATEGORY_TILES.find((one) => one.slug === slug);
    return { id, title: name, picture: tile };
  });
};
