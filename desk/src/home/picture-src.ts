import { type PictureWidth, pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** The address of a picture of the content: an uploaded one, or a file of the shop. */
export const pictureSrc = (key: string, width: PictureWidth): string =>
  key.startsWith('/') ? key : pictureUrl(key, width, 'webp');
