import { PICTURE_MEGABYTES } from '@sokuwa/contract/account/account.rules.ts';
import { refusalTexts } from '../lib/refusal-texts.ts';

/** Width and height of the preview in pixels. */
const PREVIEW_SIZE = 256;

/**
 * Checks a picture before the upload, with the server's limits.
 * @returns a square preview as a data: URL, or the error
 */
export const readPicture = async (file: File): Promise<{ preview: string } | { error: string }> => {
  if (file.size > PICTURE_MEGABYTES * 1024 * 1024) return { error: refusalTexts.picture_too_large };
  try {
    const picture = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = PREVIEW_SIZE;
    canvas.height = PREVIEW_SIZE;
    const cropSize = Math.min(picture.width, picture.height);
    canvas
      .getContext('2d')
      ?.drawImage(
        picture,
        (picture.width - cropSize) / 2,
        (picture.height - cropSize) / 2,
        cropSize,
        cropSize,
        0,
        0,
        PREVIEW_SIZE,
        PREVIEW_SIZE,
      );
    picture.close();
    return { preview: canvas.toDataURL('image/webp') };
  } catch {
    // The browser cannot decode it.
    return { error: refusalTexts.picture_invalid };
  }
};
