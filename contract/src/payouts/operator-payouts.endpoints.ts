import { endpoint } from '../endpoint.ts';
import type { ActReason, OptionalActReason } from '../operators/acts.schemas.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  BankAccountChanges,
  BankAccounts,
  BatchDetail,
  BatchPage,
  Confirmation,
  Released,
} from './payouts.schemas.ts';

export const listBatches = endpoint<{ query: { cursor?: number }; response: BatchPage }>()({
  method: 'GET',
  path: '/operator/payout-batches/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Batches of payouts, newest first, payouts that need a person, and merchants with money that can be paid',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const draftBatch = endpoint<{ body: ActReason; response: BatchDetail }>()({
  method: 'POST',
  path: '/operator/payout-batches/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Draft a batch of payouts now',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'nothing_to_pay'],
});

export const getBatch = endpoint<{ params: { id: number }; response: BatchDetail }>()({
  method: 'GET',
  path: '/operator/payout-batches/{id}/',
  auth: 'operator',
  area: 'payouts',
  summary: 'One batch with its payouts',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** Amounts that cannot be paid any more are reduced or cancelled. Repeating it is refused. */
export const approveBatch = endpoint<{ params: { id: number }; body: ActReason; response: BatchDetail }>()({
  method: 'POST',
  path: '/operator/payout-batches/{id}/approve/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Approve a drafted batch, which is sent then',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'batch_not_draft'],
});

export const cancelBatch = endpoint<{ params: { id: number }; body: OptionalActReason; response: BatchDetail }>()({
  method: 'POST',
  path: '/operator/payout-batches/{id}/cancel/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Cancel a drafted batch',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'batch_not_draft'],
});

/**
 * The payouts of the batch that are sent and not confirmed. Account numbers are complete, so it needs the scope `write`, and is in the audit
 * log.
 */
export const makeBankFile = endpoint<{ params: { id: number }; body: OptionalActReason; response: string }>()({
  method: 'POST',
  path: '/operator/payout-batches/{id}/file.csv',
  auth: 'operator',
  area: 'payouts',
  summary: 'Make the file for the bank, if payouts are made by file',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'no_bank_file', 'payouts_unavailable'],
  download: 'payouts.csv',
});

/**
 * Only those of a file, and those that are listed as lost or overdue. Payouts that were confirmed before are left as they are, except that a
 * paid one can be reported as failed: the bank returned it. The money of one that failed can be paid again, so it cannot be reported as paid
 * any more.
 */
export const confirmPayouts = endpoint<{ params: { id: number }; body: Confirmation; response: BatchDetail }>()({
  method: 'POST',
  path: '/operator/payout-batches/{id}/confirm/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Say which payouts of a file, or that are lost or overdue, were paid, and which not',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'not_found',
    'payout_not_confirmable',
    'payout_named_twice',
    'payout_failed',
  ],
});

/** A payout under way is looked up at the provider at once; the money of one that failed is drafted in a batch of its own. */
export const retryPayout = endpoint<{ params: { id: string }; body: OptionalActReason; response: BatchDetail }>()({
  method: 'POST',
  path: '/operator/payouts/{id}/retry/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Retry a payout that failed or hangs',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'payout_not_retryable', 'nothing_to_pay'],
});

/**
 * An approved payout fails at once, and its money can be paid again. One that is being sent is not sent again: it fails when the provider does
 * not know it after twenty minutes; otherwise the provider's outcome decides. One in a file for the bank is confirmed instead.
 */
export const stopPayout = endpoint<{ params: { id: string }; body: ActReason; response: BatchDetail }>()({
  method: 'POST',
  path: '/operator/payouts/{id}/stop/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Stop a payout that is not paid yet',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'not_found',
    'payout_stopped',
    'payout_in_file',
    'payout_not_stoppable',
  ],
});

export const releaseOrder = endpoint<{ params: { id: string }; body: ActReason; response: Released }>()({
  method: 'POST',
  path: '/operator/orders/{id}/release/',
  auth: 'operator',
  area: 'payouts',
  summary: 'Pay the merchants of an order whose dispute was lost, at the cost of the shop',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'nothing_to_release'],
});

export const revokeMerchantBankAccountChange = endpoint<{
  params: { id: number };
  body: ActReason;
  response: BankAccounts;
}>()({
  method: 'POST',
  path: '/operator/merchants/{id}/bank-account/revoke/',
  auth: 'operator',
  area: 'payouts',
  summary: "Revoke a change of a merchant's bank account that has not taken effect",
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'not_found', 'payouts_unavailable'],
});

/** At most 1000, the next one to take effect first. */
export const listBankAccountChanges = endpoint<{ response: BankAccountChanges }>()({
  method: 'GET',
  path: '/operator/bank-account-changes/',
  auth: 'operator',
  area: 'payouts',
  summary: 'New bank accounts of merchants that have not taken effect',
  refusals: signedInRefusals,
});
