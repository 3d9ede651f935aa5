import { replayDelivery } from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import { DELIVERY_STATUSES, WEBHOOK_LOG_DAYS } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, RotateCcw, Search, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Reloading } from '../ui/reloading.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { type DeliveryStatus, deliveriesKey, deliveriesQuery } from './integrations.queries.ts';
import { DeliveryBadge } from './webhook-badge.tsx';
import { ReplayDialog } from './webhook-dialogs.tsx';

const DAY_MS = 86_400_000;

const VIEW_NAMES: Record<DeliveryStatus, string> = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' };
const VIEWS: readonly (DeliveryStatus | undefined)[] = [undefined, ...DELIVERY_STATUSES];

/** The log of an endpoint: each webhook with its attempts. */
export function DeliveriesPanel({
  storeId,
  endpoint,
  status,
}: {
  storeId: number;
  endpoint: WebhookEndpoint;
  status: DeliveryStatus | undefined;
}) {
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(storeId, endpoint.id, status),
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => deliveries.data?.pages.flatMap(({ results }) => results) ?? [], [deliveries.data]);
  const [isReplaying, setReplaying] = useState(false);
  return (
    <Panel
      title="Log"
      aside={
        endpoint.is_enabled && (
          <Button size="sm" icon={<RotateCcw />} className="ml-auto" onClick={() => setReplaying(true)}>
            Send failed again
          </Button>
        )
      }
    >
      <div className="px-2 max-lg:px-(--gutter)">
        <TabRow label="Views of the log">
          {VIEWS.map((view) => (
            <Link
              key={view ?? 'all'}
              to="/store/$storeId/integrations/webhooks/$endpointId"
              params={{ storeId: String(storeId), endpointId: endpoint.id }}
              search={view ? { status: view } : {}}
              activeOptions={{ exact: true }}
              resetScroll={false}
              className={tabClass}
            >
              {view ? VIEW_NAMES[view] : 'All'}
            </Link>
          ))}
        </TabRow>
      </div>
      {deliveries.isPending && <LoadingRows label="Loading the log" />}
      {deliveries.isError && rows.length === 0 && (
        <ErrorPanel what="The log" error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      )}
      {deliveries.isSuccess && rows.length === 0 && (
        <EmptyPanel
          picture={status ? 'search' : 'inbox'}
          icon={status ? Search : Send}
          title={status ? `Nothing is “${VIEW_NAMES[status]}”` : 'Nothing was sent yet'}
        >
          What is sent is listed here for {WEBHOOK_LOG_DAYS} days. Send a test to see whether your program gets it.
        </EmptyPanel>
      )}
      <Reloading isReloading={deliveries.isPlaceholderData}>
        <ul>
          {rows.map((delivery) => (
            <Delivery key={delivery.id} storeId={storeId} endpoint={endpoint} delivery={delivery} />
          ))}
        </ul>
      </Reloading>
      <ShowMore query={deliveries} />
      {isReplaying && (
        <ReplayDialog
          storeId={storeId}
          endpoint={endpoint}
          since={new Date(Date.now() - WEBHOOK_LOG_DAYS * DAY_MS)}
          onClose={() => setReplaying(false)}
        />
      )}
    </Panel>
  );
}

function Delivery({
  storeId,
  endpoint,
  delivery,
}: {
  storeId: number;
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
}) {
  const { id, type, status, webhook_id, created_at, next_attempt_at, attempts } = delivery;
  const queryClient = useQueryClient();
  const last = attempts.at(-1);
  const replay = useMutation({
    mutationFn: () => getStoreApi(storeId).call(replayDelivery, { params: { id: endpoint.id, delivery_id: id } }),
    onSuccess: () => toast.success('Sent again, with the same id'),
    onError: (error) => toast.error(describeError(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(storeId, endpoint.id) }),
  });
  return (
    <li className="border-line border-t first:border-t-0">
      <details className="group">
        <summary className="flex min-h-(--row) cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-row-hover [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <b className="block font-semibold text-heading">{EVENT_NAMES[type]}</b>
            <span className="block text-muted text-xs">
              {formatDayAndTime(created_at)}
              {last && ` · ${describeAttempt(last)}`}
            </span>
          </span>
          <DeliveryBadge delivery={delivery} />
          <ChevronDown className="size-4.5 text-muted group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-3 bg-ground px-4 py-3">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
            <dt className="text-muted">Event</dt>
            <dd>{type}</dd>
            <dt className="text-muted">webhook-id</dt>
            <dd className="wrap-anywhere font-mono">{webhook_id}</dd>
            {next_attempt_at !== null && (
              <>
                <dt className="text-muted">Next attempt</dt>
                <dd>{formatDayAndTime(next_attempt_at)}</dd>
              </>
            )}
          </dl>
          {attempts.length > 0 && (
            <div>
              <h3 className="plain-heading mb-1 text-xs">{formatNumberOf(attempts.length, 'attempt')}</h3>
              <ol className="flex flex-col gap-1 text-xs">
                {attempts.map((attempt) => (
                  <li key={attempt.at} className="flex flex-wrap justify-between gap-x-4">
                    <span>{describeAttempt(attempt)}</span>
                    <span className="text-muted">
                      {formatDayAndTime(attempt.at)}, after {attempt.duration_ms} ms
                    </span>
                  </li>
                ))}
              </ol>
            </div>
          )}
          {status !== 'pending' && endpoint.is_enabled && (
            <Button
              size="sm"
              icon={<RotateCcw />}
              className="self-start"
              busy={replay.isPending}
              onClick={() => replay.mutate()}
            >
              Send again
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}

type Attempt = WebhookDelivery['attempts'][number];

const FAILURES: Record<NonNullable<Attempt['failure']>, string> = {
  timeout: 'No answer in time',
  connection: 'No connection',
  address: 'An address that the shop does not call',
  redirect: 'A redirect, which is not followed',
  status: 'Not accepted',
  secret: 'The shop cannot read the secret: replace it',
};

/** 'Accepted (204)', 'Not accepted (500)', 'No answer in time'. */
const describeAttempt = ({ failure, status_code }: Attempt): string =>
  `${failure === null ? 'Accepted' : FAILURES[failure]}${status_code === null ? '' : ` (${status_code})`}`;
