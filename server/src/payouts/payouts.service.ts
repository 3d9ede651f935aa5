import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { PayoutStatus } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { type LedgerKind, postAll } from '../ledger/index.ts';
import { type Act, type ActOptions, acted, recordAudit, runAct } from '../platform/audit.ts';
import { type Database, type DryRunOption, runInTransaction } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { TransferState } from '../ports/payouts/payouts.port.ts';
import type { ShopParts } from '../shop.ts';
import { sendPayoutsJob } from './payouts.job-kinds.ts';
import { approvedAmount, entriesOfPayout, nextStatus, type PayoutEvent, sourceOf } from './payouts.rules.ts';
import * as store from './payouts.sql.ts';

export type PayoutDeps = Pick<ShopParts, 'db' | 'encryption' | 'payouts' | 'config' | 'log'>;
type DraftDeps = Pick<PayoutDeps, 'db' | 'config'>;

/** Payouts that are posted at a time. */
const POST_BATCH = 1000;

const POSTING_KINDS: Record<PayoutEvent, LedgerKind> = {
  approved: 'payout',
  paid: 'payout paid',
  failed: 'payout failed',
  reversed: 'payout reversed',
  late: 'payout late',
};
/** Why a payout needs a person that was paid after it had failed (PAYOUT-23). */
const LATE_REASON = 'Reported as failed, and paid later';

type Posted = { id: string; merchant_id: MerchantId; amount_kobo: Kobo; fee_kobo: Kobo; provider: string | null };

/** Writes events of payouts into the books. */
const postEvents = async (trx: Database, payouts: readonly (Posted & { event: PayoutEvent })[]): Promise<void> => {
  for (let start = 0; start < payouts.length; start += POST_BATCH)
    await postAll(
      trx,
      payouts.slice(start, start + POST_BATCH).map(({ event, ...payout }) => ({
        kind: POSTING_KINDS[event],
        cause: `payout ${payout.id} ${event}`,
        entries: entriesOfPayout(event, payout, sourceOf(payout.provider)),
      })),
    );
};

/**
 * Drafts a batch: one payout for each merchant with a bank account and at least the minimum (PAYOUT-9).
 * @param trx has taken no lock
 * @returns the batch's id and how many payouts it has; with 0 the batch is written too, so the caller rolls it back. Undefined if `scheduledFor`
 *   has a batch, and nothing is written then
 */
const insertBatch = async (
  trx: Database,
  config: PayoutDeps['config'],
  { scheduledFor = null, merchantId = null }: { scheduledFor?: string | null; merchantId?: MerchantId | null },
): Promise<{ id: number; payouts: number } | undefined> => {
  await store.lockPayable(trx);
  const id = await store.insertBatch(trx, scheduledFor);
  if (id === undefined) return undefined;
  const options = { minimum: config.payouts.minimumKobo, now: new Date(), merchantId };
  const payouts = await store.insertDrafts(trx, id, options);
  return { id, payouts };
};

/** How the audit log names a batch. */
export const batchSubject = (id: number): string => `payout batch ${id}`;

/** Thrown to roll back a batch without payouts. */
class EmptyBatch extends Error {}

const draft = async (
  { db, config }: DraftDeps,
  {
    act,
    action = 'payouts draft',
    dryRun,
    ...options
  }: Parameters<typeof insertBatch>[2] & { act?: Act | undefined; action?: string } & DryRunOption,
): Promise<{ id: number; payouts: number } | undefined> => {
  try {
    return await runInTransaction(db, { dryRun }, async (trx) => {
      const batch = await insertBatch(trx, config, options);
      if (batch && batch.payouts === 0) throw new EmptyBatch();
      if (batch && act)
        await recordAudit(trx, act, {
          action,
          subject: batchSubject(batch.id),
          after: { payouts: batch.payouts },
        });
      return batch;
    });
  } catch (error) {
    if (error instanceof EmptyBatch) return undefined;
    throw error;
  }
};

/**
 * Drafts a batch for an operator.
 * @returns its id and how many payouts it has; nothing_to_pay if no merchant can be paid
 */
export const draftBatch = async (
  deps: DraftDeps,
  options: ActOptions,
): Promise<{ id: number; payouts: number } | Refused<'nothing_to_pay'>> =>
  (await draft(deps, options)) ?? refuse('nothing_to_pay');

/** Drafts the weekly batch on the weekday of the settings, once. @returns its id, if there is one */
export const draftWeeklyBatch = async (deps: DraftDeps, now = new Date()): Promise<number | undefined> => {
  if ((now.getUTCDay() || 7) !== deps.config.payouts.weekday) return undefined;
  return (await draft(deps, { scheduledFor: now.toISOString().slice(0, 10), dryRun: false }))?.id;
};

type BatchOutcome = { approved: number; cancelled: number; amount: Kobo };

/** Why a merchant cannot be paid at all. */
const obstacleOf = (draft: { account: string | null; is_suspended: boolean }): string | undefined => {
  if (draft.is_suspended) return 'The merchant is suspended.';
  return draft.account === null ? 'The merchant has no bank account.' : undefined;
};

/**
 * Approves a drafted batch: what can be paid is computed again, taken out of what merchants can be paid, and sent by a job (PAYOUT-10).
 * @returns how many payouts are approved and cancelled; not_found; batch_not_draft if it is approved or cancelled already
 */
export const approveBatch = async (
  { db, config }: DraftDeps,
  batchId: number,
  options: ActOptions,
): Promise<BatchOutcome | Refused<'not_found' | 'batch_not_draft'>> =>
  runAct(db, options, async (trx) => {
    await store.lockPayable(trx);
    const batch = await store.lockBatch(trx, batchId);
    if (!batch) return refuse('not_found');
    if (batch.status !== 'draft') return refuse('batch_not_draft');
    const now = new Date();
    const drafts = (await store.selectDrafts(trx, batchId, now)).map((row) => {
      const obstacle = obstacleOf(row);
      const result = obstacle
        ? { cancelled: obstacle }
        : approvedAmount(row.amount_kobo, row.payable, config.payouts.minimumKobo);
      return 'cancelled' in result
        ? { ...row, status: 'cancelled' as const, amount: row.amount_kobo, account: null, reason: result.cancelled }
        : { ...row, status: 'approved' as const, amount: result.amount, reason: null };
    });
    await store.updateDrafts(
      trx,
      drafts.map(({ id, status, amount, account, reason }) => ({ id, status, amount, account, reason })),
      now,
    );
    const approved = drafts.filter(({ status }) => status === 'approved');
    await postEvents(
      trx,
      approved.map(({ id, merchant_id, amount }) => ({
        id,
        merchant_id,
        amount_kobo: amount,
        fee_kobo: kobo(0),
        provider: null,
        event: 'approved' as const,
      })),
    );
    await store.updateBatchStatus(trx, [batchId], now);
    const outcome = {
      approved: approved.length,
      cancelled: drafts.length - approved.length,
      amount: kobo(approved.reduce((sum, { amount }) => sum + amount, 0)),
    };
    await enqueue(trx, sendPayoutsJob, {});
    return acted(outcome, {
      action: 'payouts approve',
      subject: batchSubject(batchId),
      before: { status: 'draft' },
      after: outcome,
    });
  });

/** Cancels a drafted batch. @returns not_found; batch_not_draft if it is approved or cancelled already */
export const cancelBatch = async (
  db: Database,
  batchId: number,
  options: ActOptions,
): Promise<{ cancelled: number } | Refused<'not_found' | 'batch_not_draft'>> =>
  runAct(db, options, async (trx) => {
    const batch = await store.lockBatch(trx, batchId);
    if (!batch) return refuse('not_found');
    if (batch.status !== 'draft') return refuse('batch_not_draft');
    const now = new Date();
    const reason = 'An operator cancelled the batch.';
    const drafts = (await store.selectDrafts(trx, batchId, now)).map(({ id, amount_kobo }) => ({
      id,
      status: 'cancelled' as const,
      amount: amount_kobo,
      account: null,
      reason,
    }));
    await store.updateDrafts(trx, drafts, now);
    await store.updateBatchStatus(trx, [batchId], now);
    const outcome = { cancelled: drafts.length };
    return acted(outcome, {
      action: 'payouts cancel',
      subject: batchSubject(batchId),
      before: { status: 'draft' },
      after: outcome,
    });
  });

const DAY_MS = 86_400_000;
/** A success may be reversed later, and a failure may be followed by a success. The webhook about it may be lost. */
const CHECK_DAYS = 3;

/** When a payout with a new status is checked next; null: never. */
const nextCheckAfter = (status: PayoutStatus, provider: string | null, now: Date): Date | null =>
  (status === 'paid' || status === 'failed') && provider !== null && provider !== 'file'
    ? new Date(now.getTime() + DAY_MS)
    : null;

/** Records new statuses of locked payouts: payouts, books and batches. @param changed `isLate`: a success after a failure */
export const recordOutcomes = async (
  trx: Database,
  changed: readonly (store.PayoutRow & { status: 'paid' | 'failed' | 'reversed'; isLate: boolean })[],
  now: Date,
): Promise<void> => {
  await store.updateOutcomes(
    trx,
    changed.map(({ id, status, isLate, fee_kobo, reason, provider }) => ({
      id,
      status,
      isLate,
      fee: fee_kobo,
      reason,
      nextCheckAt: nextCheckAfter(status, provider, now),
    })),
    now,
  );
  await postEvents(
    trx,
    changed.map(({ status, isLate, ...payout }) => ({ ...payout, event: isLate ? ('late' as const) : status })),
  );
  await store.updateBatchStatus(trx, [...new Set(changed.map(({ batch_id }) => batch_id))], now);
};

/**
 * Records what a provider or bank says about transfers: payouts, books and batches, in one transaction. Safe to repeat; states may arrive in
 * any sequence and at once.
 * @param options `acceptsLate`: the payout was checked after the failure was recorded, so a success is newer than it
 * @returns the payouts that have changed. `isLate`: a success after a failure, which a person has to look at
 */
export const settleTransfers = async (
  trx: Database,
  states: readonly TransferState[],
  { now = new Date(), acceptsLate = false }: { now?: Date; acceptsLate?: boolean } = {},
): Promise<{ id: string; status: PayoutStatus; isLate: boolean }[]> => {
  const byReference = new Map(states.map((state) => [state.reference, state]));
  const pending = states.filter(({ status }) => status === 'pending').map(({ reference }) => reference);
  if (pending.length > 0) await store.updateKnown(trx, pending, now);
  const changed = (await store.lockPayouts(trx, [...byReference.keys()])).flatMap((payout) => {
    const state = byReference.get(payout.id);
    const status = state && nextStatus(payout.status, state);
    if (!state || (status !== 'paid' && status !== 'failed' && status !== 'reversed')) return [];
    // The fee of a payout that was paid stays as it was charged.
    const fee_kobo = status === 'paid' ? state.fee : payout.fee_kobo;
    const isLate = payout.status === 'failed';
    if (isLate && !acceptsLate) return [];
    return [{ ...payout, status, isLate, fee_kobo, reason: isLate ? LATE_REASON : state.reason }];
  });
  if (changed.length === 0) return [];
  await recordOutcomes(trx, changed, now);
  return changed.map(({ id, status, isLate }) => ({ id, status, isLate }));
};

/**
 * Fails payouts that were never sent and that the provider does not know. One that another job has claimed meanwhile is left to it, and one
 * with an outcome keeps it: a refusal never reverses a payout that was paid.
 * @param unsent with `ask_at` as this job has claimed them
 */
export const failUnsent = async (
  trx: Database,
  unsent: readonly { payout: Pick<store.PayoutRow, 'id' | 'ask_at'>; reason: string }[],
): Promise<void> => {
  const locked = new Map(
    (
      await store.lockPayouts(
        trx,
        unsent.map(({ payout }) => payout.id),
      )
    ).map((row) => [row.id, row]),
  );
  const isClaimed = ({ id, ask_at }: Pick<store.PayoutRow, 'id' | 'ask_at'>): boolean => {
    const now = locked.get(id);
    return now?.status === 'sending' && now.ask_at?.getTime() === ask_at?.getTime();
  };
  await settleTransfers(
    trx,
    unsent
      .filter(({ payout }) => isClaimed(payout))
      .map(({ payout: { id }, reason }) => ({ reference: id, status: 'failed', fee: kobo(0), reason })),
  );
};

/** When a payout that was paid or has failed is checked again; null: not any more. */
export const nextCheckOfFinished = ({ finished_at }: Pick<store.PayoutRow, 'finished_at'>, now: Date): Date | null => {
  const next = new Date(now.getTime() + DAY_MS);
  return next.getTime() - (finished_at ?? now).getTime() <= CHECK_DAYS * DAY_MS ? next : null;
};

/**
 * Records which payouts of a file the bank has paid, and which not (PAYOUT-17), and what became of those that are lost or overdue
 * (PAYOUT-40). Safe to repeat. A payout that was confirmed as paid can be reported as failed later: the bank has returned it, or it was a
 * mistake.
 * @returns the payouts that have changed; not_found; payout_failed if one that has failed is said to be paid (PAYOUT-31);
 *   payout_not_confirmable if one is not of this batch, or its provider decides; payout_named_twice. Nothing is written then
 */
export const confirmPayouts = async (
  db: Database,
  batchId: number,
  { paid, failed }: { paid: readonly string[]; failed: readonly { id: string; reason: string }[] },
  { act, dryRun }: ActOptions,
): Promise<
  | { id: string; status: PayoutStatus }[]
  | Refused<'not_found' | 'payout_not_confirmable' | 'payout_named_twice' | 'payout_failed'>
> =>
  runInTransaction(db, { dryRun }, async (trx) => {
    const fee = kobo(0);
    const states: TransferState[] = [
      ...paid.map((reference) => ({ reference, status: 'success' as const, fee, reason: null })),
      ...failed.map(({ id, reason }) => ({ reference: id, status: 'failed' as const, fee, reason })),
    ];
    const ids = [...new Set(states.map(({ reference }) => reference))];
    if (ids.length < states.length) return refuse('payout_named_twice');
    const payouts = await store.lockPayouts(trx, ids);
    if ((await store.selectBatches(trx, { id: batchId, limit: 1 })).length === 0) return refuse('not_found');
    // Its money may have been paid in another payout meanwhile.
    const hasFailed = ({ id, batch_id, status }: store.PayoutRow) =>
      batch_id === batchId && paid.includes(id) && (status === 'failed' || status === 'reversed');
    if (payouts.some(hasFailed)) return refuse('payout_failed');
    const unanswered = await store.selectUnanswered(trx, ids);
    // `lost_at`: confirmed before.
    const isConfirmable = ({ id, batch_id, provider, lost_at }: store.PayoutRow) =>
      batch_id === batchId && (provider === 'file' || lost_at !== null || unanswered.has(id));
    if (payouts.length < ids.length || !payouts.every(isConfirmable)) return refuse('payout_not_confirmable');
    const changed = await settleTransfers(trx, states);
    await store.updateConfirmed(
      trx,
      changed.map((payout) => payout.id),
      new Date(),
    );
    if (changed.length > 0)
      await recordAudit(trx, act, {
        action: 'payouts confirm',
        subject: batchSubject(batchId),
        after: Object.fromEntries(changed.map(({ id, status }) => [id, status])),
      });
    return changed;
  });

/**
 * Retries a payout: one under way is looked up at the provider at once; the money of one that failed or was reversed is drafted in a batch of
 * its own, which an operator approves.
 * @returns the batch to look at; not_found; payout_not_retryable in every other status; nothing_to_pay if the merchant's money is in another
 *   draft, or below the minimum
 */
export const retryPayout = async (
  { db, config }: DraftDeps,
  payoutId: string,
  options: ActOptions,
): Promise<{ batchId: number } | Refused<'not_found' | 'payout_not_retryable' | 'nothing_to_pay'>> => {
  const payout = await store.selectPayout(db, payoutId);
  if (!payout) return refuse('not_found');
  const { status, merchant_id, batch_id } = payout;
  if (status === 'sending')
    return runAct<{ batchId: number }, never>(db, options, async (trx) => {
      const now = new Date();
      // One that is overdue stays so until somebody has asked.
      await store.updateNextCheckAt(trx, [payoutId], payout.ask_at && payout.ask_at < now ? payout.ask_at : now);
      await enqueue(trx, sendPayoutsJob, {});
      return acted({ batchId: batch_id }, { action: 'payouts retry', subject: `payout ${payoutId}` });
    });
  if (status !== 'failed' && status !== 'reversed') return refuse('payout_not_retryable');
  const batch = await draft(
    { db, config },
    {
      merchantId: merchant_id as MerchantId,
      action: 'payouts retry',
      ...options,
    },
  );
  return batch ? { batchId: batch.id } : refuse('nothing_to_pay');
};
