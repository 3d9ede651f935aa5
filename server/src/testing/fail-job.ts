/** A program that makes a job of the shop of DATA_DIR fail for good, for the journeys. It writes the job's id. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  const id = randomUUID();
  await sql`
    insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
    values (${id}::uuid, 'check_books', '{}', 'failed', 2, 2, now(), ${JSON.stringify({ message: `Out of paper ${id}` })}::jsonb)`.execute(
    db,
  );
  process.stdout.write(id);
});
