import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { OrderPage } from '../orders/index.ts';

export const Route = createFileRoute('/_protected/_account/order_/details/$id')({
  head: () => ({ meta: pageMeta({ title: 'Order' }) }),
  staticData: { crumb: 'Order Details' },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <OrderPage key={id} id={id} />;
}
