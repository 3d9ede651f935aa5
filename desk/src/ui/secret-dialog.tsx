import { Dialog } from '@sokuwa/ui/dialog.tsx';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** Shows a secret that the server shows only once. A press outside does not close it. @param what such as "the token" */
export function SecretDialog({
  title,
  what,
  secret,
  children,
  onClose,
}: {
  title: string;
  what: string;
  secret: string;
  /** What it is for, and how to keep it. */
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      alertDialog
      closable={false}
      onOpenChange={onClose}
      title={title}
      description={children}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <p className="wrap-anywhere mb-2 rounded-sm bg-quiet p-3 font-mono text-sm">{secret}</p>
      <CopyButton text={secret} what={what} block />
    </Dialog>
  );
}
