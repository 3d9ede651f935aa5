import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { CarouselControl } from './carousel-engine.tsx';
import { cx } from './cx.ts';
import { iconButtonClass } from './icon-button.tsx';

const CarouselEngine = lazy(() =>
  import('./carousel-engine.tsx').then((module) => ({ default: module.CarouselEngine })),
);

export interface Slide {
  id: string;
  /** What it shows, for readers: its headline. */
  label: string;
  content: ReactNode;
}

export interface CarouselProps {
  /** What the slides are: "Offers". */
  label: string;
  slides: readonly Slide[];
  /** How long each is shown, in milliseconds. */
  interval?: number;
}

/**
 * Banners, one at a time, with the controls under them. Plays by itself, but not under a pointer or the focus, not
 * once paused, never with reduced motion. Without script the first is shown and the row can be swiped.
 */
export function Carousel({ label, slides, interval = 6000 }: CarouselProps) {
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [engineWanted, setEngineWanted] = useState(false);
  const [control, setControl] = useState<CarouselControl | null>(null);
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
  const [still, setStill] = useState(false);
  const pending = useRef<((control: CarouselControl) => void) | null>(null);

  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => {
      setStill(query.matches);
      if (query.matches) setPlaying(false);
    };
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  useEffect(() => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setEngineWanted(true), 1500);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => setEngineWanted(true), { timeout: 4000 });
    return () => cancelIdleCallback(idle);
  }, []);
  useEffect(() => {
    if (!control || !pending.current) return;
    pending.current(control);
    pending.current = null;
  }, [control]);
  const running = control !== null && playing && !held && slides.length > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide starts the wait anew
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (!document.hidden) control.next();
    }, interval);
    return () => clearInterval(timer);
  }, [running, control, interval, index]);

  function act(deed: (control: CarouselControl) => void) {
    if (control) deed(control);
    else {
      pending.current = deed;
      setEngineWanted(true);
    }
  }
  const several = slides.length > 1;
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
      onKeyDown={(event) => {
        if (!several || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
        event.preventDefault();
        act((c) => (event.key === 'ArrowLeft' ? c.previous() : c.next()));
      }}
    >
      <div
        ref={setViewport}
        className={cx(
          'rounded-xl corner-72',
          control ? 'overflow-hidden' : 'no-scrollbar snap-x snap-mandatory overflow-x-auto',
        )}
      >
        {/* Never in transition: with reduced motion all are for a moment, and the engine would measure amid it. */}
        <div aria-live={running ? 'off' : 'polite'} className="-ml-4 flex touch-pan-y transition-none">
          {slides.map((slide, at) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern names its slides as groups
            <div
              key={slide.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${slides.length}: ${slide.label}`}
              // What is out of sight can't be tabbed to.
              inert={control !== null && at !== index}
              className="min-w-0 shrink-0 grow-0 basis-full snap-start pl-4"
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {several && engineWanted && viewport && (
        <Suspense fallback={null}>
          <CarouselEngine viewport={viewport} still={still} onReady={setControl} onSelect={setIndex} />
        </Suspense>
      )}
      {several && (
        <div className="mt-1 flex h-11 items-center">
          <button
            type="button"
            aria-label={playing ? 'Pause slides' : 'Play slides'}
            onClick={() => setPlaying(!playing)}
            className={cx(iconButtonClass('plain'), '-ml-2.5')}
          >
            {playing ? <Pause className="size-5" /> : <Play className="size-5" />}
          </button>
          <div className="ml-1 flex min-w-0 items-center">
            {slides.map((slide, at) => (
              <button
                key={slide.id}
                type="button"
                aria-label={`Show slide ${at + 1}: ${slide.label}`}
                aria-current={at === index ? 'true' : undefined}
                onClick={() => act((c) => c.go(at))}
                className="group flex h-11 min-w-6 items-center justify-center rounded-sm"
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
            onClick={() => act((c) => c.previous())}
            className={cx(iconButtonClass('plain'), 'ml-auto max-xs:w-9 max-[22rem]:hidden')}
          >
            <ChevronLeft className="size-5" />
          </button>
          <button
            type="button"
            aria-label="Next slide"
            onClick={() => act((c) => c.next())}
            className={cx(iconButtonClass('plain'), '-mr-2.5 max-xs:w-9 max-[22rem]:ml-auto')}
          >
            <ChevronRight className="size-5" />
          </button>
        </div>
      )}
    </section>
  );
}
