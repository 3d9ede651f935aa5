import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openApiNode } from '../testing/api-node.ts';
import { databaseUrlOf } from '../testing/node.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { openSilentProxy, type SilentProxy } from '../testing/silent-proxy.ts';
import { waitFor } from '../testing/wait-for.ts';
import { isDatabaseUnavailable, openPool } from './database.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { watchDatabase } from './watch-database.ts';

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

it('while the database is silent, statements that wait for it fail, and further ones fail at once', {
  tags: ['@SETTING-19'],
}, async () => {
  const pool = openPool(proxy.connection, 2, () => undefined, { statementMs: 60_000 });
  const watch = watchDatabase(proxy.connection, 300, {
    onLost: () => pool.suspend(),
    onFound: () => pool.resume(),
  });
  const select = () => pool.query('select 1 as one');
  const refusal = () => select().then(() => undefined, isDatabaseUnavailable);
  await select();
  proxy.isSilent = true;
  proxy.silence();
  // Without the check it would wait for its own time-out.
  expect(await refusal()).toBe(true);
  await expect(select()).rejects.toThrow('The database does not respond.');
  proxy.isSilent = false;
  await waitFor(async () => expect((await select()).rows).toEqual([{ one: 1 }]));
  await watch.stop();
  await pool.end();
});

it('a database that is silent after the login makes waits for a connection fail', {
  tags: ['@SETTING-19'],
}, async () => {
  const pool = openPool(proxy.connection, 1, () => undefined, { connectMs: 60_000, requiresPrimary: true });
  const select = () => pool.query('select 1 as one').then(({ rows }) => rows, String);
  proxy.isSilentAfterLogin = true;
  // The first one opens the connection, for which the second one waits.
  const results = Promise.all([select(), select()]);
  const watch = watchDatabase(proxy.connection, 300, {
    onLost: () => pool.suspend(),
    onFound: () => pool.resume(),
  });
  expect(await results).toEqual(Array(2).fill('Error: The database does not respond.'));
  proxy.isSilentAfterLogin = false;
  await waitFor(async () => expect(await select()).toEqual([{ one: 1 }]));
  await watch.stop();
  await pool.end();
});

it('a database that responds with an error is not lost', { tags: ['@SETTING-19'] }, async () => {
  const user = `limited_${randomUUID().replaceAll('-', '')}`;
  await shop.pool.query(`create role ${user} login connection limit 0`);
  const events: string[] = [];
  proxy.isSilent = true;
  const watch = watchDatabase({ ...proxy.connection, user }, 300, {
    onLost: () => {
      events.push('lost');
      proxy.isSilent = false;
    },
    onFound: () => events.push('found'),
  });
  await waitFor(() => expect(events).toEqual(['lost', 'found']));
  await watch.stop();
  await shop.pool.query(`drop role ${user}`);
});

it('while the shop closes, a request that waits for a silent database is refused', {
  tags: ['@SETTING-19'],
}, async () => {
  const config = { ...shop.config, statementTimeoutMs: 0, readinessTimeoutMs: 300 };
  const closing = await openApiNode(
    { ...config, databaseUrl: databaseUrlOf(proxy.connection) },
    { watchesDatabase: true },
  );
  const productId = await addProduct(shop.db);
  const lock = await shop.pool.connect();
  await lock.query('begin; lock table product');
  const response = closing.inject(`/backend/api/products/${productId}/`);
  await waitUntilBlocked(shop.db, 1);
  const closed = closing.close();
  proxy.isSilent = true;
  proxy.silence();
  expect((await response).statusCode).toBe(503);
  await closed;
  await lock.query('rollback');
  lock.release();
});

it('a database whose old connections break is not lost', { tags: ['@SETTING-19'] }, async () => {
  const losses: unknown[] = [];
  const application_name = 'watch';
  const direct: EmbeddedPostgres['connection'] = shop.connection;
  const watch = watchDatabase({ ...direct, application_name }, 5000, {
    onLost: (error) => losses.push(error),
    onFound: () => undefined,
  });
  const readPid = async () => {
    const { rows } = await shop.pool.query('select pid from pg_stat_activity where application_name = $1', [
      application_name,
    ]);
    return rows[0]?.pid;
  };
  const pid = await waitFor(async () => {
    const found = await readPid();
    expect(found).toBeDefined();
    return found;
  });
  await shop.pool.query('select pg_terminate_backend($1)', [pid]);
  await waitFor(async () => expect([undefined, pid]).not.toContain(await readPid()));
  await watch.stop();
  expect(losses).toEqual([]);
});
