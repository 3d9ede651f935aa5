import { createFileRoute } from '@tanstack/react-router';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/product/shopping/checkout')({
  head: () => ({ meta: pageMeta({ title: 'Checkout' }) }),
  component: CheckoutPage,
});
