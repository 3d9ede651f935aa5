import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { useDataSaver } from './data-saver.ts';
import { iconButtonClass } from './icon-button.tsx';
import { useDrag } from './use-drag.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';

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
  /** How long each is shown, in milliseconds; without it they wait to be turned. */
  intervalMs?: number | undefined;
}

/** The remainder that is never below 0. */
const wrap = (value: number, count: number): number => ((value % count) + count) % count;

/**
 * Banners, one at a time, with the controls under them; after the last comes the first. Plays by itself, but not under
 * a pointer or the focus, not once paused, never with reduced motion or where data is saved. Without script the first is shown and the row can
 * be swiped.
 */
export function Carousel({ label, slides, intervalMs }: CarouselProps) {
  const count = slides.length;
  const viewport = useRef<HTMLDivElement>(null);
  // Moved by script; until then the row can be swiped by the platform's own scrolling.
  const [alive, setAlive] = useState(false);
  // Counts on past the last slide and below the first: the way back to the first is one step, not a run over all.
  const [position, setPosition] = useState(0);
  const [glides, setGlides] = useState(false);
  const saving = useDataSaver();
  const [playing, setPlaying] = useState(!saving);
  const hold = useHoverOrFocus();
  const index = wrap(position, count);

  const go = (steps: number) => {
    setGlides(true);
    // The short way round.
    const forward = wrap(steps, count);
    setPosition(position + (forward < count / 2 ? forward : forward - count));
  };
  const { dragged, handlers } = useDrag(go);

  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => {
      if (query.matches || saving) setPlaying(false);
    };
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [saving]);
  useEffect(() => {
    const row = viewport.current;
    if (!row) return;
    // Goes on from where it was swiped to.
    if (row.scrollLeft > 0) setPosition(Math.round(row.scrollLeft / row.clientWidth));
    row.scrollLeft = 0;
    setAlive(true);
  }, []);
  const several = count > 1;
  const running = alive && intervalMs !== undefined && playing && !hold.held && dragged === null && several;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide starts the wait anew
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      if (!document.hidden) go(1);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [running, intervalMs, position]);

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      {...hold.handlers}
      onKeyDown={(event) => {
        if (!several || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
        event.preventDefault();
        go(event.key === 'ArrowLeft' ? -1 : 1);
      }}
    >
      <div
        ref={viewport}
        className={cx(
          'rounded-xl corner-72',
          alive ? 'overflow-hidden' : 'no-scrollbar snap-x snap-mandatory overflow-x-auto',
        )}
      >
        <div
          aria-live={running ? 'off' : 'polite'}
          {...(alive && several && handlers)}
          {...(alive && { style: { translate: `calc(${-100 * position}% + ${dragged ?? 0}px)` } })}
          className={cx(
            '-ml-4 flex',
            alive && 'touch-pan-y touch-pinch-zoom select-none',
            glides && dragged === null && 'transition-[translate] duration-(--sk-dur-banner) ease-slide',
          )}
        >
          {slides.map((slide, at) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern names its slides as groups
            <div
              key={slide.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${slides.length}: ${slide.label}`}
              // What is out of sight can't be tabbed to.
              inert={alive && at !== index}
              // Each stands where it is nearest to the one that is shown, so that the row has no end.
              {...(alive && { style: { translate: `${100 * count * Math.round((position - at) / count)}%` } })}
              className="min-w-0 shrink-0 grow-0 basis-full snap-start pl-4"
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
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
                onClick={() => go(at - index)}
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
            onClick={() => go(-1)}
            className={cx(iconButtonClass('plain'), 'ml-auto max-xs:w-9 max-[22rem]:hidden')}
          >
            <ChevronLeft className="size-5" />
          </button>
          <button
            type="button"
            aria-label="Next slide"
            onClick={() => go(1)}
            className={cx(iconButtonClass('plain'), '-mr-2.5 max-xs:w-9 max-[22rem]:ml-auto')}
          >
            <ChevronRight className="size-5" />
          </button>
        </div>
      )}
    </section>
  );
}
