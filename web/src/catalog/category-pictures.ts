type CategoryPicture = {
  /** Media key of the large picture; its upper part has room for text. */
  tile: string;
  /** Brightness of the background: dark text on light, white text on dark. */
  background: 'light' | 'dark';
  /** URL of a small square picture. */
  thumb: string;
};

/** Pictures of the demo categories by id. */
const PICTURES: Record<number, CategoryPicture> = {
  1: { tile: 'tiles/food', background: 'light', thumb: '/home/food.webp' },
  2: { tile: 'tiles/arts', background: 'light', thumb: '/home/arts.webp' },
  3: { tile: 'tiles/fashion', background: 'dark', thumb: '/home/fashion.webp' },
  4: { tile: 'tiles/home', background: 'dark', thumb: '/home/home.webp' },
  5: { tile: 'banners/beauty-tall', background: 'light', thumb: '/home/beauty.webp' },
};

/** The pictures of a category; undefined for other than the demo categories. */
export const categoryPicture = (categoryId: number): CategoryPicture | undefined => PICTURES[categoryId];
