/** Products per page. */
export const PAGE_SIZE = 50;
/** Maximum number of products in New Arrivals (docs/decisions/list-counts.md). */
export const MAX_NEW_ARRIVALS = 100;
/** Maximum number of related products on a product page: one row on wide screens. */
export const MAX_RELATED = 4;
/** Maximum number of matches that a search ranks (docs/decisions/search.md). */
export const MAX_RANKED_MATCHES = 500;

/** The `section` values of /product/list; any other is an 'Invalid section'. */
export const SECTIONS = [
  'hotDeals',
  'newArrivals',
  'ourBrands',
  'productList',
  'productCategory',
  'productSubCategory',
  'searchQuery',
  'merchantStore',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Orders of a list; `relevance` is the list's own order: best match for a search, newest first elsewhere. */
export const SORTS = ['relevance', 'newest', 'price', '-price', 'discount'] as const;
export type Sort = (typeof SORTS)[number];

/** Widths of picture renditions in pixels, smallest first. */
export const PICTURE_WIDTHS = [160, 240, 320, 400, 480, 640, 800, 1200, 1600] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = 'webp' | 'avif';

/** The URL path of a picture: `/media/products/puna-yam-front-1a2b3c4d/400.webp`. */
export const pictureUrl = (key: string, width: PictureWidth, format: PictureFormat): string =>
  `/media/${key}/${width}.${format}`;

/** Maximum of the days within which a merchant ships a paid order. */
export const MAX_HANDLING_DAYS = 30;
/** Characters of what a store says of itself, of its policies, and of the sentence for its holiday. */
export const MAX_STORE_TEXT = 2000;
export const MAX_HOLIDAY_NOTE = 200;
