import { createFileRoute } from '@tanstack/react-router';
import { canWrite } from '../lib/session.ts';
import { NewProductPage } from '../products/index.ts';

export const Route = createFileRoute('/store/$storeId/products/new')({
  component: () => {
    const { store } = Route.useRouteContext();
    return <NewProductPage storeId={store.merchant_id} canChange={canWrite(store, 'products')} />;
  },
});
