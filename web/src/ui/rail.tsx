import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { iconButtonClass } from './icon-button.tsx';

export interface RailProps {
  /** What the row holds, for readers and the buttons: "New Arrivals". */
  label: string;
  /** Usually an h2, beside the buttons. */
  heading?: ReactNode;
  /** A "View all" link before the buttons. */
  action?: ReactNode;
  busy?: boolean;
  /** List items. */
  children: ReactNode;
}

/** A row that scrolls sideways and snaps: 5, 4, 3 or 2.2 items a view. Works by touch, wheel, keys and two buttons. */
export function Rail({ label, heading, action, busy = false, children }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
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
  const turn = (direction: 1 | -1) => {
    const row = list.current;
    row?.scrollBy({ left: direction * row.clientWidth * 0.9, behavior: 'smooth' });
  };
  return (
    <div>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        {heading}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {action}
          {!(edge.start && edge.end) && (
            <div className="hidden gap-2 md:flex">
              <RailButton label={`Back in ${label}`} off={edge.start} onPress={() => turn(-1)}>
                <ChevronLeft className="size-5" />
              </RailButton>
              <RailButton label={`Forward in ${label}`} off={edge.end} onPress={() => turn(1)}>
                <ChevronRight className="size-5" />
              </RailButton>
            </div>
          )}
        </div>
      </div>
      <ul ref={list} aria-label={label} aria-busy={busy} className="rail no-scrollbar">
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
