import type { ResizeOptions } from 'sharp';
import { loadSharp } from './load-sharp.ts';
import { isPicture } from './picture-format.ts';

/** The picture is fitted into or cropped to a square of `side` pixels, or to this size, as WebP of this quality (1 to 100). */
export type Encoding = ({ side: number } | { width: number; height: number }) & {
  fit: NonNullable<ResizeOptions['fit']>;
  quality: number;
  maxPixels: number;
};

const toPixels = (size: { side: number } | { width: number; height: number }) =>
  'side' in size ? { width: size.side, height: size.side } : { width: size.width, height: size.height };

/**
 * Encodes an untrusted file as a source for the media store: rotated, scaled down, without metadata. Decoding may take
 * 200 MB, so callers run only a few at the same time.
 * @returns `no_picture` unless it is JPEG, PNG, WebP, GIF or AVIF, `too_large` above `maxPixels`, `broken` if it cannot be decoded
 */
export const encodePicture = async (
  bytes: Buffer,
  { fit, quality, maxPixels, ...size }: Encoding,
): Promise<Buffer | 'no_picture' | 'too_large' | 'broken'> => {
  if (!isPicture(bytes)) return 'no_picture';
  const sharp = await loadSharp();
  try {
    // Read only the header first, so that a decompression bomb is never decoded.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'too_large';
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ ...toPixels(size), fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality })
      .toBuffer();
  } catch {
    // The decoder's message is not useful to users.
    return 'broken';
  }
};
