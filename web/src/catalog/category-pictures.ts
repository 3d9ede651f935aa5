type CategoryPicture = {
  /** Media key of the large picture, its upper part left free for words. */
  tile: string;
  /** Light ground takes ink letters, dark ground white ones. */
  ground: 'light' | 'dark';
  /** Address of a small square. */
  thumb: string;
};

/** Pictures of the shop's own categories, by the ids that the catalogue gives them. */
const PICTURES: Record<number, CategoryPicture> = {
  1: { tile: 'tiles/food', ground: 'light', thumb: '/home/food.webp' },
  2: { tile: 'tiles/arts', ground: 'light', thumb: '/home/arts.webp' },
  3: { tile: 'tiles/fashion', ground: 'dark', thumb: '/home/fashion.webp' },
  4: { tile: 'tiles/home', ground: 'dark', thumb: '/home/home.webp' },
  5: { tile: 'banners/beauty-tall', ground: 'light', thumb: '/home/beauty.webp' },
};

/** A category that came later has none. */
export const categoryPicture = (categoryId: number): CategoryPicture | undefined => PICTURES[categoryId];
