import { revokeBankAccountChange } from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import { BANK_ACCOUNT_DELAY_DAYS } from '@sokuwa/contract/payouts/payouts.rules.ts';
import type { MaskedAccount } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Landmark, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { formatDay, formatDayAndTime } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Note } from '../ui/note.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { BankAccountForm, useSaveAccounts } from './bank-account-form.tsx';
import { nameBank } from './banks.ts';
import { bankAccountQuery } from './payouts.queries.ts';

/** Where payouts go, masked, and a change that has not taken effect. */
export function BankAccountPanel({ storeId }: { storeId: number }) {
  const accounts = useQuery(bankAccountQuery(storeId));
  const [open, setOpen] = useState<'change' | 'revoke'>();
  const current = accounts.data?.current;
  const pending = accounts.data?.pending;
  const close = () => setOpen(undefined);
  return (
    <div id="bank-account" className="scroll-mt-20">
      <Panel
        title="Bank account"
        isPadded={accounts.data !== undefined && current !== null}
        aside={
          current && (
            <Button size="sm" className="ml-auto" onClick={() => setOpen('change')}>
              Change
              <span className="sr-only"> the bank account</span>
            </Button>
          )
        }
      >
        {accounts.isPending && <LoadingRows label="Loading the bank account" count={1} />}
        {accounts.isError && !accounts.data && (
          <ErrorPanel what="The bank account" error={accounts.error} onRetry={() => void accounts.refetch()} />
        )}
        {current === null && (
          <EmptyPanel
            picture="address"
            icon={Landmark}
            title="No bank account yet"
            action={
              <Button variant="primary" onClick={() => setOpen('change')}>
                Enter your bank account
              </Button>
            }
          >
            Payouts go there. The bank is asked whose account it is, and you see the name.
          </EmptyPanel>
        )}
        {current && (
          <div className="flex flex-col gap-3">
            <Account account={current}>Named by the bank. In use since {formatDay(current.effective_at)}</Account>
            {pending && (
              <Note tone="warning">
                <p>
                  From <b className="font-semibold">{formatDayAndTime(pending.effective_at)}</b> payouts go to{' '}
                  <b className="font-semibold">
                    {nameBank(pending.bank_code)} ••{pending.last_digits}, {pending.account_name}
                  </b>
                  . Until then they go to the account above.
                </p>
                <Button size="sm" variant="danger" className="mt-2" onClick={() => setOpen('revoke')}>
                  It was not me, or I have changed my mind
                </Button>
              </Note>
            )}
            <Note tone="plain" icon={ShieldCheck}>
              A new account is used after {BANK_ACCOUNT_DELAY_DAYS} days, and the store gets a mail about it at once.
              Until then the change can be revoked here.
            </Note>
          </div>
        )}
      </Panel>
      {open === 'change' && <AccountDialog storeId={storeId} isFirst={!current} onClose={close} />}
      {open === 'revoke' && pending && <RevokeDialog storeId={storeId} pending={pending} onClose={close} />}
    </div>
  );
}

function Account({ account, children }: { account: MaskedAccount; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-quiet text-secondary">
        <Landmark className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold text-heading">
          {nameBank(account.bank_code)} ••••••{account.last_digits}
        </b>
        <span className="block text-muted text-xs">
          {account.account_name}. {children}
        </span>
      </span>
    </p>
  );
}

/** Asks for bank and number, in a dialog. */
function AccountDialog({ storeId, isFirst, onClose }: { storeId: number; isFirst: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={isFirst ? 'Your bank account' : 'Change the bank account'}
      description={
        isFirst
          ? 'Payouts go there. The bank tells us whose account it is.'
          : `It is used after ${BANK_ACCOUNT_DELAY_DAYS} days. Until then payouts go to the current account.`
      }
    >
      <BankAccountForm
        storeId={storeId}
        onBusy={setBusy}
        cancel={
          <Button onClick={onClose} disabled={isBusy}>
            Not now
          </Button>
        }
        onSaved={({ current, pending }) => {
          const { account_name = '' } = pending ?? current ?? {};
          toast.success(
            isFirst ? `Saved. The bank says: ${account_name}` : `Saved, used in three days: ${account_name}`,
          );
          onClose();
        }}
      />
    </Dialog>
  );
}

function RevokeDialog({ storeId, pending, onClose }: { storeId: number; pending: MaskedAccount; onClose: () => void }) {
  const save = useSaveAccounts(storeId);
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => getStoreApi(storeId).call(revokeBankAccountChange, {}),
    onSuccess: (changed) => {
      save(changed);
      toast.success('Revoked. Payouts go on to the current account.');
      onClose();
    },
    onError: () => void queryClient.invalidateQueries(bankAccountQuery(storeId)),
  });
  return (
    <ConfirmDialog
      title={`Revoke the change to ••${pending.last_digits}?`}
      keepLabel="Keep the change"
      confirmLabel="Revoke the change"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Payouts go on to the current account, and the store gets a mail. If it was not you who changed it, also end the
      other sessions on your page “Sign-in and security”, and change your password.
    </ConfirmDialog>
  );
}
