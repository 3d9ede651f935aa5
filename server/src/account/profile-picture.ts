import { PICTURE_MEGABYTES, PICTURE_MEGAPIXELS } from '@sokuwa/contract/account/account.rules.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { WorkQueue } from '../platform/work-queue.ts';
import { encodePicture } from '../ports/media/encode-picture.ts';

/** The widest that a page shows is half of its side. */
const FORM = { side: 512, fit: 'cover', quality: 80, mostPixels: PICTURE_MEGAPIXELS * 1_000_000 } as const;
const MOST_BYTES = PICTURE_MEGABYTES * 1024 * 1024;

/** A decoded picture may take 200 MB, so one is decoded at a time, and few wait. */
const queue = new WorkQueue(1, 8);

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
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof encodePicture>>>();
  if (!queue.add(async () => resolve(await encodePicture(bytes, FORM)), 'awaited')) return refuse('too_busy');
  const picture = await promise;
  if (typeof picture !== 'string') return picture;
  return refuse(picture === 'too_large' ? 'picture_too_large' : 'picture_invalid');
};
