import { changeCommission } from '@sokuwa/contract/catalog/operator-merchants.endpoints.ts';
import type { OperatorMerchantDetail } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { formatPerMille, parsePercent } from './merchant.rules.ts';
import { useSaveMerchant } from './use-save-merchant.ts';

type Values = { isOwn: 'yes' | 'no'; share: string; reason: string };

const toValues = ({ commission_per_mille, default_commission_per_mille }: OperatorMerchantDetail): Values => ({
  isOwn: commission_per_mille === null ? 'no' : 'yes',
  share: String((commission_per_mille ?? default_commission_per_mille) / 10),
  reason: '',
});

/** The share of each sale that the market keeps. It can be changed back, so it does not ask. */
export function CommissionPanel({ merchant, isWritable }: { merchant: OperatorMerchantDetail; isWritable: boolean }) {
  const save = useSaveMerchant();
  const { commission_per_mille: own, default_commission_per_mille: standard } = merchant;
  const { register, handleSubmit, formState, setError, watch } = useForm<Values>({
    values: toValues(merchant),
    resetOptions: { keepDirtyValues: true },
  });
  const isOwn = watch('isOwn') === 'yes';
  const perMille = isOwn ? parsePercent(watch('share')) : null;
  const submit = handleSubmit(async ({ reason }) => {
    if (perMille === undefined) return;
    try {
      const body = { per_mille: perMille, ...(reason.trim() !== '' && { reason }) };
      save(await api.call(changeCommission, { params: { merchantId: merchant.id }, body }));
      toast.success(`New orders of ${merchant.name}: ${formatPerMille(perMille ?? standard)}`);
    } catch (error) {
      applyFieldErrors(error, setError, ['reason']);
    }
  });
  if (!isWritable)
    return (
      <Panel title="Commission" isPadded>
        <p>
          <b className="font-semibold">{formatPerMille(own ?? standard)}</b> of each sale
          {own === null ? ', as of all merchants.' : `; the market’s is ${formatPerMille(standard)}.`}
        </p>
      </Panel>
    );
  return (
    <Panel title="Commission" isPadded>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        {formState.errors.root && <Note tone="bad">{formState.errors.root.message}</Note>}
        <fieldset>
          <legend className="sr-only">Share of each sale</legend>
          <Choice type="radio" label={`The market’s, ${formatPerMille(standard)}`} value="no" {...register('isOwn')} />
          <Choice type="radio" label="One of its own" value="yes" {...register('isOwn')} />
        </fieldset>
        {isOwn && (
          <TextField
            label="Share of each sale"
            suffix="%"
            inputMode="decimal"
            autoComplete="off"
            error={formState.errors.share?.message}
            {...register('share', {
              validate: (text) => parsePercent(text) !== undefined || 'Write a share such as 8 or 8.5.',
            })}
          />
        )}
        {perMille !== own && (
          <TextField
            label="Reason"
            optional
            autoComplete="off"
            maxLength={1000}
            hint="It is kept in the audit log."
            error={formState.errors.reason?.message}
            {...register('reason')}
          />
        )}
        <p className="text-muted text-xs">It counts for orders from now on; earlier ones keep theirs.</p>
        <Button type="submit" disabled={perMille === own} busy={formState.isSubmitting}>
          Change the commission
        </Button>
      </form>
    </Panel>
  );
}
