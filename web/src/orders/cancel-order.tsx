import { cancelOrder } from '@sokuwa/contract/orders/orders.endpoints.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../lib/api.ts';
import { useApi } from '../lib/app-context.ts';
import { errorText } from '../lib/refusal-texts.ts';
import { useHolder } from '../lib/session.ts';
import { failureTitle, mustHold, ordersKey } from './orders.query.ts';

const load = () => import('@sokuwa/ui/confirm-dialog.tsx');
const ConfirmDialog = lazy(() => load().then((module) => ({ default: module.ConfirmDialog })));
const preload = () => {
  load().catch(() => {});
};

/** The Cancel Order button with its question. @param onCancelled called when the order was loaded anew after it */
export function CancelOrder({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const holder = useHolder();
  const [phase, setPhase] = useState<'never' | 'open' | 'closed' | 'cancelling'>('never');
  /** Why the shop does not cancel it, however often one asks. */
  const [refused, setRefused] = useState<string>();

  const confirm = async () => {
    setPhase('cancelling');
    setRefused(undefined);
    try {
      mustHold(holder);
      await api.call(cancelOrder, { params: { id } });
      toast.success('Order cancelled successfully.');
      setPhase('closed');
      await queryClient.invalidateQueries({ queryKey: ordersKey(holder) });
      onCancelled();
    } catch (error) {
      // Spelled as in the specification.
      toast.error(failureTitle(error, 'Failed to cancle order. Please try again later.'));
      setPhase('closed');
      if (!(error instanceof ApiError) || error.status !== 409) return;
      setRefused(errorText(error));
      await queryClient.invalidateQueries({ queryKey: ordersKey(holder) });
    }
  };

  return (
    <section aria-labelledby="cancel" className="mt-8 border-line border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 id="cancel" className="font-semibold text-heading">
            Changed your mind?
          </h2>
          <p className="text-secondary text-sm">Orders can be cancelled only before they ship.</p>
        </div>
        <Button variant="danger" onPointerEnter={preload} onFocus={preload} onClick={() => setPhase('open')}>
          Cancel Order
        </Button>
      </div>
      {refused !== undefined && (
        <div className="mt-4">
          <Alert kind="error">{refused}</Alert>
        </div>
      )}
      {phase !== 'never' && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open={phase === 'open' || phase === 'cancelling'}
            onOpenChange={(open) => setPhase(open ? 'open' : 'closed')}
            title="Cancel this order?"
            confirmLabel="Proceed"
            danger
            busy={phase === 'cancelling'}
            onConfirm={confirm}
          >
            Its items go back to the shop. What you have paid is given back to you.
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}
