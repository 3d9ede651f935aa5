import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';

/** Moves the messages of the demo account into the past. */
export const moveMessagesBack = async (trx: Database, accountId: AccountId, days: number): Promise<void> => {
  const span = sql`make_interval(days => ${days}::integer)`;
  await sql`
    update message_post set created_at = created_at - ${span}
    where thread_id in (select id from message_thread where account_id = ${accountId})`.execute(trx);
  await sql`update message_thread set last_at = last_at - ${span} where account_id = ${accountId}`.execute(trx);
};
