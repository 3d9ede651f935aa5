import { revokeMerchantBankAccountChange } from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import type { BankAccountChanges } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { formatDayAndTime } from '../lib/format.ts';
import { bankAccountChangesQuery } from '../payouts/index.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { merchantAuditQuery } from './merchants.queries.ts';

type Change = BankAccountChanges['results'][number];

/** A new bank account of the merchant that is not in use yet; nothing without one. */
export function BankChangeNote({ merchantId, isWritable }: { merchantId: number; isWritable: boolean }) {
  const { data } = useQuery(bankAccountChangesQuery);
  const [isOpen, setOpen] = useState(false);
  const change = data?.results.find(({ merchant_id }) => merchant_id === merchantId);
  if (!change) return null;
  return (
    <Note tone="warning" icon={Landmark}>
      <p>
        <b className="font-semibold">
          A new bank account, ••{change.last_digits}, is used from {formatDayAndTime(change.effective_at)}.
        </b>{' '}
        {change.replaced_last_digits === null
          ? 'It is the first one.'
          : `Until then payouts go to ••${change.replaced_last_digits}.`}{' '}
        Entered {formatDayAndTime(change.requested_at)}.
      </p>
      {isWritable && (
        <Button size="sm" variant="danger" className="mt-2" onClick={() => setOpen(true)}>
          Revoke the new account…
        </Button>
      )}
      {isOpen && <RevokeDialog change={change} onClose={() => setOpen(false)} />}
    </Note>
  );
}

function RevokeDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title={`Revoke the account ••${change.last_digits}?`}
      keepLabel="Keep the change"
      confirmLabel="Revoke the account"
      isDanger
      onClose={onClose}
      onAct={async ({ reason = '' }) => {
        await api.call(revokeMerchantBankAccountChange, { params: { id: change.merchant_id }, body: { reason } });
        toast.success(`Revoked. ${change.name} gets a mail.`);
        void queryClient.invalidateQueries(merchantAuditQuery(change.merchant_id));
        await queryClient.invalidateQueries(bankAccountChangesQuery);
      }}
    >
      {change.replaced_last_digits === null
        ? 'The merchant has no other account, and is not paid before it enters one.'
        : `Payouts go on to the account ••${change.replaced_last_digits}.`}{' '}
      The merchant gets a mail, and can enter the account again.
    </ReasonDialog>
  );
}
