import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { databaseUrlOf, type ShopNode, startNode } from '../testing/node.ts';
import { addProduct } from '../testing/shop.ts';
import { startStandby } from '../testing/standby.ts';
import { type Database, openDatabase, openPool } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { ProductId } from './ids.ts';
import { migrate } from './migrations.ts';

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let pool: pg.Pool;
let db: Database;
/** The operator's own connection to the replica. */
let replica: pg.Client;
let node: ShopNode;
/** Its stock falls, which does not notify. */
let probe: ProductId;

const connectToReplica = async () => {
  replica = new pg.Client(standby.connection);
  // The connection ends with the replica.
  replica.on('error', () => undefined);
  await replica.connect();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-replica-'));
  const settings = ['fsync=off', 'wal_keep_size=64MB'];
  // Not inside `folder`, which is private: as root, PostgreSQL runs as another user.
  const [first, second] = [`${folder}-primary`, `${folder}-standby`];
  primary = await startEmbeddedPostgres({ folder: first, settings });
  pool = openPool(primary.connection, 3, () => undefined);
  await migrate(pool);
  db = openDatabase(pool);
  probe = await addProduct(db, { stock: 30_000 });
  standby = await startStandby(primary, first, second);
  await connectToReplica();
  node = await startNode({
    PROCESS_ROLE: 'web',
    DATABASE_URL: databaseUrlOf(primary.connection),
    DATABASE_READ_URL: databaseUrlOf(standby.connection),
  });
});
afterAll(async () => {
  const code = await node?.stop();
  await replica?.end();
  await standby?.stop();
  await pool?.end();
  await primary?.stop();
  for (const each of ['', '-primary', '-standby']) await rm(folder + each, { recursive: true, force: true });
  expect(code).toBe(0);
});

/** Above all prices, and another one for each request, so that no response is cached. */
let ceiling = 1_000_000;
const ask = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${node.url}/backend/api/products/${path}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};
/** The current products, by the API. */
const list = async () => (await ask<{ results: Product[] }>(`?max_price=${ceiling++}`)).results;
const pauseReplay = async () => {
  await replica.query('select pg_wal_replay_pause()');
  await vi.waitFor(async () => {
    const { rows } = await replica.query('select pg_get_wal_replay_pause_state() as state');
    expect(rows[0].state).toBe('paused');
  });
};
const resumeReplay = () => replica.query('select pg_wal_replay_resume()');

/** Which database is read: an unnotified change that the replica does not replay is on the primary alone. */
const readDatabase = async (): Promise<'primary' | 'replica'> => {
  await pauseReplay();
  const { stock } = await db
    .updateTable('product')
    .set((eb) => ({ stock: eb('stock', '-', 1) }))
    .where('id', '=', probe)
    .returning('stock')
    .executeTakeFirstOrThrow();
  const shown = (await list()).find(({ id }) => id === probe)?.stock;
  await resumeReplay();
  expect([stock, stock + 1]).toContain(shown);
  return shown === stock ? 'primary' : 'replica';
};
const untilReplicaIsRead = () =>
  vi.waitFor(async () => expect(await readDatabase()).toBe('replica'), { timeout: 15_000, interval: 50 });

it('lists are read from the replica', async () => {
  // Twice in a row: a notification of changes at the node's own start may still arrive.
  await vi.waitFor(async () => expect([await readDatabase(), await readDatabase()]).toEqual(['replica', 'replica']), {
    timeout: 15_000,
    interval: 50,
  });
});

it('a change that the replica has not replayed is read from the primary until it has', async () => {
  await untilReplicaIsRead();
  const detail = () => ask<Product>(`${probe}/`);
  expect((await detail()).display_price).toBe('₦12,450');
  await pauseReplay();
  await db
    .updateTable('product')
    .set({ price_kobo: kobo(900_000) })
    .where('id', '=', probe)
    .execute();
  await vi.waitFor(async () => expect((await detail()).display_price).toBe('₦9,000'));
  const { rows } = await replica.query(`select price_kobo from product where id = ${probe}`);
  expect(rows).toEqual([{ price_kobo: 1_245_000 }]);
  for (let n = 0; n < 5; n++) expect((await list())[0]?.display_price).toBe('₦9,000');
  await resumeReplay();
  await untilReplicaIsRead();
  expect((await detail()).display_price).toBe('₦9,000');
});

it('a replica that hangs is given up after a timeout', async () => {
  await untilReplicaIsRead();
  const { rows } = await replica.query("select pid from pg_stat_activity where backend_type = 'client backend'");
  const processes = [standby.pid, ...rows.map(({ pid }) => pid)];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  for (let n = 0; n < 5; n++) expect((await list()).map(({ id }) => id)).toContain(probe);
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  await untilReplicaIsRead();
});

it('without the replica the primary is read, until the replica is back', async () => {
  await untilReplicaIsRead();
  const before = node.log().length;
  process.kill(standby.pid, 'SIGQUIT');
  for (let n = 0; n < 20; n++) expect((await list()).map(({ id }) => id)).toContain(probe);
  await vi.waitFor(() => expect(node.log().slice(before)).toContain('read from the primary instead'));
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  await vi.waitFor(() => expect(() => process.kill(standby.pid, 0)).toThrow('ESRCH'));

  standby = await startEmbeddedPostgres({ folder: `${folder}-standby` });
  await connectToReplica();
  await untilReplicaIsRead();
  expect(node.log().slice(before)).toContain('read from its replica again');
  expect(
    node
      .log()
      .slice(before)
      .match(/read from the primary instead/g),
  ).toHaveLength(1);
});

it('a promoted replica is not read any more', async () => {
  await untilReplicaIsRead();
  await replica.query('select pg_promote()');
  await db
    .updateTable('product')
    .set({ price_kobo: kobo(700_000) })
    .where('id', '=', probe)
    .execute();
  await vi.waitFor(async () => expect((await list())[0]?.display_price).toBe('₦7,000'));
  await vi.waitFor(() => expect(node.log()).toContain('names no streaming replica'));
});
