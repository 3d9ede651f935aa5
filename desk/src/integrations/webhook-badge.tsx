import type { WebhookDelivery, WebhookEndpoint } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { CircleCheck, CircleX, Clock, PauseCircle, TriangleAlert } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';

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
export function DeliveryBadge({ delivery: { status, attempts } }: { delivery: WebhookDelivery }) {
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
      {attempts.length === 0 ? 'On its way' : 'Tried again soon'}
    </Badge>
  );
}
