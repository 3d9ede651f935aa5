import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question. */
  title: ReactNode;
  /** The consequences of the action. */
  children: ReactNode;
  /** Optional content between the description and the buttons. */
  extra?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  /** Label of the cancel button, on the left. */
  cancelLabel?: string;
  /** For an action that cannot be undone: the confirm button is red. */
  danger?: boolean;
  /** The action is running: the dialog stays open until it ends. */
  busy?: boolean;
}

/** Asks for confirmation of an action that cannot be undone. Load it lazily. */
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
