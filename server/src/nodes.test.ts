import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProductId } from './platform/ids.ts';
import { registration } from './testing/account.ts';
import { createBuyer, stockOf } from './testing/buyer.ts';
import { databaseUrlOf, type ShopNode, startNode } from './testing/node.ts';
import { startRedis } from './testing/redis-server.ts';
import { expectRefusal } from './testing/responses.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from './testing/shop.ts';
import { waitFor } from './testing/wait-for.ts';

const CLI = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

/** Two servers and a worker in separate processes share the database of this shop, which serves no requests itself. */
let shop: TestShop;
let redis: Awaited<ReturnType<typeof startRedis>>;
let settings: Record<string, string>;
let first: ShopNode;
let second: ShopNode;
let worker: ShopNode;
let productId: ProductId;

beforeAll(async () => {
  shop = await openTestShop();
  productId = await addProduct(shop.db, { price_kobo: 200_000, stock: 50 });
  redis = await startRedis();
  settings = {
    DATABASE_URL: databaseUrlOf(shop.connection),
    DATABASE_CONNECTIONS: '6',
    DATA_DIR: shop.config.dataDir,
    REDIS_URL: redis.url,
    TRUSTED_PROXY: '127.0.0.1',
    NETWORK_CALLS_PER_MINUTE: '1200',
    // A heartbeat would replace the statement that `countListeners` looks for.
    DATABASE_HEARTBEAT_MS: '60000',
  };
  // All at the same time, as an orchestrator does.
  const roles = ['web', 'web', 'worker'].map((role) => startNode({ ...settings, PROCESS_ROLE: role }));
  [first, second, worker] = (await Promise.all(roles)) as [ShopNode, ShopNode, ShopNode];
});
afterAll(async () => {
  await Promise.all([first, second, worker].map((node) => node?.stop()));
  await redis?.stop();
  await shop?.close();
});

const onBoth = <T>(run: (node: ShopNode) => Promise<T>): Promise<[T, T]> => Promise.all([run(first), run(second)]);
const get = (node: ShopNode, url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });
const post = (node: ShopNode, path: string, payload: object, headers: Record<string, string> = {}) =>
  node.app.inject({ method: 'POST', url: `/backend${path}`, payload, headers });
const countListeners = async (channel: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and query ilike ${`listen "${channel}%`}`.execute(shop.db);
  return rows[0]?.n;
};

it('the worker listens for jobs and serves only health checks', async () => {
  await waitFor(async () => expect(await countListeners('pgboss')).toBe(1));
  // Web nodes are ready when their release is stored.
  for (const node of [first, second, worker])
    await waitFor(async () => expect((await get(node, '/readyz')).statusCode).toBe(200));
  expectRefusal(await get(worker, '/backend/api/category/'), 'not_found');
});

it('an account that registers on one node gets its mail from the worker, verifies on the other node, and signs in and out on both', {
  tags: ['@SESSION-12'],
}, async () => {
  const form = registration();
  expect((await post(first, '/register/', form)).statusCode).toBe(200);
  const verificationMail = await waitFor(
    async () => {
      const [mail] = await shop.mailbox.read(form.email);
      if (!mail) throw new Error('no mail yet');
      return mail;
    },
    { timeoutMs: 10_000 },
  );
  const [, path = ''] = /http:\/\/shop\.test(\/verify-email\/\S+)/.exec(verificationMail.text) ?? [];
  expect((await get(second, `/backend${path}`)).statusCode).toBe(200);
  const login = await post(second, '/login/', { email: form.email, password: form.password });
  const headers = { authorization: `Token ${login.json().token}` };
  for (const response of await onBoth((node) => get(node, '/backend/profile/', headers)))
    expect(response.json().user.email).toBe(form.email);
  expect((await post(first, '/logout/', {}, headers)).statusCode).toBe(200);
  for (const response of await onBoth((node) => get(node, '/backend/profile/', headers)))
    expectRefusal(response, 'token_invalid');
});

it('a price that the operator changes becomes visible on both nodes, in API responses and on pages', async () => {
  const readPrices = async (node: ShopNode) => {
    const response = await get(node, `/backend/api/products/${productId}/`);
    const page = await get(node, `/product/details/${productId}`);
    return [response.json().display_price, /₦[\d,]+/.exec(page.body)?.[0]];
  };
  // Both nodes have cached the responses now.
  expect(await onBoth(readPrices)).toEqual([
    ['₦2,000', '₦2,000'],
    ['₦2,000', '₦2,000'],
  ]);
  const cli = spawn(process.execPath, [CLI, 'products', 'price', String(productId), '3000'], {
    env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(cli, 'exit')).toEqual([0, null]);
  await waitFor(async () =>
    expect(await onBoth(readPrices)).toEqual([
      ['₦3,000', '₦3,000'],
      ['₦3,000', '₦3,000'],
    ]),
  );
});

it('both nodes count the requests of an address together', async () => {
  const request = (node: ShopNode, address: string) => get(node, '/backend/nothing', { 'x-forwarded-for': address });
  for (let n = 0; n < 1200; n += 40) {
    const batch = Array.from({ length: 40 }, (_, i) => request(i % 2 ? first : second, '203.0.113.9'));
    for (const response of await Promise.all(batch)) expect(response.statusCode).toBe(404);
  }
  for (const response of await onBoth((node) => request(node, '203.0.113.9')))
    expectRefusal(response, 'too_many_requests');
  for (const response of await onBoth((node) => request(node, '203.0.113.10'))) expect(response.statusCode).toBe(404);
});

it('of twenty concurrent buyers on both nodes, five get the last five pieces', { tags: ['@ORDER-2'] }, async () => {
  const scarceId = await addProduct(shop.db, { stock: 5 });
  const preparedBuyers = Array.from({ length: 20 }, async (_, n) => {
    const buyer = await createBuyer({ ...shop, app: (n % 2 ? first : second).app }, [[scarceId, 1]]);
    return { buyer, body: await buyer.prepareCheckout() };
  });
  const buyers = await Promise.all(preparedBuyers);
  const responses = await Promise.all(buyers.map(({ buyer, body }) => buyer.submitCheckout(body)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  for (const response of responses.filter(({ statusCode }) => statusCode !== 200))
    expect(response.json().code).toBe('items_unavailable');
  expect(await stockOf(shop.db, scarceId)).toBe(0);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from order_line where product_id = ${scarceId}`.execute(shop.db);
  expect(rows[0]?.n).toBe(5);
});

it('a node that is killed during an order leaves no part of it, and a retry with the same key on the other node creates one order', async () => {
  const stock = await stockOf(shop.db, productId);
  const buyer = await createBuyer({ ...shop, app: first.app }, [[productId, 2]]);
  const body = await buyer.prepareCheckout();
  // The payment is the last insert of the order's transaction. The trigger makes it wait for the advisory lock.
  await sql`create function wait_for_lock() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(7); return new; end $$`.execute(shop.db);
  await sql`create trigger wait_for_lock before insert on payment for each row execute function wait_for_lock()`.execute(
    shop.db,
  );
  const lockHolder = new pg.Client(shop.connection);
  await lockHolder.connect();
  await lockHolder.query('select pg_advisory_lock(7)');
  const interrupted = expect(buyer.submitCheckout(body, 'order-1')).rejects.toThrow();
  await waitUntilBlocked(shop.db, 1);
  await first.kill();
  await interrupted;
  expect(await stockOf(shop.db, productId)).toBe(stock);

  const callSecond = (path: string, payload?: object) =>
    second.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/backend${path}`,
      headers: { ...buyer.headers, 'idempotency-key': 'order-1' },
      ...(payload && { payload }),
    });
  const retry = callSecond('/create-order/initialize-payment/', body);
  // The killed node's connection holds the account's lock until its statement ends; the retry waits for that.
  await lockHolder.end();
  const response = await retry;
  expect(response.statusCode, response.body).toBe(200);
  const repeated = await callSecond('/create-order/initialize-payment/', body);
  expect(repeated.json().order_id).toBe(response.json().order_id);
  expect((await callSecond('/list-orders')).json()).toHaveLength(1);
  expect(await stockOf(shop.db, productId)).toBe(stock - 2);
});
