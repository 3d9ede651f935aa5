import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { scrimClass } from './dialog-class.ts';
import { PatternStrip } from './dividers.tsx';
import { iconButtonClass } from './icon-button.tsx';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Beside the title, such as "4 Items". */
  subtitle?: ReactNode;
  /** Shows the brand pattern under the header: for the cart only. */
  patternStrip?: boolean;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  side?: 'right' | 'left';
}

/** A modal panel at a side of the screen: at most 440 px wide, full width on phones. Load it lazily. */
export function Drawer({
  open,
  onOpenChange,
  title,
  subtitle,
  patternStrip = false,
  children,
  footer,
  side = 'right',
}: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup
          data-side={side}
          className={cx(
            'sk-drawer fixed inset-y-0 z-50 flex w-full max-w-(--container-form) flex-col bg-surface text-body shadow-lg outline-hidden',
            side === 'right' ? 'right-0' : 'left-0',
          )}
        >
          <div className="flex shrink-0 items-center gap-2 py-3.5 pr-2.5 pl-4 sm:pr-4 sm:pl-6">
            <Base.Title className="min-w-0 font-bold font-display text-heading text-xl">{title}</Base.Title>
            {subtitle !== undefined && <span className="text-secondary">{subtitle}</span>}
            <Base.Close aria-label="Close" className={cx(iconButtonClass('plain'), 'ml-auto')}>
              <X className="size-5.5" />
            </Base.Close>
          </div>
          {patternStrip ? <PatternStrip thin /> : <div className="border-line border-t" />}
          <div className="sk-drawer-content min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">
            {children}
          </div>
          {footer !== undefined && (
            <div className="relative shrink-0 bg-surface px-4 pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-[0_-16px_24px_-16px_rgb(23_21_59/0.18)] sm:px-6">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
