import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { PayoutPage } from '../payouts/index.ts';

export const Route = createFileRoute('/store/$storeId/payouts/$payoutId')({
  beforeLoad: ({ context }) => requireArea(context.store, 'payouts'),
  component: () => (
    <PayoutPage storeId={Route.useRouteContext().store.merchant_id} payoutId={Route.useParams().payoutId} />
  ),
});
