import { cancelMerchantLines } from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { orderQuery, ordersKey } from './orders.queries.ts';

/** Asks which pieces are cancelled. The buyer gets the money back, so there is no way back. */
export function CancelLinesDialog({
  storeId,
  order,
  onClose,
}: {
  storeId: number;
  order: MerchantOrder;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const lines = order.lines.filter(({ left }) => left > 0);
  const [pieces, setPieces] = useState<Record<number, number>>({});
  const chosen = lines
    .map(({ position, left }) => ({ position, left, quantity: pieces[position] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const cancel = useMutation({
    mutationFn: () =>
      getStoreApi(storeId).call(cancelMerchantLines, { params: { id: order.id }, body: { lines: chosen } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(orderQuery(storeId, order.id).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ordersKey(storeId) });
      toast.success(`${formatNumberOf(count, 'piece')} cancelled. The buyer gets a mail.`);
      onClose();
    },
    onError: () => void queryClient.invalidateQueries(orderQuery(storeId, order.id)),
  });
  return (
    <Dialog
      open
      alertDialog
      closable={false}
      onOpenChange={(open) => !open && !cancel.isPending && onClose()}
      title={`Cancel pieces of ${order.id}?`}
      description={`${order.buyer_name || 'The buyer'} gets the money for them back, and a mail. This cannot be undone.`}
      actions={
        <>
          <Button onClick={onClose} disabled={cancel.isPending}>
            Keep them
          </Button>
          <Button variant="danger-solid" disabled={count === 0} busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel {formatNumberOf(count, 'piece')}
          </Button>
        </>
      }
    >
      {cancel.isError && (
        <Note tone="bad" className="mb-3">
          {describeError(cancel.error)}
        </Note>
      )}
      <ul className="flex flex-col gap-3">
        {lines.map(({ position, title, left }) => (
          <li key={position} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 flex-1 basis-40">{title}</span>
            <Stepper
              label={`${title} to cancel`}
              value={Math.min(pieces[position] ?? 0, left)}
              max={left}
              onChange={(quantity) => setPieces({ ...pieces, [position]: quantity })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
