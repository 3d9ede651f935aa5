import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { Carousel } from '@sokuwa/ui/carousel.tsx';
import { useDataSaver } from '@sokuwa/ui/data-saver.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { bannerFrameClass } from './banner-slide.tsx';
import { bannerWall } from './banner-walls.ts';
import { HeroSlide } from './hero-slide.tsx';
import { OfferSlide } from './offer-slide.tsx';
import { useHomeList } from './use-home-list.ts';

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

const never = () => () => {};

/** Whether the page came from the server with the banners in it, and was not made in the browser. */
const useCameWithPage = (): boolean => {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(hydrating)[0];
};

/**
 * The banners. Only the first is in the page that the server sends: it is what the first view waits for. Whoever comes
 * from another page sees a skeleton until the products of home come too, or can't be had at the first try. Whoever saves
 * data gets the others when they reach for them.
 */
export function Banners() {
  const saving = useDataSaver();
  const settled = useSettled();
  const cameWithPage = useCameWithPage();
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  const { isLoading, failureCount } = useHomeList('hotDeals');
  if (!cameWithPage && isLoading && failureCount === 0) return <Waiting />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what the carousel sends up
    <div onPointerDown={reach} onFocus={reach}>
      <Carousel
        label="Offers"
        intervalMs={settled ? SHOWN : undefined}
        slides={BANNERS.map((banner, at) => ({
          id: banner.id,
          label: banner.headline,
          content:
            at === 0 ? (
              <HeroSlide banner={banner} />
            ) : settled && (reached || !saving) ? (
              <OfferSlide banner={banner} />
            ) : (
              <div className={`${bannerFrameClass} ${bannerWall(banner.id)}`} />
            ),
        }))}
      />
    </div>
  );
}

function Waiting() {
  return (
    <section aria-label="Loading offers" aria-busy="true">
      <h1 className="sr-only">{BANNERS[0]?.headline}</h1>
      <div aria-hidden="true" className={`${bannerFrameClass} animate-skeleton bg-quiet`} />
      {/* The room of the controls. */}
      <div className="mt-1 h-11" />
    </section>
  );
}
