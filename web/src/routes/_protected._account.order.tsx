import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { OrdersPage } from '../orders/index.ts';

export const Route = createFileRoute('/_protected/_account/order')({
  head: () => ({ meta: pageMeta({ title: 'My Order' }) }),
  component: OrdersPage,
});
