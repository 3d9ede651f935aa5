import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../exchange/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/store/$storeId/products/import/$importId')({
  component: () => {
    const { store } = Route.useRouteContext();
    return (
      <ImportPage
        // Another import is another form.
        key={Route.useParams().importId}
        storeId={store.merchant_id}
        importId={Number(Route.useParams().importId)}
        canChange={canWrite(store, 'products')}
      />
    );
  },
});
