import { Dialog } from '@sokuwa/ui/dialog.tsx';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { Button } from './button.tsx';
import { TextArea, TextField } from './field.tsx';
import { Note } from './note.tsx';

const REASON_MAX = 1000;

/** What an operator writes before an act. */
export type ActTexts = {
  /** For the audit log; undefined if it may stay empty and does. */
  reason: string | undefined;
  /** The second text, if the dialog asks for one. */
  detail: string;
};

/**
 * Asks an operator before an act, and why. The reason is in the audit log. What was typed stays if the act fails.
 * @param onAct makes the call; if it rejects, the dialog shows why. It closes the dialog itself
 */
export function ReasonDialog({
  title,
  children,
  keepLabel,
  confirmLabel,
  isDanger = false,
  isOptional = false,
  detail,
  onAct,
  onClose,
}: {
  /** The question. */
  title: ReactNode;
  /** The consequences: who gets what, and that it is final. */
  children: ReactNode;
  keepLabel: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** Whether the reason may stay empty. */
  isOptional?: boolean;
  /** A second text that is asked for. */
  detail?: { label: string; hint?: string; missing: string } | undefined;
  onAct: (texts: ActTexts) => Promise<void>;
  onClose: () => void;
}) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { reason: '', detail: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (texts) => {
    try {
      await onAct({ reason: texts.reason.trim() || undefined, detail: texts.detail.trim() });
    } catch (error) {
      applyFieldErrors(error, setError, ['reason']);
    }
  });
  return (
    <Dialog
      open
      alertDialog
      closable={false}
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={title}
      description={children}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {errors.root && <Note tone="bad">{errors.root.message}</Note>}
        {detail && (
          <TextField
            label={detail.label}
            hint={detail.hint}
            autoComplete="off"
            maxLength={REASON_MAX}
            error={errors.detail?.message}
            {...register('detail', { validate: (text) => text.trim() !== '' || detail.missing })}
          />
        )}
        <TextArea
          label="Reason"
          optional={isOptional}
          hint="It is kept in the audit log."
          rows={2}
          maxLength={REASON_MAX}
          error={errors.reason?.message}
          {...register('reason', { validate: (text) => isOptional || text.trim() !== '' || 'Say why.' })}
        />
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={isSubmitting}>
            {keepLabel}
          </Button>
          <Button type="submit" variant={isDanger ? 'danger-solid' : 'primary'} busy={isSubmitting}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
