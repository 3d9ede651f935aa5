import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { pictureSources } from '@sokuwa/ui/picture-sources.ts';
import { BANNER_SIZES } from './banner-slide.tsx';

const preloadLink = (src: string, kind: 'product' | 'banner', media: string) => ({
  rel: 'preload',
  as: 'image',
  type: 'image/avif',
  media,
  imageSrcSet: pictureSources(src, kind)?.avif,
  imageSizes: BANNER_SIZES,
  fetchPriority: 'high' as const,
});

/** Preload links for the hero picture, the largest element of the first view. */
export const heroPreloads = () => {
  const { img } = BANNERS[0] ?? { img: '' };
  return [
    preloadLink(pictureUrl(`${img}-tall`, 800, 'webp'), 'product', '(max-width: 47.99rem)'),
    preloadLink(pictureUrl(`${img}-wide`, 1600, 'webp'), 'banner', '(min-width: 48rem)'),
  ];
};
