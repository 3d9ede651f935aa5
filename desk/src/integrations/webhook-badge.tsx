import type { WebhookDelivery, WebhookEndpoint } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { CircleCheck, CircleX, Clock, PauseCircle, TriangleAlert } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { isDue } from './delivery.rules.ts';

/** The state of an endpoint. */
export function WebhookBadge({ endpoint: { is_enabled, disabled_for, failing_since } }: { endpoint: WebhookEndpoint }) {
  if (!is_enabled)
    return disabled_for === null ? (
      <Badge tone="neutral" icon={PauseCircle}>
        Off
      </Badge>
    ) : (
      <Badge tone="wrong" icon={CircleX}>
        Turned off by the shop
      </Badge>
    );
  if (failing_since !== null)
    return (
      <Badge tone="wrong" icon={TriangleAlert}>
        Failing
      </Badge>
    );
  return (
    <Badge tone="done" icon={CircleCheck}>
      On
    </Badge>
  );
}

/** The state of a delivery. */
export function DeliveryBadge({ delivery }: { delivery: WebhookDelivery }) {
  const { status } = delivery;
  if (status === 'delivered')
    return (
      <Badge tone="done" icon={CircleCheck}>
        Delivered
      </Badge>
    );
  if (status === 'failed')
    return (
      <Badge tone="wrong" icon={CircleX}>
        Failed
      </Badge>
    );
  return (
    <Badge tone="waiting" icon={Clock}>
      {isDue(delivery) ? 'On its way' : 'Tried again later'}
    </Badge>
  );
}
