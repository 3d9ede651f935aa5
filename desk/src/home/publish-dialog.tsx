import type { HomeState } from '@sokuwa/contract/home/home.schemas.ts';
import { publishHome } from '@sokuwa/contract/home/operator-home.endpoints.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { fromLagosField } from '../lib/lagos-time.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';

type Values = { when: 'now' | 'later'; starts_at: string; ends_at: string; reason: string };

/** Asks when the draft goes live, and until when. */
export function PublishDialog({
  revision,
  onPublished,
  onChanged,
  onClose,
}: {
  /** Of the draft that was read. */
  revision: number;
  onPublished: (state: HomeState) => void;
  /** Called when somebody else has saved or published meanwhile. */
  onChanged: () => void;
  onClose: () => void;
}) {
  const { register, handleSubmit, formState, setError, watch } = useForm<Values>({
    defaultValues: { when: 'now', starts_at: '', ends_at: '', reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const isLater = watch('when') === 'later';
  const submit = handleSubmit(async (values) => {
    const starts_at = isLater ? fromLagosField(values.starts_at) : undefined;
    const ends_at = fromLagosField(values.ends_at);
    const body = {
      revision,
      ...(starts_at && { starts_at }),
      ...(ends_at && { ends_at }),
      ...(values.reason.trim() !== '' && { reason: values.reason }),
    };
    try {
      onPublished(await api.call(publishHome, { body }));
      toast.success(isLater ? 'Scheduled' : 'Published. The shop shows it within a minute.');
      onClose();
    } catch (error) {
      if (isRefusal(error, 'home_changed')) {
        onClose();
        onChanged();
      } else if (isRefusal(error, 'home_period_invalid'))
        setError(isLater ? 'starts_at' : 'ends_at', { message: describeError(error) }, { shouldFocus: true });
      else applyFieldErrors(error, setError, ['starts_at', 'ends_at', 'reason']);
    }
  });
  return (
    <Dialog
      open
      alertDialog
      closable={false}
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title="Publish the draft?"
      description="All visitors see it then. What shows now stays in “Versions”, and can be brought back."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {errors.root && <Note tone="bad">{errors.root.message}</Note>}
        <fieldset>
          <legend className="sr-only">When</legend>
          <Choice type="radio" label="Now" value="now" {...register('when')} />
          <Choice type="radio" label="At a time" value="later" {...register('when')} />
        </fieldset>
        {isLater && (
          <TextField
            label="From, Lagos time"
            type="datetime-local"
            error={errors.starts_at?.message}
            {...register('starts_at', {
              validate: (text, { when }) => when === 'now' || text !== '' || 'Choose a time.',
            })}
          />
        )}
        <TextField
          label="Until, Lagos time"
          optional
          type="datetime-local"
          hint="What showed before shows again then. Empty: until another version begins."
          error={errors.ends_at?.message}
          {...register('ends_at')}
        />
        <TextField
          label="Reason"
          optional
          autoComplete="off"
          maxLength={1000}
          hint="It is kept in the audit log."
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={isSubmitting}>
            Not yet
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isLater ? 'Schedule it' : 'Publish it now'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
