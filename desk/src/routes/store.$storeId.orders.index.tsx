import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ORDER_VIEWS, OrdersPage, type OrdersSearch } from '../orders/index.ts';

export const Route = createFileRoute('/store/$storeId/orders/')({
  validateSearch: ({ view, search }: Record<string, unknown>): OrdersSearch => ({
    view: ORDER_VIEWS.find((name) => name === view),
    search: typeof search === 'string' ? search : undefined,
  }),
  component: Orders,
});

function Orders() {
  const { store } = Route.useRouteContext();
  const { view, search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <OrdersPage
      // Another view has another choice of rows.
      key={view}
      storeId={store.merchant_id}
      view={view}
      search={search}
      onSearch={(text) => void navigate({ search: (before) => ({ ...before, search: text }), replace: true })}
    />
  );
}
