import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { canWrite } from '../lib/session.ts';
import { PRODUCT_LIST_SORTS, PRODUCT_VIEWS, ProductsPage, type ProductsSearch } from '../products/index.ts';

export const Route = createFileRoute('/store/$storeId/products/')({
  validateSearch: ({ view, search, sort, order }: Record<string, unknown>): ProductsSearch => ({
    view: PRODUCT_VIEWS.find((name) => name === view),
    search: typeof search === 'string' ? search : undefined,
    sort: PRODUCT_LIST_SORTS.find((name) => name === sort),
    order: order === 'desc' ? 'desc' : undefined,
  }),
  component: Products,
});

function Products() {
  const { store } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <ProductsPage
      key={search.view}
      storeId={store.merchant_id}
      canChange={canWrite(store, 'products')}
      search={search}
      onSearch={(text) => void navigate({ search: (before) => ({ ...before, search: text }), replace: true })}
    />
  );
}
