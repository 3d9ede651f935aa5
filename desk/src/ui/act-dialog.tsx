import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { Note } from './note.tsx';

/** The values of a dialog's form: the reason, and what the act needs besides. */
export type ActValues = FieldValues & { reason: string };

const FOR_AUDIT_LOG = {
  label: 'Why',
  hint: 'For the audit log, without names and addresses. Buyers and merchants do not see it.',
};

/**
 * Asks an operator before an act: who gets what, the fields that it needs, and why, for the audit log. The safe choice is on the left, and
 * the button repeats the verb. What was typed stays if the act is refused.
 */
export function ActDialog<Values extends ActValues>({
  title,
  description,
  form: { register, handleSubmit, formState, setError, getValues },
  keepLabel,
  confirmLabel,
  isDanger = false,
  isReasonOptional = false,
  reasonText = FOR_AUDIT_LOG,
  isReady = true,
  onAct,
  onFailure,
  onClose,
  children,
}: {
  /** The question. */
  title: ReactNode;
  /** The consequences, and that it is final. */
  description: ReactNode;
  form: UseFormReturn<Values>;
  keepLabel: string;
  confirmLabel: string;
  isDanger?: boolean;
  isReasonOptional?: boolean;
  /** What the reason is called, and who reads it. */
  reasonText?: { label: string; hint: string } | undefined;
  /** Whether everything is chosen that the act needs. */
  isReady?: boolean;
  /** Sends it. When it has succeeded, the dialog is closed. */
  onAct: (values: Values) => Promise<unknown>;
  /** Called when it was refused: what is shown may be out of date. */
  onFailure?: (error: unknown) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const act = useMutation({
    mutationFn: onAct,
    onSuccess: onClose,
    onError: (error) => {
      applyFieldErrors(error, setError, Object.keys(getValues()) as Path<Values>[]);
      onFailure?.(error);
    },
  });
  const { errors } = formState;
  const reasonError = errors.reason?.message;
  return (
    <Dialog
      open
      alertDialog
      closable={false}
      onOpenChange={(open) => !open && !act.isPending && onClose()}
      title={title}
      description={description}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((values) => act.mutate(values))}>
        {errors.root && <Note tone="bad">{errors.root.message}</Note>}
        {children}
        <TextArea
          label={reasonText.label}
          optional={isReasonOptional}
          hint={reasonText.hint}
          maxLength={1000}
          error={typeof reasonError === 'string' ? reasonError : undefined}
          {...register('reason' as Path<Values>, {
            validate: (text) => isReasonOptional || String(text).trim() !== '' || 'Say why.',
          })}
        />
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={act.isPending}>
            {keepLabel}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger-solid' : 'primary'}
            disabled={!isReady}
            busy={act.isPending}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
