import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { scrimClass } from './dialog-class.ts';
import { iconButtonClass } from './icon-button.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the foot: apply and reset. */
  footer?: ReactNode;
}

/** A panel from below, for filters on a phone. Load it lazily. */
export function Sheet({ open, onOpenChange, title, children, footer }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup className="sk-sheet fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[88dvh] w-full max-w-160 flex-col rounded-t-xl bg-surface text-body shadow-lg outline-hidden">
          <div className="flex shrink-0 items-center gap-2 border-line border-b py-2 pr-2.5 pl-4 sm:pl-6">
            <Base.Title className="font-bold font-display text-heading text-xl">{title}</Base.Title>
            <Base.Close aria-label="Close" className={cx(iconButtonClass('plain'), 'ml-auto')}>
              <X className="size-5.5" />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">{children}</div>
          {footer !== undefined && (
            <div className="shrink-0 border-line border-t px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
