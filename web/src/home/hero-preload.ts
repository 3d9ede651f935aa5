import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import type { Site } from '@sokuwa/contract/page.ts';
import { picturePreloads } from '../lib/picture-preload.ts';
import { BANNER_SIZES } from './banner-slide.tsx';

/** Preload links for the hero picture, the largest element of the first view. */
export const heroPreloads = (site: Site) => {
  const { img } = BANNERS[0] ?? { img: '' };
  const tall = pictureUrl(`${img}-tall`, 800, 'webp');
  const wide = pictureUrl(`${img}-wide`, 1600, 'webp');
  return picturePreloads(
    site,
    { src: tall, kind: 'product', sizes: BANNER_SIZES, media: '(max-width: 47.99rem)' },
    { src: wide, kind: 'banner', sizes: BANNER_SIZES, media: '(min-width: 48rem)' },
  );
};
