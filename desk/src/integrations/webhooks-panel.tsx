import type { WebhookWithSecret } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { webhooksQuery } from './integrations.queries.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookDialog } from './webhook-form.tsx';

/** Where webhooks are sent. */
export function WebhooksPanel({ storeId }: { storeId: number }) {
  const webhooks = useQuery(webhooksQuery(storeId));
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<WebhookWithSecret>();
  const add = (
    <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
      New webhook
    </Button>
  );
  return (
    <Panel
      title="Webhooks"
      aside={webhooks.data && webhooks.data.results.length > 0 && <span className="ml-auto">{add}</span>}
    >
      {webhooks.isPending && <LoadingRows label="Loading webhooks" count={2} />}
      {webhooks.isError && !webhooks.data && (
        <ErrorPanel what="The webhooks" error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      )}
      {webhooks.data?.results.length === 0 && (
        <EmptyPanel picture="inbox" icon={Webhook} title="No webhooks yet" action={add}>
          Instead of asking again and again, your program is told: about a paid order, a return, a message, low stock.
        </EmptyPanel>
      )}
      <ul>
        {webhooks.data?.results.map((endpoint) => (
          <li
            key={endpoint.id}
            className="relative flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-3 hover:bg-row-hover"
          >
            <Webhook className="size-4.5 text-muted" />
            <span className="min-w-0 flex-1 basis-48">
              <Link
                to="/store/$storeId/integrations/webhooks/$endpointId"
                params={{ storeId: String(storeId), endpointId: endpoint.id }}
                className="wrap-anywhere block font-semibold text-heading no-underline after:absolute after:inset-0 hover:underline"
              >
                {endpoint.url}
              </Link>
              <span className="block text-muted text-xs">
                {formatNumberOf(endpoint.event_types.length, 'kind of event', 'kinds of event')}
                {endpoint.failing_since !== null &&
                  ` · all attempts have failed since ${formatDayAndTime(endpoint.failing_since)}`}
              </span>
            </span>
            <WebhookBadge endpoint={endpoint} />
            <ChevronRight className="size-4.5 text-muted" />
          </li>
        ))}
      </ul>
      {isAdding && (
        <WebhookDialog
          storeId={storeId}
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            setAdding(false);
            if ('secret' in saved) setCreated(saved);
            void queryClient.invalidateQueries(webhooksQuery(storeId));
          }}
        />
      )}
      {created && (
        <SecretDialog
          title="Keep this secret"
          what="the secret"
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          With it your program verifies that a webhook is ours (Standard Webhooks). It is shown only now.
        </SecretDialog>
      )}
    </Panel>
  );
}
