import { deleteAddress } from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { addressesQuery } from './addresses.query.ts';

const ConfirmDialog = lazyDialog(async () => (await import('@sokuwa/ui/confirm-dialog.tsx')).ConfirmDialog);

/**
 * The Delete button of an address, with its confirmation dialog.
 * @param onDeleted called after the address has disappeared
 */
export function DeleteAddress({ address, onDeleted }: { address: Address; onDeleted: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = addressesQuery(api, useSessionToken());
  const [isOpen, setIsOpen] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const confirm = async () => {
    setIsDeleting(true);
    try {
      const others = await api.call(deleteAddress, { params: { id: address.id } });
      // A refetch that started earlier may still return the address.
      await queryClient.cancelQueries({ queryKey });
      setIsOpen(false);
      queryClient.setQueryData<Address[]>(queryKey, others);
      toast.success('Address deleted.');
      onDeleted();
    } catch (error) {
      toast.error(`The address could not be deleted: ${describeError(error)}`);
      setIsOpen(false);
    }
    setIsDeleting(false);
  };
  return (
    <>
      <Button
        variant="text"
        size="sm"
        aria-label={`Delete ${address.address_line1}`}
        onPointerEnter={ConfirmDialog.preload}
        onFocus={ConfirmDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Delete this address?"
        confirmLabel="Delete"
        cancelLabel="Keep Address"
        danger
        busy={isDeleting}
        onConfirm={confirm}
      >
        {address.first_name} {address.last_name}, {address.address_line1}, {address.city}. Orders that you have placed
        keep it.
      </ConfirmDialog>
    </>
  );
}
