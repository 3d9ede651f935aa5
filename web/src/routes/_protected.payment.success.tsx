import { createFileRoute } from '@tanstack/react-router';
import { PaymentSuccessPage } from '../checkout/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/payment/success')({
  head: () => ({ meta: pageMeta({ title: 'Payment received' }) }),
  component: PaymentSuccessPage,
});
