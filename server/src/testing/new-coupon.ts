/** A program: makes a coupon of ten per cent in the shop whose data lies in DATA_DIR, and writes its code for journeys to use. */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { addCoupon } from './checkout.ts';

const { dataDir } = readConfig(process.env);
// The shop runs, so this attaches to its database, and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const { code } = await addCoupon(openDatabase(pool));
process.stdout.write(code);
await pool.end();
