import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Confetti } from '@sokuwa/ui/confetti.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageCheck } from 'lucide-react';
import { useApi } from '../lib/app-context.ts';
import { sectionLink } from '../lib/links.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useSessionToken } from '../lib/session.ts';
import { ordersQuery } from '../orders/index.ts';
import { PaidOrder, PaidOrderLoading } from './paid-order.tsx';
import { ResultPage } from './result-page.tsx';

/** Finds the order that was paid last; a newer order may be unpaid. */
const findPaidOrder = (orders: readonly Order[] = []): Order | undefined =>
  orders
    .filter(({ status }) => status === 'Paid')
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
    .at(0);

/** /payment/success: the provider's page redirects here after a payment (PAYMENT-32). */
export function PaymentSuccessPage() {
  const { data: orders, isPending } = useQuery(ordersQuery(useApi(), useSessionToken(), 1));
  const order = findPaidOrder(orders);
  return (
    <>
      <Confetti />
      <ResultPage
        illustration="orders"
        icon={<PackageCheck />}
        title="Congratulations!"
        details={order ? <PaidOrder order={order} /> : isPending && <PaidOrderLoading />}
        actions={
          <>
            {order ? (
              <Link to="/order/details/$id" params={{ id: order.id }} className={buttonClass()}>
                View your order
              </Link>
            ) : (
              <PageLink path="/order" className={buttonClass()}>
                View your orders
              </PageLink>
            )}
            <Link {...sectionLink('productList')} className={buttonClass({ variant: 'secondary' })}>
              Continue Shopping
            </Link>
          </>
        }
      >
        <p>Your payment was successful.</p>
        <p>You will receive an email with the details of your order and its delivery.</p>
      </ResultPage>
    </>
  );
}
