import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';
import { dialogPanelClass, dialogTitleClass, scrimClass } from './dialog-class.ts';
import { iconButtonClass } from './icon-button.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name of the dialog. */
  title: ReactNode;
  /** Smaller, in the text font: for a title with a product's name. */
  plainTitle?: boolean;
  /** A small picture before the title. */
  media?: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the cancel button first. */
  actions?: ReactNode;
  /** Puts the buttons below each other. */
  stackActions?: boolean;
  /** Shows a close button beside the title. */
  closable?: boolean;
  /** Role alertdialog: a click outside does not close it. */
  alertDialog?: boolean;
  /** What has the focus afterwards. Default: what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog: traps the focus, closes on Escape, locks the page scroll. Load it lazily. */
export function Dialog({
  open,
  onOpenChange,
  title,
  plainTitle = false,
  media,
  description,
  children,
  actions,
  stackActions = false,
  closable = true,
  alertDialog = false,
  finalFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={alertDialog}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            className={cx('sk-dialog wrap-anywhere', dialogPanelClass)}
            {...(alertDialog ? { role: 'alertdialog' } : {})}
            {...(finalFocus && { finalFocus })}
          >
            <div className="flex items-start gap-4">
              {media}
              <Base.Title
                className={cx(
                  'min-w-0 flex-1 pt-1',
                  plainTitle ? 'font-semibold text-heading text-lg leading-6.5' : dialogTitleClass,
                )}
              >
                {title}
              </Base.Title>
              {closable && (
                <Base.Close aria-label="Close" className={cx(iconButtonClass('plain'), '-mt-1.5 -mr-2')}>
                  <X className="size-5.5" />
                </Base.Close>
              )}
            </div>
            {description !== undefined && (
              <Base.Description className="mt-2 text-base text-secondary">{description}</Base.Description>
            )}
            {children !== undefined && <div className="mt-4">{children}</div>}
            {actions !== undefined && (
              // Side by side where the labels have room, else below each other.
              <div className={cx('mt-6 flex flex-wrap gap-3 *:flex-auto', stackActions && 'flex-col gap-y-2')}>
                {actions}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
