import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { recordOutcomes } from './payouts.service.ts';
import { lockBatch, lockPayouts, updateStopped } from './payouts.sql.ts';
import { LEASE_MS, STOPPED_REASON } from './send-payouts.service.ts';

/**
 * Stops a payout (PAYOUT-34). One that has not left the shop fails at once: it is approved, or no file for the bank was made of its batch. One
 * that is being sent is not sent again, and fails when the provider does not know it; otherwise the provider's outcome decides.
 * @returns its batch and new status; not_found; payout_stopped; payout_in_file if the bank may have it; payout_not_stoppable in every other status
 */
export const stopPayout = (
  db: Database,
  payoutId: string,
  options: ActOptions,
): Promise<
  | { batchId: number; status: 'failed' | 'sending' }
  | Refused<'not_found' | 'payout_stopped' | 'payout_in_file' | 'payout_not_stoppable'>
> =>
  runAct(db, options, async (trx) => {
    const [payout] = await lockPayouts(trx, [payoutId]);
    if (!payout) return refuse('not_found');
    const { status: before, provider, batch_id, stopped_at, ask_at } = payout;
    if (stopped_at !== null && (before === 'sending' || before === 'failed')) return refuse('payout_stopped');
    if (before !== 'approved' && before !== 'sending') return refuse('payout_not_stoppable');
    const isByFile = provider === 'file';
    // Under its lock, because the file may be made at the same time.
    if (isByFile && (await lockBatch(trx, batch_id))?.file_made_at) return refuse('payout_in_file');
    const status = before === 'approved' || isByFile ? 'failed' : 'sending';
    const now = new Date();
    // One that is overdue stays so until somebody has asked.
    const nextCheckAt = ask_at && ask_at < now ? ask_at : new Date(now.getTime() + LEASE_MS);
    await updateStopped(trx, payoutId, { now, nextCheckAt });
    if (status === 'failed')
      await recordOutcomes(trx, [{ ...payout, status, isLate: false, reason: STOPPED_REASON }], now);
    return acted(
      { batchId: batch_id, status },
      { action: 'payouts stop', subject: `payout ${payoutId}`, before: { status: before }, after: { status } },
    );
  });
