import {
  deleteWebhook,
  replayFailedDeliveries,
  rotateWebhookSecret,
} from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import { OLD_SECRET_HOURS } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { WebhookEndpoint, WebhookWithSecret } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getStoreApi } from '../lib/api.ts';
import { formatNumberOf } from '../lib/format.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { deliveriesKey, webhooksQuery } from './integrations.queries.ts';

type DialogProps = { storeId: number; endpoint: WebhookEndpoint; onClose: () => void };

/** Asks before the secret is replaced. */
export function RotateSecretDialog({
  storeId,
  endpoint,
  onRotated,
  onClose,
}: DialogProps & { onRotated: (changed: WebhookWithSecret) => void }) {
  const rotate = useMutation({
    mutationFn: () => getStoreApi(storeId).call(rotateWebhookSecret, { params: { id: endpoint.id } }),
    onSuccess: onRotated,
  });
  return (
    <ConfirmDialog
      title="Replace the secret?"
      keepLabel="Keep it"
      confirmLabel="Replace the secret"
      isDanger={false}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      You get a new one, to be put into your program within {OLD_SECRET_HOURS} hours: until then both sign.
    </ConfirmDialog>
  );
}

/** Asks before an endpoint is deleted with its log. */
export function DeleteWebhookDialog({ storeId, endpoint, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => getStoreApi(storeId).call(deleteWebhook, { params: { id: endpoint.id } }),
    onSuccess: async (others) => {
      toast.success('Webhook deleted');
      await navigate({ to: '/store/$storeId/integrations', params: { storeId: String(storeId) } });
      queryClient.setQueryData(webhooksQuery(storeId).queryKey, others);
    },
  });
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      keepLabel="Keep it"
      confirmLabel="Delete the webhook"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Nothing is sent to {endpoint.url} any more, and its log is deleted too. To stop for a while, turn it off instead.
    </ConfirmDialog>
  );
}

/** Asks before all that has failed is sent again. The log reaches 30 days back. */
export function ReplayDialog({ storeId, endpoint, since, onClose }: DialogProps & { since: Date }) {
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      getStoreApi(storeId).call(replayFailedDeliveries, {
        params: { id: endpoint.id },
        body: { since: since.toISOString() },
      }),
    onSuccess: ({ replayed }) => {
      toast.success(replayed === 0 ? 'Nothing has failed' : `${formatNumberOf(replayed, 'webhook')} sent again`);
      void queryClient.invalidateQueries({ queryKey: deliveriesKey(storeId, endpoint.id) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Send all again that failed?"
      keepLabel="Not now"
      confirmLabel="Send again"
      isDanger={false}
      isBusy={replay.isPending}
      error={replay.error}
      onConfirm={() => replay.mutate()}
      onClose={onClose}
    >
      Your program gets every webhook of the last 30 days that has failed, with the same id, so that it can leave out
      what it knows.
    </ConfirmDialog>
  );
}
