import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EndlessRow } from './endless-row.ts';
import { IconButton, iconButtonClass } from './icon-button.tsx';
import { scrollBehavior } from './scroll-behavior.ts';
import { useAutoplay } from './use-autoplay.ts';

export interface RailProps {
  /** Accessible name of the list and part of the button labels, such as "New Arrivals". */
  label: string;
  /** Usually an h2; beside the buttons. */
  heading?: ReactNode;
  /** A "View all" link before the buttons. */
  action?: ReactNode;
  busy?: boolean;
  /** Interval of autoplay. If set, the rail is endless in both directions. */
  autoplayIntervalMs?: number;
  /** List items. */
  children: ReactNode;
}

/**
 * A horizontal list with two buttons: 5, 4, 3 or 2 items in view. Without autoplay it has an end, and shows the edge of
 * a third item on phones.
 */
export function Rail({ label, heading, action, busy = false, autoplayIntervalMs, children }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
  const loops = autoplayIntervalMs !== undefined;
  const [edge, setEdge] = useState({ start: true, end: false });

  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const updateEdge = () => {
      const start = row.scrollLeft <= 4;
      const end = row.scrollLeft + row.clientWidth >= row.scrollWidth - 4;
      setEdge((previous) => (previous.start === start && previous.end === end ? previous : { start, end }));
    };
    const resizeObserver = new ResizeObserver(updateEdge);
    resizeObserver.observe(row);
    row.addEventListener('scroll', updateEdge, { passive: true });
    return () => {
      resizeObserver.disconnect();
      row.removeEventListener('scroll', updateEdge);
    };
  }, []);
  const endlessRow = useRef<EndlessRow>(null);
  useEffect(() => {
    const row = list.current;
    if (!loops || !row) return;
    let isUnmounted = false;
    // Load the code when the row is near the viewport, because the first view does not need it.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        import('./endless-row.ts').then(
          ({ makeEndlessRow }) => {
            if (!isUnmounted) endlessRow.current = makeEndlessRow(row);
          },
          // If the code cannot be loaded, the row still scrolls, but has an end.
          () => {},
        );
      },
      { rootMargin: '300px' },
    );
    observer.observe(row);
    return () => {
      isUnmounted = true;
      observer.disconnect();
      endlessRow.current?.stop();
      endlessRow.current = null;
    };
  }, [loops]);
  // After every render, because there may be new items.
  useEffect(() => endlessRow.current?.update());
  const scrollPage = (direction: 1 | -1) => {
    if (endlessRow.current) endlessRow.current.scrollByItems(direction);
    else list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.9, behavior: scrollBehavior() });
  };
  const scrollToNextItem = () => endlessRow.current?.scrollByItems(1, 1);
  const { isPlaying, setPlaying, handlers } = useAutoplay(list, autoplayIntervalMs, scrollToNextItem);
  return (
    <div>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        {heading}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {action}
          {loops && !(edge.start && edge.end) && (
            <IconButton
              label={isPlaying ? `Pause ${label}` : `Play ${label}`}
              icon={isPlaying ? <Pause className="size-5" /> : <Play className="size-5" />}
              variant="plain"
              onClick={() => setPlaying(!isPlaying)}
            />
          )}
          {!(edge.start && edge.end) && (
            <div className="hidden gap-2 md:flex">
              <RailButton label={`Back in ${label}`} disabled={!loops && edge.start} onClick={() => scrollPage(-1)}>
                <ChevronLeft className="size-5" />
              </RailButton>
              <RailButton label={`Forward in ${label}`} disabled={!loops && edge.end} onClick={() => scrollPage(1)}>
                <ChevronRight className="size-5" />
              </RailButton>
            </div>
          )}
        </div>
      </div>
      <ul
        ref={list}
        aria-label={label}
        aria-busy={busy}
        data-loops={loops || undefined}
        className="rail no-scrollbar"
        {...handlers}
      >
        {children}
      </ul>
    </div>
  );
}

function RailButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: the button would lose the focus at the end of the list.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={`${iconButtonClass('round')} aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-line-strong`}
    >
      {children}
    </button>
  );
}
