import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { Carousel } from '@sokuwa/ui/carousel.tsx';
import { useDataSaver } from '@sokuwa/ui/data-saver.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { bannerBackground } from './banner-backgrounds.ts';
import { bannerFrameClass } from './banner-slide.tsx';
import { HeroSlide } from './hero-slide.tsx';
import { OfferSlide } from './offer-slide.tsx';
import { useHomeList } from './use-home-list.ts';

/** Autoplay interval. */
const SHOWN = 3000;

/** Whether the first view has loaded, so that further banners may load. */
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

/** Whether the server rendered this page, so that the banner is already in the document. */
const useCameWithPage = (): boolean => {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return useState(hydrating)[0];
};

/**
 * The banner carousel. The server renders only the first banner, which is the largest element of the first view. After client-side
 * navigation a skeleton shows until the products have loaded or failed. With the data saver, further banners load on demand.
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
              <div className={`${bannerFrameClass} ${bannerBackground(banner.id)}`} />
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
      {/* Space for the controls. */}
      <div className="mt-1 h-11" />
    </section>
  );
}
