import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { type Database, openDatabase, openPool } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

/** Runs a program of the journeys on the database of the shop of DATA_DIR, which is running and stays so. */
export const withRunningShop = async (run: (db: Database) => Promise<void>): Promise<void> => {
  const { dataDir } = readConfig(process.env);
  const { connection } = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') });
  const pool = openPool(connection, 1, (error) => {
    throw error;
  });
  await run(openDatabase(pool));
  await pool.end();
};
