import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../platform/database.ts';
import { type Change, EVERYTHING } from '../platform/dependencies.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import {
  addMerchant,
  addProduct,
  addProducts,
  addSubItem,
  openTestShop,
  type TestShop,
  updateProduct,
} from '../testing/shop.ts';
import { openSilentProxy } from '../testing/silent-proxy.ts';
import { waitFor } from '../testing/wait-for.ts';
import { sweepChanges } from './catalog.jobs.ts';
import { type Following, followChanges } from './follow-changes.ts';

let shop: TestShop;
let following: Following;
let reported: Change[];
let errors: unknown[];
let merchantId: MerchantId;
let productId: ProductId;
let place: { categoryId: number; subItemId: number };
let lists: string[];

const SLOW_MS = 300;
/** Follows the changes as a node does. */
const follow = (connection: Connection) =>
  followChanges(
    connection,
    {
      onChanges: async (changes, position) => {
        reported.push(...changes);
        await shop.applyChanges(changes, position);
      },
      onError: (error) => errors.push(error),
    },
    SLOW_MS,
    10,
  );
const clearReported = () => {
  reported = [];
  errors = [];
};
const isMark = ({ tags }: Change): boolean => tags.includes('end of step');
/** The changes that were committed before this call, in no particular order. */
const takeChanges = async (): Promise<Change[]> => {
  await sql`insert into catalog_change (tags) values ('{end of step}')`.execute(shop.db);
  await waitFor(() => expect(reported.some(isMark)).toBe(true));
  return reported.splice(0).filter((change) => !isMark(change));
};
const takeTags = async () => (await takeChanges()).flatMap(({ tags }) => tags);

beforeAll(async () => {
  shop = await openTestShop();
  clearReported();
  merchantId = await addMerchant(shop.db);
  place = await addSubItem(shop.db);
  productId = await addProduct(shop.db, { place, merchant_id: merchantId, price_kobo: 100_000, stock: 9 });
  lists = ['all', 'new', 'search', `c${place.categoryId}`, `s${place.subItemId}`, `m${merchantId}`];
  following = await follow(shop.connection);
});
afterAll(async () => {
  await following.stop();
  await shop.close();
});
beforeEach(clearReported);

describe('the changes that are reported', () => {
  const ofProduct = () => [`stock ${productId}`, `product ${productId}`];

  it('of a lower stock concern only the product’s own page', async () => {
    await updateProduct(shop.db, productId, { stock: 8 });
    expect(await takeTags()).toEqual([`stock ${productId}`]);
  });

  it('of a stock that ends or begins concern the lists of products in stock', async () => {
    for (const stock of [0, 5]) {
      await updateProduct(shop.db, productId, { stock });
      expect(await takeTags()).toEqual([...ofProduct(), ...lists.map((list) => `in stock ${list}`)]);
    }
  });

  it('of a price say where the product moved in the orders of its lists', async () => {
    await updateProduct(shop.db, productId, { price_kobo: 50_000 });
    const [change, ...others] = await takeChanges();
    expect(others).toEqual([]);
    expect(change?.tags).toEqual(ofProduct());
    expect(change?.moves).toEqual(lists.map((list) => ({ axis: `price ${list}`, from: 50_000, to: 100_000 })));
  });

  it('of a first discount concern the members of the list of deals', async () => {
    await updateProduct(shop.db, productId, { discount_percent: 5 });
    const [change] = await takeChanges();
    expect(new Set(change?.tags)).toEqual(
      new Set([...ofProduct(), ...lists.map((list) => `list ${list}`), 'list hot']),
    );
    expect(change?.moves).toContainEqual({ axis: 'discount hot', from: 0, to: 5 });
  });

  it('of a title concern searches', async () => {
    await updateProduct(shop.db, productId, { title: 'Ofada rice' });
    expect(await takeTags()).toEqual([...ofProduct(), 'list search']);
  });

  it('of a column that no response shows are none', async () => {
    await shop.db.updateTable('product').set({ listed_at: new Date() }).where('id', '=', productId).execute();
    expect(await takeTags()).toEqual([]);
  });

  it('of a new product concern its lists, and of a deleted one also itself and the one that is among the newest now', async () => {
    const others = await addProducts(shop.db, [{ place, merchant_id: merchantId }]);
    expect(await takeTags()).toEqual(expect.arrayContaining(['newest', 'list all', `list m${merchantId}`]));
    await shop.db.deleteFrom('product').where('id', 'in', others).execute();
    expect(await takeTags()).toEqual(
      expect.arrayContaining([`stock ${others[0]}`, `product ${others[0]}`, 'list all', `list m${merchantId}`]),
    );
  });

  it('of pictures, merchants, followers and exchange rates concern what shows them', async () => {
    await sql`insert into product_picture (product_id, position, key, alt) values (${productId}, 1, 'k', '')`.execute(
      shop.db,
    );
    expect(await takeTags()).toEqual([`product ${productId}`]);
    await shop.db.updateTable('merchant').set({ name: 'Mile Two' }).where('id', '=', merchantId).execute();
    expect(await takeTags()).toEqual([`merchant ${merchantId}`]);
    await sql`insert into merchant_followers (merchant_id, followers) values (${merchantId}, 1)`.execute(shop.db);
    expect(await takeTags()).toEqual([`followers ${merchantId}`]);
    await shop.db.updateTable('exchange_rate').set({ naira_per_unit: '1000' }).where('currency', '=', 'GBP').execute();
    expect(await takeTags()).toEqual(['rate GBP']);
  });

  it('of a category concern everything', async () => {
    await shop.db.updateTable('category').set({ name: 'Grains' }).execute();
    expect(await takeTags()).toContain(EVERYTHING);
  });

  it('of a transaction that commits after a later one are reported too', async () => {
    const early = await shop.db.startTransaction().execute();
    await early.updateTable('product').set({ stock: 30 }).where('id', '=', productId).execute();
    const otherId = await addProduct(shop.db, { place, merchant_id: merchantId });
    await takeChanges();
    await updateProduct(shop.db, otherId, { stock: 3 });
    expect(await takeTags()).toEqual([`stock ${otherId}`]);
    await early.commit().execute();
    expect(await takeTags()).toEqual([`stock ${productId}`]);
  });

  it('of more than a thousand products in one transaction are written once', async () => {
    await takeChanges();
    await sql`delete from catalog_change`.execute(shop.db);
    await addProducts(
      shop.db,
      Array.from({ length: 1001 }, () => ({ place, merchant_id: merchantId })),
    );
    const everything = { tags: [EVERYTHING], moves: [] };
    await waitFor(() => expect(reported).toEqual([everything]));
    await shop.db.updateTable('product').set({ stock: 78 }).execute();
    await waitFor(() => expect(reported).toEqual([everything, everything]));
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from catalog_change`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ count: 2002 }]);
  });

  it('of many transactions at once are one change of everything', async () => {
    const slow = await shop.db.startTransaction().execute();
    await sql`insert into catalog_change (tags) select '{a}' from generate_series(1, 600)`.execute(slow);
    await sql`insert into catalog_change (tags) select '{b}' from generate_series(1, 401)`.execute(slow);
    await slow.commit().execute();
    await waitFor(() => expect(reported).toEqual([{ tags: [EVERYTHING], moves: [] }]));
  });
});

it('responses show changes in the database', async () => {
  const newId = await addProduct(shop.db, { merchant_id: merchantId, price_kobo: 100_000, stock: 2 });
  await takeChanges();
  const readShop = async () => {
    const detail = (await shop.app.inject({ url: `/backend/api/products/${newId}/?country_code=US` })).json();
    const store = (await shop.app.inject({ url: `/backend/merchants/${merchantId}/` })).json();
    return [detail.display_price, detail.converted_price, detail.stock, store.store_name, store.follower_count];
  };
  expect(await readShop()).toEqual(['₦1,000', 'US$0.67', 2, 'Mile Two', 1]);
  await updateProduct(shop.db, newId, { price_kobo: 300_000, stock: 1 });
  await takeChanges();
  expect(await readShop()).toEqual(['₦3,000', 'US$2.00', 1, 'Mile Two', 1]);
  await shop.db.updateTable('exchange_rate').set({ naira_per_unit: '1000' }).where('currency', '=', 'USD').execute();
  await shop.db.updateTable('merchant').set({ name: 'Mile Three' }).where('id', '=', merchantId).execute();
  await sql`update merchant_followers set followers = 2`.execute(shop.db);
  await takeChanges();
  expect(await readShop()).toEqual(['₦3,000', 'US$3.00', 1, 'Mile Three', 2]);
  await shop.db.deleteFrom('product').where('id', '=', newId).execute();
  await takeChanges();
  expect((await shop.app.inject({ url: `/backend/api/products/${newId}/` })).statusCode).toBe(404);
});

/** Ends the connection over which changes are read. */
const endConnection = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%catalog_change%' and pid <> pg_backend_pid()`.execute(
    shop.db,
  );
/** Waits until changes were read so many times over the connection that was opened last. */
const waitForReads = async (count: number) => {
  const begun = new Set<number>();
  await waitFor(async () => {
    const { rows } = await sql<{ begun: Date }>`
      select query_start as begun from pg_stat_activity
      where datname = current_database() and query like '%catalog_change%' and pid <> pg_backend_pid()
      order by backend_start desc limit 1`.execute(shop.db);
    for (const row of rows) begun.add(row.begun.getTime());
    expect(begun.size).toBeGreaterThan(count);
  });
};

it('after the database did not respond everything counts as changed, when it responds in time again', {
  tags: ['@SETTING-18'],
}, async () => {
  const proxy = await openSilentProxy(shop.connection);
  await following.stop();
  following = await follow(proxy.connection);
  proxy.isSilent = true;
  proxy.silence();
  await updateProduct(shop.db, productId, { stock: 77 });
  await waitFor(() => expect(errors.length).toBeGreaterThan(0), { timeoutMs: 20_000 });
  expect(reported).toEqual([]);
  proxy.delayMs = SLOW_MS + 200;
  proxy.isSilent = false;
  const isSlowRead = (error: unknown) => String(error).includes('a read of the changes took more than');
  await waitFor(() => expect(errors.filter(isSlowRead)).toHaveLength(1));
  await waitForReads(3);
  expect(reported).toEqual([]);
  // Once, not for each read.
  expect(errors.filter(isSlowRead)).toHaveLength(1);
  proxy.delayMs = 0;
  await endConnection();
  await waitFor(() => expect(reported).toEqual([{ tags: [EVERYTHING], moves: [] }]), {
    timeoutMs: 20_000,
  });
  await following.stop();
  await proxy.close();
  following = await follow(shop.connection);
});

it('after a long pause everything counts as changed', async () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 11 * 60 * 1000);
  await waitFor(() => expect(reported).toEqual([{ tags: [EVERYTHING], moves: [] }]));
  clock.mockRestore();
});

it('after the connection was lost between two reads, everything counts as changed', async () => {
  await endConnection();
  await waitFor(() => expect(reported).toEqual([{ tags: [EVERYTHING], moves: [] }]), { timeoutMs: 20_000 });
});

it('old changes are deleted', async () => {
  await sql`update catalog_change set changed_at = now() - interval '61 minutes' where tags <> '{end of step}'`.execute(
    shop.db,
  );
  await enqueue(shop.db, sweepChanges, {});
  expect(await shop.jobs.runDue()).toEqual([]);
  const { rows } = await sql<{ tags: string[] }>`select distinct tags from catalog_change`.execute(shop.db);
  expect(rows).toEqual([{ tags: ['end of step'] }]);
});

it('fails while the database is unavailable, and stops at once', async () => {
  const unreachable = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'x', database: 'x' };
  await expect(follow(unreachable)).rejects.toMatchObject({ code: 'ENOENT' });
  await (await follow(shop.connection)).stop();
});
