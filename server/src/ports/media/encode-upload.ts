import { PICTURE_MEGABYTES, PICTURE_MEGAPIXELS } from '@sokuwa/contract/account/account.rules.ts';
import PQueue from 'p-queue';
import { type Refused, refuse } from '../../platform/refusal.ts';
import { type Encoding, encodePicture } from './encode-picture.ts';

const MAX_PIXELS = PICTURE_MEGAPIXELS * 1_000_000;
const MAX_BYTES = PICTURE_MEGABYTES * 1024 * 1024;

type WithoutLimit<E> = E extends Encoding ? Omit<E, 'maxPixels'> : never;
type UploadEncoding = WithoutLimit<Encoding>;

/** A decoded picture may take 200 MB, so one is decoded at a time. */
const queue = new PQueue({ concurrency: 1 });
const MAX_QUEUED = 8;

/**
 * Encodes an uploaded picture as WebP: applies the EXIF orientation and removes the metadata (location, camera).
 * @returns picture_invalid if it is not a JPEG, PNG, WebP, GIF or AVIF, or is corrupt; picture_too_large; too_busy if
 *   the queue is full
 */
export const encodeUpload = async (
  bytes: Buffer,
  encoding: UploadEncoding,
): Promise<Buffer | Refused<'picture_invalid' | 'picture_too_large' | 'too_busy'>> => {
  if (bytes.length > MAX_BYTES) return refuse('picture_too_large');
  if (queue.size >= MAX_QUEUED) return refuse('too_busy');
  const picture = await queue.add(() => encodePicture(bytes, { ...encoding, maxPixels: MAX_PIXELS }));
  if (typeof picture !== 'string') return picture;
  return refuse(picture === 'too_large' ? 'picture_too_large' : 'picture_invalid');
};
