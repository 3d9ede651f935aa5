import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '../orders/index.ts';

export const Route = createFileRoute('/store/$storeId/orders/$orderId')({
  component: () => (
    <OrderPage storeId={Route.useRouteContext().store.merchant_id} orderId={Route.useParams().orderId} />
  ),
});
