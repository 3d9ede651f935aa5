import { formatNairaPrice, kobo, parseNaira } from '@sokuwa/contract/money.ts';
import { endCustomerSessions, eraseCustomer } from '@sokuwa/contract/operators/operators.endpoints.ts';
import type { Customer } from '@sokuwa/contract/operators/operators.schemas.ts';
import { giveCredit } from '@sokuwa/contract/wallet/operator-wallet.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { fieldErrorsOf, isRefusal } from '../lib/errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { useRefreshMarket } from '../lib/market.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { isSameEmail } from './customer.rules.ts';

type DialogProps = { customer: Customer; onClose: () => void };

/** Gives credit to the wallet, out of goodwill. */
export function CreditDialog({ customer: { email, first_name, credit }, onClose }: DialogProps) {
  const refresh = useRefreshMarket();
  // One key for this dialog, so that a second press after a lost response is the same credit.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({ defaultValues: { amount: '', reason: '' } });
  const amount = parseNaira(form.watch('amount'));
  const isAmount = amount !== null && amount > 0;
  return (
    <ActDialog
      title={`Give credit to ${first_name}`}
      description="It is in the wallet at once, for the next order. The shop pays it. This cannot be undone."
      form={form}
      keepLabel="Not now"
      confirmLabel={isAmount ? `Give ${formatNairaPrice(amount / 100)}` : 'Give credit'}
      onAct={async ({ amount: text, reason }) => {
        const naira = (parseNaira(text) ?? kobo(0)) / 100;
        const { balance } = await api.call(giveCredit, {
          headers: { 'idempotency-key': key },
          body: { email, amount: naira, reason },
        });
        toast.success(`${formatNairaPrice(naira)} given. The wallet has ${formatNairaPrice(balance)} now.`);
        await refresh();
      }}
      onClose={onClose}
    >
      <TextField
        label="Amount"
        prefix="₦"
        inputMode="decimal"
        autoComplete="off"
        hint={
          isAmount
            ? `${formatNairaPrice(credit + amount / 100)} in the wallet then.`
            : `${formatNairaPrice(credit)} in the wallet now.`
        }
        error={form.formState.errors.amount?.message}
        {...form.register('amount', {
          validate: (text) => (parseNaira(text) ?? 0) > 0 || 'Write an amount of more than 0, such as 1500 or 1500.50.',
        })}
      />
    </ActDialog>
  );
}

/** Signs the account out everywhere. */
export function EndSessionsDialog({ customer: { id, first_name }, onClose }: DialogProps) {
  const refresh = useRefreshMarket();
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <ActDialog
      title={`Sign ${first_name} out everywhere?`}
      description="Every device has to sign in again, of the shop and of the desk. The password stays: if somebody else knows it, ask the customer to set a new one."
      form={form}
      keepLabel="Not now"
      confirmLabel="Sign out everywhere"
      isReasonOptional
      onAct={async ({ reason }) => {
        const { ended } = await api.call(endCustomerSessions, {
          params: { accountId: id },
          body: reason.trim() === '' ? {} : { reason },
        });
        toast.success(`${formatNumberOf(ended, 'session')} ended.`);
        await refresh();
      }}
      onClose={onClose}
    />
  );
}

/** Deletes the account and its data. The operator types the address, because there is no way back. */
export function EraseDialog({ customer: { id, email, first_name, credit }, onClose }: DialogProps) {
  const refresh = useRefreshMarket();
  const navigate = useNavigate();
  /** Orders that are paid and not delivered, as the server names them when it refuses. */
  const [undelivered, setUndelivered] = useState<string[]>([]);
  const form = useForm({ defaultValues: { email: '', confirm_undelivered: false, reason: '' } });
  const { email: typed, confirm_undelivered } = form.watch();
  return (
    <ActDialog
      title={`Erase the account of ${first_name}?`}
      description={`The account is deleted with its addresses, messages, saved items and pictures${
        credit > 0 ? `, and ${formatNairaPrice(credit)} of credit is lost` : ''
      }. ${email} gets a mail. This is final: nobody can bring it back.`}
      form={form}
      keepLabel="Keep the account"
      confirmLabel="Erase the account"
      isDanger
      isReady={isSameEmail(typed, email) && (undelivered.length === 0 || confirm_undelivered)}
      onAct={async ({ confirm_undelivered: isConfirmed, reason }) => {
        try {
          await api.call(eraseCustomer, {
            params: { accountId: id },
            body: { reason, confirm_undelivered: isConfirmed },
          });
        } catch (error) {
          if (isRefusal(error, 'orders_undelivered')) setUndelivered(fieldErrorsOf(error).orders ?? []);
          throw error;
        }
        toast.success('Erased. The person gets a mail.');
        await navigate({ to: '/market/customers' });
        void refresh();
      }}
      onClose={onClose}
    >
      <TextField
        label="Type the email address to confirm"
        hint={email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('email')}
      />
      {undelivered.length > 0 && (
        <Choice
          label={`Erase it also with ${undelivered.join(', ')}`}
          hint="Paid and not delivered. They keep what their delivery needs until they are delivered."
          {...form.register('confirm_undelivered')}
        />
      )}
    </ActDialog>
  );
}
