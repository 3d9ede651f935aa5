import { cancelOrder } from '@sokuwa/contract/orders/orders.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useHolder } from '../account/holder.ts';
import { ApiError } from '../api.ts';
import { errorText } from '../shell/refusal-texts.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.ts';
import { failureTitle, mustHold, ordersKey } from './orders.query.ts';

const load = () => import('../ui/confirm-dialog.tsx');
const ConfirmDialog = lazy(() => load().then((module) => ({ default: module.ConfirmDialog })));
const preload = () => {
  load().catch(() => {});
};

/** The Cancel Order button with its question. @param onCancelled called when the order was loaded anew after it */
export function CancelOrder({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const { api } = useRouter().options.context;
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
          <Note kind="error">{refused}</Note>
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
