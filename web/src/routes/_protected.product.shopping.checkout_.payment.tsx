import { createFileRoute } from '@tanstack/react-router';
import { CardPage } from '../checkout/card-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/product/shopping/checkout_/payment')({
  head: () => ({ meta: pageMeta({ title: 'Payment' }) }),
  component: CardPage,
});
