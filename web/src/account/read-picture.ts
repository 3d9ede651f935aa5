import { PICTURE_MEGABYTES } from '@sokuwa/contract/account/account.rules.ts';
import { refusalTexts } from '../lib/refusal-texts.ts';

/** Pixels of the preview's sides. */
const SIDE = 256;

/**
 * Looks at a picture before it is sent: a file that the shop would refuse is refused here, before it has travelled.
 * @returns the middle of it, small, as an address that the page's policy lets an image have; or what is wrong
 */
export const readPicture = async (file: File): Promise<{ preview: string } | { wrong: string }> => {
  if (file.size > PICTURE_MEGABYTES * 1024 * 1024) return { wrong: refusalTexts.picture_too_large };
  try {
    const picture = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    const side = Math.min(picture.width, picture.height);
    canvas
      .getContext('2d')
      ?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
    picture.close();
    return { preview: canvas.toDataURL('image/webp') };
  } catch {
    // Whatever the browser can't read as a picture is none.
    return { wrong: refusalTexts.picture_invalid };
  }
};
