import { cx } from '@sokuwa/ui/cx.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, buttonClass } from './button.tsx';

/**
 * The bar at the bottom: what is selected, what is unsaved, what is next. It covers the tab bar of phones, and floats on wide screens.
 * @param children what it says, and its buttons
 */
export function FootBar({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return createPortal(
    <section
      aria-label={label}
      data-background="brand"
      className={cx(
        'fixed inset-x-0 bottom-0 z-40 flex min-h-15 items-center gap-2 bg-bar px-(--gutter) pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-white',
        'lg:right-auto lg:bottom-4 lg:left-[calc(var(--side-width)+(100vw-var(--side-width))/2)] lg:min-h-13 lg:w-max lg:max-w-[calc(100vw-var(--side-width)-4rem)] lg:-translate-x-1/2 lg:rounded-md lg:rounded-br-[1.625rem] lg:py-2 lg:pr-2 lg:pl-4 lg:shadow-lg',
        className,
      )}
    >
      {children}
    </section>,
    document.body,
  );
}

/** What the bar says. */
export function FootBarText({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <p className="min-w-20 flex-1 font-semibold leading-4.5 lg:max-w-104 lg:flex-none" role="status">
      {children}
      {detail && <small className="block font-normal text-2xs text-on-brand-muted">{detail}</small>}
    </p>
  );
}

/**
 * The bar of a form with unsaved changes.
 * @param detail where they are kept until they are saved
 * @param isBusy while it is true, nothing can be discarded. Default: while it saves
 * @param actions other buttons, before those to discard and to save
 * @param children what is changed
 */
export function UnsavedBar({
  detail,
  isSaving,
  isBusy = isSaving,
  saveLabel = 'Save',
  saveIcon,
  actions,
  onDiscard,
  onSave,
  children,
}: {
  detail: string;
  isSaving: boolean;
  isBusy?: boolean;
  saveLabel?: string;
  saveIcon?: ReactNode;
  actions?: ReactNode;
  onDiscard: () => void;
  onSave: () => void;
  children: ReactNode;
}) {
  return (
    <FootBar label="Unsaved changes">
      <FootBarText detail={detail}>{children}</FootBarText>
      {actions}
      <Button variant="bar-text" disabled={isBusy} onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="bar-primary" icon={saveIcon} busy={isSaving} onClick={onSave}>
        {saveLabel}
      </Button>
    </FootBar>
  );
}

/**
 * The bar of a table with chosen rows: how many, and what can be done with them.
 * @param detail a second line about all of them
 * @param children the buttons
 */
export function ChosenBar({
  label,
  count,
  detail,
  onClear,
  children,
}: {
  label: string;
  count: number;
  detail?: ReactNode;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <FootBar label={label}>
      <button
        type="button"
        aria-label="Clear the choice"
        className={buttonClass({ variant: 'bar-text' })}
        onClick={onClear}
      >
        <X />
      </button>
      <FootBarText detail={detail}>{count} chosen</FootBarText>
      {children}
    </FootBar>
  );
}
