import { createFileRoute } from '@tanstack/react-router';
import { PaymentPendingPage } from '../checkout/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/payment/pending')({
  head: () => ({ meta: pageMeta({ title: 'Confirming your payment' }) }),
  component: Page,
});

function Page() {
  const { order }: Record<string, unknown> = Route.useSearch();
  return <PaymentPendingPage orderId={order} />;
}
