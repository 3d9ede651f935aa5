import { PICTURE_MEGABYTES, PICTURE_MEGAPIXELS } from '@sokuwa/contract/account/account.rules.ts';
import sharp from 'sharp';
import { type Refused, refuse } from '../platform/refusal.ts';
import { WorkQueue } from '../platform/work-queue.ts';
import { isPicture } from '../ports/media/picture-format.ts';

/** Pixels of a side. The widest that a page shows is half of it. */
const SIDE = 512;
const WEBP = { quality: 80 };
const MOST_BYTES = PICTURE_MEGABYTES * 1024 * 1024;
const MOST_PIXELS = PICTURE_MEGAPIXELS * 1_000_000;

/** A decoded picture may take 200 MB, so one is decoded at a time, and few wait. */
const queue = new WorkQueue(1, 8);

const encode = async (bytes: Buffer): Promise<Buffer | Refused<'picture_invalid' | 'picture_too_large'>> => {
  try {
    // The header alone: of a picture made to exhaust memory nothing else is read.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return refuse('picture_too_large');
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp(WEBP)
      .toBuffer();
  } catch {
    // The decoder's reasons would tell a shopper nothing: it is no picture that can be shown.
    return refuse('picture_invalid');
  }
};

/**
 * Makes the square WebP that is shown of an uploaded picture: turned upright, without what else the file says (where it
 * was taken, by what).
 * @returns picture_invalid for what is no JPEG, PNG, WebP, GIF or AVIF, or is broken; picture_too_large; too_busy when
 *   too many wait
 */
export const makeProfilePicture = async (
  bytes: Buffer,
): Promise<Buffer | Refused<'picture_invalid' | 'picture_too_large' | 'too_busy'>> => {
  if (bytes.length > MOST_BYTES) return refuse('picture_too_large');
  if (!isPicture(bytes)) return refuse('picture_invalid');
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof encode>>>();
  const taken = queue.add(async () => resolve(await encode(bytes)), 'awaited');
  return taken ? promise : refuse('too_busy');
};
