import type { Banner } from '@sokuwa/contract/catalog/home.content.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Link } from '@tanstack/react-router';
import { sectionLink } from '../lib/links.ts';
import { SocialLinks } from '../lib/social-links.tsx';
import { BannerSlide, bannerHeadlineClass } from './banner-slide.tsx';

/** The landing hero: the first banner, whose headline is the page's heading. */
export function HeroSlide({ banner }: { banner: Banner }) {
  return (
    <BannerSlide banner={banner} priority>
      <h1 className={bannerHeadlineClass}>{banner.headline}</h1>
      <p className="max-w-68 text-lg leading-6 max-lg:sr-only">
        Fast delivery worldwide, from the continent's farms and mills.
      </p>
      {/* For screen readers and search engines. */}
      <p className="sr-only">African foodstuffs and groceries: high-quality food items, delivered worldwide.</p>
      <Link {...sectionLink('productList')} className={buttonClass({ variant: 'ink' })}>
        SHOP NOW
      </Link>
      <SocialLinks
        networks={['instagram', 'facebook', 'x', 'linkedin', 'youtube']}
        className="flex max-md:absolute max-md:-top-2 max-md:-right-2 max-md:flex-col md:-ml-3"
      />
    </BannerSlide>
  );
}
