import { addWebhook, changeWebhook } from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import { WEBHOOK_TYPES, type WebhookType } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { WebhookEndpoint, WebhookWithSecret } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { CircleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { Button } from '../ui/button.tsx';
import { Choice, labelClass, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { EVENT_NAMES } from './event-names.ts';

type Values = { url: string; event_types: WebhookType[] };

/** Asks where webhooks are sent and which: of a new endpoint, or of one that is changed. */
export function WebhookDialog({
  storeId,
  endpoint,
  onSaved,
  onClose,
}: {
  storeId: number;
  /** Undefined for a new one, whose secret `onSaved` gets. */
  endpoint?: WebhookEndpoint;
  onSaved: (saved: WebhookEndpoint | WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const { register, handleSubmit, formState, setError } = useForm<Values>({
    defaultValues: { url: endpoint?.url ?? '', event_types: endpoint?.event_types ?? [...WEBHOOK_TYPES] },
  });
  const submit = handleSubmit(async (body) => {
    const api = getStoreApi(storeId);
    try {
      if (endpoint) {
        onSaved(await api.call(changeWebhook, { params: { id: endpoint.id }, body }));
        toast.success('Saved');
      } else onSaved(await api.call(addWebhook, { body }));
    } catch (error) {
      applyFieldErrors(error, setError, ['url', 'event_types']);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={endpoint ? 'Change the webhook' : 'New webhook'}
      {...(!endpoint && { description: 'When something happens, your program gets a signed request within seconds.' })}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {errors.root && <Note tone="bad">{errors.root.message}</Note>}
        <TextField
          label="URL of your program"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          error={errors.url?.message}
          {...register('url', { required: 'Write the URL, which begins with https://.' })}
        />
        <fieldset>
          <legend className={labelClass}>When to send</legend>
          {WEBHOOK_TYPES.map((type) => (
            <Choice
              key={type}
              value={type}
              label={EVENT_NAMES[type]}
              hint={type}
              {...register('event_types', { required: 'Choose at least one.' })}
            />
          ))}
          <div role="status">
            {errors.event_types && (
              <p className="mt-1 flex items-start gap-1.5 font-medium text-danger text-xs">
                <CircleAlert className="mt-px size-4" />
                {errors.event_types.message}
              </p>
            )}
          </div>
        </fieldset>
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={isSubmitting}>
            Not now
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {endpoint ? 'Save' : 'Create the webhook'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
