type CategoryPicture = {
  /** Media key of the large picture; its upper part has room for text. */
  tileKey: string;
  /** Brightness of the background: dark text on light, white text on dark. */
  background: 'light' | 'dark';
  /** URL of a small square picture. */
  thumbnailUrl: string;
};

/** Pictures of the demo market's categories by slug. */
const PICTURES: Record<string, CategoryPicture> = {
  food: { tileKey: 'tiles/food', background: 'light', thumbnailUrl: '/home/food.webp' },
  arts: { tileKey: 'tiles/arts', background: 'light', thumbnailUrl: '/home/arts.webp' },
  fashion: { tileKey: 'tiles/fashion', background: 'dark', thumbnailUrl: '/home/fashion.webp' },
  home: { tileKey: 'tiles/home', background: 'dark', thumbnailUrl: '/home/home.webp' },
  beauty: { tileKey: 'banners/beauty-tall', background: 'light', thumbnailUrl: '/home/beauty.webp' },
};

/** Returns the pictures of a category of the demo market; undefined for other categories. */
export const findCategoryPicture = (slug: string): CategoryPicture | undefined =>
  Object.hasOwn(PICTURES, slug) ? PICTURES[slug] : undefined;
