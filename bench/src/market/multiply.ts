import type pg from 'pg';
import { countBuckets, dropIndexes, runOnConnections } from './fill.ts';

/**
 * Columns that PostgreSQL generates, and that are copied instead: computing them takes most of the time that generating a
 * market takes.
 */
const COPIED_COLUMNS = ['search_names', 'search_all'];

/** What differs between a product and its copies; `n` is the number of the copy. */
const changedColumns = (products: number, merchants: number): Record<string, string> => ({
  id: `id + n * ${products}`,
  merchant_id: `merchant_id + n * ${merchants}`,
  // Between 0.6 and 1.6 times the price, in steps of 50 naira as in the model.
  price_kobo: 'greatest(1, price_kobo * (60 + (id::bigint * 7919 + n * 31) % 101) / 500000) * 5000',
  stock: 'case when stock = 0 then 0 else 1 + (stock + n * 37) % 240 end',
  listed_at: "listed_at - n * interval '1 hour'",
});

const setGenerated = (pool: pg.Pool, isGenerated: boolean): Promise<unknown> =>
  pool.query(
    "update pg_attribute set attgenerated = $1 where attrelid = 'product'::regclass and attname = any($2::text[])",
    [isGenerated ? 's' : '', COPIED_COLUMNS],
  );

/**
 * Fills a copy of a market with copies of its products: each has another id, merchant, price and stock, and the same texts.
 * Faster than generating them by far.
 * @param products the number of products of the market
 * @param times how many times as many it gets
 * @param pool connects as superuser
 */
export const multiplyMarket = async (pool: pg.Pool, products: number, times: number): Promise<void> => {
  const select = async <T>(query: string) => (await pool.query<{ value: T }>(query)).rows.map(({ value }) => value);
  const [merchants = 0] = await select<number>('select max(id) as value from merchant');
  const columns = await select<string>(
    `select attname as value from pg_attribute
     where attrelid = 'product'::regclass and attnum > 0 and not attisdropped and attname <> 'sale_kobo' order by attnum`,
  );
  const changed = changedColumns(products, merchants);
  const indexes = await dropIndexes(pool, ['product']);
  const copies = Array.from({ length: times - 1 }, (_, n) => n + 1);
  for (const n of copies)
    await pool.query(
      `insert into merchant (id, slug, name, place, country, since, own_brand, cover_key)
       select id + $1::integer * $2::integer, slug || '-' || $1::integer, name || ' ' || $1::integer, place, country, since,
         own_brand, cover_key
       from merchant where id <= $2::integer`,
      [n, merchants],
    );
  await setGenerated(pool, false);
  await runOnConnections(pool, copies, async (client, n) => {
    await client.query(
      `insert into product (${columns.join(', ')}) overriding system value
       select ${columns.map((column) => changed[column] ?? column).join(', ')}
       from product, (values (${n})) copy (n) where id <= ${products} order by id`,
    );
    await client.query(
      `insert into product_picture (product_id, position, key, alt)
       select product_id + $1::integer * $2::integer, position, key, alt from product_picture where product_id <= $2::integer`,
      [n, products],
    );
  });
  await setGenerated(pool, true);
  const total = products * times;
  await countBuckets(pool, products + 1, total);
  await runOnConnections(pool, indexes, (client, definition) => client.query(definition));
  await pool.query("select setval(pg_get_serial_sequence('product', 'id'), $1)", [total]);
  await pool.query("select setval(pg_get_serial_sequence('merchant', 'id'), $1)", [merchants * times]);
  await pool.query('vacuum (analyze, freeze)');
};
