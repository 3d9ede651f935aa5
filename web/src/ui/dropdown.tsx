import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';

export interface DropdownProps {
  /** Inside the button. */
  button: ReactNode;
  buttonClassName?: string;
  /** Where the button's content is not its name. */
  buttonLabel?: string;
  /** Shown while open; `close` is for choices that should end it. */
  children: (close: () => void) => ReactNode;
  /** Where the panel stands under the button; a mega menu takes "none" and places itself. */
  align?: 'start' | 'end' | 'none';
  panelClassName?: string;
  onOpenChange?: (open: boolean) => void;
}

/**
 * A button that shows a panel under it, as the disclosure pattern says: links in it stay links. Opens on click;
 * Escape, a press elsewhere, or leaving it with the keyboard closes, so that one at most is open.
 */
export function Dropdown({
  button,
  buttonClassName,
  buttonLabel,
  children,
  align = 'start',
  panelClassName,
  onOpenChange,
}: DropdownProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  function change(next: boolean) {
    setOpen(next);
    onOpenChange?.(next);
  }
  const close = () => change(false);
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) latestClose.current();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its button and links send up
    <div
      ref={root}
      className={align === 'none' ? undefined : 'relative'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
        trigger.current?.focus();
      }}
      onBlur={(event) => {
        // No target: a press on nothing that takes the focus; the press itself decides then.
        if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <button
        ref={trigger}
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        aria-label={buttonLabel}
        onClick={() => change(!open)}
        className={buttonClassName}
      >
        {button}
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
          {children(close)}
        </div>
      )}
    </div>
  );
}
