import type { Banner } from '@sokuwa/contract/catalog/home.content.ts';
import { Link } from '@tanstack/react-router';
import { sectionLink } from '../catalog/links.ts';
import { SocialLinks } from '../shell/social-links.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { BannerSlide, bannerHeadlineClass } from './banner-slide.tsx';

/** The landing hero: the first banner, whose headline is the page's. */
export function HeroSlide({ banner }: { banner: Banner }) {
  return (
    <BannerSlide banner={banner} priority>
      <h1 className={bannerHeadlineClass}>{banner.headline}</h1>
      <p className="max-w-68 text-lg leading-6 max-lg:hidden">
        From farms and mills across the continent, fast to your door.
      </p>
      <Link {...sectionLink('productList')} className={buttonClass({ variant: 'ink' })}>
        SHOP NOW
      </Link>
      <SocialLinks
        networks={['instagram', 'facebook', 'x', 'linkedin', 'youtube']}
        className="-ml-3 flex max-md:hidden"
      />
    </BannerSlide>
  );
}
