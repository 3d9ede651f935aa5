import type pg from 'pg';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/migrations.ts';
import { createTemporaryFolder, databaseUrl, type ServerProgram, startShop } from '../processes.ts';

const report = (error: Error) => process.stderr.write(`database: ${error.message}\n`);

/** A shop on a database of its own. `filled` is what filling it has returned. */
export type FilledShop<Filled> = { total: number; shop: ServerProgram; filled: Filled };

/**
 * Opens shops on databases that are filled with so many rows of something, in one cluster with the settings of the shop. They run without
 * jobs: generated orders have no payments, so a job would write books for all of them.
 * @param fill fills a migrated database
 * @param what the rows, for the output: 'orders'
 */
export const openFilledShops = async <Filled>(
  [few, many]: readonly [few: number, many: number],
  what: string,
  fill: (pool: pg.Pool, db: Database, total: number) => Promise<Filled>,
): Promise<{ few: FilledShop<Filled>; many: FilledShop<Filled>; databasePid: number; stop(): Promise<void> }> => {
  const [data, media] = [await createTemporaryFolder(), await createTemporaryFolder()];
  const postgres = await startEmbeddedPostgres({ folder: data.path, settings: ['max_wal_size=4GB'] });
  const admin = openPool(postgres.connection, 1, report);
  const open = async (total: number): Promise<FilledShop<Filled>> => {
    const connection = { ...postgres.connection, database: `filled_${total}` };
    await admin.query(`create database ${connection.database}`);
    const pool = openPool(connection, 3, report);
    await migrate(pool);
    const startMs = performance.now();
    const filled = await fill(pool, openDatabase(pool), total);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
    process.stdout.write(`  generated ${total.toLocaleString('en')} ${what} in ${seconds} s\n`);
    await pool.end();
    const settings = { DATA_DIR: media.path, DATABASE_URL: databaseUrl(connection), PROCESS_ROLE: 'web' };
    return { total, filled, shop: await startShop(settings) };
  };
  const shops = { few: await open(few), many: await open(many) };
  return {
    ...shops,
    databasePid: postgres.pid,
    stop: async () => {
      await Promise.all([shops.few.shop.stop(), shops.many.shop.stop()]);
      await admin.end();
      await postgres.stop();
      await Promise.all([data.remove(), media.remove()]);
    },
  };
};
