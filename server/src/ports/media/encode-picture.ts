import sharp, { type ResizeOptions } from 'sharp';
import { isPicture } from './picture-format.ts';

/** How a picture is made anew: fitted into or cut to a square of `side` pixels, as WebP of this quality (1 to 100). */
type Form = { side: number; fit: NonNullable<ResizeOptions['fit']>; quality: number; mostPixels: number };

/**
 * Makes a source for the media store out of a stranger's file: turned upright, no larger than is needed, without what else the
 * file says (where it was taken, by what). Decoding may take 200 MB: few at once.
 * @returns `no_picture` for what is no JPEG, PNG, WebP, GIF or AVIF, `too_large` beyond `mostPixels`, `broken`
 */
export const encodePicture = async (
  bytes: Buffer,
  { side, fit, quality, mostPixels }: Form,
): Promise<Buffer | 'no_picture' | 'too_large' | 'broken'> => {
  if (!isPicture(bytes)) return 'no_picture';
  try {
    // The header alone: of a picture made to exhaust memory nothing else is read.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return 'too_large';
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality })
      .toBuffer();
  } catch {
    // The decoder's reasons would tell nobody anything.
    return 'broken';
  }
};
