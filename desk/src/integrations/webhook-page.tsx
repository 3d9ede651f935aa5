import { changeWebhook, testWebhook } from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import type { WebhookEndpoint, WebhookWithSecret } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, Pencil, Power, Send } from 'lucide-react';
import { useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { formatDay, formatDayAndTime } from '../lib/format.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { EVENT_NAMES } from './event-names.ts';
import { type DeliveryStatus, deliveriesKey, webhooksQuery } from './integrations.queries.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import { DeleteWebhookDialog, RotateSecretDialog } from './webhook-dialogs.tsx';
import { WebhookDialog } from './webhook-form.tsx';

/** One endpoint of webhooks: what it gets, its secret, and the log of what was sent. */
export function WebhookPage({
  storeId,
  endpointId,
  status,
}: {
  storeId: number;
  endpointId: string;
  /** Of the deliveries that are listed; undefined lists all. */
  status: DeliveryStatus | undefined;
}) {
  const webhooks = useQuery(webhooksQuery(storeId));
  const endpoint = webhooks.data?.results.find(({ id }) => id === endpointId);
  const params = { storeId: String(storeId) };
  return (
    <>
      <Breadcrumb current={endpoint ? new URL(endpoint.url).host : 'Webhook'}>
        <Link to="/store/$storeId/integrations" params={params} className={breadcrumbLinkClass}>
          Integrations
        </Link>
      </Breadcrumb>
      {webhooks.isPending && <LoadingRows label="Loading the webhook" />}
      {webhooks.isError && !webhooks.data && (
        <ErrorPanel what="The webhook" error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      )}
      {webhooks.data && !endpoint && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="Your store has no such webhook"
          action={
            <Link to="/store/$storeId/integrations" params={params} className={buttonClass()}>
              Integrations
            </Link>
          }
        />
      )}
      {endpoint && <WebhookDetails storeId={storeId} endpoint={endpoint} status={status} />}
    </>
  );
}

/** Puts a changed endpoint into the cached list. */
const useSaveEndpoint = (storeId: number) => {
  const queryClient = useQueryClient();
  return ({ ...changed }: WebhookEndpoint | WebhookWithSecret) => {
    // The secret is not kept.
    if ('secret' in changed) Reflect.deleteProperty(changed, 'secret');
    queryClient.setQueryData(webhooksQuery(storeId).queryKey, (before) =>
      before ? { results: before.results.map((one) => (one.id === changed.id ? changed : one)) } : before,
    );
  };
};

function WebhookDetails({
  storeId,
  endpoint,
  status,
}: {
  storeId: number;
  endpoint: WebhookEndpoint;
  status: DeliveryStatus | undefined;
}) {
  const { id, url, event_types, is_enabled, disabled_for, failing_since, created_at } = endpoint;
  const queryClient = useQueryClient();
  const save = useSaveEndpoint(storeId);
  const [open, setOpen] = useState<'change' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const close = () => setOpen(undefined);
  const onError = (error: Error) => {
    toast.error(describeError(error));
    void queryClient.invalidateQueries(webhooksQuery(storeId));
  };
  const toggle = useMutation({
    mutationFn: () => getStoreApi(storeId).call(changeWebhook, { params: { id }, body: { is_enabled: !is_enabled } }),
    onSuccess: (changed) => {
      save(changed);
      void queryClient.invalidateQueries({ queryKey: deliveriesKey(storeId, id) });
      toast.success(changed.is_enabled ? 'Turned on' : 'Turned off. Nothing is sent to it.');
    },
    onError,
  });
  const test = useMutation({
    mutationFn: () => getStoreApi(storeId).call(testWebhook, { params: { id } }),
    onSuccess: async () => {
      toast.success('Test sent. The log shows what your program answers.');
      await queryClient.invalidateQueries({ queryKey: deliveriesKey(storeId, id) });
    },
    onError,
  });
  return (
    <>
      <PageHead
        title={<span className="wrap-anywhere">{url}</span>}
        isPlain
        badges={<WebhookBadge endpoint={endpoint} />}
        subtitle={`Since ${formatDay(created_at)}`}
        actions={
          <>
            <Button icon={<Power />} busy={toggle.isPending} onClick={() => toggle.mutate()}>
              Turn {is_enabled ? 'off' : 'on'}
            </Button>
            <Button
              variant="primary"
              icon={<Send />}
              busy={test.isPending}
              disabled={!is_enabled}
              onClick={() => test.mutate()}
            >
              Send a test
            </Button>
          </>
        }
      />
      {!is_enabled && disabled_for !== null && (
        <Note tone="warning" className="mb-4">
          {disabled_for === 'gone'
            ? 'Your program answered that this URL does not exist any more (410), so nothing is sent to it.'
            : 'All attempts failed for days, so nothing is sent to it.'}{' '}
          Repair it, turn it on, and send again what has failed.
        </Note>
      )}
      {is_enabled && failing_since !== null && (
        <Note tone="warning" className="mb-4">
          All attempts have failed since {formatDayAndTime(failing_since)}. After some days the shop stops sending.
        </Note>
      )}
      <Columns>
        <DeliveriesPanel storeId={storeId} endpoint={endpoint} status={status} />
        <PanelStack>
          <Panel
            title="What is sent"
            isPadded
            aside={
              <Button variant="text" size="sm" icon={<Pencil />} className="ml-auto" onClick={() => setOpen('change')}>
                Change
                <span className="sr-only"> URL and events</span>
              </Button>
            }
          >
            <ul className="flex flex-col gap-2">
              {event_types.map((type) => (
                <li key={type}>
                  {EVENT_NAMES[type]}
                  <span className="block text-muted text-xs">{type}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Secret" isPadded>
            <p className="mb-3 text-secondary">
              Your program verifies signatures with it. If somebody else knows it, replace it.
            </p>
            <Button size="sm" onClick={() => setOpen('rotate')}>
              Replace the secret
            </Button>
          </Panel>
          <Button variant="danger" onClick={() => setOpen('delete')}>
            Delete the webhook
          </Button>
        </PanelStack>
      </Columns>
      {open === 'change' && (
        <WebhookDialog
          storeId={storeId}
          endpoint={endpoint}
          onClose={close}
          onSaved={(changed) => {
            save(changed);
            close();
          }}
        />
      )}
      {open === 'rotate' && (
        <RotateSecretDialog
          storeId={storeId}
          endpoint={endpoint}
          onClose={close}
          onRotated={(changed) => {
            save(changed);
            setSecret(changed.secret);
            close();
          }}
        />
      )}
      {open === 'delete' && <DeleteWebhookDialog storeId={storeId} endpoint={endpoint} onClose={close} />}
      {secret !== undefined && (
        <SecretDialog
          title="Keep the new secret"
          what="the secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        >
          It is shown only now. For 24 hours the old one signs too, so that you can change your program meanwhile.
        </SecretDialog>
      )}
    </>
  );
}
