import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { useDataSaver } from './data-saver.ts';
import { iconButtonClass } from './icon-button.tsx';
import { useDrag } from './use-drag.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';

export interface Slide {
  id: string;
  /** Accessible name: its headline. */
  label: string;
  content: ReactNode;
}

export interface CarouselProps {
  /** Accessible name of the carousel, such as "Offers". */
  label: string;
  slides: readonly Slide[];
  /** How long each slide is shown; without it there is no autoplay. */
  intervalMs?: number | undefined;
}

/** The remainder, never negative. */
const modulo = (value: number, count: number): number => ((value % count) + count) % count;

/**
 * The WAI-ARIA carousel pattern: one slide at a time, controls below, looping. Autoplay pauses on hover and focus. It
 * stops when the visitor moves the slides, and it is off with reduced motion or the data saver; Play starts it again.
 * Without JavaScript the slides are a row with scroll snap.
 */
export function Carousel({ label, slides, intervalMs }: CarouselProps) {
  const count = slides.length;
  const viewport = useRef<HTMLDivElement>(null);
  // Before hydration the row scrolls natively; afterwards script moves it.
  const [isHydrated, setHydrated] = useState(false);
  // Not limited to the number of slides: from the last slide to the first is one step forward, not many steps back.
  const [position, setPosition] = useState(0);
  const [isAnimated, setAnimated] = useState(false);
  const dataSaver = useDataSaver();
  const [isPlaying, setPlaying] = useState(!dataSaver);
  const hoverOrFocus = useHoverOrFocus();
  const index = modulo(position, count);

  const moveBy = (steps: number) => {
    setAnimated(true);
    // The shorter way round.
    const forward = modulo(steps, count);
    setPosition(position + (forward < count / 2 ? forward : forward - count));
  };
  /** Stops autoplay after the visitor has moved the slides (WCAG 2.2.2). */
  const moveByHand = (steps: number) => {
    setPlaying(false);
    moveBy(steps);
  };
  const { dragOffset, handlers } = useDrag(moveByHand);

  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const stopIfUnwanted = () => {
      if (query.matches || dataSaver) setPlaying(false);
    };
    stopIfUnwanted();
    query.addEventListener('change', stopIfUnwanted);
    return () => query.removeEventListener('change', stopIfUnwanted);
  }, [dataSaver]);
  useEffect(() => {
    const row = viewport.current;
    if (!row) return;
    // Continues at the slide that the visitor scrolled to before hydration.
    if (row.scrollLeft > 0) setPosition(Math.round(row.scrollLeft / row.clientWidth));
    row.scrollLeft = 0;
    setHydrated(true);
  }, []);
  const hasControls = count > 1;
  const isRunning =
    isHydrated && intervalMs !== undefined && isPlaying && !hoverOrFocus.isActive && dragOffset === null && hasControls;
  // A layout effect, so that the timer runs from the moment at which `aria-live` says that it does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the position restarts the timer
  useLayoutEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (!document.hidden) moveBy(1);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isRunning, intervalMs, position]);

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      {...hoverOrFocus.handlers}
      onKeyDown={(event) => {
        if (!hasControls || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
        event.preventDefault();
        moveByHand(event.key === 'ArrowLeft' ? -1 : 1);
      }}
    >
      <div
        ref={viewport}
        className={cx(
          'rounded-xl corner-72',
          isHydrated ? 'overflow-hidden' : 'no-scrollbar snap-x snap-mandatory overflow-x-auto',
        )}
      >
        <div
          aria-live={isRunning ? 'off' : 'polite'}
          {...(isHydrated && hasControls && handlers)}
          {...(isHydrated && { style: { translate: `calc(${-100 * position}% + ${dragOffset ?? 0}px)` } })}
          className={cx(
            '-ml-4 flex',
            isHydrated && 'touch-pan-y touch-pinch-zoom select-none',
            isAnimated && dragOffset === null && 'transition-[translate] duration-(--sk-dur-banner) ease-slide',
          )}
        >
          {slides.map((slide, at) => (
            // biome-ignore lint/a11y/useSemanticElements: in the carousel pattern slides are groups
            <div
              key={slide.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${slides.length}: ${slide.label}`}
              // Hidden slides cannot be focused.
              inert={isHydrated && at !== index}
              // Each slide is placed on the side where it is nearest to the shown one, which makes the row endless.
              {...(isHydrated && { style: { translate: `${100 * count * Math.round((position - at) / count)}%` } })}
              className="min-w-0 shrink-0 grow-0 basis-full snap-start pl-4"
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {hasControls && (
        <div className="mt-1 flex flex-wrap items-center md:flex-nowrap">
          <button
            type="button"
            aria-label={isPlaying ? 'Pause slides' : 'Play slides'}
            onClick={() => setPlaying(!isPlaying)}
            className={cx(iconButtonClass('plain'), '-ml-2.5')}
          >
            {isPlaying ? <Pause className="size-5" /> : <Play className="size-5" />}
          </button>
          {/* On phones the dots have their own row over the full width, so that each target is 44 px wide. */}
          <div className="flex min-w-0 items-center max-md:order-first max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:justify-center md:ml-1">
            {slides.map((slide, at) => (
              <button
                key={slide.id}
                type="button"
                aria-label={`Show slide ${at + 1}: ${slide.label}`}
                aria-current={at === index ? 'true' : undefined}
                onClick={() => moveByHand(at - index)}
                className="group flex h-11 w-11 min-w-0 items-center justify-center rounded-sm"
              >
                <span
                  className={cx(
                    'h-2 rounded-full transition-colors duration-(--sk-dur-fast)',
                    at === index ? 'mx-1 w-6.5 bg-heading' : 'w-2 bg-control group-hover:bg-heading',
                  )}
                />
              </button>
            ))}
          </div>
          <button
            type="button"
            aria-label="Previous slide"
            onClick={() => moveByHand(-1)}
            className={cx(iconButtonClass('plain'), 'ml-auto')}
          >
            <ChevronLeft className="size-5" />
          </button>
          <button
            type="button"
            aria-label="Next slide"
            onClick={() => moveByHand(1)}
            className={cx(iconButtonClass('plain'), '-mr-2.5')}
          >
            <ChevronRight className="size-5" />
          </button>
        </div>
      )}
    </section>
  );
}
