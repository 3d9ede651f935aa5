import { changeBankAccount } from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import type { BankAccounts } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useVerification } from '../access/index.ts';
import { getStoreApi } from '../lib/api.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { todayQuery } from '../today/index.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { BANK_OPTIONS, OTHER_BANK } from './banks.ts';
import { bankAccountQuery } from './payouts.queries.ts';

/** Puts changed accounts into the cache. */
export const useSaveAccounts = (storeId: number) => {
  const queryClient = useQueryClient();
  return (changed: BankAccounts) => {
    queryClient.setQueryData(bankAccountQuery(storeId).queryKey, changed);
    void queryClient.invalidateQueries(todayQuery(storeId));
  };
};

type Values = { bank: string; bank_code: string; account_number: string };

/**
 * Asks for bank and number. The bank resolves the account: it is refused if the bank does not know it. A second factor, if the account has
 * one, is asked for.
 * @param cancel the button beside that which saves
 */
export function BankAccountForm({
  storeId,
  onSaved,
  onBusy,
  cancel,
}: {
  storeId: number;
  onSaved: (changed: BankAccounts) => void;
  onBusy?: (isBusy: boolean) => void;
  cancel?: ReactNode;
}) {
  const save = useSaveAccounts(storeId);
  const verification = useVerification();
  const { register, handleSubmit, formState, setError, watch } = useForm<Values>({
    defaultValues: { bank: '', bank_code: '', account_number: '' },
  });
  const isOther = watch('bank') === OTHER_BANK;
  const submit = handleSubmit(async ({ bank, bank_code, account_number }) => {
    const body = { bank_code: isOther ? bank_code : bank, account_number: account_number.replace(/\s/g, '') };
    onBusy?.(true);
    try {
      const changed = await verification.run(() => getStoreApi(storeId).call(changeBankAccount, { body }));
      save(changed);
      onSaved(changed);
    } catch (error) {
      applyFieldErrors(error, setError, ['bank_code', 'account_number']);
    } finally {
      onBusy?.(false);
    }
  });
  return (
    <>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {formState.errors.root && <Note tone="bad">{formState.errors.root.message}</Note>}
        <SelectField
          label="Bank"
          options={[{ value: '', label: 'Choose the bank' }, ...BANK_OPTIONS]}
          error={formState.errors.bank?.message ?? (isOther ? undefined : formState.errors.bank_code?.message)}
          {...register('bank', { required: 'Choose the bank.' })}
        />
        {isOther && (
          <TextField
            label="Code of the bank"
            inputMode="numeric"
            autoComplete="off"
            hint="Your bank tells you; it has three to six digits."
            error={formState.errors.bank_code?.message}
            {...register('bank_code', { required: 'Write the code of the bank, such as 058.', shouldUnregister: true })}
          />
        )}
        <TextField
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          hint="10 digits (NUBAN)"
          error={formState.errors.account_number?.message}
          {...register('account_number', {
            required: 'Write the account number.',
            pattern: { value: /^[\d\s]{6,30}$/, message: 'Write only the digits of the account number.' },
          })}
        />
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          {cancel}
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            Ask the bank and save
          </Button>
        </div>
      </form>
      {verification.dialog}
    </>
  );
}
