import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '../orders/orders-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/_account/order')({
  head: () => ({ meta: pageMeta({ title: 'My Order' }) }),
  component: OrdersPage,
});
