import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_ACCOUNT, DEMO_OPERATOR } from './account/index.ts';
import { registration } from './testing/account.ts';
import { openTestShop, signIn, type TestShop, waitUntilBlocked } from './testing/shop.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
// Each test starts the shop in a separate process.
vi.setConfig({ testTimeout: 90_000 });

let shop: TestShop;
const children: ChildProcess[] = [];
const lockHolders: pg.Client[] = [];
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  // A lock that a failed test holds would make the next ones wait.
  for (const client of lockHolders.splice(0)) await client.end();
});
afterAll(() => shop.close());

/** Starts the shop in a separate process, in production mode. */
const start = async (settings: Record<string, string> = {}) => {
  const { host, port, user, database } = shop.connection;
  const shopPort = await getPort();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      // With compiled modules, the process starts in two thirds of the time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // Production does not set up the demo market.
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://shop.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PAYSTACK_SECRET_KEY: 'sk_test_0a',
      LOG_LEVEL: 'info',
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: shop.config.dataDir,
      HOST: '127.0.0.1',
      PORT: String(shopPort),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const origin = `http://127.0.0.1:${shopPort}`;
  const getStatus = (path: string, from = origin): Promise<number | undefined> =>
    fetch(from + path).then(
      (response) => response.status,
      () => undefined,
    );
  const waitForStatus = async (path: string, expected: number | undefined) => {
    while ((await getStatus(path)) !== expected) {
      if (child.exitCode !== null) throw new Error(`the shop exited with ${child.exitCode}`);
      await wait(20);
    }
  };
  await waitForStatus('/readyz', 200);
  return { child, exited, origin, getStatus, waitForStatus, output: () => output };
};

/** Starts a request that waits for a lock until `release` is called. Returns when it waits. */
const startSlowRequest = async (origin: string) => {
  const lockHolder = new pg.Client(shop.connection);
  await lockHolder.connect();
  lockHolders.push(lockHolder);
  await lockHolder.query('begin; lock table category');
  const response = fetch(`${origin}/backend/api/category/`);
  await waitUntilBlocked(shop.db, 1);
  return { response, release: () => lockHolder.query('rollback') };
};

describe('on SIGTERM', () => {
  it('the shop ends its event streams, refuses new requests, finishes those that run or are being sent, and exits with 0', async () => {
    const { child, exited, origin } = await start();
    const stream = await fetch(`${origin}/backend/user/messages/events/`, { headers: await signIn(shop.db) });
    expect(stream.status).toBe(200);
    const chunks = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    // Wait for the first event, so that the signal is not sent while its query runs.
    let received = '';
    while (!received.includes('event: messages')) received += (await chunks?.read())?.value ?? '';
    const slow = await startSlowRequest(origin);
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('GET /backend/countries/ HTTP/1.1\r\nhost: shop.test\r\n');
    child.kill('SIGTERM');
    // New connections are refused.
    while ((await fetch(`${origin}/healthz`).catch(() => undefined)) !== undefined) await wait(20);
    while ((await chunks?.read())?.done === false);
    const sent = text(socket);
    socket.write('\r\n');
    expect(await sent).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/i);
    expect(child.exitCode).toBeNull();
    await slow.release();
    const response = await slow.response;
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([]);
    expect(await exited).toEqual([0, null]);
  });

  it('the shop reports 503 at /readyz, and for DRAIN_SECONDS it serves requests and closes each connection after the response', async () => {
    const metricsPort = await getPort();
    const { child, exited, origin, getStatus, waitForStatus, output } = await start({
      DRAIN_SECONDS: '4',
      METRICS_PORT: String(metricsPort),
    });
    const readConnection = async () => {
      const response = await fetch(`${origin}/backend/countries/`);
      await response.text();
      expect(response.status).toBe(200);
      return response.headers.get('connection');
    };
    // The second response comes from the cache.
    for (let n = 0; n < 2; n++) expect(await readConnection()).toBe('keep-alive');
    const signalledAt = performance.now();
    child.kill('SIGTERM');
    await waitForStatus('/readyz', 503);
    expect(await readConnection()).toBe('close');
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    // The second request would get no response, so it must not run.
    const form = registration();
    const body = JSON.stringify(form);
    socket.write(
      `GET /healthz HTTP/1.1\r\nhost: shop.test\r\n\r\nPOST /backend/register/ HTTP/1.1\r\nhost: shop.test\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect((await text(socket)).match(/^HTTP.*$/gm)).toEqual(['HTTP/1.1 200 OK']);
    expect(await getStatus('/backend/countries/?query=tok3n')).toBe(200);
    expect(await getStatus('/metrics', `http://127.0.0.1:${metricsPort}`)).toBe(200);
    expect(child.exitCode).toBeNull();
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - signalledAt).toBeGreaterThan(3900);
    const requests = output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(requests).toContainEqual(expect.objectContaining({ route: '/backend/countries/', status: 200 }));
    expect(output()).not.toContain('tok3n');
    const account = shop.db.selectFrom('account').select('id').where('email', '=', form.email);
    expect(await account.executeTakeFirst()).toBeUndefined();
  });
});

describe('in production, with real mail and payments but no identity provider', () => {
  const SANDBOX_PATHS = [
    '/sandbox',
    '/sandbox/',
    '/sandbox/mailbox',
    '/sandbox/mailbox.json',
    '/sandbox/identity',
    '/sandbox/identity/people',
    '/sandbox/identity/.well-known/openid-configuration',
    '/sandbox/pay/none',
    '/sandbox/ui',
  ];

  it('the shop starts without a Google button, its endpoints, and any sandbox page', {
    tags: ['@ACCOUNT-32', '@SANDBOX-8', '@SANDBOX-10'],
  }, async () => {
    const { origin, getStatus, output } = await start();
    for (const path of SANDBOX_PATHS) expect([path, await getStatus(path)]).toEqual([path, 404]);
    for (const path of ['/login', '/register']) {
      const page = await (await fetch(origin + path)).text();
      expect(page).toContain('type="email"');
      expect(page).not.toContain('Google');
    }
    expect(await getStatus('/accounts/google/callback?code=a&state=b')).toBe(404);
    expect(await getStatus('/backend/accounts/google/login/')).toBe(404);
    const docs = JSON.stringify(await (await fetch(`${origin}/backend/docs`)).json());
    expect(docs).toContain('"/login/"');
    expect(docs).not.toContain('google');
    expect(output()).not.toContain('sandbox');
  });

  it('SANDBOX_IDENTITY=1 opens the identity provider, and no other part', { tags: ['@SANDBOX-8'] }, async () => {
    const { origin, getStatus } = await start({ SANDBOX_IDENTITY: '1' });
    const open = ['/sandbox', '/sandbox/', '/sandbox/identity', '/sandbox/identity/.well-known/openid-configuration'];
    for (const path of SANDBOX_PATHS) {
      // The page that lists the people refuses a request without a sign-in in progress.
      const expected = path.endsWith('/people') ? 400 : open.includes(path) ? 200 : 404;
      expect([path, await getStatus(path)]).toEqual([path, expected]);
    }
    expect(await (await fetch(`${origin}/login`)).text()).toContain('Continue with Google');
    expect(await (await fetch(`${origin}/sandbox`)).text()).not.toContain('Demo accounts');
    expect(JSON.stringify(await (await fetch(`${origin}/backend/docs`)).json())).toContain('google');
  });

  it('SANDBOX_DEMO_ACCOUNT=1 opens the account of the buyer, and none that works in the desk', {
    tags: ['@SANDBOX-8', '@SANDBOX-15'],
  }, async () => {
    const { origin } = await start({ SANDBOX_DEMO_ACCOUNT: '1' });
    const page = await (await fetch(`${origin}/sandbox`)).text();
    expect(page).toContain(DEMO_ACCOUNT.email);
    expect(page).not.toContain('/desk/');
    const { email, password } = DEMO_OPERATOR;
    const signIn = await fetch(`${origin}/backend/desk/sign-in/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://shop.test' },
      body: JSON.stringify({ email, password }),
    });
    expect(await signIn.json()).toMatchObject({ code: 'login_failed' });
    const memberships = await shop.db.selectFrom('membership').select('id').execute();
    expect(memberships).toEqual([]);
  });
});

it('the shop starts while the bucket of pictures is unavailable, and on Ctrl-C it stops without waiting for DRAIN_SECONDS', {
  tags: ['@SETTING-21'],
}, async () => {
  const { child, exited, getStatus, output } = await start({
    DRAIN_SECONDS: '600',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'shop',
    S3_REGION: 'af-south-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(await getStatus('/')).toBe(200);
  expect(await getStatus('/media/tiles/food/160.webp')).toBe(503);
  expect(output()).toContain('the pictures of the home page are stored later');
  child.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
});
