import { createHash } from 'node:crypto';
import { PICTURE_WIDTHS, type PictureWidth } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** The largest width that pages use. */
export const MAX_PICTURE_WIDTH: PictureWidth = PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] ?? 1600;

/** How pictures of products and stores are stored. */
export const PRODUCT_PICTURE = { side: MAX_PICTURE_WIDTH, fit: 'inside', quality: 85 } as const;

/** All keys of such pictures begin with it. */
export const PRODUCT_PICTURE_PREFIX = 'products/';

/** The key of an encoded picture. It follows from its content, so identical pictures share one key, and none is ever replaced. */
export const productPictureKey = (picture: Buffer): string =>
  PRODUCT_PICTURE_PREFIX + createHash('sha256').update(picture).digest('hex').slice(0, 32);
