import { approveApplication, declineApplication } from '@sokuwa/contract/joining/operator-applications.endpoints.ts';
import type { OperatorApplication } from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextArea } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { formatPerMille } from './merchant.rules.ts';
import { applicationQuery, merchantsKey } from './merchants.queries.ts';

type Values = { decision: 'approve' | 'decline' | ''; reason: string };

/** Approves or declines a store, on what the operator has read: a change of the applicant meanwhile is shown first. */
export function DecisionForm({ application }: { application: OperatorApplication }) {
  const queryClient = useQueryClient();
  const { merchant_id, store_name, version, applicant, products, commission_per_mille } = application;
  const { register, handleSubmit, formState, setError, watch } = useForm<Values>({
    defaultValues: { decision: '', reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const decision = watch('decision');
  const owner = applicant?.name ?? 'Nobody, because the account is deleted,';
  const submit = handleSubmit(async ({ reason }) => {
    const params = { merchantId: merchant_id };
    try {
      const decided =
        decision === 'approve'
          ? await api.call(approveApplication, {
              params,
              body: { version, ...(reason.trim() !== '' && { reason }) },
            })
          : await api.call(declineApplication, { params, body: { version, reason } });
      queryClient.setQueryData(applicationQuery(merchant_id).queryKey, decided);
      void queryClient.invalidateQueries({ queryKey: merchantsKey });
      toast.success(decision === 'approve' ? `${store_name} is open` : `${store_name} is declined`);
    } catch (error) {
      applyFieldErrors(error, setError, ['reason']);
      if (isRefusal(error, 'application_changed') || isRefusal(error, 'application_not_waiting'))
        void queryClient.invalidateQueries(applicationQuery(merchant_id));
    }
  });
  return (
    <Panel title="Decide" isPadded>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        {errors.root && <Note tone="bad">{errors.root.message}</Note>}
        <fieldset>
          <legend className="sr-only">Decision</legend>
          <Choice
            type="radio"
            label={<b className="font-semibold">Approve</b>}
            hint={`The store opens${products.total > 0 ? ` with ${formatNumberOf(products.total, 'product')}` : ''}, at a commission of ${formatPerMille(commission_per_mille)}. ${owner} gets a mail.`}
            value="approve"
            {...register('decision')}
          />
          <Choice
            type="radio"
            label={<b className="font-semibold">Decline</b>}
            hint={`${owner} gets a mail with your reason, can change the application and send it again.`}
            value="decline"
            {...register('decision')}
          />
        </fieldset>
        <TextArea
          label={decision === 'decline' ? 'Reason, which the applicant reads' : 'Reason'}
          optional={decision !== 'decline'}
          hint={decision === 'decline' ? 'Say what is wrong, and what to change.' : 'It is kept in the audit log.'}
          rows={3}
          maxLength={1000}
          error={errors.reason?.message}
          {...register('reason', {
            validate: (reason) => decision !== 'decline' || reason.trim() !== '' || 'Say why. The applicant reads it.',
          })}
        />
        <Button
          type="submit"
          block
          variant={decision === 'decline' ? 'danger-solid' : 'primary'}
          disabled={decision === ''}
          busy={isSubmitting}
        >
          {decision === 'decline' ? 'Decline the store' : 'Approve the store'}
        </Button>
      </form>
    </Panel>
  );
}
