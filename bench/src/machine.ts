import { cpus, totalmem } from 'node:os';
import { openPool } from '../../server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';
import { createTemporaryFolder } from './processes.ts';

/** The machine and programs that were measured, as lines of text. */
export const describeMachine = async (): Promise<string[]> => {
  const folder = await createTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ folder: folder.path });
  const pool = openPool(postgres.connection, 1, () => undefined);
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  await pool.end();
  await postgres.stop();
  await folder.remove();
  const [first] = cpus();
  return [
    `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `Node ${process.versions.node}, PostgreSQL ${rows[0]?.server_version ?? 'unknown'}, ${process.platform}-${process.arch}`,
  ];
};
