import type { Site } from '@sokuwa/contract/page.ts';
import { pictureSources } from '@sokuwa/ui/picture-sources.ts';

type PreloadedPicture = {
  src: string;
  kind: NonNullable<Parameters<typeof pictureSources>[1]>;
  sizes: string;
  /** Windows that show it; default: all. */
  media?: string;
};

/**
 * Links for the head of a page that preload its main pictures: the browser finds them before it has parsed the styles and the
 * page around them. None with the data saver. Only for the server, because a page that is rendered in the browser has no use for them.
 */
export const picturePreloads = ({ isDataSaverOn }: Pick<Site, 'isDataSaverOn'>, ...pictures: PreloadedPicture[]) =>
  (isDataSaverOn ? [] : pictures).flatMap(({ src, kind, sizes, media }) => {
    const sources = pictureSources(src, kind);
    if (!sources) return [];
    return {
      rel: 'preload',
      as: 'image',
      type: 'image/avif',
      ...(media && { media }),
      imageSrcSet: sources.avif,
      imageSizes: sizes,
      fetchPriority: 'high' as const,
    };
  });
