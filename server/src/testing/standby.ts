import { chown, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

/** What belongs to the running primary alone; the standby is sent what was written meanwhile. */
const NOT_COPIED = /^(?:postmaster\.(?:pid|opts)|pg_wal\/(?!archive_status$|summaries$).+|pg_stat_tmp\/.+)$/;

/** Gives a copied cluster to whoever the original belongs to: PostgreSQL runs as another user when root starts it. */
const giveTo = async (folder: string, uid: number, gid: number): Promise<void> => {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
};

/**
 * Makes a streaming replica of a running cluster, and starts it. The primary needs `wal_keep_size`.
 * @param from the primary's folder
 * @param folder where the replica will live
 */
export const startStandby = async (
  primary: EmbeddedPostgres,
  from: string,
  folder: string,
): Promise<EmbeddedPostgres> => {
  const data = join(folder, 'data');
  const source = join(from, 'data');
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
  if (process.getuid?.() === 0) await giveTo(folder, 65_534, 65_534);
  return startEmbeddedPostgres({ folder });
};
