import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton, iconButtonClass } from './icon-button.tsx';
import { useAutoplay } from './use-autoplay.ts';

export interface RailProps {
  /** What the row holds, for readers and the buttons: "New Arrivals". */
  label: string;
  /** Usually an h2, beside the buttons. */
  heading?: ReactNode;
  /** A "View all" link before the buttons. */
  action?: ReactNode;
  busy?: boolean;
  /** Milliseconds between steps of a row that moves by itself and goes round; without it the row stands and has ends. */
  autoplayIntervalMs?: number;
  /** List items. */
  children: ReactNode;
}

/** A row that scrolls sideways and snaps: 5, 4, 3 or 2.2 items a view. Works by touch, wheel, keys and two buttons. */
export function Rail({ label, heading, action, busy = false, autoplayIntervalMs, children }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
  const endless = autoplayIntervalMs !== undefined;
  const [edge, setEdge] = useState({ start: true, end: false });

  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const measure = () => {
      const start = row.scrollLeft <= 4;
      const end = row.scrollLeft + row.clientWidth >= row.scrollWidth - 4;
      setEdge((known) => (known.start === start && known.end === end ? known : { start, end }));
    };
    const resized = new ResizeObserver(measure);
    resized.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, []);
  const scroll = (distance: number) => {
    const row = list.current;
    if (!row) return;
    const forward = distance > 0;
    if (endless && (forward ? edge.end : edge.start))
      row.scrollTo({ left: forward ? 0 : row.scrollWidth, behavior: 'smooth' });
    else row.scrollBy({ left: distance, behavior: 'smooth' });
  };
  const turn = (direction: 1 | -1) => scroll(direction * (list.current?.clientWidth ?? 0) * 0.9);
  // Past the middle of one item, the row snaps to the next.
  const step = () => scroll(list.current?.firstElementChild?.clientWidth ?? 0);
  const { playing, setPlaying, hold } = useAutoplay(list, autoplayIntervalMs, step);
  return (
    <div>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        {heading}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {action}
          {endless && !(edge.start && edge.end) && (
            <IconButton
              label={playing ? `Pause ${label}` : `Play ${label}`}
              icon={playing ? <Pause className="size-5" /> : <Play className="size-5" />}
              variant="plain"
              onClick={() => setPlaying(!playing)}
            />
          )}
          {!(edge.start && edge.end) && (
            <div className="hidden gap-2 md:flex">
              <RailButton label={`Back in ${label}`} off={!endless && edge.start} onPress={() => turn(-1)}>
                <ChevronLeft className="size-5" />
              </RailButton>
              <RailButton label={`Forward in ${label}`} off={!endless && edge.end} onPress={() => turn(1)}>
                <ChevronRight className="size-5" />
              </RailButton>
            </div>
          )}
        </div>
      </div>
      <ul ref={list} aria-label={label} aria-busy={busy} className="rail no-scrollbar" {...hold}>
        {children}
      </ul>
    </div>
  );
}

function RailButton({
  label,
  off,
  onPress,
  children,
}: {
  label: string;
  off: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: at the end of the row the focus would be lost.
      aria-disabled={off}
      onClick={off ? undefined : onPress}
      className={`${iconButtonClass('round')} aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-line-strong`}
    >
      {children}
    </button>
  );
}
