import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { shipMerchantOrder } from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import type { MerchantOrder } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { defaultCarrier, rememberCarrier, toCarrierOptions } from './carriers.ts';
import { carriersQuery, orderQuery, ordersKey } from './orders.queries.ts';

type Values = {
  carrier: string;
  tracking_number: string;
  /** Pieces in this parcel, by the position of the line. */
  pieces: Record<string, number>;
};

/** The next parcel of an order: all that is left, or fewer pieces of each line. */
export function ShipForm({ storeId, order }: { storeId: number; order: MerchantOrder }) {
  const { data: carriers = [] } = useQuery(carriersQuery(storeId));
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const lines = order.lines.filter(({ left }) => left > 0);
  const { register, control, handleSubmit, formState, watch } = useForm<Values>({
    values: {
      carrier: defaultCarrier(carriers),
      tracking_number: '',
      pieces: Object.fromEntries(lines.map(({ position, left }) => [position, left])),
    },
    resetOptions: { keepDirtyValues: true },
  });
  const ship = useMutation({
    mutationFn: ({ pieces, ...parcel }: Values) =>
      getStoreApi(storeId).call(shipMerchantOrder, {
        params: { id: order.id },
        body: {
          ...parcel,
          lines: lines
            .map(({ position }) => ({ position, quantity: pieces[position] ?? 0 }))
            .filter(({ quantity }) => quantity > 0),
        },
      }),
    onSuccess: (shipped, { carrier }) => {
      rememberCarrier(carrier);
      queryClient.setQueryData(orderQuery(storeId, order.id).queryKey, shipped);
      void queryClient.invalidateQueries({ queryKey: ordersKey(storeId) });
      toast.success('Shipped. The buyer gets a mail.');
    },
    onError: (error) => {
      setFailure(describeError(error));
      // Somebody else may have shipped or cancelled it.
      void queryClient.invalidateQueries(orderQuery(storeId, order.id));
    },
  });
  const chosen = Object.values(watch('pieces')).reduce((sum, quantity) => sum + quantity, 0);
  const template = carriers.find(({ key }) => key === watch('carrier'))?.tracking_url;

  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => {
        setFailure(undefined);
        ship.mutate(values);
      })}
    >
      <ul>
        {lines.map(({ position, title, image, left, unit_price }) => (
          <li
            key={position}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2.5 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <ProductPicture src={image} size="lg" />
            <span className="min-w-0">
              <b className="block font-semibold">{title}</b>
              <span className="text-muted text-xs">{formatNairaPrice(unit_price)} each</span>
            </span>
            <Controller
              control={control}
              name={`pieces.${position}`}
              render={({ field }) => (
                <Stepper
                  label={`${title} in this parcel`}
                  value={field.value}
                  max={left}
                  onChange={field.onChange}
                  className="max-lg:col-start-2"
                />
              )}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 border-line border-t p-4">
        {failure && <Note tone="bad">{failure}</Note>}
        <div className="grid gap-3 lg:grid-cols-2">
          <SelectField label="Carrier" options={toCarrierOptions(carriers)} {...register('carrier')} />
          <TextField
            label="Tracking number"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            error={formState.errors.tracking_number?.message}
            hint={template ? `The buyer can follow it at ${new URL(template).host}.` : undefined}
            {...register('tracking_number', { required: 'Enter the tracking number.' })}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted text-xs">The buyer gets a mail with the link.</span>
          <Button
            type="submit"
            variant="primary"
            icon={<Truck />}
            busy={ship.isPending}
            disabled={chosen === 0}
            className="max-lg:w-full"
          >
            Ship parcel, {formatNumberOf(chosen, 'piece')}
          </Button>
        </div>
      </div>
    </form>
  );
}
