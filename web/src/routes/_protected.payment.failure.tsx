import { createFileRoute } from '@tanstack/react-router';
import { PaymentFailurePage } from '../checkout/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/payment/failure')({
  head: () => ({ meta: pageMeta({ title: 'Payment Failure' }) }),
  component: Page,
});

function Page() {
  const { error }: Record<string, unknown> = Route.useSearch();
  return <PaymentFailurePage error={error} />;
}
