import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';

export interface DropdownProps {
  /** Inside the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  /** Shown while open; `close` is for choices that should end it, and gives the focus back. */
  children: (close: () => void) => ReactNode;
  /** Where the panel stands under the button; a mega menu takes "none" and places itself. */
  align?: 'start' | 'end' | 'none';
  className?: string;
  panelClassName?: string;
  /** The pointer or the focus is on it: time to fetch what it will show. */
  onIntent?: () => void;
}

/** Closes the dropdown that is open. */
let closeOpen = () => {};

/**
 * A button that shows a panel under it, as the disclosure pattern says: links in it stay links. Opens on click;
 * Escape, a press elsewhere, or leaving it with the keyboard closes. At most one is open on the page.
 */
export function Dropdown({
  trigger,
  triggerClassName,
  children,
  align = 'start',
  className,
  panelClassName,
  onIntent,
}: DropdownProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => setOpen(false);
  const closeAndReturn = () => {
    close();
    triggerRef.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    // On the document: a press on plain words in the panel leaves the focus nowhere.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      triggerRef.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its button and links send up
    <div
      ref={root}
      className={cx(align !== 'none' && 'relative', className)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onBlur={(event) => {
        // No target: a press on nothing that takes the focus; the press itself decides then.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <button
        ref={triggerRef}
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => {
          if (!open) {
            // A press that no pointer made, such as a spoken one, leaves the other open.
            closeOpen();
            closeOpen = close;
          }
          setOpen(!open);
        }}
        className={triggerClassName}
      >
        {trigger}
      </button>
      {open && (
        <div
          id={panelId}
          className={cx(
            align !== 'none' && 'absolute top-full z-30 mt-2 min-w-56 animate-toast-in',
            align === 'start' && 'left-0',
            align === 'end' && 'right-0',
            panelClassName,
          )}
        >
          {children(closeAndReturn)}
        </div>
      )}
    </div>
  );
}
