import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Makes every waiting job due this many seconds earlier, as if the time had passed. */
export const advanceJobs = async (db: Database, seconds: number): Promise<void> => {
  await sql`update pgboss.job set start_after = start_after - ${seconds} * interval '1 second'
    where state in ('created', 'retry')`.execute(db);
};
