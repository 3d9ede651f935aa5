import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';

/** Moves the bank account and the payouts of the demo merchant into the past. Their ledger transactions stay. */
export const movePayoutsBack = async (trx: Database, merchantId: MerchantId, days: number): Promise<void> => {
  const span = sql`make_interval(days => ${days}::integer)`;
  await sql`
    update bank_account set created_at = created_at - ${span}, effective_at = effective_at - ${span}
    where merchant_id = ${merchantId}`.execute(trx);
  await sql`
    update payout_batch set created_at = created_at - ${span}, approved_at = approved_at - ${span}, done_at = done_at - ${span}
    where id in (select batch_id from payout where merchant_id = ${merchantId})`.execute(trx);
  await sql`
    update payout set created_at = created_at - ${span}, approved_at = approved_at - ${span}, sent_at = sent_at - ${span},
      finished_at = finished_at - ${span}
    where merchant_id = ${merchantId}`.execute(trx);
};
