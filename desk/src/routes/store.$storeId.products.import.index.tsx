import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ImportsPage } from '../exchange/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/store/$storeId/products/import/')({ component: Imports });

function Imports() {
  const { store } = Route.useRouteContext();
  const navigate = useNavigate();
  return (
    <ImportsPage
      storeId={store.merchant_id}
      canChange={canWrite(store, 'products')}
      onUploaded={(importId) =>
        void navigate({
          to: '/store/$storeId/products/import/$importId',
          params: { storeId: String(store.merchant_id), importId: String(importId) },
        })
      }
    />
  );
}
