import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { OperatorRefund } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import type { OperatorDispute, OperatorPayment } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatAge, formatDayAndTime, formatDue } from '../lib/format.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { paymentQuery, refundQuery } from './market.queries.ts';
import { DisputeBadge, OrderStatusBadge, PaymentBadge, RefundBadge } from './market-badges.tsx';
import { formatReceived, isDisputeLost, sayRefundReason, sayRefundState, sayWhyHeld } from './money.rules.ts';
import { AcceptPaymentDialog, ReleaseDialog, SettleRefundDialog } from './settle-dialogs.tsx';

/** The frame of a case beside the list; below 1280 px it takes the place of the list. Its title gets the focus when it is opened. */
function CasePanel({
  title,
  badge,
  amount,
  children,
}: {
  title: string;
  badge?: ReactNode;
  amount?: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="min-w-0 xl:sticky xl:top-18 xl:mt-3">
      <Link
        from="/market/money"
        to="/market/money"
        search={(before) => ({ ...before, case: undefined })}
        className="inline-flex min-h-11 items-center gap-1 font-semibold text-link xl:hidden"
      >
        <ChevronLeft className="size-4.5" />
        Back to the list
      </Link>
      <Panel
        title={
          <span ref={heading} tabIndex={-1} className="plain-heading outline-hidden">
            {title}
          </span>
        }
        aside={
          <>
            {badge}
            {amount && <span className="ml-auto font-bold font-display text-heading text-lg">{amount}</span>}
          </>
        }
        isPadded
      >
        <div className="flex flex-col gap-4">{children}</div>
      </Panel>
    </div>
  );
}

/** While it is loading, if it cannot be loaded, or if there is none. */
function MissingCase({
  reference,
  what,
  query,
}: {
  reference: string;
  what: string;
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
}) {
  return (
    <CasePanel title={reference}>
      {query.isPending && <LoadingRows label={`Loading: ${what}`} count={3} />}
      {query.error ? (
        <ErrorPanel what={what} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        !query.isPending && <EmptyPanel picture="search" icon={CircleX} title={`${what} was not found`} />
      )}
    </CasePanel>
  );
}

function OrderLink({ operator, orderId }: { operator: Workplace; orderId: string }) {
  if (!canRead(operator, 'orders')) return orderId;
  return (
    <Link to="/market/orders/$orderId" params={{ orderId }} className="text-link underline">
      {orderId}
    </Link>
  );
}

const nameOf = (buyer: OperatorPayment['buyer']): string =>
  buyer ? `${buyer.first_name} ${buyer.last_name}` : 'Deleted account';

/** One payment: what was due and what arrived; a held one is accepted or refunded. */
export function PaymentCase({ operator, reference }: { operator: Workplace; reference: string }) {
  const query = useQuery(paymentQuery(reference));
  if (!query.data) return <MissingCase reference={reference} what="The payment" query={query} />;
  return <PaymentDetails operator={operator} payment={query.data} />;
}

function PaymentDetails({ operator, payment }: { operator: Workplace; payment: OperatorPayment }) {
  const [opened, setOpened] = useState<'accept' | 'refund'>();
  const { reference, status, provider, order_id, order_status, buyer, amount, paid, paid_currency, created_at } =
    payment;
  const close = () => setOpened(undefined);
  return (
    <CasePanel title={reference} badge={<PaymentBadge status={status} />} amount={formatReceived(payment)}>
      {status === 'held' && (
        <Note tone="warning">
          <b className="font-semibold">{sayWhyHeld(payment)}.</b> The order is not paid until you accept it.
        </Note>
      )}
      <Facts>
        <FactRow name="Order">
          <span className="inline-flex flex-wrap items-center justify-end gap-2">
            <OrderLink operator={operator} orderId={order_id} />
            <OrderStatusBadge status={order_status} />
          </span>
        </FactRow>
        <FactRow name="Buyer">
          {nameOf(buyer)}
          {buyer && <span className="block text-muted text-xs">{buyer.email}</span>}
        </FactRow>
        <FactRow name="Provider">{provider}</FactRow>
        <FactRow name="Begun">{formatDayAndTime(created_at)}</FactRow>
        <FactRow name="Due">{formatNairaPrice(amount)}</FactRow>
        <FactRow name="Arrived" isTotal>
          {paid === null ? 'Nothing' : formatReceived(payment)}
        </FactRow>
      </Facts>
      {status === 'held' && canWrite(operator, 'payments') && (
        <div className="flex flex-wrap gap-2 *:flex-auto">
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpened('accept')}>
            Accept as paid
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setOpened('refund')}>
            Refund
          </Button>
        </div>
      )}
      {opened === 'accept' && <AcceptPaymentDialog payment={payment} onClose={close} />}
      {opened === 'refund' && (
        <SettleRefundDialog
          reference={reference}
          amount={formatReceived(payment)}
          isRetry={false}
          isForeign={paid_currency !== null && paid_currency !== 'NGN'}
          hasWallet={buyer !== null}
          onClose={close}
        />
      )}
    </CasePanel>
  );
}

/** One refund: why the buyer gets it, and how far it is; a stuck one is made. */
export function RefundCase({ operator, reference }: { operator: Workplace; reference: string }) {
  const query = useQuery(refundQuery(reference));
  if (!query.data) return <MissingCase reference={reference} what="The refund" query={query} />;
  return <RefundDetails operator={operator} refund={query.data} />;
}

function RefundDetails({ operator, refund }: { operator: Workplace; refund: OperatorRefund }) {
  const [isOpen, setOpen] = useState(false);
  const { reference, status, order_id, payment_reference, amount, created_at, updated_at } = refund;
  return (
    <CasePanel title={reference} badge={<RefundBadge status={status} />} amount={formatNairaPrice(amount)}>
      <Note tone={status === 'stuck' ? 'warning' : 'plain'}>{sayRefundState(refund)}</Note>
      <Facts>
        <FactRow name="Why">{sayRefundReason(refund)}</FactRow>
        <FactRow name="Order">
          <OrderLink operator={operator} orderId={order_id} />
        </FactRow>
        <FactRow name="Payment">
          <Link
            to="/market/money"
            search={{ view: 'payments', case: payment_reference }}
            className="text-link underline"
          >
            {payment_reference}
          </Link>
        </FactRow>
        <FactRow name="Asked for">{formatDayAndTime(created_at)}</FactRow>
        <FactRow name="Last change">{formatDayAndTime(updated_at)}</FactRow>
      </Facts>
      {status === 'stuck' && canWrite(operator, 'payments') && (
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Try again or pay otherwise
        </Button>
      )}
      {isOpen && (
        <SettleRefundDialog
          reference={reference}
          amount={formatNairaPrice(amount)}
          isRetry
          onClose={() => setOpen(false)}
        />
      )}
    </CasePanel>
  );
}

/** One dispute: until when it is answered, and what can be done when it was lost. */
export function DisputeCase({ operator, dispute }: { operator: Workplace; dispute: OperatorDispute }) {
  const [isOpen, setOpen] = useState(false);
  const { id, state, order_id, order_status, payment_reference, status, resolution, amount, due_at, created_at } =
    dispute;
  const isLost = isDisputeLost(dispute);
  return (
    <CasePanel
      title={id}
      badge={<DisputeBadge state={state} />}
      amount={amount === null ? 'Whole payment' : formatNairaPrice(amount)}
    >
      {state === 'open' && (
        <Note tone="warning">
          {due_at === null
            ? 'Answer it'
            : `Answer it by ${formatDayAndTime(due_at)} (${formatDue(due_at).toLowerCase()})`}{' '}
          at the payment provider, with the proof of delivery. Otherwise the bank takes the money back. Nothing of the
          order is shipped or refunded meanwhile.
        </Note>
      )}
      {isLost && (
        <Note tone="bad">
          The bank has taken the money back.{' '}
          {state === 'lost'
            ? 'The order is still to be shipped: cancel it, or ship it and bear the loss.'
            : 'The merchants are not paid, unless you decide that the shop bears the loss.'}
        </Note>
      )}
      <Facts>
        <FactRow name="Order">
          <span className="inline-flex flex-wrap items-center justify-end gap-2">
            <OrderLink operator={operator} orderId={order_id} />
            <OrderStatusBadge status={order_status} />
          </span>
        </FactRow>
        <FactRow name="Payment">
          <Link
            to="/market/money"
            search={{ view: 'payments', case: payment_reference }}
            className="text-link underline"
          >
            {payment_reference}
          </Link>
        </FactRow>
        <FactRow name="The provider says">
          {status}
          {resolution && `, ${resolution}`}
        </FactRow>
        <FactRow name="Begun">
          {formatDayAndTime(created_at)} <span className="text-muted">({formatAge(created_at)})</span>
        </FactRow>
      </Facts>
      {isLost && canWrite(operator, 'payouts') && (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Pay the merchants
        </Button>
      )}
      {isOpen && <ReleaseDialog orderId={order_id} onClose={() => setOpen(false)} />}
    </CasePanel>
  );
}
