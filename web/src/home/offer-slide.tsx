import type { Banner } from '@sokuwa/contract/home/home.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { BannerSlide, bannerHeadlineClass } from './banner-slide.tsx';
import { ContentLink } from './content-link.tsx';

/** A banner with its headline and a link. */
export function OfferSlide({ banner, priority }: { banner: Banner; priority: boolean }) {
  return (
    <BannerSlide banner={banner} priority={priority}>
      <p className={bannerHeadlineClass}>{banner.headline}</p>
      <ContentLink
        link={banner.link}
        aria-label={`Shop now: ${banner.headline}`}
        className={buttonClass({ variant: banner.background === 'light' ? 'ink' : 'highlight' })}
      >
        SHOP NOW
      </ContentLink>
    </BannerSlide>
  );
}
