import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { expectRefusal } from '../testing/answers.ts';
import { addAccount, addProducts, openTestShop, signIn, type TestShop, untilBlocked } from '../testing/shop.ts';

let shop: TestShop;
let account: AccountId;
let headers: Record<string, string>;
let products: number[];
/** Another writer, whose transaction holds up whoever comes after it. */
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await addAccount(shop.db);
  headers = await signIn(shop.db, account);
  products = await addProducts(
    shop.db,
    Array.from({ length: 4 }, () => ({ stock: 10 })),
  );
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

const product = (n: number) => products[n] ?? 0;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/backend/api/cart${path}`, headers, ...(payload && { payload }) });
const add = (product_id: number, quantity: number) => call('POST', '/', { product_id, quantity });
const save = (ids: number[], quantity: number) =>
  call('POST', '/save-bulk-items/', { cart_items: ids.map((product_id) => ({ product_id, quantity })) });
const quantities = async () =>
  new Map(
    (await call('GET', '/'))
      .json()
      .cart.map(({ product_id, quantity }: { product_id: number; quantity: number }) => [product_id, quantity]),
  );

/** Lets the writes begin while another one on the same cart is under way, each up to where it has to wait, then go on. */
const atOnce = async <T>(writes: (() => Promise<T>)[]): Promise<T[]> => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [account]);
  const begun = writes.map((write) => write());
  await untilBlocked(shop.db, writes.length);
  await other.query('commit');
  return Promise.all(begun);
};

describe('writes on one cart at once', () => {
  it('add up', async () => {
    const answers = await atOnce([() => add(product(0), 3), () => add(product(0), 4)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(await quantities()).toEqual(new Map([[product(0), 7]]));
    // The second saw what the first left, in its answer too.
    expect(answers.map((answer) => answer.json().cart[0].quantity)).toContain(7);
  });

  it('never go beyond the stock together', async () => {
    const answers = await atOnce([() => add(product(0), 6), () => add(product(0), 6), () => add(product(0), 6)]);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 400, 400]);
    for (const refused of answers.filter((answer) => answer.statusCode === 400)) expectRefusal(refused, 'out_of_stock');
    expect(await quantities()).toEqual(new Map([[product(0), 6]]));
  });

  it('wait for each other without deadlock, in whatever order they name products', async () => {
    const answers = await atOnce([
      () => save([0, 1, 2, 3].map(product), 2),
      () => save([3, 2, 1, 0].map(product), 3),
      () => save([2, 0, 3, 1].map(product), 4),
    ]);
    for (const answer of answers) expect(answer.json()).toMatchObject({ capped: [], dropped: [] });
    expect(await quantities()).toEqual(new Map(products.map((id) => [id, 9])));
    const ids = (await call('GET', '/')).json().cart.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('of different kinds are done one after the other', async () => {
    await add(product(0), 5);
    const [changed, removed] = await atOnce([
      () => call('PUT', `//${product(0)}/`, { quantity: 9 }),
      () => call('DELETE', `//${product(0)}/`),
    ]);
    expect(removed?.statusCode).toBe(200);
    // Changed and then taken out, or taken out and then not there to be changed.
    expect([200, 404]).toContain(changed?.statusCode);
    expect(await quantities()).toEqual(new Map());
  });
});

it('reads and the carts of others are not held up', async () => {
  await add(product(0), 1);
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [account]);
  expect(await quantities()).toEqual(new Map([[product(0), 1]]));
  headers = await signIn(shop.db);
  expect((await add(product(0), 1)).statusCode).toBe(200);
  await other.query('rollback');
});

it('a write whose account is deleted meanwhile finds its token invalid', async () => {
  await other.query('begin');
  await other.query('delete from account where id = $1', [account]);
  const begun = [add(product(0), 1), save([product(1)], 1), call('POST', '/clear_cart/')];
  await untilBlocked(shop.db, begun.length);
  await other.query('commit');
  for (const answer of await Promise.all(begun)) expectRefusal(answer, 'token_invalid');
});

it('a sale that happens while a write waits is seen by it', async () => {
  await other.query('begin');
  await other.query('select from account where id = $1 for no key update', [account]);
  const begun = add(product(0), 6);
  await untilBlocked(shop.db, 1);
  await other.query('update product set stock = 5 where id = $1', [product(0)]);
  await other.query('commit');
  expectRefusal(await begun, 'out_of_stock');
});
