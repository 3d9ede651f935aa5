import { randomUUID } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { addMerchant, addProduct, addProducts, addSubItem, openTestShop, type TestShop } from '../testing/shop.ts';

type Place = { categoryId: number; subItemId: number };

let shop: TestShop;
let places: Place[];
let merchants: MerchantId[];
const clients: pg.Client[] = [];

beforeAll(async () => {
  shop = await openTestShop();
  const first = await addSubItem(shop.db);
  places = [first, await addSubItem(shop.db, first), await addSubItem(shop.db)];
  merchants = [await addMerchant(shop.db), await addMerchant(shop.db)];
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await shop.close();
});

/** Lists and orders whose kept counts differ from what plain counting gives. */
const wrongCounts = async () => {
  const { rows } = await sql`
    with place as (
      select l.list, a.axis, a.bucket, (p.stock > 0)::integer as available
      from product p
      cross join lateral (values
        ('all', true, true), ('hot', p.discount_percent > 0, true), ('own', p.own_brand, true),
        ('c' || p.category_id, true, true), ('s' || p.sub_item_id, true, false), ('m' || p.merchant_id, true, false)
      ) l (list, member, in_order)
      cross join lateral (values
        ('t'::"char", 0::bigint, true), ('n', id_bucket(p.id), l.in_order), ('p', price_bucket(p.sale_kobo), l.in_order),
        ('d', discount_bucket(p.discount_percent, p.id), l.in_order)
      ) a (axis, bucket, kept)
      where l.member and a.kept
    ), counted as (
      select list, axis, bucket, count(*) as products, sum(available) as in_stock from place group by 1, 2, 3
    )
    select list, axis, bucket, kept.products as kept, kept.in_stock as kept_in_stock, counted.products, counted.in_stock
    from list_bucket kept full join counted using (list, axis, bucket)
    where coalesce(kept.products, 0) <> coalesce(counted.products, 0)
      or coalesce(kept.in_stock, 0) <> coalesce(counted.in_stock, 0)`.execute(shop.db);
  return rows;
};

const somePlace = fc.nat({ max: 2 });
const someMerchant = fc.nat({ max: 1 });
const somePrice = fc.oneof(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 100_000, max: 200_000_000 }));
const someStock = fc.nat({ max: 2 });
const someDiscount = fc.constantFrom(0, 0, 1, 50, 99);
/** Which products are meant: each whose id leaves this rest. */
const some = fc.nat({ max: 6 });
const newProduct = fc.record({
  place: somePlace,
  merchant: someMerchant,
  price_kobo: somePrice,
  stock: someStock,
  discount_percent: someDiscount,
  own_brand: fc.boolean(),
});
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), products: fc.array(newProduct, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('delete' as const), some }),
  fc.record({ do: fc.constant('price' as const), some, price: somePrice }),
  fc.record({ do: fc.constant('discount' as const), some, percent: someDiscount }),
  fc.record({ do: fc.constant('stock' as const), some, stock: someStock }),
  fc.record({ do: fc.constant('place' as const), some, place: somePlace }),
  fc.record({ do: fc.constant('merchant' as const), some, merchant: someMerchant }),
  fc.record({ do: fc.constant('own' as const), some, own: fc.boolean() }),
  fc.record({ do: fc.constant('everything' as const), some, product: newProduct }),
  fc.record({ do: fc.constant('undone' as const), some, product: newProduct }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type NewProduct = typeof newProduct extends fc.Arbitrary<infer P> ? P : never;

const placeAt = (n: number): Place => places[n] ?? { categoryId: 0, subItemId: 0 };
const merchantAt = (n: number): MerchantId => merchants[n] ?? (0 as MerchantId);

const takeStep = async (taken: Step): Promise<void> => {
  const { db } = shop;
  const columns = ({ place, merchant, price_kobo, ...rest }: NewProduct) => ({
    ...rest,
    price_kobo: kobo(price_kobo),
    merchant_id: merchantAt(merchant),
    sub_item_id: placeAt(place).subItemId,
    category_id: placeAt(place).categoryId,
  });
  if (taken.do === 'insert') {
    const products = taken.products.map(({ place, merchant, ...rest }) => ({
      ...rest,
      place: placeAt(place),
      merchant_id: merchantAt(merchant),
    }));
    await addProducts(db, products);
    return;
  }
  const meant = sql<boolean>`id % 7 = ${taken.some}`;
  const update = db.updateTable('product').where(meant);
  switch (taken.do) {
    case 'delete':
      await db.deleteFrom('product').where(meant).execute();
      return;
    case 'price':
      await update.set({ price_kobo: kobo(taken.price) }).execute();
      return;
    case 'discount':
      await update.set({ discount_percent: taken.percent }).execute();
      return;
    case 'stock':
      await update.set({ stock: taken.stock }).execute();
      return;
    case 'place':
      await update
        .set({ sub_item_id: placeAt(taken.place).subItemId, category_id: placeAt(taken.place).categoryId })
        .execute();
      return;
    case 'merchant':
      await update.set({ merchant_id: merchantAt(taken.merchant) }).execute();
      return;
    case 'own':
      await update.set({ own_brand: taken.own }).execute();
      return;
    case 'everything':
      await update.set(columns(taken.product)).execute();
      return;
    case 'undone': {
      const tx = await db.startTransaction().execute();
      await tx.updateTable('product').where(meant).set(columns(taken.product)).execute();
      await tx
        .deleteFrom('product')
        .where('id', '>', 0 as ProductId)
        .execute();
      await tx.rollback().execute();
    }
  }
};

describe('the kept counts of lists', () => {
  it('stay equal to plain counting, whatever happens to products', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const taken of steps) await takeStep(taken);
        expect(await wrongCounts()).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('are what lists answer', async () => {
    const place = placeAt(0);
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
        const answer = await shop.app.inject({ url: `/backend${path}?${query}` });
        expect(answer.json().count, `${path}?${query}`).toBe(rows[0]?.n);
      }
    }
  });

  it('are not written when stock changes without crossing zero', async () => {
    const id = await addProduct(shop.db, { place: placeAt(0), merchant_id: merchantAt(0), stock: 5 });
    const versions = async () =>
      (await sql`select list, axis, bucket, xmin::text, ctid::text from list_bucket order by 1, 2, 3`.execute(shop.db))
        .rows;
    const setStock = (stock: number) => shop.db.updateTable('product').set({ stock }).where('id', '=', id).execute();
    const before = await versions();
    await setStock(1);
    await setStock(1_000_000);
    expect(await versions()).toEqual(before);
    await setStock(0);
    expect(await versions()).not.toEqual(before);
    expect(await wrongCounts()).toEqual([]);
  });
});

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client(shop.connection);
  await client.connect();
  clients.push(client);
  return client;
};

const processId = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/** Waits until the server process waits for a lock, or until its query is done. */
const blockedOrDone = async (pid: number, query: Promise<unknown>): Promise<'blocked' | 'done'> => {
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

describe('two writers at once', () => {
  const twoWriters = async () => {
    const [a, b] = [await connect(), await connect()];
    const products = Array.from({ length: 6 }, (_, n) => ({
      place: placeAt(n % 3),
      merchant_id: merchantAt(0),
      stock: 1,
      price_kobo: [100_00, 222_00][n % 2] ?? 0,
      discount_percent: [0, 30][n % 2] ?? 0,
    }));
    return { a, b, ids: await addProducts(shop.db, products) };
  };

  it('that empty and fill different products in one list are both counted', async () => {
    const { a, b, ids } = await twoWriters();
    await a.query('begin');
    await a.query('update product set stock = 0 where id = $1', [ids[0]]);
    const pid = await processId(b);
    const second = b.query('update product set stock = 0, price_kobo = 50000 where id = $1', [ids[3]]);
    expect(await blockedOrDone(pid, second)).toBe('blocked');
    await a.query('commit');
    await second;
    expect(await wrongCounts()).toEqual([]);
  });

  it('that change many products each do not deadlock', async () => {
    const { a, b, ids } = await twoWriters();
    await a.query('begin');
    await b.query('begin');
    // Each of them leaves and enters the buckets that the other one enters and leaves.
    await a.query('update product set stock = 0, price_kobo = 22200, discount_percent = 30 where id = $1', [ids[0]]);
    const pid = await processId(b);
    const second = b.query(
      'update product set stock = 0, price_kobo = 10000, discount_percent = 0 where id = any($1)',
      [[ids[1], ids[3]]],
    );
    await blockedOrDone(pid, second);
    await a.query('update product set stock = 0, price_kobo = 22200, discount_percent = 30 where id = any($1)', [
      [ids[2], ids[4]],
    ]);
    await a.query('commit');
    await second;
    await b.query('commit');
    expect(await wrongCounts()).toEqual([]);
  });

  it('that sell out products of several buckets do not deadlock', async () => {
    const { a, b, ids } = await twoWriters();
    await a.query('begin');
    await a.query('update product set stock = 0 where id = $1', [ids[0]]);
    const pid = await processId(b);
    const second = b.query('update product set stock = 0 where id = $1', [ids[1]]);
    expect(await blockedOrDone(pid, second)).toBe('blocked');
    await a.query('update product set stock = 0 where id = $1', [ids[3]]);
    await a.query('commit');
    await second;
    expect(await wrongCounts()).toEqual([]);
  });

  it('that insert and delete do not deadlock, and an undone one leaves nothing', async () => {
    const { a, b, ids } = await twoWriters();
    await a.query('begin');
    await a.query('delete from product where id = $1', [ids[0]]);
    const pid = await processId(b);
    const copies = `insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at)
      select $2 || id, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock, listed_at
      from product where id = any($1)`;
    const second = b.query(copies, [ids.slice(1), randomUUID()]);
    expect(await blockedOrDone(pid, second)).toBe('blocked');
    await a.query('delete from product where id = any($1)', [ids.slice(1, 3)]);
    await a.query('rollback');
    await second;
    expect(await wrongCounts()).toEqual([]);
  });
});
