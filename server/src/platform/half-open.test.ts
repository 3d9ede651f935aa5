import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildWorkerApp } from '../app.ts';
import { Geo } from '../geo/index.ts';
import { MessageFeed } from '../messages/index.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openSilentProxy, type SilentProxy } from '../testing/silent-proxy.ts';
import { waitFor } from '../testing/wait-for.ts';
import { isDatabaseUnavailable, openDatabase, openPool } from './database.ts';
import { listen } from './listen.ts';
import { isRefused } from './refusal.ts';
import { readSession } from './sessions.ts';

/** Half-open connections: the other end is gone without closing them, for example after a router restarted. */

let shop: TestShop;
let proxy: SilentProxy;
beforeEach(async () => {
  shop = await openTestShop();
  proxy = await openSilentProxy(shop.connection);
});
afterEach(async () => {
  await proxy.close();
  await shop.close();
});

it('a listener notices that its connection is silent, listens again, and calls onConnect for what it missed', {
  tags: ['@SETTING-18'],
}, async () => {
  const received: string[] = [];
  const errors: unknown[] = [];
  let connections = 0;
  const listening = listen(
    proxy.connection,
    'silence',
    {
      onNotification: (payload) => received.push(payload),
      onConnect: () => connections++,
      onError: (error) => errors.push(error),
    },
    100,
  );
  const notify = (text: string) => shop.pool.query('select pg_notify($1, $2)', ['silence', text]);
  await waitFor(() => expect(connections).toBe(1));
  await notify('before');
  await waitFor(() => expect(received).toEqual(['before']));
  proxy.silence();
  await notify('lost');
  await waitFor(() => expect(connections).toBe(2));
  await notify('after');
  await waitFor(() => expect(received).toEqual(['before', 'after']));
  expect(String(errors[0])).toContain('does not respond');
  await listening.stop();
});

it('the stream of new messages notices it in the time of the setting', { tags: ['@SETTING-18'] }, async () => {
  const errors: unknown[] = [];
  const feed = new MessageFeed(shop.db, proxy.connection, (error) => errors.push(error), 100);
  const { authorization } = await signIn(shop.db);
  const session = await readSession(shop.db, authorization, { maxDays: 30, kind: 'buyer' });
  if (isRefused(session)) throw new Error('the session is open');
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  feed.startStream(session, undefined, response, {});
  const countListeners = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and query = 'listen "messages_changed"'`.execute(shop.db);
    return rows[0]?.n;
  };
  await waitFor(async () => expect(await countListeners()).toBe(1));
  proxy.silence();
  // Less than the default of the setting.
  await waitFor(() => expect(String(errors[0])).toContain('does not respond'), { timeoutMs: 4500 });
  response.destroy();
  await feed.close();
});

it('a statement without a response fails, and the next one uses a new connection', {
  tags: ['@SETTING-18'],
}, async () => {
  const pool = openPool(proxy.connection, 1, () => undefined, { responseMs: 1000 });
  const db = openDatabase(pool);
  const select = async () => (await sql`select 1 as one`.execute(db)).rows;
  await select();
  proxy.silence();
  await expect(select()).rejects.toThrow('Query read timeout');
  expect(await select()).toEqual([{ one: 1 }]);
  await pool.end();
});

it('the time-out of a new connection includes its preparation', async () => {
  const pool = openPool(proxy.connection, 1, () => undefined, { connectMs: 300, requiresPrimary: true });
  proxy.isSilentAfterLogin = true;
  await expect(pool.query('select 1')).rejects.toThrow('connection timeout');
  proxy.isSilentAfterLogin = false;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

it('the database cancels a statement that takes too long', { tags: ['@SETTING-18'] }, async () => {
  const pool = openPool(shop.connection, 1, () => undefined, { statementMs: 200 });
  await expect(pool.query('select pg_sleep(20)')).rejects.toThrow('statement timeout');
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await pool.end();
});

it('a connection that has become read only is replaced', async () => {
  const pool = openPool(shop.connection, 1, () => undefined);
  const db = openDatabase(pool);
  // As a standby: it refuses writes, and the connection stays open.
  await sql`set default_transaction_read_only = on`.execute(db);
  const write = () => sql`select nextval('message_change')`.execute(db);
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  expect((await write()).rows).toHaveLength(1);
  await pool.end();
});

it('the locks of a process that sends nothing in the middle of a transaction are released, also of operator commands', {
  tags: ['@SETTING-20'],
}, async () => {
  const server = openPool(shop.connection, 2, () => undefined, { statementMs: 60_000 });
  const command = openPool(shop.connection, 1, () => undefined, { statementMs: 0, requiresPrimary: true });
  await server.query('create table locked as select n from generate_series(1, 2) as n');
  const stopped = await Promise.all([server.connect(), command.connect()]);
  for (const [n, client] of stopped.entries()) {
    await client.query('begin');
    await client.query('update locked set n = n + 100 where n = $1', [n + 1]);
  }
  expect((await server.query('update locked set n = n + 10')).rowCount).toBe(2);
  expect((await server.query('select n from locked order by n')).rows).toEqual([{ n: 11 }, { n: 12 }]);
  for (const client of stopped) {
    const late = await client.query('commit').catch((error: unknown) => error);
    expect(isDatabaseUnavailable(late)).toBe(true);
    client.release(true);
  }
  await Promise.all([server.end(), command.end()]);
});

it('/readyz responds with 503 while the database is silent, and with 200 afterwards', {
  tags: ['@SETTING-18'],
}, async () => {
  const pool = openPool(proxy.connection, 1, () => undefined, { responseMs: 500 });
  const app = buildWorkerApp({ ...shop, db: openDatabase(pool), config: { ...shop.config, readinessTimeoutMs: 1000 } });
  const readStatus = async () => (await app.inject('/readyz')).statusCode;
  await waitFor(async () => expect(await readStatus()).toBe(200));
  proxy.isSilent = true;
  proxy.silence();
  expect(await readStatus()).toBe(503);
  proxy.isSilent = false;
  await waitFor(async () => expect(await readStatus()).toBe(200));
  await app.close();
  await pool.end();
});

it('exchange rates are read again after their lifetime, without a notification', async () => {
  const geo = new Geo(shop.db, 'NG', 0);
  const readRate = async () => (await geo.rate('GBP'))?.microNaira;
  const before = await readRate();
  await shop.db.updateTable('exchange_rate').set({ naira_per_unit: '4000' }).where('currency', '=', 'GBP').execute();
  expect(await readRate()).not.toBe(before);
  const cached = new Geo(shop.db, 'NG');
  await cached.rate('GBP');
  await shop.db.updateTable('exchange_rate').set({ naira_per_unit: '2000' }).where('currency', '=', 'GBP').execute();
  expect(await cached.rate('GBP')).not.toMatchObject({ microNaira: before });
});

it('exchange rates stay in use while they cannot be read again', async () => {
  const pool = openPool(shop.connection, 1, () => undefined);
  const geo = new Geo(openDatabase(pool), 'NG', 0);
  const before = await geo.rate('GBP');
  await pool.end();
  expect(await geo.rate('GBP')).toEqual(before);
});
