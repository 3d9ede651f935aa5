/**
 * A program: writes the token that the mails about saved items carry for the account with this e-mail address, in the
 * shop whose data lies in DATA_DIR. The account must have chosen once whether it wants them.
 */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

const { dataDir } = readConfig(process.env);
// The shop runs, so this attaches to its database, and leaves it running.
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
