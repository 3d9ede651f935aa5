import type { Banner } from '@sokuwa/contract/catalog/home.content.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Link } from '@tanstack/react-router';
import { categoryLink, sectionLink } from '../lib/links.ts';
import { BannerSlide, bannerHeadlineClass } from './banner-slide.tsx';

/** Link target of each banner; the default is all products. */
const TARGETS: Record<string, ReturnType<typeof sectionLink> | ReturnType<typeof categoryLink>> = {
  fabrics: categoryLink(3),
  deals: sectionLink('hotDeals'),
  crafts: categoryLink(2),
  kitchen: categoryLink(4),
  beauty: categoryLink(5),
  adire: categoryLink(3),
};

/** A banner with its headline and a link. */
export function OfferSlide({ banner, priority }: { banner: Banner; priority: boolean }) {
  return (
    <BannerSlide banner={banner} priority={priority}>
      <p className={bannerHeadlineClass}>{banner.headline}</p>
      <Link
        {...(TARGETS[banner.id] ?? sectionLink('productList'))}
        aria-label={`Shop now: ${banner.headline}`}
        className={buttonClass({ variant: banner.background === 'light' ? 'ink' : 'highlight' })}
      >
        SHOP NOW
      </Link>
    </BannerSlide>
  );
}
