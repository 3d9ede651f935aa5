import { createFileRoute } from '@tanstack/react-router';
import { IntegrationsPage } from '../integrations/index.ts';
import { requireArea } from '../lib/require-area.ts';

export const Route = createFileRoute('/store/$storeId/integrations/')({
  beforeLoad: ({ context }) => requireArea(context.store, 'integrations'),
  component: () => <IntegrationsPage storeId={Route.useRouteContext().store.merchant_id} />,
});
