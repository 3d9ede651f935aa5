import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { SandboxMail } from './ports/mail/sandbox.mail.ts';
import { prepareShop } from './prepare-shop.ts';
import { migrateShop, openShop, type Shop } from './shop.ts';
import { type Buyer, createBuyer } from './testing/buyer.ts';
import { addProduct } from './testing/shop.ts';
import { waitFor } from './testing/wait-for.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let shop: Shop;
let app: FastifyInstance;
/** A second handle on the shop's database, to read its process id. */
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-crash-'));
  // If the test runs as root, the database runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755);
  shop = await openShop(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '1000',
      PUBLIC_URL: 'http://shop.test',
    }),
    { synonyms: '' },
  );
  await migrateShop(shop);
  await prepareShop(shop);
  app = await buildApp(shop);
  await app.ready();
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
});
afterAll(async () => {
  await app?.close();
  await shop?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

it.runIf(existsSync('/proc/self/autogroup'))('the database has a lower priority than the shop', () => {
  expect(readFileSync(`/proc/${postgres.pid}/autogroup`, 'utf8').trim()).toMatch(/ nice 10$/);
});

it('a killed embedded database is back within 15 seconds, and no acknowledged order is lost', {
  tags: ['@SETTING-17'],
}, async () => {
  const productId = await addProduct(shop.db, { price_kobo: 200_000, stock: 100_000 });
  const buyers: Buyer[] = [];
  for (let n = 0; n < 4; n++)
    buyers.push(await createBuyer({ db: shop.db, app, mailbox: new SandboxMail(shop.db) }, [[productId, 1]]));
  const acknowledged: { buyer: Buyer; id: string }[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  /** Places and cancels one order after the other. */
  const shopOn = async (buyer: Buyer) => {
    while (!isOver) {
      const body = await buyer.prepareCheckout().catch(() => undefined);
      const response = body && (await buyer.submitCheckout(body));
      if (response?.statusCode !== 200) {
        if (response) statuses.add(response.statusCode);
        continue;
      }
      const { order_id: id } = response.json<{ order_id: string }>();
      acknowledged.push({ buyer, id });
      await buyer.cancelOrder(id);
    }
  };
  const traffic = buyers.map(shopOn);
  try {
    await waitFor(() => expect(acknowledged.length).toBeGreaterThan(8), { timeoutMs: 30_000 });
    const killedPid = postgres.pid;
    const ordersBefore = acknowledged.length;
    process.kill(killedPid, 'SIGKILL');
    const killedAt = performance.now();
    // The shop restarts the database and is ready again.
    await waitFor(() => expect(postgres.pid).not.toBe(killedPid), { timeoutMs: 15_000, intervalMs: 50 });
    await waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(200), {
      timeoutMs: 15_000,
      intervalMs: 50,
    });
    expect(performance.now() - killedAt).toBeLessThan(15_000);
    await waitFor(() => expect(acknowledged.length).toBeGreaterThan(ordersBefore + 8), { timeoutMs: 30_000 });
  } finally {
    isOver = true;
  }
  await Promise.all(traffic);
  for (const buyer of buyers) {
    const stored = new Set((await buyer.listOrders()).map(({ id }) => id));
    const own = acknowledged.filter((order) => order.buyer === buyer);
    expect(own.filter(({ id }) => !stored.has(id))).toEqual([]);
  }
  // Calls during the restart were refused with 503 or 409, not with an unexpected error.
  expect([...statuses].filter((status) => status !== 503 && status !== 409)).toEqual([]);
});

it('the process that started the database stops it, even while its own connections are still closing', async () => {
  const own = await startEmbeddedPostgres({ folder: join(folder, 'second') });
  const { pid } = own;
  // Stands for a connection of this process whose end the server has not noticed yet.
  const lingering = new pg.Client(own.connection);
  lingering.on('error', () => undefined);
  await lingering.connect();
  await own.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('a process that uses the database of another one leaves it running', async () => {
  const owner = await startEmbeddedPostgres({ folder: join(folder, 'third') });
  const other = new pg.Client({ ...owner.connection, application_name: 'another process' });
  await other.connect();
  const guest = await startEmbeddedPostgres({ folder: join(folder, 'third') });
  await guest.stop();
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  // The owner first waits for other processes to disconnect.
  const { pid } = owner;
  const stopped = owner.stop();
  await other.end();
  await stopped;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
