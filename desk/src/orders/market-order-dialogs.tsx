import { formatNairaPrice, kobo, parseNaira } from '@sokuwa/contract/money.ts';
import {
  cancelFulfilmentLines,
  cancelOperatorOrder,
  correctOrderAddress,
  createRefund,
  deliverFulfilment,
  shipFulfilment,
} from '@sokuwa/contract/orders/operator-orders.endpoints.ts';
import type { OperatorOrder } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { REFUND_TARGETS, type RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { formatNumberOf } from '../lib/format.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Choice, SelectField, TextField } from '../ui/field.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { toCarrierOptions } from './carriers.ts';
import { marketCarriersQuery } from './market.queries.ts';
import { computeLeftToRefund } from './market-order.rules.ts';

export type Fulfilment = OperatorOrder['fulfilments'][number];

/** An optional reason is left out if it is empty. */
const optional = (reason: string) => (reason.trim() === '' ? {} : { reason });

type Address = NonNullable<OperatorOrder['delivery_address']>;
const ADDRESS_FIELDS = {
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone',
  address_line1: 'Address',
  address_line2: 'Address, second line',
  address_line3: 'Address, third line',
  city: 'City',
  postal_code: 'Postal code',
} as const;
type AddressField = keyof typeof ADDRESS_FIELDS;
const OPTIONAL_FIELDS: readonly AddressField[] = ['address_line2', 'address_line3'];
const addressFields = Object.keys(ADDRESS_FIELDS) as AddressField[];

/** Corrects the delivery address, as long as nothing is shipped. Only changed fields are sent. */
export function AddressDialog({
  orderId,
  address,
  onClose,
}: {
  orderId: string;
  address: Address;
  onClose: () => void;
}) {
  const refresh = useRefreshMarket();
  const form = useForm<Record<AddressField | 'reason', string>>({ defaultValues: { ...address, reason: '' } });
  const { errors, dirtyFields } = form.formState;
  const changed = addressFields.filter((name) => dirtyFields[name]);
  return (
    <ActDialog
      title={`Correct the address of ${orderId}`}
      description={`${address.region}, ${address.country} stays, because the price of the delivery depends on it. The buyer and the merchants get a mail.`}
      form={form}
      keepLabel="Keep the address"
      confirmLabel="Correct the address"
      isReasonOptional
      isReady={changed.length > 0}
      onAct={async ({ reason, ...values }) => {
        const body = { ...Object.fromEntries(changed.map((name) => [name, values[name]])), ...optional(reason) };
        await api.call(correctOrderAddress, { params: { id: orderId }, body });
        toast.success('Corrected. The buyer and the merchants get a mail.');
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        {addressFields.map((name) => (
          <TextField
            key={name}
            label={ADDRESS_FIELDS[name]}
            optional={OPTIONAL_FIELDS.includes(name)}
            autoComplete="off"
            error={errors[name]?.message}
            className={name.startsWith('address') || name === 'phone_number' ? 'col-span-2' : undefined}
            {...form.register(name, {
              validate: (text) => OPTIONAL_FIELDS.includes(name) || text.trim() !== '' || 'This field is required.',
            })}
          />
        ))}
      </div>
    </ActDialog>
  );
}

/** Cancels an order of which nothing is shipped. */
export function CancelOrderDialog({
  orderId,
  isPaid,
  total,
  onClose,
}: {
  orderId: string;
  isPaid: boolean;
  /** Naira. */
  total: number;
  onClose: () => void;
}) {
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <ActDialog
      title={`Cancel order ${orderId}?`}
      description={`${
        isPaid
          ? `The buyer gets ${formatNairaPrice(total)} back, less what was refunded before, and a mail.`
          : 'The buyer gets a mail, and cannot pay for it any more.'
      } The merchants are told, and the pieces go back into stock. This cannot be undone.`}
      form={form}
      keepLabel="Keep the order"
      confirmLabel="Cancel the order"
      isDanger
      onAct={async ({ reason }) => {
        await api.call(cancelOperatorOrder, { params: { id: orderId }, body: { reason } });
        toast.success(`Order ${orderId} is cancelled.`);
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    />
  );
}

/** Chooses pieces of lines. @param what stands after the title of a line, such as "to cancel" */
function Pieces({
  lines,
  what,
  chosen,
  onChange,
}: {
  lines: Fulfilment['lines'];
  what: string;
  chosen: Record<number, number>;
  onChange: (chosen: Record<number, number>) => void;
}) {
  return (
    <ul className="flex flex-col gap-3">
      {lines.map(({ position, title, left }) => (
        <li key={position} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 flex-1 basis-40">{title}</span>
          <Stepper
            label={`${title} ${what}`}
            value={Math.min(chosen[position] ?? 0, left)}
            max={left}
            onChange={(quantity) => onChange({ ...chosen, [position]: quantity })}
          />
        </li>
      ))}
    </ul>
  );
}

const usePieces = (fulfilment: Fulfilment, { areAllChosen }: { areAllChosen: boolean }) => {
  const lines = fulfilment.lines.filter(({ left }) => left > 0);
  const [chosen, setChosen] = useState<Record<number, number>>(() =>
    areAllChosen ? Object.fromEntries(lines.map(({ position, left }) => [position, left])) : {},
  );
  const pieces = lines
    .map(({ position, left }) => ({ position, left, quantity: Math.min(chosen[position] ?? 0, left) }))
    .filter(({ quantity }) => quantity > 0);
  return { lines, chosen, setChosen, pieces, count: pieces.reduce((sum, { quantity }) => sum + quantity, 0) };
};

/** Cancels pieces of one merchant that are not shipped. */
export function CancelPiecesDialog({
  fulfilment,
  merchant,
  onClose,
}: {
  fulfilment: Fulfilment;
  merchant: string;
  onClose: () => void;
}) {
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  const { lines, chosen, setChosen, pieces, count } = usePieces(fulfilment, { areAllChosen: false });
  return (
    <ActDialog
      title={`Cancel pieces of ${fulfilment.id}?`}
      description={`The buyer gets the money for them back, and a mail. ${merchant} is told. This cannot be undone.`}
      form={form}
      keepLabel="Keep them"
      confirmLabel={count === 0 ? 'Cancel pieces' : `Cancel ${formatNumberOf(count, 'piece')}`}
      isDanger
      isReady={count > 0}
      onAct={async ({ reason }) => {
        await api.call(cancelFulfilmentLines, { params: { id: fulfilment.id }, body: { lines: pieces, reason } });
        toast.success(`${formatNumberOf(count, 'piece')} cancelled. The buyer gets a mail.`);
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    >
      <Pieces lines={lines} what="to cancel" chosen={chosen} onChange={setChosen} />
    </ActDialog>
  );
}

/** Records a parcel that a merchant has sent. */
export function ShipDialog({
  fulfilment,
  merchant,
  onClose,
}: {
  fulfilment: Fulfilment;
  merchant: string;
  onClose: () => void;
}) {
  const refresh = useRefreshMarket();
  const { data: carriers = [] } = useQuery(marketCarriersQuery);
  const form = useForm({
    values: { carrier: carriers[0]?.key ?? '', tracking_number: '', reason: '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { lines, chosen, setChosen, pieces, count } = usePieces(fulfilment, { areAllChosen: true });
  const { errors } = form.formState;
  return (
    <ActDialog
      title={`Ship for ${merchant}`}
      description="The buyer gets a mail with the tracking number. A parcel cannot be taken back."
      form={form}
      keepLabel="Not yet"
      confirmLabel={`Ship ${formatNumberOf(count, 'piece')}`}
      isReasonOptional
      isReady={count > 0}
      onAct={async ({ carrier, tracking_number, reason }) => {
        const body = {
          ...{ carrier, tracking_number, ...optional(reason) },
          lines: pieces.map(({ position, quantity }) => ({ position, quantity })),
        };
        await api.call(shipFulfilment, { params: { id: fulfilment.id }, body });
        toast.success('Shipped. The buyer gets a mail.');
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    >
      <Pieces lines={lines} what="in this parcel" chosen={chosen} onChange={setChosen} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Carrier"
          options={toCarrierOptions(carriers)}
          error={errors.carrier?.message}
          {...form.register('carrier')}
        />
        <TextField
          label="Tracking number"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={errors.tracking_number?.message}
          {...form.register('tracking_number', {
            validate: (text) => text.trim() !== '' || 'Enter the tracking number.',
          })}
        />
      </div>
    </ActDialog>
  );
}

/** Records that a parcel has arrived. */
export function DeliverDialog({
  fulfilmentId,
  parcel: { id, carrier, tracking_number },
  onClose,
}: {
  fulfilmentId: string;
  parcel: Fulfilment['parcels'][number];
  onClose: () => void;
}) {
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <ActDialog
      title="Has this parcel arrived?"
      description={`${carrier} ${tracking_number}. The buyer gets a mail, and the time for returns begins. This cannot be undone.`}
      form={form}
      keepLabel="Not yet"
      confirmLabel="It has arrived"
      isReasonOptional
      onAct={async ({ reason }) => {
        const body = { parcel_id: id, ...optional(reason) };
        await api.call(deliverFulfilment, { params: { id: fulfilmentId }, body });
        toast.success('Recorded as delivered. The buyer gets a mail.');
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    />
  );
}

const TARGETS: Record<RefundTarget, { name: string; hint: string }> = {
  original: {
    name: 'Back to where it came from',
    hint: 'To the card or bank in 5 to 10 business days; what came from the wallet, to the wallet.',
  },
  wallet: { name: 'Into the wallet', hint: 'At once, with a mail.' },
};

/** Refunds a part of a paid order, or all of it, out of goodwill. */
export function GoodwillDialog({ order, onClose }: { order: OperatorOrder; onClose: () => void }) {
  const refresh = useRefreshMarket();
  // One key for this dialog, so that a second press after a lost response is the same refund.
  const [key] = useState(() => crypto.randomUUID());
  const targets = REFUND_TARGETS.filter((target) => target === 'original' || order.account_id !== null);
  const form = useForm<{ amount: string; refund_to: RefundTarget; reason: string }>({
    defaultValues: { amount: '', refund_to: 'original', reason: '' },
  });
  const left = computeLeftToRefund(order.order);
  const amount = parseNaira(form.watch('amount'));
  const { errors } = form.formState;
  return (
    <ActDialog
      title="Refund out of goodwill?"
      description="The buyer gets it, and the shop pays it. The merchants keep what they are owed, and nothing is cancelled. This cannot be undone."
      form={form}
      keepLabel="Not now"
      confirmLabel={amount === null || amount <= 0 ? 'Refund' : `Refund ${formatNairaPrice(amount / 100)}`}
      onAct={async ({ amount: text, refund_to, reason }) => {
        const naira = (parseNaira(text) ?? kobo(0)) / 100;
        const body = { order_id: order.order.id, amount: naira, refund_to, reason };
        await api.call(createRefund, { headers: { 'idempotency-key': key }, body });
        toast.success(`${formatNairaPrice(naira)} goes back to the buyer.`);
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    >
      <TextField
        label="Amount"
        prefix="₦"
        inputMode="decimal"
        autoComplete="off"
        hint={`At most ${formatNairaPrice(left)}: what the buyer has paid and not got back.`}
        error={errors.amount?.message}
        {...form.register('amount', {
          validate: (text) => (parseNaira(text) ?? 0) > 0 || 'Write an amount of more than 0, such as 1500 or 1500.50.',
        })}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-semibold text-heading text-xs">Where to</legend>
        {targets.map((target) => (
          <Choice
            key={target}
            type="radio"
            value={target}
            label={TARGETS[target].name}
            hint={TARGETS[target].hint}
            {...form.register('refund_to')}
          />
        ))}
      </fieldset>
    </ActDialog>
  );
}
