import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
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
