import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ActDialog } from './act-dialog.tsx';
import { TextField } from './field.tsx';

const TEXT_MAX = 1000;

/** What an operator writes before an act. */
export type ActTexts = {
  /** For the audit log; undefined if it may stay empty and does. */
  reason: string | undefined;
  /** The second text, if the dialog asks for one. */
  detail: string;
};

/** An act that needs only the reason, or one text besides. */
export function ReasonDialog({
  title,
  children,
  keepLabel,
  confirmLabel,
  isDanger = false,
  isOptional = false,
  reasonText,
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
  /** What the reason is called, and who reads it; by default it is for the audit log only. */
  reasonText?: { label: string; hint: string };
  /** A second text that is asked for. */
  detail?: { label: string; hint?: string; missing: string } | undefined;
  /** Makes the call; if it rejects, the dialog shows why, and otherwise it closes. */
  onAct: (texts: ActTexts) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({ defaultValues: { reason: '', detail: '' } });
  return (
    <ActDialog
      title={title}
      description={children}
      form={form}
      keepLabel={keepLabel}
      confirmLabel={confirmLabel}
      isDanger={isDanger}
      isReasonOptional={isOptional}
      reasonText={reasonText}
      onAct={(texts) => onAct({ reason: texts.reason.trim() || undefined, detail: texts.detail.trim() })}
      onClose={onClose}
    >
      {detail && (
        <TextField
          label={detail.label}
          hint={detail.hint}
          autoComplete="off"
          maxLength={TEXT_MAX}
          error={form.formState.errors.detail?.message}
          {...form.register('detail', { validate: (text) => text.trim() !== '' || detail.missing })}
        />
      )}
    </ActDialog>
  );
}
