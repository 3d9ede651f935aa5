import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import {
  approveBatch,
  cancelBatch,
  confirmPayouts,
  draftBatch,
  makeBankFile,
  retryPayout,
  revokeMerchantBankAccountChange,
  stopPayout,
} from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import type {
  BankAccountChanges,
  BatchDetail,
  BatchPayout,
  WaitingMerchant,
} from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../lib/api.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { retryKind, sumNaira } from './market-payout.rules.ts';
import { bankAccountChangesQuery, batchQuery, useSaveBatch } from './market-payouts.queries.ts';

const nameOf = ({ merchant_name, merchant_id }: BatchPayout): string => merchant_name ?? `Merchant ${merchant_id}`;

/** Drafts a batch now, and opens it. */
export function DraftDialog({ waiting, onClose }: { waiting: readonly WaitingMerchant[]; onClose: () => void }) {
  const save = useSaveBatch();
  const navigate = useNavigate();
  const ready = waiting.filter(({ reason }) => reason === 'ready');
  return (
    <ReasonDialog
      title="Draft a batch now?"
      keepLabel="Not now"
      confirmLabel="Draft the batch"
      onClose={onClose}
      onAct={async ({ reason = '' }) => {
        const batch = await api.call(draftBatch, { body: { reason } });
        save(batch);
        toast.success(`Drafted ${formatNumberOf(batch.payouts, 'payout')}. Nothing is sent before it is approved.`);
        await navigate({ to: '/market/payouts/$batchId', params: { batchId: String(batch.id) } });
      }}
    >
      {formatNumberOf(ready.length, 'merchant')} can be paid{' '}
      {formatNairaPrice(sumNaira(ready.map(({ payable }) => payable)))} in all. A batch is drafted each week by itself;
      this is one more. Nothing is sent before somebody approves it.
    </ReasonDialog>
  );
}

/** Approves a batch: its payouts are sent. */
export function ApproveDialog({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const save = useSaveBatch();
  const amount = formatNairaPrice(batch.amount);
  const merchants = formatNumberOf(batch.payouts, 'merchant');
  return (
    <ReasonDialog
      title={`Pay ${amount} to ${merchants}?`}
      keepLabel="Not yet"
      confirmLabel={`Approve, pay ${amount}`}
      onClose={onClose}
      onAct={async ({ reason = '' }) => {
        const approved = await api.call(approveBatch, { params: { id: batch.id }, body: { reason } });
        save(approved);
        const paid = approved.results.filter(({ status }) => status !== 'cancelled');
        toast.success(
          `Approved ${formatNumberOf(paid.length, 'payout')}, ${formatNairaPrice(sumNaira(paid.map((of) => of.amount)))}`,
        );
      }}
    >
      The payouts are sent at once, and money that has been sent cannot be taken back. What each merchant can be paid is
      computed again: a payout can become smaller, or be left out. Each merchant sees the payout in the desk.
    </ReasonDialog>
  );
}

/** Cancels a draft. */
export function CancelDialog({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const save = useSaveBatch();
  return (
    <ReasonDialog
      title={`Cancel batch ${batch.id}?`}
      keepLabel="Keep the batch"
      confirmLabel="Cancel the batch"
      isDanger
      isOptional
      onClose={onClose}
      onAct={async ({ reason }) => {
        save(await api.call(cancelBatch, { params: { id: batch.id }, body: reason ? { reason } : {} }));
        toast.success(`Batch ${batch.id} is cancelled`);
      }}
    >
      {formatNumberOf(batch.payouts, 'merchant')} are not paid by it. Their money stays, and is in the next batch. The
      cancelled batch cannot be used any more.
    </ReasonDialog>
  );
}

/** Makes the file for the bank. */
export function BankFileDialog({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title="Make the file for the bank?"
      keepLabel="Not now"
      confirmLabel="Make the file"
      isOptional
      onClose={onClose}
      onAct={async ({ reason }) => {
        const csv = await api.call(makeBankFile, { params: { id: batch.id }, body: reason ? { reason } : {} });
        saveFile(`payouts-${batch.id}.csv`, csv, 'text/csv');
        await queryClient.invalidateQueries({ queryKey: batchQuery(batch.id).queryKey });
        toast.success('Saved the file. Confirm here what the bank has paid.');
      }}
    >
      It has complete account numbers: send it to the bank, and delete it then. That you made it is in the audit log.
      Afterwards its payouts cannot be stopped here, only confirmed as paid or not paid.
    </ReasonDialog>
  );
}

/** Records what the bank has done with payouts. */
export function ConfirmPayoutsDialog({
  batch,
  payouts,
  outcome,
  onDone,
  onClose,
}: {
  batch: BatchDetail;
  payouts: readonly BatchPayout[];
  outcome: 'paid' | 'failed';
  onDone: () => void;
  onClose: () => void;
}) {
  const save = useSaveBatch();
  const [only] = payouts.length === 1 ? payouts : [];
  const whom = only ? nameOf(only) : formatNumberOf(payouts.length, 'merchant');
  const amount = formatNairaPrice(sumNaira(payouts.map((of) => of.amount)));
  const isPaid = outcome === 'paid';
  return (
    <ReasonDialog
      title={isPaid ? `Was ${amount} paid to ${whom}?` : `Was ${amount} not paid to ${whom}?`}
      keepLabel="Not sure"
      confirmLabel={isPaid ? 'It was paid' : 'It was not paid'}
      isDanger={!isPaid}
      detail={
        isPaid
          ? undefined
          : { label: 'What the bank says', hint: 'The merchant reads it.', missing: 'Write what the bank says.' }
      }
      onClose={onClose}
      onAct={async ({ reason = '', detail }) => {
        const ids = payouts.map(({ id }) => id);
        const outcomes = isPaid ? { paid: ids } : { failed: ids.map((id) => ({ id, reason: detail })) };
        save(await api.call(confirmPayouts, { params: { id: batch.id }, body: { reason, ...outcomes } }));
        toast.success(`Confirmed ${formatNumberOf(ids.length, 'payout')}`);
        onDone();
      }}
    >
      {isPaid
        ? 'The books take it as paid. If the bank returns it later, that can be recorded too.'
        : 'The money can be paid again, in another payout. A payout that has failed can never be confirmed as paid, so look at the statement of the bank first.'}
    </ReasonDialog>
  );
}

/** Asks the provider about a payout again, or drafts the money of one that failed in a batch of its own. */
export function RetryDialog({ payout, onClose }: { payout: BatchPayout; onClose: () => void }) {
  const save = useSaveBatch();
  const navigate = useNavigate();
  const isDraft = retryKind(payout) === 'draft';
  return (
    <ReasonDialog
      title={
        isDraft
          ? `Pay ${nameOf(payout)} in a new batch?`
          : `Ask the provider about ${formatNairaPrice(payout.amount)} to ${nameOf(payout)}?`
      }
      keepLabel="Not now"
      confirmLabel={isDraft ? 'Draft a new batch' : 'Ask the provider'}
      isOptional
      onClose={onClose}
      onAct={async ({ reason }) => {
        const batch = await api.call(retryPayout, { params: { id: payout.id }, body: reason ? { reason } : {} });
        save(batch);
        toast.success(isDraft ? `Drafted batch ${batch.id}. Approve it to pay.` : 'The provider is being asked');
        if (isDraft) await navigate({ to: '/market/payouts/$batchId', params: { batchId: String(batch.id) } });
      }}
    >
      {isDraft
        ? 'What the merchant can be paid is drafted in a batch of its own, with everything that has become payable since. Nothing is sent before somebody approves it.'
        : 'It is not sent a second time, unless the provider has never heard of it.'}
    </ReasonDialog>
  );
}

/** Stops a payout that is not paid yet. */
export function StopDialog({ payout, onClose }: { payout: BatchPayout; onClose: () => void }) {
  const save = useSaveBatch();
  return (
    <ReasonDialog
      title={`Stop ${formatNairaPrice(payout.amount)} to ${nameOf(payout)}?`}
      keepLabel="Let it go"
      confirmLabel="Stop the payout"
      isDanger
      onClose={onClose}
      onAct={async ({ reason = '' }) => {
        save(await api.call(stopPayout, { params: { id: payout.id }, body: { reason } }));
        toast.success('Stopped. The merchant reads that the shop has stopped it.');
      }}
    >
      {payout.status === 'approved' || payout.provider === 'file'
        ? 'It is not sent, and the money can be paid again.'
        : 'It is not sent again. If the provider does not know it in twenty minutes, it has failed, and the money can be paid again. Otherwise the provider’s outcome holds.'}
    </ReasonDialog>
  );
}

/** Revokes a bank account that has not taken effect. */
export function RevokeAccountDialog({
  change,
  onClose,
}: {
  change: BankAccountChanges['results'][number];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title={`Revoke the account ••${change.last_digits} of ${change.name}?`}
      keepLabel="Keep the change"
      confirmLabel="Revoke the account"
      isDanger
      onClose={onClose}
      onAct={async ({ reason = '' }) => {
        await api.call(revokeMerchantBankAccountChange, { params: { id: change.merchant_id }, body: { reason } });
        await queryClient.invalidateQueries({ queryKey: bankAccountChangesQuery.queryKey });
        toast.success(`Revoked. ${change.name} gets a mail.`);
      }}
    >
      {change.replaced_last_digits === null
        ? 'The merchant has no other account, and is not paid before it enters one.'
        : `Payouts go on to the account ••${change.replaced_last_digits}.`}{' '}
      Without that it is used from {formatDayAndTime(change.effective_at)}. The merchant gets a mail, and can enter the
      account again.
    </ReasonDialog>
  );
}
