import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { ApiError } from '@sokuwa/contract/api-client.ts';
import { changeOrderAddress } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { Radio } from '@sokuwa/ui/checkbox-radio.tsx';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AccountError } from '../account/index.ts';
import { AddressForm, AddressText, addressesQuery } from '../addresses/index.ts';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { getFailureTitle, ordersKey } from './orders.query.ts';

/** Whether the order goes to this address already. */
const isCurrentAddress = (address: Address, { shipping_address: to }: Order): boolean =>
  [address.address_line1, address.address_line2, address.address_line3].filter(Boolean).join(', ') ===
    to.street_address &&
  (['first_name', 'last_name', 'phone_number', 'city', 'region', 'country', 'postal_code'] as const).every(
    (field) => address[field] === to[field],
  );

/** The account's other addresses, one of which the order can go to (ORDER-71). @param onClose called after the change, or without one */
export function ChangeAddress({ order, onClose }: { order: Order; onClose: () => void }) {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery(addressesQuery(api, useSessionToken()));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel tone="outline" corner={false} className="mt-4">
      <section aria-labelledby="change-address">
        <h2
          ref={heading}
          id="change-address"
          tabIndex={-1}
          className="font-bold font-display text-heading text-xl outline-hidden!"
        >
          Change the delivery address
        </h2>
        {data ? (
          <Choice
            order={order}
            addresses={data.filter((address) => !isCurrentAddress(address, order))}
            onClose={onClose}
          />
        ) : error ? (
          <AccountError
            title="Failed to fetch shopping address"
            error={error}
            busy={isFetching}
            onRetry={() => refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading your addresses" className="mt-5">
            <Skeleton className="h-32" />
          </div>
        )}
      </section>
    </Panel>
  );
}

/** @param addresses other ones than that of the order */
function Choice({
  order: { id },
  addresses,
  onClose,
}: {
  order: Order;
  addresses: readonly Address[];
  onClose: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const [chosenId, setChosenId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // The newest one: it may just have been added.
  const chosen = addresses.find((address) => address.id === chosenId) ?? addresses.at(-1);
  const change = async () => {
    if (!chosen) return;
    setBusy(true);
    setFailure(undefined);
    try {
      assertStoredToken(token);
      await api.call(changeOrderAddress, { params: { id }, body: { shipping_address_id: chosen.id } });
      await queryClient.invalidateQueries({ queryKey: ordersKey(token) });
      toast.success('The delivery address was changed.');
      onClose();
    } catch (error) {
      setFailure(getFailureTitle(error, describeError(error)));
      setBusy(false);
      if (error instanceof ApiError && error.code === 'address_not_changeable')
        await queryClient.invalidateQueries({ queryKey: ordersKey(token) });
    }
  };
  if (isAdding)
    return (
      <div className="mt-5">
        <AddressForm
          onSaved={() => {
            setChosenId(undefined);
            setIsAdding(false);
          }}
          onBack={() => setIsAdding(false)}
          backLabel="Back To Addresses"
        />
      </div>
    );
  return (
    <>
      <p className="mt-2 text-secondary">
        {addresses.length === 0
          ? 'You have saved no other address yet.'
          : 'The delivery must have the same price there.'}
      </p>
      {addresses.length > 0 && (
        <fieldset className="mt-4 min-w-0">
          <legend className="sr-only">New delivery address</legend>
          <div className="grid gap-3 md:grid-cols-2">
            {addresses.map((address) => (
              <div
                key={address.id}
                className="rounded-md border border-line has-checked:border-action has-checked:bg-action-quiet"
              >
                <Radio
                  name="shipping_address_id"
                  value={address.id}
                  checked={address.id === chosen?.id}
                  onChange={() => setChosenId(address.id)}
                  label={<AddressText address={address} />}
                  className="px-4"
                />
              </div>
            ))}
          </div>
        </fieldset>
      )}
      {failure !== undefined && (
        <div className="mt-4">
          <Alert kind="error">{failure}</Alert>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {addresses.length > 0 && (
          <Button busy={busy} onClick={() => void change()}>
            Deliver Here
          </Button>
        )}
        <Button variant="secondary" icon={<Plus className="size-5" />} onClick={() => setIsAdding(true)}>
          Add New Address
        </Button>
        <Button variant="text" onClick={onClose}>
          Keep The Address
        </Button>
      </div>
    </>
  );
}
