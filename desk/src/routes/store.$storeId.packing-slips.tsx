import { createFileRoute } from '@tanstack/react-router';
import { PackingSlipsPage } from '../orders/index.ts';

export const Route = createFileRoute('/store/$storeId/packing-slips')({
  validateSearch: ({ orders }: Record<string, unknown>) => ({ orders: typeof orders === 'string' ? orders : '' }),
  component: PackingSlips,
});

function PackingSlips() {
  const { store } = Route.useRouteContext();
  const orderIds = Route.useSearch().orders.split(',').filter(Boolean);
  return <PackingSlipsPage storeId={store.merchant_id} storeName={store.name} orderIds={orderIds} />;
}
