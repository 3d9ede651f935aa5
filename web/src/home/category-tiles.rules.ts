import type { CategoryTile } from '@sokuwa/contract/home/home.schemas.ts';
import type { CategoryName } from '../catalog/index.ts';

const MAX_TILES = 4;

/** Chooses the tiles of the known categories; a shop without one of them shows its first four categories instead. */
export const chooseTiles = (all: readonly CategoryTile[], categories: readonly CategoryName[]) => {
  const tiles = all.flatMap(({ slug, title, ...picture }) => {
    const category = categories.find((one) => one.slug === slug);
    return category ? [{ id: category.id, title, picture }] : [];
  });
  if (tiles.length === all.length) return tiles;
  return categories.slice(0, MAX_TILES).map(({ id, slug, name }) => {
    const tile = all.find((one) => one.slug === slug);
    return { id, title: name, picture: tile };
  });
};
