import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton, iconButtonClass } from './icon-button.tsx';
import { useAutoplay } from './use-autoplay.ts';

export interface RailProps {
  /** Accessible name of the list and part of the button labels, such as "New Arrivals". */
  label: string;
  /** Usually an h2; beside the buttons. */
  heading?: ReactNode;
  /** A "View all" link before the buttons. */
  action?: ReactNode;
  busy?: boolean;
  /** Interval of the automatic steps; the rail then also loops at its ends. */
  autoplayIntervalMs?: number;
  /** List items. */
  children: ReactNode;
}

/** A horizontal list with scroll snap and two buttons: 5, 4, 3 or 2.2 items in view. */
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
  const scroll = (distance: number) => {
    const row = list.current;
    if (!row) return;
    const forward = distance > 0;
    if (loops && (forward ? edge.end : edge.start))
      row.scrollTo({ left: forward ? 0 : row.scrollWidth, behavior: 'smooth' });
    else row.scrollBy({ left: distance, behavior: 'smooth' });
  };
  const scrollPage = (direction: 1 | -1) => scroll(direction * (list.current?.clientWidth ?? 0) * 0.9);
  // Scroll snap rounds this to the next item.
  const scrollToNextItem = () => scroll(list.current?.firstElementChild?.clientWidth ?? 0);
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
      <ul ref={list} aria-label={label} aria-busy={busy} className="rail no-scrollbar" {...handlers}>
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
