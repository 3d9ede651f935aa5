import { createHash } from 'node:crypto';
import { PICTURE_WIDTHS, type PictureWidth } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';
import { encodeUpload } from '../ports/media/encode-upload.ts';
import type { MediaStore } from '../ports/media/media.port.ts';

/** The largest width that pages use. */
export const MAX_PICTURE_WIDTH: PictureWidth = PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] ?? 1600;

/** How pictures of products and stores are stored. */
export const PRODUCT_PICTURE = { side: MAX_PICTURE_WIDTH, fit: 'inside', quality: 85 } as const;

/** All keys of such pictures begin with it. */
export const PRODUCT_PICTURE_PREFIX = 'products/';

/** The key of an encoded picture. It follows from its content, so identical pictures share one key, and none is ever replaced. */
export const productPictureKey = (picture: Buffer): string =>
  PRODUCT_PICTURE_PREFIX + createHash('sha256').update(picture).digest('hex').slice(0, 32);

export type PictureRefusal = 'picture_invalid' | 'picture_too_large' | 'too_busy';

/**
 * Encodes and stores an uploaded picture of a product or store.
 * @param file untrusted
 * @returns its key, or the refusals of `encodeUpload`
 * @throws MediaUnavailable
 */
export const storePicture = async (
  media: MediaStore,
  file: Uint8Array,
): Promise<{ key: string } | Refused<PictureRefusal>> => {
  const picture = await encodeUpload(Buffer.from(file.buffer, file.byteOffset, file.byteLength), PRODUCT_PICTURE);
  if (isRefused(picture)) return picture;
  const key = productPictureKey(picture);
  await media.put(key, picture);
  return { key };
};
