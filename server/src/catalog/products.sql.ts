import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';

/** A product to write; the parts that the database reckons itself are left out. */
export type NewProduct = {
  slug: string;
  sku: string | null;
  title: string;
  merchant_id: MerchantId;
  sub_item_id: number;
  category_id: number;
  brand: string | null;
  own_brand: boolean;
  origin: string;
  description: string;
  warranty: string | null;
  keywords: readonly string[];
  weight_grams: number;
  price_kobo: number;
  discount_percent: number;
  stock: number;
  /** An instant, as ISO text. */
  listed_at: string;
};

/** Each column with its type, in one order for all statements. */
const COLUMNS: Record<keyof NewProduct, string> = {
  slug: 'text',
  sku: 'text',
  title: 'text',
  merchant_id: 'integer',
  sub_item_id: 'integer',
  category_id: 'integer',
  brand: 'text',
  own_brand: 'boolean',
  origin: 'text',
  description: 'text',
  warranty: 'text',
  keywords: 'text[]',
  weight_grams: 'integer',
  price_kobo: 'bigint',
  discount_percent: 'smallint',
  stock: 'integer',
  listed_at: 'timestamptz',
};
const names = Object.keys(COLUMNS);
const columns = sql.raw(names.join(', '));
const typed = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** Rows as one parameter: any number of them is the same statement, which the database plans once. */
const asJson = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;

/**
 * Puts products on sale, their ids rising in the order given. Counts, search words and the notice of change follow in the same
 * statement (server/migrations/0001_catalog.sql).
 */
export const insertProducts = async (
  trx: Database,
  products: readonly NewProduct[],
): Promise<{ id: ProductId; merchant_id: MerchantId; slug: string }[]> => {
  if (products.length === 0) return [];
  const { rows } = await sql<{ id: ProductId; merchant_id: MerchantId; slug: string }>`
    insert into product (${columns})
    select ${columns} from jsonb_to_recordset(${asJson(products.map((one, n) => ({ ...one, n })))}) as r (${typed}, n integer)
    order by n
    returning id, merchant_id, slug`.execute(trx);
  return rows;
};

/** Writes all parts of these products anew; whoever calls holds their rows locked, in the order of their ids. */
export const updateProducts = async (
  trx: Database,
  products: readonly (NewProduct & { id: ProductId })[],
): Promise<void> => {
  if (products.length === 0) return;
  const set = sql.raw(names.map((name) => `${name} = r.${name}`).join(', '));
  await sql`
    update product p set ${set}
    from jsonb_to_recordset(${asJson(products)}) as r (id integer, ${typed})
    where p.id = r.id`.execute(trx);
};

export const removePictures = async (trx: Database, products: readonly ProductId[]): Promise<void> => {
  if (products.length > 0)
    await sql`delete from product_picture where product_id = any(${[...products]}::integer[])`.execute(trx);
};

export const insertPictures = async (
  trx: Database,
  pictures: readonly { product_id: ProductId; position: number; key: string; alt: string }[],
): Promise<void> => {
  if (pictures.length === 0) return;
  await sql`
    insert into product_picture (product_id, position, key, alt)
    select product_id, position, key, alt
    from jsonb_to_recordset(${asJson(pictures)}) as r (product_id integer, position smallint, key text, alt text)`.execute(
    trx,
  );
};
