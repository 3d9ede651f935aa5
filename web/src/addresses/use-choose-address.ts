import { chooseAddress } from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { useSessionToken } from '../lib/session.ts';
import { addressesQuery, withDefault } from './addresses.query.ts';

/** Milliseconds between the choice and the return to the default view (CHECKOUT-17). */
const RETURN_DELAY_MS = 3000;

/**
 * Makes an address the default.
 * @param onReturn called after success and the delay, together with the toast
 * @returns the id of the address being selected, and the select function; one selection runs at a time
 */
export const useChooseAddress = (
  onReturn: () => void,
): { chosen: string | undefined; choose(address: Address): void } => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = addressesQuery(api, useSessionToken());
  const [choice, setChoice] = useState<{ id: string; saved: boolean }>();
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
  const save = async (address: Address) => {
    setChoice({ id: address.id, saved: false });
    try {
      await api.call(chooseAddress, { body: { shipping_address_id: address.id } });
      queryClient.setQueryData<Address[]>(queryKey, (addresses = []) => withDefault(addresses, address));
      setChoice({ id: address.id, saved: true });
    } catch (error) {
      toast.error(`Error updating default address: ${describeError(error)}`);
      setChoice(undefined);
    }
  };
  return {
    chosen: choice?.id,
    choose: (address) => {
      if (!choice) void save(address);
    },
  };
};
