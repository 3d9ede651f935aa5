import { createFileRoute } from '@tanstack/react-router';
import { canWrite } from '../lib/session.ts';
import { ProductPage } from '../products/index.ts';

export const Route = createFileRoute('/store/$storeId/products/$productId')({
  component: () => {
    const { store } = Route.useRouteContext();
    return (
      <ProductPage
        // Another product is another form.
        key={Route.useParams().productId}
        storeId={store.merchant_id}
        canChange={canWrite(store, 'products')}
        productId={Number(Route.useParams().productId)}
      />
    );
  },
});
