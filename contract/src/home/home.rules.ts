/** How many the home page has (HOME-11, HOME-21, HOME-44). */
export const BANNER_COUNT = 8;
export const TILE_COUNT = 4;
export const ARTICLE_COUNT = 2;

/** A link of the content to the site for merchants, wherever it is. */
export const SELLER_SITE_LINK = 'sell';

/** The search parameter of the home page, and of its call, with the token of a preview. */
export const PREVIEW_PARAM = 'preview';

/** What an uploaded picture is for, with its size in pixels. */
export const HOME_PICTURES = {
  wide: { width: 1600, height: 640 },
  tall: { width: 800, height: 800 },
  tile: { width: 640, height: 680 },
  article: { width: 640, height: 640 },
} as const;
export type HomePictureShape = keyof typeof HOME_PICTURES;
