import { Button } from '@sokuwa/ui/button.tsx';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useRef, useState } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { clearCart } from './cart-actions.ts';
import { formatItemCount } from './cart-texts.ts';
import { prepareFocusAfterRemoval } from './focus-after-removal.ts';

const ConfirmDialog = lazyDialog(async () => (await import('@sokuwa/ui/confirm-dialog.tsx')).ConfirmDialog);

/** The Clear Cart button with its confirmation (CART-43, CART-49). */
export function ClearCart({ count }: { count: number }) {
  const context = useAppContext();
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const confirm = async () => {
    const moveFocus = button.current && prepareFocusAfterRemoval(button.current);
    setBusy(true);
    await clearCart(context);
    setBusy(false);
    setIsOpen(false);
    moveFocus?.();
  };

  return (
    <>
      <Button
        ref={button}
        variant="danger-text"
        onPointerEnter={ConfirmDialog.preload}
        onFocus={ConfirmDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Clear Cart
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Clear your cart?"
        confirmLabel="Clear Cart"
        danger
        busy={busy}
        onConfirm={confirm}
      >
        {count === 1 ? 'The item' : `All ${formatItemCount(count).toLowerCase()}`} will be removed. Prices may change
        before you add {count === 1 ? 'it' : 'them'} again.
      </ConfirmDialog>
    </>
  );
}
