import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Banner } from '@sokuwa/contract/home/home.schemas.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import type { ReactNode } from 'react';
import { BannerColour } from './banner-colour.tsx';

export const bannerFrameClass =
  'relative block aspect-358/440 w-full overflow-hidden rounded-xl corner-72 max-xs:min-h-102 md:aspect-5/2';
export const BANNER_SIZES = '(min-width: 1280px) 912px, (min-width: 1024px) 75vw, 100vw';

/** One banner: a picture with text on its empty area. */
export function BannerSlide({
  banner: { img, img_tall, alt, background, colour },
  priority,
  children,
}: {
  banner: Banner;
  /** Whether it is in the first view, so that its picture loads at once. */
  priority: boolean;
  children: ReactNode;
}) {
  return (
    <div className={bannerFrameClass}>
      <BannerColour colour={colour} />
      <Picture
        src={pictureUrl(img, 1600, 'webp')}
        phoneSrc={pictureUrl(img_tall, 800, 'webp')}
        alt={alt}
        sizes={BANNER_SIZES}
        width={1600}
        height={640}
        kind="banner"
        priority={priority}
        className="absolute bottom-0 w-full object-cover object-bottom max-md:aspect-square max-md:[mask-image:linear-gradient(to_top,#000_75%,transparent)] md:h-full"
      />
      <div
        className={`absolute inset-x-5 top-5 flex flex-col items-start gap-3 md:inset-x-8 md:top-7 xl:inset-x-11 ${background === 'light' ? 'text-ink-900' : 'text-white'}`}
      >
        {children}
      </div>
    </div>
  );
}

export const bannerHeadlineClass =
  'max-w-[7.4em] text-balance font-display text-4xl md:max-w-[40%] lg:max-w-[7.4em] xl:text-[3.25rem]';
