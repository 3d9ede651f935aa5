/**
 * A program that creates signed-in accounts in the shop of DATA_DIR, as many as its argument says, and writes their tokens
 * as JSON, for the journeys.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openSession } from '../platform/sessions.ts';

const { dataDir } = readConfig(process.env);
// The shop is running: this connects to its database and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const db = openDatabase(pool);
const shoppers: object[] = [];
for (let n = 0; n < Number(process.argv[2]); n++) {
  const { id } = await db
    .insertInto('account')
    .values({ email: `${randomUUID()}@mail.test`, first_name: 'Ada', last_name: 'Obi', verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token, merchant_token: merchantToken } = await openSession(db, id);
  shoppers.push({ token, merchantToken });
}
process.stdout.write(JSON.stringify(shoppers));
await pool.end();
