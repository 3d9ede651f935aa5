/**
 * A program that makes a delivered order's return windows close in the shop of DATA_DIR and releases its sales to the merchants, for the
 * journeys: `release-sales.ts <order-id>`.
 */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { releaseSales } from '../orders/index.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { OrderId } from '../platform/ids.ts';
import { openReturns } from '../returns/index.ts';
import { ageDeliveries } from './sales.ts';

const RETURN_WINDOW_HOURS = 31 * 24;

const { dataDir } = readConfig(process.env);
// The shop is running: this connects to its database and leaves it running.
const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
const pool = openPool(connection, 1, (error) => {
  throw error;
});
const db = openDatabase(pool);
await ageDeliveries(db, (process.argv[2] ?? '') as OrderId, RETURN_WINDOW_HOURS);
await releaseSales(db, { openReturns });
await pool.end();
