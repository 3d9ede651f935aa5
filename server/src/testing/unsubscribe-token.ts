/**
 * A program that writes the unsubscribe token of the account with this email address, in the shop of DATA_DIR. The mails
 * about saved items contain it. It exists once the account has chosen whether it wants these mails.
 */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

const { dataDir } = readConfig(process.env);
// The shop is running: this connects to its database and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const { unsubscribe_token } = await openDatabase(pool)
  .selectFrom('saved_notes')
  .innerJoin('account', 'account.id', 'account_id')
  .select('unsubscribe_token')
  .where('email', '=', process.argv[2] ?? '')
  .executeTakeFirstOrThrow();
process.stdout.write(unsubscribe_token);
await pool.end();
