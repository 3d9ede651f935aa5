import { createFileRoute } from '@tanstack/react-router';
import { PaymentFailurePage } from '../checkout/payment-failure-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/payment/failure')({
  head: () => ({ meta: pageMeta({ title: 'Payment Failure' }) }),
  component: Page,
});

function Page() {
  const { error }: Record<string, unknown> = Route.useSearch();
  return <PaymentFailurePage error={error} />;
}
