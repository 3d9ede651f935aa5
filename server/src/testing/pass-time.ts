import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Moves every waiting job this many seconds nearer, as if they had passed. */
export const passTime = async (db: Database, seconds: number): Promise<void> => {
  await sql`update pgboss.job set start_after = start_after - ${seconds} * interval '1 second'
    where state in ('created', 'retry')`.execute(db);
};
