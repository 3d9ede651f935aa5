import { createFileRoute } from '@tanstack/react-router';
import { PaymentSuccessPage } from '../checkout/payment-success-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/payment/success')({
  head: () => ({ meta: pageMeta({ title: 'Payment received' }) }),
  component: PaymentSuccessPage,
});
