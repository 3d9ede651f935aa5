import type pg from 'pg';

/** Types that the schema cannot express, by `column` or `table.column`. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  account_id: 'AccountId',
  merchant_id: 'MerchantId',
  order_id: 'OrderId',
  product_id: 'ProductId',
  thread_id: 'ThreadId',
  'account.id': 'AccountId',
  'api_token.created_by': 'AccountId',
  'merchant.id': 'MerchantId',
  'message_thread.id': 'ThreadId',
  'product.id': 'ProductId',
  'merged_product.id': 'ProductId',
  'merged_product.into_id': 'ProductId',
  'product_index.id': 'ProductId',
  'product_likeness.id': 'ProductId',
  'product_words.id': 'ProductId',
  'suspended_product.id': 'ProductId',
  'shop_order.id': 'OrderId',
  'session.token_hash': 'SessionKey',
  'session.merchant_token_hash': 'SessionKey',
  'sandbox_payment.amount': 'Kobo',
  'sandbox_refund.amount': 'Kobo',
  'webhook_event.data': 'JSONColumnType<Record<string, unknown>>',
  'wallet_entry.kind': "'refund' | 'credit' | 'use'",
  'wallet_entry.created_at': 'Generated<Date>',
  'shop_order.customer': 'JSONColumnType<{ first_name: string; last_name: string; email: string }>',
  'shop_order.ship_to': `JSONColumnType<{
      first_name: string;
      last_name: string;
      phone_number: string;
      address_line1: string;
      address_line2: string;
      address_line3: string;
      country: string;
      region: string;
      city: string;
      postal_code: string;
      /** Missing in orders of release 1.0. */
      country_code?: string;
    }>`,
};

/** The columns of views that may be null. PostgreSQL does not know which are not. */
const NULLABLE_IN_VIEWS = ['wallet_entry.order_id', 'wallet_entry.previous_n', 'wallet_entry.previous_balance_kobo'];

/** What `pg` returns for each SQL type, with the parsers of platform/database.ts. */
const SQL_TYPES: Readonly<Record<string, string>> = {
  // As text: it does not fit a number.
  xid8: 'string',
  'bigint[]': 'number[]',
  'integer[]': 'number[]',
  'smallint[]': 'number[]',
  '"char"': 'string',
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  character: 'string',
  date: 'string',
  integer: 'number',
  jsonb: 'JSONColumnType<object>',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
};

type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** 'always' for a column that cannot be written, 'default' for one with a default value. */
  generated: 'always' | 'default' | null;
  /** The definitions of the checks on only this column. */
  checks: string[];
};

const selectColumns = async (pool: pg.Pool): Promise<Column[]> => {
  const text = `
    select c.relname as table, a.attname as name, regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') as type,
      case c.relkind when 'v' then c.relname || '.' || a.attname = any ($1) else not a.attnotnull end as nullable,
      case when a.attidentity = 'a' or a.attgenerated = 's' then 'always'
        when a.attidentity = 'd' or a.atthasdef then 'default' end as generated,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    order by c.relname collate "C", a.attnum`;
  const { rows } = await pool.query<Column>({ text, values: [NULLABLE_IN_VIEWS] });
  return rows;
};

/** The union that a check such as `status in ('open', 'held')` allows. */
const unionOf = (checks: readonly string[]): string | undefined => {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(('[^']*'::text(, )?)+)\]\)\)\)$/.exec(check)?.[1];
    if (list !== undefined) return list.replaceAll('::text', '').replaceAll(', ', ' | ');
  }
  return undefined;
};

const typeOf = ({ table, name, type, nullable, generated, checks }: Column): string => {
  const value =
    COLUMN_TYPES[`${table}.${name}`] ??
    COLUMN_TYPES[name] ??
    (name.endsWith('_kobo') && !type.endsWith('[]') ? 'Kobo' : undefined) ??
    unionOf(checks) ??
    SQL_TYPES[type];
  if (value === undefined) throw new Error(`${table}.${name}: add ${type} to SQL_TYPES or the column to COLUMN_TYPES`);
  const columnType = nullable ? `${value} | null` : value;
  if (generated === null) return columnType;
  return generated === 'always' ? `GeneratedAlways<${columnType}>` : `Generated<${columnType}>`;
};

const IDS = ['AccountId', 'MerchantId', 'OrderId', 'ProductId', 'SessionKey', 'ThreadId'];

/** The types of all tables of a migrated database, and the names of their columns, as the text of platform/tables.gen.ts. */
export const tableTypes = async (pool: pg.Pool): Promise<string> => {
  const tables = Map.groupBy(await selectColumns(pool), ({ table }) => table);
  const body = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map((column) => `    ${column.name}: ${typeOf(column)};\n`).join('')}  };\n`,
  );
  const names = [...tables].map(
    ([table, columns]) => `  ${table}: [\n${columns.map(({ name }) => `    '${name}',\n`).join('')}  ],\n`,
  );
  return `// Generated from the migrated schema: \`npm run tables\` writes it, \`npm run check\` fails when it is stale.
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { ${IDS.join(', ')} } from './ids.ts';

/** The tables that server/migrations creates; bigint columns arrive as numbers. */
export type Tables = {
${body.join('')}};

/**
 * The columns of each table, for statements that need whole rows. They must not use \`*\`: as soon as a newer release adds a
 * column, PostgreSQL refuses every such statement that was prepared before (docs/decisions/releases.md).
 */
export const TABLE_COLUMNS = {
${names.join('')}} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };
`;
};
