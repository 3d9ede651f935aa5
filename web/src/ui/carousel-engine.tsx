import useEmblaCarousel from 'embla-carousel-react';
import { useEffect } from 'react';

export interface CarouselControl {
  next: () => void;
  previous: () => void;
  go: (index: number) => void;
}

/** Drags and slides the viewport of a Carousel. Fetched when the page is idle, as the first slide needs none of it. */
export function CarouselEngine({
  viewport,
  still,
  onReady,
  onSelect,
}: {
  viewport: HTMLElement;
  /** Jump instead of sliding. */
  still: boolean;
  onReady: (control: CarouselControl | null) => void;
  onSelect: (index: number) => void;
}) {
  const [attach, embla] = useEmblaCarousel({ loop: true, duration: 20 });
  useEffect(() => attach(viewport), [attach, viewport]);
  useEffect(() => {
    if (!embla) return;
    const report = () => onSelect(embla.selectedScrollSnap());
    // Until now the row could be swiped by the platform's own scrolling: go on from there.
    const at = viewport.clientWidth > 0 ? Math.round(viewport.scrollLeft / viewport.clientWidth) : 0;
    viewport.scrollLeft = 0;
    embla.scrollTo(at, true);
    embla.on('select', report);
    report();
    onReady({
      next: () => embla.scrollNext(still),
      previous: () => embla.scrollPrev(still),
      go: (index) => embla.scrollTo(index, still),
    });
    return () => {
      embla.off('select', report);
      onReady(null);
    };
  }, [embla, viewport, still, onReady, onSelect]);
  return null;
}
