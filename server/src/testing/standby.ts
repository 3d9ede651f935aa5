import { chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

/** Files of the running primary that a base backup must not contain. The standby receives later changes by replication. */
const NOT_COPIED = /^(?:postmaster\.(?:pid|opts)|pg_wal\/(?!archive_status$|summaries$).+|pg_stat_tmp\/.+)$/;

/** Sets the owner of a copied cluster: PostgreSQL runs as another user when root starts it. */
const setOwner = async (folder: string, uid: number, gid: number): Promise<void> => {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
};

/**
 * Creates a streaming replica of a running cluster and starts it. The primary needs `wal_keep_size`.
 * @param primaryFolder the primary's folder
 * @param folder the replica's folder
 */
export const startStandby = async (
  primary: EmbeddedPostgres,
  primaryFolder: string,
  folder: string,
): Promise<EmbeddedPostgres> => {
  const data = join(folder, 'data');
  const source = join(primaryFolder, 'data');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = new pg.Client(primary.connection);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await cp(source, data, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(source, path)) });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  await writeFile(join(data, 'backup_label'), rows[0].labelfile);
  await writeFile(join(data, 'standby.signal'), '');
  const { host, port, user } = primary.connection;
  const conninfo = `host=${host} port=${port} user=${user}`;
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  if (process.getuid?.() === 0) await setOwner(folder, 65_534, 65_534);
  return startEmbeddedPostgres({ folder });
};
