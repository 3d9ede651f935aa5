import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question. */
  title: ReactNode;
  /** What will happen. */
  children: ReactNode;
  /** What else one may want to do first. */
  extra?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  /** The safe choice, on the left. */
  cancelLabel?: string;
  /** Something is lost for good: the confirm button is solid red. */
  danger?: boolean;
  /** The confirmed act is under way: the dialog stays until it ends. */
  busy?: boolean;
}

/** Asks before something that can't be undone. Load it lazily. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  extra,
  confirmLabel,
  onConfirm,
  cancelLabel = 'Dismiss',
  danger = false,
  busy = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      title={title}
      description={children}
      closable={false}
      alertDialog
      actions={
        <>
          <Button variant="secondary" className="basis-32" onClick={() => onOpenChange(false)} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger-solid' : 'primary'} className="basis-32" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {extra}
    </Dialog>
  );
}
