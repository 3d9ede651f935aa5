import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestShop, signIn, type TestShop, waitUntilBlocked } from './testing/shop.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
// A whole shop is started for each test.
vi.setConfig({ testTimeout: 90_000 });

let shop: TestShop;
const children: ChildProcess[] = [];
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => shop.close());

/** The shop in a process of its own, as it is run in production. */
const start = async (settings: Record<string, string> = {}) => {
  const { host, port, user, database } = shop.connection;
  const own = await getPort();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      // Production sets up no demo market.
      NODE_ENV: 'production',
      ALLOW_SANDBOX: '1',
      LOG_LEVEL: 'info',
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: shop.config.dataDir,
      HOST: '127.0.0.1',
      PORT: String(own),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = once(child, 'exit');
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const origin = `http://127.0.0.1:${own}`;
  const status = (path: string, from = origin): Promise<number | undefined> =>
    fetch(from + path).then(
      (answer) => answer.status,
      () => undefined,
    );
  const until = async (path: string, wanted: number | undefined) => {
    while ((await status(path)) !== wanted) {
      if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`);
      await wait(20);
    }
  };
  await until('/readyz', 200);
  return { child, ended, origin, status, until, out: () => out };
};

/** Begins a request that the database answers when `release` is called, and waits until it is under way. */
const beginSlowRequest = async (origin: string) => {
  const holder = new pg.Client(shop.connection);
  await holder.connect();
  await holder.query('begin; lock table category');
  const answer = fetch(`${origin}/backend/api/category/`);
  await waitUntilBlocked(shop.db, 1);
  return {
    answer,
    release: async () => {
      await holder.query('rollback');
      await holder.end();
    },
  };
};

describe('on SIGTERM', () => {
  it('the shop finishes what is at hand, ends its streams, takes nothing new, and ends well', async () => {
    const { child, ended, origin } = await start();
    const stream = await fetch(`${origin}/backend/user/messages/events/`, { headers: await signIn(shop.db) });
    expect(stream.status).toBe(200);
    const slow = await beginSlowRequest(origin);
    child.kill('SIGTERM');
    // Nobody gets in any more.
    while ((await fetch(`${origin}/healthz`).catch(() => undefined)) !== undefined) await wait(20);
    expect(await stream.text()).toContain('event: messages');
    expect(child.exitCode).toBeNull();
    await slow.release();
    const answer = await slow.answer;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual([]);
    expect(await ended).toEqual([0, null]);
  });

  it('it first says that it is leaving, and serves for as long as it is told', async () => {
    const metrics = await getPort();
    const { child, ended, status, until, out } = await start({ DRAIN_SECONDS: '2', METRICS_PORT: String(metrics) });
    const asked = performance.now();
    child.kill('SIGTERM');
    await until('/readyz', 503);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/backend/countries/?query=tok3n')).toBe(200);
    expect(await status('/metrics', `http://127.0.0.1:${metrics}`)).toBe(200);
    expect(child.exitCode).toBeNull();
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeGreaterThan(1900);
    const requests = out()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(requests).toContainEqual(expect.objectContaining({ route: '/backend/countries/', status: 200 }));
    expect(out()).not.toContain('tok3n');
  });
});

it('on Ctrl-C the shop does not wait to be left alone', async () => {
  const { child, ended } = await start({ DRAIN_SECONDS: '600' });
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});
