/**
 * A program that adds wallet credit to the account with this email address, in the shop of DATA_DIR:
 * `give-credit.ts <email> <kobo> [times]`.
 */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { giveCredit } from './wallet-credit.ts';

const [email = '', amountKobo = '', times = '1'] = process.argv.slice(2);
const { dataDir } = readConfig(process.env);
// The shop is running: this connects to its database and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const db = openDatabase(pool);
const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
for (let n = 0; n < Number(times); n++) await giveCredit(db, id, Number(amountKobo));
await pool.end();
