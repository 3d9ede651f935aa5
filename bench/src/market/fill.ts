import { readMarket, readPictures } from '@sokuwa/catalog/market.ts';
import type pg from 'pg';
import type { MerchantId } from '../../../server/src/platform/ids.ts';
import { countMerchants, createProductGenerator, type Places } from './products.ts';

/** Products per insert statement. */
const PRODUCTS_PER_INSERT = 2000;
/** Products per statement that counts buckets. */
const PRODUCTS_PER_COUNT = 50_000;
const CONNECTIONS = 2;

/** Runs tasks on several connections, without triggers and foreign keys. */
export const runOnConnections = async <T>(
  pool: pg.Pool,
  tasks: readonly T[],
  run: (client: pg.PoolClient, task: T) => Promise<unknown>,
) => {
  const queue = [...tasks];
  const work = async () => {
    const client = await pool.connect();
    try {
      // Triggers and foreign keys are off: fillMarket does their work once, at the end.
      await client.query('set session_replication_role = replica');
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) await run(client, task);
    } finally {
      client.release(true);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
};

const insertPlaces = async (pool: pg.Pool, market: Awaited<ReturnType<typeof readMarket>>): Promise<Places> => {
  const places = new Map<string, { subItemId: number; categoryId: number }>();
  for (const [c, category] of market.categories.entries()) {
    const categoryId = c + 1;
    await pool.query('insert into category values ($1, $2, $3, $4)', [categoryId, category.slug, category.name, c]);
    for (const [s, sub] of category.subCategories.entries()) {
      const subId = categoryId * 100 + s + 1;
      await pool.query('insert into sub_category values ($1, $2, $3, $4, $5)', [
        subId,
        categoryId,
        sub.slug,
        sub.name,
        s,
      ]);
      for (const [i, item] of sub.subItems.entries()) {
        const subItemId = subId * 100 + i + 1;
        const row = [subItemId, subId, categoryId, item.slug, item.name, i];
        await pool.query('insert into sub_item values ($1, $2, $3, $4, $5, $6)', row);
        places.set(item.slug, { subItemId, categoryId });
      }
    }
  }
  return places;
};

const insertMerchants = (pool: pg.Pool, market: Awaited<ReturnType<typeof readMarket>>, count: number) => {
  const merchants = Array.from({ length: count }, (_, n) => {
    const { slug, name, place, country, since, ownBrand } = market.merchants[n % market.merchants.length] ?? {};
    const round = Math.floor(n / market.merchants.length);
    const suffix = round === 0 ? '' : ` ${round + 1}`;
    return {
      id: n + 1,
      slug: `${slug}-${round}`,
      name: `${name}${suffix}`,
      place,
      country,
      since,
      own_brand: ownBrand ?? false,
    };
  });
  return pool.query(
    `insert into merchant (id, slug, name, place, country, since, own_brand, cover_key)
     select m.*, 'stores/cover-01-1a2b3c4d' from json_to_recordset($1)
       m (id integer, slug text, name text, place text, country char(2), since date, own_brand boolean)`,
    [JSON.stringify(merchants)],
  );
};

const COLUMNS = `id integer, slug text, title text, merchant_id integer, sub_item_id integer, category_id integer, brand text,
  own_brand boolean, origin text, description text, warranty text, keywords text[], weight_grams integer, price_kobo bigint,
  discount_percent smallint, stock integer, listed_at timestamptz`;
const COLUMN_NAMES = COLUMNS.replaceAll(/\s+(integer|text\[\]|text|boolean|bigint|smallint|timestamptz)/g, '');
const INSERT_PRODUCTS = `with generated as (select * from json_to_recordset($1) m (${COLUMNS}, picture text, alt text)),
  pictured as (insert into product_picture select id, 0, picture, alt from generated)
  insert into product (${COLUMN_NAMES}) select ${COLUMN_NAMES} from generated`;

/** The search words of all names. Split at blanks first, so that the costly folding runs once per distinct piece. */
const FILL_WORDS = `insert into search_word
  select distinct word from (
    select distinct piece
    from product, string_to_table(title || ' ' || join_words(keywords) || ' ' || coalesce(brand, ''), ' ') piece
  ) pieces, regexp_split_to_table(fold_text(piece), '[^a-z0-9]+') word
  where length(word) > 2`;
const COUNT_BUCKETS = `select count_in_buckets(array(
  select row(1, id, category_id, sub_item_id, merchant_id, discount_percent, sale_kobo, own_brand, (stock > 0)::integer)::bucketed_product
  from product where id >= $1 and id < $2))`;

/** Drops the tables' indexes that are not part of a constraint. @returns the statements that create them again */
export const dropIndexes = async (pool: pg.Pool, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[]) and not indisprimary and not indisunique`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
};

/** Counts the products with ids from `from` to `to` in the lists that contain them. */
export const countBuckets = async (pool: pg.Pool, from: number, to: number): Promise<void> => {
  for (let first = from; first <= to; first += PRODUCTS_PER_COUNT)
    await pool.query(COUNT_BUCKETS, [first, first + PRODUCTS_PER_COUNT]);
};

/**
 * Fills an empty, migrated database with a market of `total` products, including the data that the server derives on
 * writes.
 * @param pool connects as superuser
 * @param merchantId has all products; by default many merchants have them
 */
export const fillMarket = async (pool: pg.Pool, total: number, merchantId?: MerchantId): Promise<void> => {
  const [market, pictures] = await Promise.all([readMarket(), readPictures()]);
  const places = await insertPlaces(pool, market);
  await insertMerchants(pool, market, countMerchants(market, total));
  const indexes = await dropIndexes(pool, ['product', 'search_word']);
  const generate = createProductGenerator(market, pictures, places, total);
  const generatePart = (first: number) =>
    generate(first, Math.min(first + PRODUCTS_PER_INSERT, total + 1)).map((product) =>
      merchantId === undefined ? product : { ...product, merchant_id: merchantId },
    );
  const firsts = Array.from({ length: Math.ceil(total / PRODUCTS_PER_INSERT) }, (_, n) => n * PRODUCTS_PER_INSERT + 1);
  await runOnConnections(pool, firsts, (client, first) =>
    client.query(INSERT_PRODUCTS, [JSON.stringify(generatePart(first))]),
  );
  await countBuckets(pool, 1, total);
  await pool.query(FILL_WORDS);
  await runOnConnections(pool, indexes, (client, definition) => client.query(definition));
  await pool.query("select setval(pg_get_serial_sequence('product', 'id'), $1)", [total]);
  await pool.query('vacuum (analyze, freeze)');
};
