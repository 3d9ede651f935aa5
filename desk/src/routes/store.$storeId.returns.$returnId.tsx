import { createFileRoute, notFound } from '@tanstack/react-router';
import { canRead, canWrite } from '../lib/session.ts';
import { ReturnPage } from '../returns/index.ts';

export const Route = createFileRoute('/store/$storeId/returns/$returnId')({
  beforeLoad: ({ context }) => {
    if (!canRead(context.store, 'returns')) throw notFound();
  },
  component: Return,
});

function Return() {
  const { store } = Route.useRouteContext();
  return (
    <ReturnPage
      storeId={store.merchant_id}
      returnId={Route.useParams().returnId}
      isWritable={canWrite(store, 'returns')}
    />
  );
}
