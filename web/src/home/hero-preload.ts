import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import type { AppContext } from '../lib/app-context.ts';
import { picturePreloads } from '../lib/picture-preload.ts';
import { BANNER_SIZES } from './banner-slide.tsx';
import { homeContentQuery } from './home.query.ts';

/** Preload links for the picture of the first banner, the largest element of the first view. */
export const heroPreloads = ({ queryClient, api, site }: AppContext, preview: string | undefined) => {
  const content = queryClient.getQueryData(homeContentQuery(api, preview).queryKey) ?? DEFAULT_HOME;
  const [first] = content.banners;
  if (!first) return [];
  const tall = pictureUrl(first.img_tall, 800, 'webp');
  const wide = pictureUrl(first.img, 1600, 'webp');
  return picturePreloads(
    site,
    { src: tall, kind: 'product', sizes: BANNER_SIZES, media: '(max-width: 47.99rem)' },
    { src: wide, kind: 'banner', sizes: BANNER_SIZES, media: '(min-width: 48rem)' },
  );
};
