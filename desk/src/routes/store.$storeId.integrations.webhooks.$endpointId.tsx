import { DELIVERY_STATUSES } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import { createFileRoute } from '@tanstack/react-router';
import { WebhookPage } from '../integrations/index.ts';
import { requireArea } from '../lib/require-area.ts';

type Search = { status?: (typeof DELIVERY_STATUSES)[number] | undefined };

export const Route = createFileRoute('/store/$storeId/integrations/webhooks/$endpointId')({
  beforeLoad: ({ context }) => requireArea(context.store, 'integrations'),
  validateSearch: ({ status }: Record<string, unknown>): Search => ({
    status: DELIVERY_STATUSES.find((name) => name === status),
  }),
  component: Webhook,
});

function Webhook() {
  const { endpointId } = Route.useParams();
  return (
    <WebhookPage
      key={endpointId}
      storeId={Route.useRouteContext().store.merchant_id}
      endpointId={endpointId}
      status={Route.useSearch().status}
    />
  );
}
