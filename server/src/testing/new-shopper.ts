/**
 * A program: signs a new shopper in to the shop whose data lies in DATA_DIR, and writes the token for journeys to use;
 * with --both the merchant token too, after a blank.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openSession } from '../platform/sessions.ts';

const { dataDir } = readConfig(process.env);
// The shop runs, so this attaches to its database, and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const db = openDatabase(pool);
const { id } = await db
  .insertInto('account')
  .values({ email: `${randomUUID()}@mail.test`, first_name: 'Ada', last_name: 'Obi', verified_at: new Date() })
  .returning('id')
  .executeTakeFirstOrThrow();
const { token, merchant_token } = await openSession(db, id);
process.stdout.write(process.argv.includes('--both') ? `${token} ${merchant_token}` : token);
await pool.end();
