import { shipMerchantOrder } from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadingRows } from '../ui/state-panels.tsx';
import { defaultCarrier, rememberCarrier, toCarrierOptions } from './carriers.ts';
import { carriersQuery, ordersKey } from './orders.queries.ts';

type Props = {
  storeId: number;
  orders: readonly MerchantOrder[];
  onClose: () => void;
  /** Called with the ids of the orders that were shipped. */
  onShipped: (ids: readonly string[]) => void;
};

/** Ships several orders, each in one parcel. One that fails stays in the list and says why. */
export function ShipSeveralDialog(props: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={`Ship ${formatNumberOf(props.orders.length, 'order')}`}
      description="Each buyer gets a mail with the tracking number."
    >
      <Suspense fallback={<LoadingRows label="Loading carriers" count={props.orders.length} />}>
        <ShipForm {...props} />
      </Suspense>
    </Dialog>
  );
}

function ShipForm({ storeId, orders, onClose, onShipped }: Props) {
  const queryClient = useQueryClient();
  const { data: carriers } = useSuspenseQuery(carriersQuery(storeId));
  const [left, setLeft] = useState(orders);
  const [failures, setFailures] = useState<Record<string, string>>({});
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      parcels: Object.fromEntries(
        orders.map(({ id }) => [id, { carrier: defaultCarrier(carriers), tracking_number: '' }]),
      ),
    },
  });

  const submit = handleSubmit(async ({ parcels }) => {
    const shipped: string[] = [];
    const failed: Record<string, string> = {};
    // One after the other: the connection of a phone is slow, and each result is shown.
    for (const { id } of left) {
      const parcel = parcels[id];
      if (!parcel) continue;
      try {
        await getStoreApi(storeId).call(shipMerchantOrder, { params: { id }, body: parcel });
        rememberCarrier(parcel.carrier);
        shipped.push(id);
      } catch (error) {
        failed[id] = describeError(error);
      }
    }
    await queryClient.invalidateQueries({ queryKey: ordersKey(storeId) });
    onShipped(shipped);
    if (shipped.length > 0) toast.success(`${formatNumberOf(shipped.length, 'order')} shipped`);
    if (shipped.length === left.length) onClose();
    setLeft(left.filter(({ id }) => failed[id] !== undefined));
    setFailures(failed);
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ul className="flex flex-col gap-4">
        {left.map(({ id, buyer_name, shipping_address }) => (
          <li key={id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            <p className="mb-2">
              <b className="font-semibold">{id}</b>{' '}
              <span className="text-muted text-xs">
                {buyer_name}
                {shipping_address && `, ${shipping_address.city}`}
              </span>
            </p>
            <div className="grid grid-cols-2 gap-3">
              <SelectField
                label={`Carrier of ${id}`}
                labelHidden
                options={toCarrierOptions(carriers)}
                {...register(`parcels.${id}.carrier`)}
              />
              <TextField
                label={`Tracking number of ${id}`}
                labelHidden
                placeholder="Tracking number"
                autoComplete="off"
                error={formState.errors.parcels?.[id]?.tracking_number?.message ?? failures[id]}
                {...register(`parcels.${id}.tracking_number`, { required: 'Enter the tracking number.' })}
              />
            </div>
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Not yet</Button>
        <Button type="submit" variant="primary" icon={<Truck />} busy={formState.isSubmitting}>
          Ship {left.length}
        </Button>
      </div>
    </form>
  );
}
