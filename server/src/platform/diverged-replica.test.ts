import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStandby } from '../testing/standby.ts';
import { waitFor } from '../testing/wait-for.ts';
import { openDatabase, openPool } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { ReadReplica } from './read-replica.ts';

/** After a failover: the new primary never got the last change of the old one, but the replica did. */

let folder: string;
const clusters: EmbeddedPostgres[] = [];

const query = async ({ connection }: EmbeddedPostgres, text: string) => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const start = async (name: string, from?: EmbeddedPostgres): Promise<EmbeddedPostgres> => {
  // Not inside `folder`, which is private: as root, PostgreSQL runs as another user.
  const path = `${folder}-${name}`;
  const settings = ['fsync=off', 'wal_keep_size=64MB'];
  const cluster = from
    ? await startStandby(from, `${folder}-old`, path)
    : await startEmbeddedPostgres({ folder: path, settings });
  clusters.push(cluster);
  return cluster;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-diverged-'));
});
afterAll(async () => {
  for (const cluster of clusters) await cluster.stop();
  for (const suffix of ['', '-old', '-new', '-replica']) await rm(folder + suffix, { recursive: true, force: true });
});

it('a replica with changes of the old primary is not read after a failover', { timeout: 60_000 }, async () => {
  const oldPrimary = await start('old');
  await query(oldPrimary, "create table word as select 'before' as text");
  const standby = await start('new', oldPrimary);
  const replica = await start('replica', oldPrimary);
  const readWord = (cluster: EmbeddedPostgres) => query(cluster, 'select text from word');
  for (const cluster of [standby, replica])
    await waitFor(async () => expect(await readWord(cluster)).toEqual([{ text: 'before' }]));
  // The standby does not get the last change.
  await standby.stop();
  await query(oldPrimary, "update word set text = 'lost'");
  await waitFor(async () => expect(await readWord(replica)).toEqual([{ text: 'lost' }]));
  await oldPrimary.stop();
  const primary = await startEmbeddedPostgres({ folder: `${folder}-new` });
  clusters.push(primary);
  await query(primary, 'select pg_promote()');

  const pool = openPool(primary.connection, 1, () => undefined);
  const reports: string[] = [];
  const reads = new ReadReplica({
    connection: replica.connection,
    size: 1,
    primary: openDatabase(pool),
    report: (message) => reports.push(message),
  });
  const words = new Set<string>();
  // It reports that the primary is read, when the replica does not catch up for some seconds.
  await waitFor(async () => {
    const { rows } = await reads.read((db) => sql<{ text: string }>`select text from word`.execute(db));
    for (const { text } of rows) words.add(text);
    expect(reports.length > 0 || words.has('lost')).toBe(true);
  });
  expect([...words]).toEqual(['before']);
  await reads.stop();
  await pool.end();
});
