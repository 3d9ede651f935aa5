import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';

/** Moves the returns of the demo account into the past. */
export const moveReturnsBack = async (trx: Database, accountId: AccountId, days: number): Promise<void> => {
  const span = sql`make_interval(days => ${days}::integer)`;
  await sql`
    update return_step set at = at - ${span}
    where return_id in (select id from return_request where account_id = ${accountId})`.execute(trx);
  await sql`
    update return_request set created_at = created_at - ${span}, updated_at = updated_at - ${span}, decide_by = decide_by - ${span}
    where account_id = ${accountId}`.execute(trx);
};
