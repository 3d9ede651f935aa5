import { chooseAddress } from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { addressesQuery, withSaved } from './addresses.query.ts';

/** Milliseconds between the choice and the return to the default view (CHECKOUT-17). */
const RETURN_DELAY_MS = 3000;

/**
 * Makes an address the default. Another one can be chosen at any time; the calls are sent one at a time, so that the
 * last choice wins (CHECKOUT-55).
 * @param onReturn called after success and the delay, together with the toast
 * @returns the id of the chosen address until the return, and the choose function
 */
export const useChooseAddress = (
  onReturn: () => void,
): { chosen: string | undefined; choose(address: Address): void } => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = addressesQuery(api, useSessionToken());
  const [choice, setChoice] = useState<{ address: Address; saved: boolean }>();
  const latest = useRef<Address>(undefined);
  const isSaving = useRef(false);
  const finish = useRef(onReturn);
  useEffect(() => {
    finish.current = onReturn;
  });
  useEffect(() => {
    if (!choice?.saved) return;
    const timer = setTimeout(() => {
      setChoice(undefined);
      finish.current();
      toast.success('Delivery address updated successfully!');
    }, RETURN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [choice]);

  /** Saves the choice. @returns the address to show as chosen; undefined after a failure */
  const save = async (address: Address) => {
    try {
      await api.call(chooseAddress, { body: { shipping_address_id: address.id } });
      // A refetch that started earlier may return the previous default.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Address[]>(queryKey, (addresses = []) =>
        withSaved(addresses, { ...address, is_default: 'True' }),
      );
      return { address, saved: true };
    } catch (error) {
      if (latest.current?.id === address.id) toast.error(`Error updating default address: ${describeError(error)}`);
      return undefined;
    }
  };
  const saveLatest = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    let saved: Address | undefined;
    while (latest.current && latest.current.id !== saved?.id) {
      saved = latest.current;
      const next = await save(saved);
      if (latest.current.id === saved.id) setChoice(next);
    }
    isSaving.current = false;
  };
  return {
    chosen: choice?.address.id,
    choose: (address) => {
      latest.current = address;
      setChoice({ address, saved: false });
      void saveLatest();
    },
  };
};
