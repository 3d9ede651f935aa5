import { acceptPayment, refundHeldPayment } from '@sokuwa/contract/orders/operator-orders.endpoints.ts';
import { REFUND_METHODS } from '@sokuwa/contract/orders/operator-payments.rules.ts';
import type { OperatorPayment } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import { releaseOrder } from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { formatNumberOf } from '../lib/format.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Choice } from '../ui/field.tsx';
import { formatReceived } from './money.rules.ts';

type Method = (typeof REFUND_METHODS)[number];

const METHODS: Record<Method, { name: string; hint: string; done: string }> = {
  provider: {
    name: 'Back to where it came from',
    hint: 'Through the payment provider. It takes 5 to 10 business days.',
    done: 'The refund is sent to the provider.',
  },
  wallet: {
    name: 'Into the buyer’s wallet',
    hint: 'At once, with a mail. Only if the buyer agrees.',
    done: 'The buyer has it in the wallet.',
  },
  hand: {
    name: 'I have paid it outside of the shop',
    hint: 'The shop only records it.',
    done: 'Recorded as paid by hand.',
  },
};

/** The classes of choices of which one is chosen. */
const choiceClass =
  'rounded-sm border border-line-strong px-3 py-2.5 has-checked:border-action has-checked:bg-row-selected has-checked:shadow-[inset_0_0_0_1px_var(--sk-action)]';

/** Asks before a held payment counts as the whole payment of its order. */
export function AcceptPaymentDialog({ payment, onClose }: { payment: OperatorPayment; onClose: () => void }) {
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  const { reference, order_id } = payment;
  const received = formatReceived(payment);
  return (
    <ActDialog
      title={`Accept ${received} as the whole payment?`}
      description={`Order ${order_id} is paid then. Its merchants and the buyer get a mail, and the stock is taken. This cannot be undone.`}
      form={form}
      keepLabel="Not yet"
      confirmLabel={`Accept ${received}`}
      onAct={async ({ reason }) => {
        await api.call(acceptPayment, { params: { reference }, body: { reason } });
        toast.success(`Accepted. Order ${order_id} is paid.`);
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    />
  );
}

/** Asks how a held payment is refunded, or a stuck refund is made. */
export function SettleRefundDialog({
  reference,
  amount,
  isRetry,
  isForeign = false,
  hasWallet = true,
  onClose,
}: {
  /** Of the payment, or of the refund. */
  reference: string;
  /** Formatted, with the currency: '12.50 USD'. */
  amount: string;
  /** Whether it is a stuck refund. */
  isRetry: boolean;
  /** Whether it was paid in another currency than naira, which the shop cannot send back. */
  isForeign?: boolean;
  /** False if the buyer's account is deleted. */
  hasWallet?: boolean;
  onClose: () => void;
}) {
  const refresh = useRefreshMarket();
  const methods = REFUND_METHODS.filter((by) => by === 'hand' || (!isForeign && (by !== 'wallet' || hasWallet)));
  const form = useForm<{ by: Method; reason: string }>({
    defaultValues: { by: methods[0] ?? 'hand', reason: '' },
  });
  return (
    <ActDialog
      title={isRetry ? `Make the refund of ${amount}?` : `Refund ${amount}?`}
      description={
        isRetry
          ? 'The buyer gets the money once, in the way that you choose. This cannot be undone.'
          : 'The buyer gets back all that arrived. The order is not paid. This cannot be undone.'
      }
      form={form}
      keepLabel="Not yet"
      confirmLabel={isRetry && form.watch('by') === 'provider' ? 'Try again' : `Refund ${amount}`}
      onAct={async ({ by, reason }) => {
        await api.call(refundHeldPayment, { params: { reference }, body: { by, reason } });
        toast.success(METHODS[by].done);
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">How</legend>
        {methods.map((by) => (
          <Choice
            key={by}
            type="radio"
            value={by}
            label={<b className="font-semibold text-heading">{METHODS[by].name}</b>}
            hint={METHODS[by].hint}
            className={choiceClass}
            {...form.register('by')}
          />
        ))}
      </fieldset>
    </ActDialog>
  );
}

/** Asks before the merchants of an order are paid although the bank has taken the money back. */
export function ReleaseDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <ActDialog
      title={`Pay the merchants of ${orderId}?`}
      description="They get their share of what can no longer be returned with their next payout, and the shop bears the loss. This cannot be undone."
      form={form}
      keepLabel="Not yet"
      confirmLabel="Pay the merchants"
      onAct={async ({ reason }) => {
        const { released_pieces } = await api.call(releaseOrder, { params: { id: orderId }, body: { reason } });
        toast.success(`${formatNumberOf(released_pieces, 'piece')} released to the merchants.`);
        await refresh();
      }}
      onFailure={refresh}
      onClose={onClose}
    />
  );
}
