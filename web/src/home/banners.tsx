import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { useEffect, useState } from 'react';
import { Carousel } from '../ui/carousel.tsx';
import { bannerFrameClass } from './banner-slide.tsx';
import { bannerWall } from './banner-walls.ts';
import { HeroSlide } from './hero-slide.tsx';
import { OfferSlide } from './offer-slide.tsx';

/** Milliseconds for which a banner is shown. */
const SHOWN = 3000;

/** Whether the page has all that its first view needs, so that more may be fetched. */
const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    if (document.readyState === 'complete') {
      settle();
      return;
    }
    addEventListener('load', settle, { once: true });
    return () => removeEventListener('load', settle);
  }, []);
  return settled;
};

/** The banners. Only the first is in the page that the server sends: it is what the first view waits for. */
export function Banners() {
  const settled = useSettled();
  return (
    <Carousel
      label="Offers"
      interval={SHOWN}
      slides={BANNERS.map((banner, at) => ({
        id: banner.id,
        label: banner.headline,
        content:
          at === 0 ? (
            <HeroSlide banner={banner} />
          ) : settled ? (
            <OfferSlide banner={banner} />
          ) : (
            <div className={`${bannerFrameClass} ${bannerWall(banner.id)}`} />
          ),
      }))}
    />
  );
}
