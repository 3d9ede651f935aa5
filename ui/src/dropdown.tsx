import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { LAST_PRESS_COUNTS } from './early-presses.ts';

export interface DropdownProps {
  /** The content of the trigger button. */
  trigger: ReactNode;
  triggerClassName?: string;
  /** The panel's content; `close` closes the panel and returns the focus to the trigger. */
  children: (close: () => void) => ReactNode;
  /** The alignment of the panel with the trigger; with 'custom', `panelClassName` sets its position. */
  align?: 'start' | 'end' | 'custom';
  className?: string;
  panelClassName?: string;
  /** Called when the pointer or the focus reaches the dropdown, to preload its content. */
  onIntent?: () => void;
}

/** Closes the open dropdown of the page. */
let closeCurrent = () => {};

/**
 * A button with a panel below it: the WAI-ARIA disclosure pattern, so that links in the panel stay links. It opens on
 * click and closes on Escape, on a click outside, and when the focus leaves it. At most one is open on the page.
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
  const closeAndRestoreFocus = () => {
    close();
    triggerRef.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    // On the document: after a click on plain text in the panel nothing has the focus.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      triggerRef.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events that bubble from its button and links
    <div
      ref={root}
      className={cx(align !== 'custom' && 'relative', className)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onBlur={(event) => {
        // No target: a click on something that is not focusable, which onPointerDown handles.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <button
        {...LAST_PRESS_COUNTS}
        ref={triggerRef}
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => {
          if (!open) {
            // A click without pointer events, such as by voice control, does not close the other one by itself.
            closeCurrent();
            closeCurrent = close;
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
            align !== 'custom' && 'absolute top-full z-30 mt-2 min-w-56 animate-toast-in',
            align === 'start' && 'left-0',
            align === 'end' && 'right-0',
            panelClassName,
          )}
        >
          {children(closeAndRestoreFocus)}
        </div>
      )}
    </div>
  );
}
