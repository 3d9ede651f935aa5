type CategoryPicture = {
  /** Media key of the large picture; its upper part has room for text. */
  tileKey: string;
  /** Brightness of the background: dark text on light, white text on dark. */
  background: 'light' | 'dark';
  /** URL of a small square picture. */
  thumbnailUrl: string;
};

/** Pictures of the demo categories by id. */
const PICTURES: Record<number, CategoryPicture> = {
  1: { tileKey: 'tiles/food', background: 'light', thumbnailUrl: '/home/food.webp' },
  2: { tileKey: 'tiles/arts', background: 'light', thumbnailUrl: '/home/arts.webp' },
  3: { tileKey: 'tiles/fashion', background: 'dark', thumbnailUrl: '/home/fashion.webp' },
  4: { tileKey: 'tiles/home', background: 'dark', thumbnailUrl: '/home/home.webp' },
  5: { tileKey: 'banners/beauty-tall', background: 'light', thumbnailUrl: '/home/beauty.webp' },
};

/** The pictures of a category; undefined for other than the demo categories. */
export const categoryPicture = (categoryId: number): CategoryPicture | undefined => PICTURES[categoryId];
