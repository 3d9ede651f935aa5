import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { addMerchant, addProduct, addProducts, addSubItem, openTestShop, type TestShop } from '../testing/shop.ts';
import { bucketStart } from './catalog.rules.ts';

type SubItem = { categoryId: number; subItemId: number };

let shop: TestShop;
let subItems: SubItem[];
let merchants: MerchantId[];
const clients: pg.Client[] = [];

beforeAll(async () => {
  shop = await openTestShop();
  const first = await addSubItem(shop.db);
  subItems = [first, await addSubItem(shop.db, first), await addSubItem(shop.db)];
  merchants = [await addMerchant(shop.db), await addMerchant(shop.db)];
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await shop.close();
});

/** The stored counts of list_bucket that differ from the counts of the product rows. */
const selectWrongCounts = async () => {
  const { rows } = await sql`
    with entry as (
      select l.list, a.axis, a.bucket, (p.stock > 0)::integer as available
      from product p
      cross join lateral (values
        ('all', true, true), ('hot', p.discount_percent > 0, true), ('own', p.own_brand, true),
        ('c' || p.category_id, true, true), ('s' || p.sub_item_id, true, false), ('m' || p.merchant_id, true, false)
      ) l (list, member, in_order)
      cross join lateral (values
        ('t'::"char", 0::bigint, true), ('n', id_bucket(p.id), l.in_order), ('p', price_bucket(p.sale_kobo), l.in_order),
        ('N', coarse_bucket(id_bucket(p.id)), l.in_order),
        ('P', coarse_bucket(price_bucket(p.sale_kobo)), l.in_order), ('d', discount_bucket(p.discount_percent, p.id), l.in_order),
        ('D', coarse_bucket(discount_bucket(p.discount_percent, p.id)), l.in_order)
      ) a (axis, bucket, is_counted)
      where l.member and a.is_counted
    ), counted as (
      select list, axis, bucket, count(*) as products, sum(available) as in_stock from entry group by 1, 2, 3
    )
    select list, axis, bucket, stored.products as stored, stored.in_stock as stored_in_stock, counted.products, counted.in_stock
    from list_bucket stored full join counted using (list, axis, bucket)
    where coalesce(stored.products, 0) <> coalesce(counted.products, 0)
      or coalesce(stored.in_stock, 0) <> coalesce(counted.in_stock, 0)`.execute(shop.db);
  return rows;
};

const anySubItem = fc.nat({ max: 2 });
const anyMerchant = fc.nat({ max: 1 });
const anyPrice = fc.oneof(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 100_000, max: 200_000_000 }));
const anyStock = fc.nat({ max: 2 });
const anyDiscount = fc.constantFrom(0, 0, 1, 50, 99);
/** Selects the products of a step: those with this remainder of their id divided by 7. */
const anyRemainder = fc.nat({ max: 6 });
const anyProduct = fc.record({
  place: anySubItem,
  merchant: anyMerchant,
  price_kobo: anyPrice,
  stock: anyStock,
  discount_percent: anyDiscount,
  own_brand: fc.boolean(),
});
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), products: fc.array(anyProduct, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('delete' as const), remainder: anyRemainder }),
  fc.record({ do: fc.constant('price' as const), remainder: anyRemainder, price: anyPrice }),
  fc.record({ do: fc.constant('discount' as const), remainder: anyRemainder, percent: anyDiscount }),
  fc.record({ do: fc.constant('stock' as const), remainder: anyRemainder, stock: anyStock }),
  fc.record({ do: fc.constant('place' as const), remainder: anyRemainder, place: anySubItem }),
  fc.record({ do: fc.constant('merchant' as const), remainder: anyRemainder, merchant: anyMerchant }),
  fc.record({ do: fc.constant('own' as const), remainder: anyRemainder, own: fc.boolean() }),
  fc.record({ do: fc.constant('all columns' as const), remainder: anyRemainder, product: anyProduct }),
  fc.record({ do: fc.constant('rollback' as const), remainder: anyRemainder, product: anyProduct }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;
type NewProduct = typeof anyProduct extends fc.Arbitrary<infer P> ? P : never;

const subItemAt = (n: number): SubItem => subItems[n] ?? { categoryId: 0, subItemId: 0 };
const merchantAt = (n: number): MerchantId => merchants[n] ?? (0 as MerchantId);

const applyStep = async (step: Step): Promise<void> => {
  const { db } = shop;
  const columns = ({ place, merchant, price_kobo, ...rest }: NewProduct) => ({
    ...rest,
    price_kobo: kobo(price_kobo),
    merchant_id: merchantAt(merchant),
    sub_item_id: subItemAt(place).subItemId,
    category_id: subItemAt(place).categoryId,
  });
  if (step.do === 'insert') {
    const products = step.products.map(({ place, merchant, ...rest }) => ({
      ...rest,
      place: subItemAt(place),
      merchant_id: merchantAt(merchant),
    }));
    await addProducts(db, products);
    return;
  }
  const isSelected = sql<boolean>`id % 7 = ${step.remainder}`;
  const update = db.updateTable('product').where(isSelected);
  switch (step.do) {
    case 'delete':
      await db.deleteFrom('product').where(isSelected).execute();
      return;
    case 'price':
      await update.set({ price_kobo: kobo(step.price) }).execute();
      return;
    case 'discount':
      await update.set({ discount_percent: step.percent }).execute();
      return;
    case 'stock':
      await update.set({ stock: step.stock }).execute();
      return;
    case 'place':
      await update
        .set({ sub_item_id: subItemAt(step.place).subItemId, category_id: subItemAt(step.place).categoryId })
        .execute();
      return;
    case 'merchant':
      await update.set({ merchant_id: merchantAt(step.merchant) }).execute();
      return;
    case 'own':
      await update.set({ own_brand: step.own }).execute();
      return;
    case 'all columns':
      await update.set(columns(step.product)).execute();
      return;
    case 'rollback': {
      const trx = await db.startTransaction().execute();
      await trx.updateTable('product').where(isSelected).set(columns(step.product)).execute();
      await trx
        .deleteFrom('product')
        .where('id', '>', 0 as ProductId)
        .execute();
      await trx.rollback().execute();
    }
  }
};

describe('the stored counts of lists', () => {
  it('equal the counts of the rows after any changes of products', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const step of steps) await applyStep(step);
        expect(await selectWrongCounts()).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('are the counts in the responses of lists', async () => {
    const place = subItemAt(0);
    await addProducts(
      shop.db,
      [0, 3, 0, 5, 5].map((stock, n) => ({
        place,
        merchant_id: merchantAt(0),
        stock,
        discount_percent: n * 10,
        own_brand: n > 2,
      })),
    );
    const lists = [
      ['/api/products/', sql`true`],
      ['/api/hot-deals/', sql`discount_percent > 0`],
      ['/api/sokuwa-brands/', sql`own_brand`],
      [`/api/products/category//${place.categoryId}`, sql`category_id = ${place.categoryId}`],
      [`/api/products/subitem//${place.subItemId}`, sql`sub_item_id = ${place.subItemId}`],
      [`/merchants/${merchantAt(0)}/products/`, sql`merchant_id = ${merchantAt(0)}`],
    ] as const;
    const filters = [
      ['', sql`true`],
      ['in_stock=true', sql`stock > 0`],
      ['min_price=0', sql`true`],
      ['min_price=0&max_price=0', sql`sale_kobo = 0`],
      ['max_price=5.05', sql`sale_kobo <= 505`],
      ['min_price=0.01&max_price=99999&in_stock=true', sql`sale_kobo between 1 and 9999900 and stock > 0`],
      ['min_price=3000&max_price=3000.99', sql`sale_kobo between 300000 and 300099`],
    ] as const;
    for (const [path, member] of lists) {
      for (const [query, passes] of filters) {
        const { rows } = await sql<{ n: number }>`
          select count(*)::integer as n from product where ${member} and ${passes}`.execute(shop.db);
        const response = await shop.app.inject({ url: `/backend${path}?${query}` });
        expect(response.json().count, `${path}?${query}`).toBe(rows[0]?.n);
      }
    }
  });

  it('are the counts between any two prices', async () => {
    // Around the first amount of a coarse bucket (2,976.00 naira), of the ones beside it, and of a fine bucket within it.
    const starts = [63_104, 62_976, 62_977, 63_000, 62_848].map((bucket) => bucketStart(bucket));
    const prices = starts.flatMap((start) => [start - 100, start - 1, start, start + 1, start + 99]);
    await addProducts(
      shop.db,
      prices.map((price_kobo, n) => ({ price_kobo, stock: n % 3, place: subItemAt(0), merchant_id: merchantAt(0) })),
    );
    shop.clearCaches();
    const anyLimit = fc
      .tuple(fc.constantFrom(...prices), fc.integer({ min: -1, max: 1 }))
      .map(([price, by]) => price + by);
    await fc.assert(
      fc.asyncProperty(fc.option(anyLimit), fc.option(anyLimit), fc.boolean(), async (min, max, inStock) => {
        const query = new URLSearchParams({
          ...(min !== null && { min_price: String(min / 100) }),
          ...(max !== null && { max_price: String(max / 100) }),
          in_stock: String(inStock),
        });
        const response = await shop.app.inject({ url: `/backend/api/products/?${query}` });
        const { rows } = await sql<{ n: number }>`
          select count(*)::integer as n from product
          where sale_kobo >= ${min ?? 0} and sale_kobo <= ${max ?? Number.MAX_SAFE_INTEGER} and (stock > 0 or ${!inStock})`.execute(
          shop.db,
        );
        expect(response.json().count, String(query)).toBe(rows[0]?.n);
      }),
      { numRuns: 150 },
    );
  });

  it('of coarse buckets are added to a shop that has products', async () => {
    await addProducts(shop.db, [{ discount_percent: 30 }, { stock: 0 }]);
    const migration = new URL('../../migrations/0035_coarse_buckets.sql', import.meta.url);
    await sql`delete from list_bucket where axis in ('N', 'P', 'D')`.execute(shop.db);
    await sql`drop function coarse_bucket`.execute(shop.db);
    const client = await connect();
    await client.query(`begin; ${await readFile(migration, 'utf8')}; commit`);
    expect(await selectWrongCounts()).toEqual([]);
  });

  it('of finer price buckets are computed for a shop that has products', async () => {
    await addProducts(shop.db, [{ price_kobo: 1_245_500 }, { price_kobo: 12, discount_percent: 30, stock: 0 }]);
    const migration = new URL('../../migrations/0038_finer_price_buckets.sql', import.meta.url);
    await sql`update list_bucket set products = 100, in_stock = 100 where axis in ('p', 'P')`.execute(shop.db);
    const client = await connect();
    await client.query(`begin; ${await readFile(migration, 'utf8')}; commit`);
    expect(await selectWrongCounts()).toEqual([]);
  });

  it('are not written when stock changes without crossing zero', async () => {
    const id = await addProduct(shop.db, { place: subItemAt(0), merchant_id: merchantAt(0), stock: 5 });
    const readRowVersions = async () =>
      (await sql`select list, axis, bucket, xmin::text, ctid::text from list_bucket order by 1, 2, 3`.execute(shop.db))
        .rows;
    const setStock = (stock: number) => shop.db.updateTable('product').set({ stock }).where('id', '=', id).execute();
    const before = await readRowVersions();
    await setStock(1);
    await setStock(1_000_000);
    expect(await readRowVersions()).toEqual(before);
    await setStock(0);
    expect(await readRowVersions()).not.toEqual(before);
    expect(await selectWrongCounts()).toEqual([]);
  });
});

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client(shop.connection);
  await client.connect();
  clients.push(client);
  return client;
};

const readProcessId = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/** Waits until the database process waits for a lock, or its query finishes. */
const waitUntilBlockedOrDone = async (pid: number, query: Promise<unknown>): Promise<'blocked' | 'done'> => {
  let done = false;
  const end = () => {
    done = true;
  };
  query.then(end, end);
  for (;;) {
    const { rows } = await sql<{
      blocked: boolean;
    }>`select cardinality(pg_blocking_pids(${pid})) > 0 as blocked`.execute(shop.db);
    if (rows[0]?.blocked) return 'blocked';
    if (done) return 'done';
  }
};

describe('concurrent writers', () => {
  const openTwoWriters = async () => {
    const [a, b] = [await connect(), await connect()];
    const products = Array.from({ length: 6 }, (_, n) => ({
      place: subItemAt(n % 3),
      merchant_id: merchantAt(0),
      stock: 1,
      price_kobo: [100_00, 222_00][n % 2] ?? 0,
      discount_percent: [0, 30][n % 2] ?? 0,
    }));
    return { a, b, ids: await addProducts(shop.db, products) };
  };

  it('are both counted when they change different products of one list', async () => {
    const { a, b, ids } = await openTwoWriters();
    await a.query('begin');
    await a.query('update product set stock = 0 where id = $1', [ids[0]]);
    const pid = await readProcessId(b);
    const second = b.query('update product set stock = 0, price_kobo = 50000 where id = $1', [ids[3]]);
    expect(await waitUntilBlockedOrDone(pid, second)).toBe('blocked');
    await a.query('commit');
    await second;
    expect(await selectWrongCounts()).toEqual([]);
  });

  it('do not deadlock when each changes several products', async () => {
    const { a, b, ids } = await openTwoWriters();
    await a.query('begin');
    await b.query('begin');
    // The two writers move products between the same buckets in opposite directions.
    await a.query('update product set stock = 0, price_kobo = 22200, discount_percent = 30 where id = $1', [ids[0]]);
    const pid = await readProcessId(b);
    const second = b.query(
      'update product set stock = 0, price_kobo = 10000, discount_percent = 0 where id = any($1)',
      [[ids[1], ids[3]]],
    );
    await waitUntilBlockedOrDone(pid, second);
    await a.query('update product set stock = 0, price_kobo = 22200, discount_percent = 30 where id = any($1)', [
      [ids[2], ids[4]],
    ]);
    await a.query('commit');
    await second;
    await b.query('commit');
    expect(await selectWrongCounts()).toEqual([]);
  });

  it('do not deadlock when they sell out products of several buckets', async () => {
    const { a, b, ids } = await openTwoWriters();
    await a.query('begin');
    await a.query('update product set stock = 0 where id = $1', [ids[0]]);
    const pid = await readProcessId(b);
    const second = b.query('update product set stock = 0 where id = $1', [ids[1]]);
    expect(await waitUntilBlockedOrDone(pid, second)).toBe('blocked');
    await a.query('update product set stock = 0 where id = $1', [ids[3]]);
    await a.query('commit');
    await second;
    expect(await selectWrongCounts()).toEqual([]);
  });

  it('do not deadlock when they insert and delete; a rollback leaves the counts correct', async () => {
    const { a, b, ids } = await openTwoWriters();
    await a.query('begin');
    await a.query('delete from product where id = $1', [ids[0]]);
    const pid = await readProcessId(b);
    const copies = `insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at)
      select $2 || id, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at
      from product where id = any($1)`;
    const second = b.query(copies, [ids.slice(1), randomUUID()]);
    expect(await waitUntilBlockedOrDone(pid, second)).toBe('blocked');
    await a.query('delete from product where id = any($1)', [ids.slice(1, 3)]);
    await a.query('rollback');
    await second;
    expect(await selectWrongCounts()).toEqual([]);
  });
});
