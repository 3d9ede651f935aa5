import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ProductId } from './platform/ids.ts';
import { registration } from './testing/account.ts';
import { createBuyer, stockOf } from './testing/buyer.ts';
import { databaseUrlOf, type ShopNode, startNode } from './testing/node.ts';
import { startRedis } from './testing/redis-server.ts';
import { expectRefusal } from './testing/responses.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from './testing/shop.ts';

const CLI = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

/** Two servers and a worker, each a process of its own, on one PostgreSQL. Of the shop in this process only that is used. */
let shop: TestShop;
let redis: Awaited<ReturnType<typeof startRedis>>;
let settings: Record<string, string>;
let one: ShopNode;
let two: ShopNode;
let worker: ShopNode;
let product: ProductId;

beforeAll(async () => {
  shop = await openTestShop();
  product = await addProduct(shop.db, { price_kobo: 200_000, stock: 50 });
  redis = await startRedis();
  settings = {
    DATABASE_URL: databaseUrlOf(shop.connection),
    DATABASE_CONNECTIONS: '6',
    DATA_DIR: shop.config.dataDir,
    REDIS_URL: redis.url,
    TRUSTED_PROXY: '127.0.0.1',
  };
  // All at once, as an orchestrator does.
  const roles = ['web', 'web', 'worker'].map((role) => startNode({ ...settings, PROCESS_ROLE: role }));
  [one, two, worker] = (await Promise.all(roles)) as [ShopNode, ShopNode, ShopNode];
});
afterAll(async () => {
  await Promise.all([one, two, worker].map((node) => node?.stop()));
  await redis?.stop();
  await shop?.close();
});

const both = <T>(ask: (node: ShopNode) => Promise<T>): Promise<[T, T]> => Promise.all([ask(one), ask(two)]);
const get = (node: ShopNode, url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });
const post = (node: ShopNode, path: string, payload: object, headers: Record<string, string> = {}) =>
  node.app.inject({ method: 'POST', url: `/backend${path}`, payload, headers });
const listeners = async (channel: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and query ilike ${`listen "${channel}%`}`.execute(shop.db);
  return rows[0]?.n;
};

it('servers hear of changes, the worker of jobs, and it serves nothing but how it is', async () => {
  await vi.waitFor(async () => expect([await listeners('catalog_changed'), await listeners('pgboss')]).toEqual([2, 1]));
  for (const node of [one, two, worker]) expect((await get(node, '/readyz')).statusCode).toBe(200);
  expectRefusal(await get(worker, '/backend/api/category/'), 'not_found');
});

it('who registers on one node is mailed to by the worker, verified by the other, and signed in and out on both', {
  tags: ['@SESSION-12'],
}, async () => {
  const form = registration();
  expect((await post(one, '/register/', form)).statusCode).toBe(200);
  const letter = await vi.waitFor(
    async () => {
      const [first] = await shop.mailbox.read(form.email);
      if (!first) throw new Error('no mail yet');
      return first;
    },
    { timeout: 10_000 },
  );
  const [, path = ''] = /http:\/\/shop\.test(\/verify-email\/\S+)/.exec(letter.text) ?? [];
  expect((await get(two, `/backend${path}`)).statusCode).toBe(200);
  const login = await post(two, '/login/', { email: form.email, password: form.password });
  const headers = { authorization: `Token ${login.json().token}` };
  for (const answer of await both((node) => get(node, '/backend/profile/', headers)))
    expect(answer.json().user.email).toBe(form.email);
  expect((await post(one, '/logout/', {}, headers)).statusCode).toBe(200);
  for (const answer of await both((node) => get(node, '/backend/profile/', headers)))
    expectRefusal(answer, 'token_invalid');
});

it('a price that the operator changes shows on both within a second, in answers and on pages', async () => {
  const shown = async (node: ShopNode) => {
    const answer = await get(node, `/backend/api/products/${product}/`);
    const page = await get(node, `/product/details/${product}`);
    return [answer.json().display_price, /₦[\d,]+/.exec(page.body)?.[0]];
  };
  // Kept by both from now on.
  expect(await both(shown)).toEqual([
    ['₦2,000', '₦2,000'],
    ['₦2,000', '₦2,000'],
  ]);
  const cli = spawn(process.execPath, [CLI, 'products', 'price', String(product), '3000'], {
    env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(cli, 'exit')).toEqual([0, null]);
  await vi.waitFor(
    async () =>
      expect(await both(shown)).toEqual([
        ['₦3,000', '₦3,000'],
        ['₦3,000', '₦3,000'],
      ]),
    { timeout: 1000, interval: 20 },
  );
});

it('requests count together on both', async () => {
  const ask = (node: ShopNode, visitor: string) => get(node, '/backend/nothing', { 'x-forwarded-for': visitor });
  for (let n = 0; n < 1200; n += 40) {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(i % 2 ? one : two, '203.0.113.9')));
    for (const answer of answers) expect(answer.statusCode).toBe(404);
  }
  for (const answer of await both((node) => ask(node, '203.0.113.9'))) expectRefusal(answer, 'too_many_requests');
  for (const answer of await both((node) => ask(node, '203.0.113.10'))) expect(answer.statusCode).toBe(404);
});

it('of twenty buyers on both nodes five get the five that are left', { tags: ['@ORDER-2'] }, async () => {
  const scarce = await addProduct(shop.db, { stock: 5 });
  const ready = Array.from({ length: 20 }, async (_, n) => {
    const buyer = await createBuyer({ ...shop, app: (n % 2 ? one : two).app }, [[scarce, 1]]);
    return { buyer, body: await buyer.prepareCheckout() };
  });
  const buyers = await Promise.all(ready);
  const answers = await Promise.all(buyers.map(({ buyer, body }) => buyer.submitCheckout(body)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(answer.json().code).toBe('items_unavailable');
  expect(await stockOf(shop.db, scarce)).toBe(0);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from order_line where product_id = ${scarce}`.execute(shop.db);
  expect(rows[0]?.n).toBe(5);
});

it('a node that dies amid an order leaves nothing of it, and the same press on the other makes the one order', async () => {
  const stock = await stockOf(shop.db, product);
  const buyer = await createBuyer({ ...shop, app: one.app }, [[product, 2]]);
  const body = await buyer.prepareCheckout();
  // Stock is taken and the order written when its payment is: there it is held, before the end of its transaction.
  await sql`create function hold() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(7); return new; end $$`.execute(shop.db);
  await sql`create trigger hold before insert on payment for each row execute function hold()`.execute(shop.db);
  const holder = new pg.Client(shop.connection);
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
  const cut = expect(buyer.submitCheckout(body, 'one-press')).rejects.toThrow();
  await waitUntilBlocked(shop.db, 1);
  await one.kill();
  await cut;
  expect(await stockOf(shop.db, product)).toBe(stock);

  const elsewhere = (path: string, payload?: object) =>
    two.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/backend${path}`,
      headers: { ...buyer.headers, 'idempotency-key': 'one-press' },
      ...(payload && { payload }),
    });
  const again = elsewhere('/create-order/initialize-payment/', body);
  // It waits for what the dead node's connection still holds.
  await waitUntilBlocked(shop.db, 2);
  await holder.end();
  const answer = await again;
  expect(answer.statusCode, answer.body).toBe(200);
  const repeated = await elsewhere('/create-order/initialize-payment/', body);
  expect(repeated.json().order_id).toBe(answer.json().order_id);
  expect((await elsewhere('/list-orders')).json()).toHaveLength(1);
  expect(await stockOf(shop.db, product)).toBe(stock - 2);
});
