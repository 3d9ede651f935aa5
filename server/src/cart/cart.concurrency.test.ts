import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { expectRefusal } from '../testing/responses.ts';
import {
  addAccount,
  addProducts,
  openTestShop,
  signIn,
  type TestShop,
  waitUntilBlocked,
  waitUntilChangesQueued,
} from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';

let shop: TestShop;
let accountId: AccountId;
let headers: Record<string, string>;
let products: number[];
/** A second database client; its open transactions block the writes under test. */
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
  products = await addProducts(
    shop.db,
    Array.from({ length: 4 }, () => ({ stock: 10 })),
  );
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

const productId = (n: number) => products[n] ?? 0;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/backend/api/cart${path}`, headers, ...(payload && { payload }) });
const add = (product_id: number, quantity: number) => call('POST', '/', { product_id, quantity });
const save = (ids: number[], quantity: number) =>
  call('POST', '/save-bulk-items/', { cart_items: ids.map((product_id) => ({ product_id, quantity })) });
const readQuantities = async () =>
  new Map(
    (await call('GET', '/'))
      .json()
      .cart.map(({ product_id, quantity }: { product_id: number; quantity: number }) => [product_id, quantity]),
  );

/** Starts the writes while another transaction locks the account, and commits it when all writes are blocked. */
const runConcurrently = async <T>(writes: (() => Promise<T>)[]): Promise<T[]> => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [accountId]);
  const pending = writes.map((write) => write());
  await waitUntilChangesQueued(shop, accountId, writes.length);
  await other.query('commit');
  return Promise.all(pending);
};

describe('concurrent writes on one cart', () => {
  it('add up their quantities', async () => {
    const responses = await runConcurrently([() => add(productId(0), 3), () => add(productId(0), 4)]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    expect(await readQuantities()).toEqual(new Map([[productId(0), 7]]));
    // The second response contains the sum.
    expect(responses.map((response) => response.json().cart[0].quantity)).toContain(7);
  });

  it('append lines of different products one after the other', async () => {
    const responses = await runConcurrently([() => add(productId(0), 1), () => add(productId(1), 2)]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    const { cart } = (await call('GET', '/')).json();
    expect(cart.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    expect(await readQuantities()).toEqual(
      new Map([
        [productId(0), 1],
        [productId(1), 2],
      ]),
    );
    // The response of the second addition is the whole cart.
    expect(responses.map((response) => response.json())).toContainEqual((await call('GET', '/')).json());
  });

  it('never exceed the stock in total', async () => {
    const responses = await runConcurrently([
      () => add(productId(0), 6),
      () => add(productId(0), 6),
      () => add(productId(0), 6),
    ]);
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([200, 400, 400]);
    for (const refused of responses.filter((response) => response.statusCode === 400))
      expectRefusal(refused, 'out_of_stock');
    expect(await readQuantities()).toEqual(new Map([[productId(0), 6]]));
  });

  it('wait for each other without deadlock, in any order of products', async () => {
    const responses = await runConcurrently([
      () => save([0, 1, 2, 3].map(productId), 2),
      () => save([3, 2, 1, 0].map(productId), 3),
      () => save([2, 0, 3, 1].map(productId), 4),
    ]);
    for (const response of responses) expect(response.json()).toMatchObject({ capped: [], dropped: [] });
    expect(await readQuantities()).toEqual(new Map(products.map((id) => [id, 9])));
    const ids = (await call('GET', '/')).json().cart.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('run one after the other when they are of different kinds', async () => {
    await add(productId(0), 5);
    const [changed, removed] = await runConcurrently([
      () => call('PUT', `//${productId(0)}/`, { quantity: 9 }),
      () => call('DELETE', `//${productId(0)}/`),
    ]);
    expect(removed?.statusCode).toBe(200);
    // Either the change runs first, or the line is gone when it runs.
    expect([200, 404]).toContain(changed?.statusCode);
    expect(await readQuantities()).toEqual(new Map());
  });
});

it('does not block reads or the carts of other accounts', async () => {
  await add(productId(0), 1);
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [accountId]);
  expect(await readQuantities()).toEqual(new Map([[productId(0), 1]]));
  headers = await signIn(shop.db);
  expect((await add(productId(0), 1)).statusCode).toBe(200);
  await other.query('rollback');
});

it('refuses a waiting write with token_invalid when the account is deleted meanwhile', async () => {
  await other.query('begin');
  await other.query('delete from account where id = $1', [accountId]);
  const pending = [add(productId(0), 1), save([productId(1)], 1), call('POST', '/clear_cart/')];
  await waitUntilChangesQueued(shop, accountId, pending.length);
  await other.query('commit');
  for (const response of await Promise.all(pending)) expectRefusal(response, 'token_invalid');
});

it('checks a waiting write against the stock at the time when it continues', async () => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [accountId]);
  const pending = add(productId(0), 6);
  await waitUntilChangesQueued(shop, accountId, 1);
  await other.query('update product set stock = 5 where id = $1', [productId(0)]);
  await other.query('commit');
  expectRefusal(await pending, 'out_of_stock');
});

it('continues a waiting write from the cart that another process has left', async () => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [accountId]);
  const pending = [add(productId(0), 5), add(productId(1), 1), call('PUT', `//${productId(0)}/`, { quantity: 9 })];
  await waitUntilChangesQueued(shop, accountId, pending.length);
  await other.query(
    "insert into cart_line (account_id, product_id, line, quantity, title) values ($1, $2, 7, 6, 'Yam')",
    [accountId, productId(0)],
  );
  await other.query('commit');
  const [tooMany, appended, changed] = await Promise.all(pending);
  if (tooMany) expectRefusal(tooMany, 'out_of_stock');
  expect(appended?.json().cart).toMatchObject([
    { id: 7, product_id: productId(0) },
    { id: 8, product_id: productId(1), quantity: 1 },
  ]);
  expect(changed?.statusCode).toBe(200);
  expect(await readQuantities()).toEqual(
    new Map([
      [productId(0), 9],
      [productId(1), 1],
    ]),
  );
});

it('holds no connection while writes wait for the lock', { tags: ['@API-30'] }, async () => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [accountId]);
  const pending = Array.from({ length: 20 }, () => add(productId(0), 1));
  await waitUntilChangesQueued(shop, accountId, 20);
  // Proves that all connections of the pool are free, by taking every one of them at the same time.
  const size = shop.config.databaseConnections;
  const clients = await Promise.all(Array.from({ length: size }, () => shop.pool.connect()));
  expect(shop.pool.totalCount).toBe(size);
  for (const client of clients) client.release();
  await other.query('commit');
  const statuses = (await Promise.all(pending)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

describe('one account', () => {
  let strict: TestShop;
  let strictAccountId: AccountId;
  let product: number;
  beforeEach(async () => {
    strict = await openTestShop({ ACCOUNT_CONCURRENT_CALLS: '2', ACCOUNT_WAITING_CALLS: '40' });
    product = (await addProducts(strict.db, [{ stock: 1000 }]))[0] ?? 0;
    strictAccountId = await addAccount(strict.db);
    headers = await signIn(strict.db, strictAccountId);
  });
  afterEach(() => strict.close());

  const expectReady = async () => expect((await strict.app.inject('/readyz')).statusCode).toBe(200);
  const addOne = () =>
    strict.app.inject({
      method: 'POST',
      url: '/backend/api/cart/',
      headers,
      payload: { product_id: product, quantity: 1 },
    });

  it('never takes all connections with 250 writes at once', { tags: ['@API-30'] }, async () => {
    let heldConnections = 0;
    let mostHeldConnections = 0;
    strict.pool.on('acquire', () => {
      mostHeldConnections = Math.max(mostHeldConnections, ++heldConnections);
    });
    strict.pool.on('release', () => heldConnections--);
    const sent = Array.from({ length: 250 }, addOne);
    await expectReady();
    const responses = await Promise.all(sent);
    const accepted = responses.filter(({ statusCode }) => statusCode === 200);
    expect(accepted.length).toBeGreaterThanOrEqual(40);
    for (const refused of responses.filter(({ statusCode }) => statusCode !== 200)) {
      expectRefusal(refused, 'too_many_requests');
      expect(refused.headers['retry-after']).toBe('1');
    }
    // One to check tokens, one to write, one for /readyz.
    expect(mostHeldConnections).toBeGreaterThan(0);
    expect(mostHeldConnections).toBeLessThanOrEqual(3);
    const cart = await strict.app.inject({ url: '/backend/api/cart/', headers });
    expect(cart.json().cart).toMatchObject([{ quantity: accepted.length }]);
  });

  it('never takes all connections with reads that hang', { tags: ['@API-30'] }, async () => {
    const blocker = new pg.Client(strict.connection);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table cart_line in access exclusive mode');
    const reads = Array.from({ length: 20 }, () => strict.app.inject({ url: '/backend/api/cart/', headers }));
    await waitFor(() => expect(strict.app.callsByOwner.count(`account ${strictAccountId}`)).toBe(20));
    await waitUntilBlocked(strict.db, 2);
    await expectReady();
    await blocker.query('commit');
    await blocker.end();
    for (const read of await Promise.all(reads)) expect(read.statusCode).toBe(200);
  });
});
