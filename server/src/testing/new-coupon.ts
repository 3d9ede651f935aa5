/** A program that creates a coupon of 10% in the shop of DATA_DIR and writes its code, for the journeys. */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { addCoupon } from './checkout.ts';

const { dataDir } = readConfig(process.env);
// The shop is running: this connects to its database and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const { code } = await addCoupon(openDatabase(pool));
process.stdout.write(code);
await pool.end();
