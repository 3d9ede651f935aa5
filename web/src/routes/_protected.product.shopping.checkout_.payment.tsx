import { createFileRoute } from '@tanstack/react-router';
import { CardPage } from '../checkout/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/product/shopping/checkout_/payment')({
  staticData: { shortLayout: 'checkout' },
  head: () => ({ meta: pageMeta({ title: 'Payment' }) }),
  component: CardPage,
});
