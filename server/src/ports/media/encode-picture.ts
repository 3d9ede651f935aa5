import sharp, { type ResizeOptions } from 'sharp';
import { isPicture } from './picture-format.ts';

/** How a picture is encoded: fitted into or cropped to a square of `side` pixels, as WebP of this quality (1 to 100). */
type Form = { side: number; fit: NonNullable<ResizeOptions['fit']>; quality: number; mostPixels: number };

/**
 * Encodes an untrusted file as a source for the media store: rotated, scaled down, without metadata. Decoding may take 200 MB, so few
 * run at once.
 * @returns `no_picture` unless it is JPEG, PNG, WebP, GIF or AVIF, `too_large` above `mostPixels`, `broken`
 */
export const encodePicture = async (
  bytes: Buffer,
  { side, fit, quality, mostPixels }: Form,
): Promise<Buffer | 'no_picture' | 'too_large' | 'broken'> => {
  if (!isPicture(bytes)) return 'no_picture';
  try {
    // Read only the header first, so that a decompression bomb is never decoded.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return 'too_large';
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality })
      .toBuffer();
  } catch {
    // The decoder's message is of no use to users.
    return 'broken';
  }
};
