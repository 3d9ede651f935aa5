import { ApiError } from '@sokuwa/contract/api-client.ts';
import { getPaymentState } from '@sokuwa/contract/orders/orders.endpoints.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { useApi } from '../lib/app-context.ts';
import { PageLink } from '../lib/page-link.tsx';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { ResultPage } from './result-page.tsx';

const POLL_MS = 3000;
/** After about two minutes poll less often: it is probably a bank transfer, which can take hours. */
const FAST_POLLS = 40;
const SLOW_POLL_MS = 15_000;

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input');

/**
 * /payment/pending: polls the payment until it is paid or has failed, then opens the result page (PAYMENT-47).
 * @param orderId from the URL, not validated
 */
export function PaymentPendingPage({ orderId }: { orderId: unknown }) {
  const api = useApi();
  const token = useSessionToken();
  const id = typeof orderId === 'string' ? orderId : '';
  const { data, error } = useQuery({
    queryKey: ['payment', token, id],
    queryFn: ({ signal }) => {
      assertStoredToken(token);
      return api.call(getPaymentState, { params: { id }, signal });
    },
    enabled: id !== '',
    refetchInterval: ({ state }) => {
      if (isUnknown(state.error)) return false;
      return state.dataUpdateCount < FAST_POLLS ? POLL_MS : SLOW_POLL_MS;
    },
  });
  const page = data?.page;
  useEffect(() => {
    // A full page load, because cart and orders have changed.
    if (page) location.replace(page);
  }, [page]);

  if (id === '' || isUnknown(error))
    return (
      <ResultPage
        illustration="error"
        icon={<CircleX />}
        title="Order not found"
        actions={
          <PageLink path="/order" className={buttonClass()}>
            My Orders
          </PageLink>
        }
      >
        <p>There is no payment to confirm here. Your orders show what was paid.</p>
      </ResultPage>
    );
  return (
    <ResultPage
      illustration="orders"
      icon={<Hourglass />}
      title="We are confirming your payment"
      actions={
        <>
          <Link to="/order/details/$id" params={{ id }} className={buttonClass()}>
            View your order
          </Link>
          <PageLink path="/help" className={buttonClass({ variant: 'secondary' })}>
            Help
          </PageLink>
        </>
      }
    >
      <p role="status">
        {error
          ? 'We cannot reach the shop at the moment. We keep trying.'
          : (data?.message ?? 'We are asking the payment provider.')}
      </p>
      <p>
        This usually takes a few seconds; a bank transfer can take longer. This page then shows the result. You can also
        leave it: we email you when your payment is confirmed.
      </p>
    </ResultPage>
  );
}
