import { ApiError } from '@sokuwa/contract/api-client.ts';
import { cancelOrder } from '@sokuwa/contract/orders/orders.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { getFailureTitle, ordersKey } from './orders.query.ts';

const ConfirmDialog = lazyDialog(async () => (await import('@sokuwa/ui/confirm-dialog.tsx')).ConfirmDialog);

/**
 * The Cancel Order button with its confirmation dialog.
 * @param onCancelled called after the order was reloaded
 * @param onRefused called with the reason if the order can no longer be cancelled; called with undefined before a new
 *   attempt
 */
export function CancelOrder({
  id,
  onCancelled,
  onRefused,
}: {
  id: string;
  onCancelled: () => void;
  onRefused: (reason: string | undefined) => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const [isOpen, setIsOpen] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);

  const close = () => {
    setIsCancelling(false);
    setIsOpen(false);
  };
  const confirm = async () => {
    setIsCancelling(true);
    onRefused(undefined);
    try {
      assertStoredToken(token);
      await api.call(cancelOrder, { params: { id } });
      toast.success('Order cancelled successfully.');
      close();
      await queryClient.invalidateQueries({ queryKey: ordersKey(token) });
      onCancelled();
    } catch (error) {
      // The misspelling is specified (ORDER-44).
      toast.error(getFailureTitle(error, 'Failed to cancle order. Please try again later.'));
      close();
      if (!(error instanceof ApiError) || error.status !== 409) return;
      onRefused(describeError(error));
      await queryClient.invalidateQueries({ queryKey: ordersKey(token) });
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
        <Button
          variant="danger"
          onPointerEnter={ConfirmDialog.preload}
          onFocus={ConfirmDialog.preload}
          onClick={() => setIsOpen(true)}
        >
          Cancel Order
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Cancel this order?"
        confirmLabel="Proceed"
        danger
        busy={isCancelling}
        onConfirm={confirm}
      >
        We’ll cancel all items and refund what you paid.
      </ConfirmDialog>
    </section>
  );
}
