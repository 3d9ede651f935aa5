import { createFileRoute } from '@tanstack/react-router';
import { CheckoutPage } from '../checkout/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/product/shopping/checkout')({
  staticData: { shortLayout: 'checkout' },
  head: () => ({ meta: pageMeta({ title: 'Checkout' }) }),
  component: CheckoutPage,
});
