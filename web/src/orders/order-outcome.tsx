import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { CancelReason } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Order, OrderRefund } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import type { ReactNode } from 'react';
import { PageLink } from '../lib/page-link.tsx';
import { Days } from './order-parts.tsx';
import { CANCEL_REASONS } from './order-texts.ts';
import { PayOrder } from './pay-order.tsx';

/** Reasons for which the cart still has the items of the order. */
const CART_REMAINS: readonly CancelReason[] = ['expired', 'payment_refused'];

const WALLET_LINK = (
  <PageLink path="/wallet" className={textLinkClass}>
    wallet
  </PageLink>
);

/** Describes where a refund goes, and whether it has arrived. */
const describeRefund = ({ amount, to, status, expected }: OrderRefund): ReactNode => {
  const price = <b>{formatNairaPrice(amount)}</b>;
  if (to === 'wallet')
    return (
      <>
        {price} is in your {WALLET_LINK}.
      </>
    );
  if (to === 'other') return <>{price} was refunded to you by our team.</>;
  return status === 'done' ? (
    <>{price} was refunded the way you paid.</>
  ) : (
    <>
      {price} is being refunded the way you paid. Banks take up to ten business days.
      {expected && (
        <>
          {' '}
          It should arrive <Days days={expected} />.
        </>
      )}
    </>
  );
};

function Refunds({ refunds }: { refunds: Order['refunds'] }) {
  return (
    <ul>
      {refunds.map((refund) => (
        <li key={`${refund.to} ${refund.amount} ${refund.status} ${refund.requested_at}`}>{describeRefund(refund)}</li>
      ))}
    </ul>
  );
}

/** Explains an order that is unpaid, cancelled or refunded; renders nothing for other orders. */
export function OrderOutcome({ order }: { order: Order }) {
  const { status, payment_deadline, cancelled_for, refunds } = order;
  if (status === 'Pending')
    return (
      <div className="mt-6">
        <Alert kind="warning">
          {payment_deadline === null ? (
            'The time to pay is over. If you have just paid, this page will show it soon.'
          ) : (
            // The button reaches into the padding, so that the icon is beside the text.
            <div className="sm:-my-2.5">
              <PayOrder order={order} deadline={payment_deadline} />
            </div>
          )}
        </Alert>
      </div>
    );
  if (status !== 'Cancelled')
    return refunds.length === 0 ? null : (
      <div className="mt-6">
        <Alert kind="info">
          <Refunds refunds={refunds} />
        </Alert>
      </div>
    );
  return (
    <div className="mt-6">
      <Alert kind="info">
        <p className="font-semibold">This order was cancelled</p>
        {cancelled_for !== null && <p>{CANCEL_REASONS[cancelled_for]}</p>}
        {refunds.length > 0 ? <Refunds refunds={refunds} /> : <p>No payment was taken.</p>}
        {cancelled_for !== null && CART_REMAINS.includes(cancelled_for) && (
          <PageLink
            path="/product/shopping/cart"
            className={`${buttonClass({ variant: 'secondary', size: 'sm' })} mt-3`}
          >
            Back To Cart
          </PageLink>
        )}
      </Alert>
    </div>
  );
}
