import { reportProduct } from '@sokuwa/contract/moderation/moderation.endpoints.ts';
import {
  REPORT_REASON_NAMES,
  REPORT_REASONS,
  REPORT_TEXT_MAX,
  type ReportReason,
} from '@sokuwa/contract/moderation/moderation.rules.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { Radio } from '@sokuwa/ui/checkbox-radio.tsx';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { TextArea } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { getText, useForm } from '@sokuwa/ui/use-form.ts';
import { useId, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { describeError } from '../lib/refusal-texts.ts';

/** Asks what is wrong with a product. What was entered stays after a refusal. */
export function ReportDialog({
  id,
  title,
  open,
  onClose,
}: {
  id: number;
  title: string;
  open: boolean;
  onClose: () => void;
}) {
  const api = useApi();
  const formId = useId();
  const [reason, setReason] = useState<ReportReason>();
  const { form, errors, failure, busy } = useForm(async (values) => {
    const text = getText(values, 'text').trim();
    if (!reason) return { fields: { reason: 'Choose what is wrong.' } };
    if (reason === 'other' && text === '') return { fields: { text: 'Say what is wrong.' } };
    try {
      const { is_open } = await api.call(reportProduct, { params: { productId: id }, body: { reason, text } });
      toast.success(
        is_open
          ? 'Thank you. We will look at this product.'
          : 'Thank you. We have read this report of yours, and left the product in the shop.',
      );
    } catch (error) {
      return { failure: <Alert kind="error">{describeError(error)}</Alert>, fields: fieldErrors(error) };
    }
    setReason(undefined);
    onClose();
    return undefined;
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      title="Report this product"
      description={`What is wrong with “${title}”? The merchant is not told who reports it.`}
      actions={
        <>
          <Button variant="secondary" className="basis-32" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} className="basis-32" busy={busy}>
            Send Report
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="grid gap-4">
        <fieldset aria-describedby={errors.reason ? `${formId}-reason` : undefined}>
          <legend className="sr-only">What is wrong</legend>
          {REPORT_REASONS.map((one) => (
            <Radio
              key={one}
              name="reason"
              value={one}
              label={REPORT_REASON_NAMES[one]}
              checked={one === reason}
              aria-invalid={errors.reason ? true : undefined}
              onChange={() => setReason(one)}
            />
          ))}
          {errors.reason && (
            <p id={`${formId}-reason`} className="text-danger text-sm">
              {errors.reason}
            </p>
          )}
        </fieldset>
        <TextArea
          label="Tell us more"
          name="text"
          rows={3}
          maxLength={REPORT_TEXT_MAX}
          error={errors.text}
          aria-required={reason === 'other'}
        />
        {failure}
      </form>
    </Dialog>
  );
}
