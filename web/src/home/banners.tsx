import { Carousel } from '@sokuwa/ui/carousel.tsx';
import { useDataSaver } from '@sokuwa/ui/data-saver.ts';
import { useEffect, useState } from 'react';
import { BannerColour } from './banner-colour.tsx';
import { bannerFrameClass } from './banner-slide.tsx';
import { OfferSlide } from './offer-slide.tsx';
import { useHomeContent, useIsServerRendered } from './use-home-content.ts';
import { useHomeList } from './use-home-list.ts';

const AUTOPLAY_INTERVAL_MS = 3000;

/** Whether the first view has loaded, so that further banners may load. */
const useIsPageLoaded = (): boolean => {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const handleLoad = () => setIsLoaded(true);
    if (document.readyState === 'complete') {
      handleLoad();
      return;
    }
    addEventListener('load', handleLoad, { once: true });
    return () => removeEventListener('load', handleLoad);
  }, []);
  return isLoaded;
};

/**
 * The banner carousel. The server renders only the first banner, which is the largest element of the first view. After client-side
 * navigation a skeleton shows until the products have loaded or failed. With the data saver, further banners load on demand.
 */
export function Banners() {
  const saving = useDataSaver();
  const isPageLoaded = useIsPageLoaded();
  const isServerRendered = useIsServerRendered();
  const [isTouched, setIsTouched] = useState(false);
  const handleInteraction = () => setIsTouched(true);
  const { isLoading, failureCount } = useHomeList('hotDeals');
  const content = useHomeContent();
  if (!content || (!isServerRendered && isLoading && failureCount === 0)) return <LoadingBanner />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events that bubble up from the carousel
    <div onPointerDown={handleInteraction} onFocus={handleInteraction}>
      <Carousel
        label="Offers"
        intervalMs={isPageLoaded ? AUTOPLAY_INTERVAL_MS : undefined}
        slides={content.banners.map((banner, index) => ({
          id: banner.id,
          label: banner.headline,
          content:
            index === 0 || (isPageLoaded && (isTouched || !saving)) ? (
              <OfferSlide banner={banner} priority={index === 0} />
            ) : (
              <div className={bannerFrameClass}>{isPageLoaded && <BannerColour colour={banner.colour} />}</div>
            ),
        }))}
      />
    </div>
  );
}

function LoadingBanner() {
  return (
    <section aria-label="Loading offers" aria-busy="true">
      <div aria-hidden="true" className={`${bannerFrameClass} animate-skeleton bg-quiet`} />
      {/* Space for the controls. */}
      <div className="mt-1 h-22 md:h-11" />
    </section>
  );
}
