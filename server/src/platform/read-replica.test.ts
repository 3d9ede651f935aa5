import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrlOf, type ShopNode, startNode } from '../testing/node.ts';
import { addProduct } from '../testing/shop.ts';
import { startStandby } from '../testing/standby.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type Database, isDatabaseUnavailable, openDatabase, openPool } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { ProductId } from './ids.ts';
import { listen } from './listen.ts';
import { migrate } from './migrations.ts';

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let pool: pg.Pool;
let db: Database;
/** The test's connection to the replica. */
let replica: pg.Client;
let node: ShopNode;
/** The tests reduce its stock, which does not notify the node. */
let productId: ProductId;

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
  const [primaryFolder, standbyFolder] = [`${folder}-primary`, `${folder}-standby`];
  primary = await startEmbeddedPostgres({ folder: primaryFolder, settings });
  pool = openPool(primary.connection, 3, () => undefined);
  await migrate(pool);
  db = openDatabase(pool);
  productId = await addProduct(db, { stock: 30_000 });
  standby = await startStandby(primary, primaryFolder, standbyFolder);
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
  for (const suffix of ['', '-primary', '-standby']) await rm(folder + suffix, { recursive: true, force: true });
  expect(code).toBe(0);
});

/** Above all prices, and different for each request, so that no response comes from the cache. */
let nextMaxPrice = 1_000_000;
const getJson = async <T>(path: string): Promise<T> => {
  const response = await fetch(`${node.url}/backend/api/products/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};
/** The products that the API lists now. */
const listProducts = async () => (await getJson<{ results: Product[] }>(`?max_price=${nextMaxPrice++}`)).results;
const pauseReplay = async () => {
  await replica.query('select pg_wal_replay_pause()');
  await waitFor(async () => {
    const { rows } = await replica.query('select pg_get_wal_replay_pause_state() as state');
    expect(rows[0].state).toBe('paused');
  });
};
const resumeReplay = () => replica.query('select pg_wal_replay_resume()');

/** Which database the node reads: only the primary has a change that the replica does not replay. */
const findReadDatabase = async (): Promise<'primary' | 'replica'> => {
  await pauseReplay();
  const { stock } = await db
    .updateTable('product')
    .set((eb) => ({ stock: eb('stock', '-', 1) }))
    .where('id', '=', productId)
    .returning('stock')
    .executeTakeFirstOrThrow();
  const listedStock = (await listProducts()).find(({ id }) => id === productId)?.stock;
  await resumeReplay();
  expect([stock, stock + 1]).toContain(listedStock);
  return listedStock === stock ? 'primary' : 'replica';
};
const waitUntilReplicaIsRead = () =>
  waitFor(async () => expect(await findReadDatabase()).toBe('replica'), { timeoutMs: 15_000, intervalMs: 50 });

it('lists are read from the replica', async () => {
  // Twice in a row, because a notification from the node's start may still arrive.
  await waitFor(
    async () => expect([await findReadDatabase(), await findReadDatabase()]).toEqual(['replica', 'replica']),
    {
      timeoutMs: 15_000,
      intervalMs: 50,
    },
  );
});

it('a change that the replica has not replayed is read from the primary until it has', async () => {
  await waitUntilReplicaIsRead();
  const getProduct = () => getJson<Product>(`${productId}/`);
  expect((await getProduct()).display_price).toBe('₦12,450');
  await pauseReplay();
  await db
    .updateTable('product')
    .set({ price_kobo: kobo(900_000) })
    .where('id', '=', productId)
    .execute();
  await waitFor(async () => expect((await getProduct()).display_price).toBe('₦9,000'));
  const { rows } = await replica.query(`select price_kobo from product where id = ${productId}`);
  expect(rows).toEqual([{ price_kobo: 1_245_000 }]);
  for (let n = 0; n < 5; n++) expect((await listProducts())[0]?.display_price).toBe('₦9,000');
  await resumeReplay();
  await waitUntilReplicaIsRead();
  expect((await getProduct()).display_price).toBe('₦9,000');
});

it('when the replica hangs, the primary is read after a timeout', async () => {
  await waitUntilReplicaIsRead();
  const { rows } = await replica.query("select pid from pg_stat_activity where backend_type = 'client backend'");
  const processes = [standby.pid, ...rows.map(({ pid }) => pid)];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  for (let n = 0; n < 5; n++) expect((await listProducts()).map(({ id }) => id)).toContain(productId);
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  await waitUntilReplicaIsRead();
});

it('while the replica is unavailable, the primary is read', async () => {
  await waitUntilReplicaIsRead();
  const logStart = node.log().length;
  process.kill(standby.pid, 'SIGQUIT');
  for (let n = 0; n < 20; n++) expect((await listProducts()).map(({ id }) => id)).toContain(productId);
  await waitFor(() => expect(node.log().slice(logStart)).toContain('read from the primary instead'));
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
  await waitFor(() => expect(() => process.kill(standby.pid, 0)).toThrow('ESRCH'));

  standby = await startEmbeddedPostgres({ folder: `${folder}-standby` });
  await connectToReplica();
  await waitUntilReplicaIsRead();
  expect(node.log().slice(logStart)).toContain('read from its replica again');
  expect(
    node
      .log()
      .slice(logStart)
      .match(/read from the primary instead/g),
  ).toHaveLength(1);
});

it('a standby is refused where the primary is needed', async () => {
  const standbyPool = openPool(standby.connection, 1, () => undefined, { requiresPrimary: true });
  const error = await standbyPool.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
  await standbyPool.end();
});

it('a listener that is led to a standby tries again, and leaves no connection open', async () => {
  const errors: unknown[] = [];
  const handlers = {
    onNotification: () => undefined,
    onConnect: () => undefined,
    onError: (error: unknown) => errors.push(error),
  };
  const listening = listen({ ...standby.connection, application_name: 'listener' }, 'nothing', handlers);
  await waitFor(() => expect(errors.length).toBeGreaterThan(2));
  expect(String(errors[0])).toContain('during recovery');
  await waitFor(async () => {
    const { rowCount } = await replica.query("select from pg_stat_activity where application_name = 'listener'");
    expect(rowCount).toBeLessThan(2);
  });
  await listening.stop();
});

it('a promoted replica is no longer read', async () => {
  await waitUntilReplicaIsRead();
  await replica.query('select pg_promote()');
  await db
    .updateTable('product')
    .set({ price_kobo: kobo(700_000) })
    .where('id', '=', productId)
    .execute();
  await waitFor(async () => expect((await listProducts())[0]?.display_price).toBe('₦7,000'));
  await waitFor(() => expect(node.log()).toContain('is not a streaming replica'));
});
