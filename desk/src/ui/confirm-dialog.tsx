import { Dialog } from '@sokuwa/ui/dialog.tsx';
import type { ReactNode } from 'react';
import { describeError } from '../lib/errors.ts';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

/** Asks before what has no way back: the safe choice on the left, and a button that repeats the verb. */
export function ConfirmDialog({
  title,
  children,
  keepLabel,
  confirmLabel,
  isDanger = true,
  isBusy,
  error,
  onConfirm,
  onClose,
}: {
  /** The question. */
  title: ReactNode;
  /** The consequences: who gets what, and that it is final. */
  children: ReactNode;
  keepLabel: string;
  confirmLabel: string;
  isDanger?: boolean;
  isBusy: boolean;
  /** Why it failed; null or undefined before. */
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      alertDialog
      closable={false}
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={title}
      description={children}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {keepLabel}
          </Button>
          <Button variant={isDanger ? 'danger-solid' : 'primary'} busy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error ? <Note tone="bad">{describeError(error)}</Note> : undefined}
    </Dialog>
  );
}
