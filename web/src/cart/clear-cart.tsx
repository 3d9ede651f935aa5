import { Button } from '@sokuwa/ui/button.tsx';
import { lazy, Suspense, useRef, useState } from 'react';
import { clearCart } from './cart-actions.ts';
import type { CartSource } from './cart-source.ts';
import { itemsText } from './cart-texts.ts';
import { keepFocus } from './keep-focus.ts';

const load = () => import('@sokuwa/ui/confirm-dialog.tsx');
const ConfirmDialog = lazy(() => load().then((module) => ({ default: module.ConfirmDialog })));
const preload = () => {
  load().catch(() => {});
};

/** The Clear Cart button with its question. */
export function ClearCart({ cart, count }: { cart: CartSource; count: number }) {
  const [phase, setPhase] = useState<'never' | 'open' | 'closed'>('never');
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const confirm = async () => {
    const focusHolder = button.current && keepFocus(button.current);
    setBusy(true);
    await clearCart(cart);
    setBusy(false);
    setPhase('closed');
    focusHolder?.();
  };

  return (
    <>
      <Button
        ref={button}
        variant="danger-text"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setPhase('open')}
      >
        Clear Cart
      </Button>
      {phase !== 'never' && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open={phase === 'open'}
            onOpenChange={(open) => setPhase(open ? 'open' : 'closed')}
            title="Clear your cart?"
            confirmLabel="Clear Cart"
            danger
            busy={busy}
            onConfirm={confirm}
          >
            {count === 1 ? 'The item' : `All ${itemsText(count).toLowerCase()}`} will be removed. Prices may change
            before you add {count === 1 ? 'it' : 'them'} again.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
