import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tables } from '../server/src/platform/tables.gen.ts';
import { readText, root } from './documents.ts';

/** The folder of server/src that each table belongs to: a slice, the platform, or an outside system's adapters. */
const OWNERS: Record<keyof Tables, string> = {
  account: 'account',
  api_token: 'platform',
  attempt: 'platform',
  audit_entry: 'platform',
  bank_account: 'payouts',
  books_check: 'operators',
  built_file: 'pages',
  cart_line: 'cart',
  catalog_change: 'catalog',
  category: 'catalog',
  changed_order: 'orders',
  checkout: 'checkout',
  checkout_rate: 'checkout',
  country: 'geo',
  coupon: 'checkout',
  coupon_use: 'checkout',
  desk_challenge: 'platform',
  desk_session: 'platform',
  dispute: 'orders',
  exchange_rate: 'geo',
  followed_seller: 'saved',
  fulfilment: 'orders',
  fulfilment_term: 'orders',
  home_draft: 'home',
  home_picture: 'home',
  home_preview: 'home',
  home_version: 'home',
  idempotency_key: 'orders',
  identity: 'account',
  identity_challenge: 'account',
  import_picture: 'exchange',
  import_run: 'exchange',
  invitation: 'staff',
  ledger_entry: 'ledger',
  ledger_transaction: 'ledger',
  list_bucket: 'catalog',
  mail_link: 'account',
  membership: 'staff',
  merchant: 'catalog',
  merchant_followers: 'catalog',
  merged_category: 'catalog',
  merged_product: 'catalog',
  merged_sub_item: 'catalog',
  message_post: 'messages',
  message_thread: 'messages',
  message_words: 'messages',
  migration: 'platform',
  order_line: 'orders',
  parcel: 'orders',
  parcel_line: 'orders',
  passkey: 'staff',
  payment: 'orders',
  payout: 'payouts',
  payout_batch: 'payouts',
  product: 'catalog',
  product_import: 'exchange',
  product_import_line: 'exchange',
  product_index: 'catalog',
  product_likeness: 'catalog',
  product_picture: 'catalog',
  product_report: 'moderation',
  product_takedown: 'catalog',
  product_words: 'catalog',
  recovery_code: 'staff',
  refund: 'orders',
  return_line: 'returns',
  return_picture: 'returns',
  return_request: 'returns',
  return_step: 'returns',
  sandbox_mail: 'ports/mail',
  sandbox_payment: 'ports/payments',
  sandbox_provider: 'ports/payments',
  sandbox_refund: 'ports/payments',
  sandbox_transfer: 'ports/payouts',
  saved_change: 'saved',
  saved_item: 'saved',
  saved_notes: 'saved',
  search_word: 'catalog',
  seller_token: 'platform',
  saved_reply: 'messages',
  search_synonyms: 'catalog',
  session: 'platform',
  shipping_address: 'addresses',
  shop_order: 'orders',
  sub_category: 'catalog',
  sub_item: 'catalog',
  store_application: 'joining',
  support_message: 'support',
  suspended_product: 'catalog',
  taken_pieces: 'orders',
  totp: 'staff',
  viewed_product: 'saved',
  wallet: 'wallet',
  wallet_entry: 'wallet',
  webhook_attempt: 'webhooks',
  webhook_delivery: 'webhooks',
  webhook_endpoint: 'webhooks',
  webhook_event: 'webhooks',
  webhook_secret: 'webhooks',
};

const KYSELY_CALL =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|using|table|(?:inner|left|right|full|cross)Join)\(\s*(?:'(?:public\.)?(\w+)[^']*'|(?!\s*\)))/g;
const SQL_KEYWORD =
  /\b(?:from|join|into|update|using|copy|truncate|(?:alter|drop|lock|truncate)\s+table)\s+(?:only\s+|if\s+exists\s+)*(?:public\.)?"?([a-z_]+)"?((?:(?:\s+as)?\s+\w+)?\s*,\s*"?[a-z_]+"?)*/gi;

type Statement = { table: string; offset: number };

/** Every table that a TypeScript text names: in Kysely's calls, and after the keywords of SQL in any string. */
const tablesIn = (text: string): Statement[] => {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  const found: Statement[] = [];
  for (const match of code.matchAll(KYSELY_CALL))
    found.push({ table: match[1] ?? '(a variable)', offset: match.index });
  // Any object may have a method of this name, so only a table's name counts.
  for (const match of code.matchAll(/\.from\(\s*'(\w+)/g))
    if ((match[1] ?? '') in OWNERS) found.push({ table: match[1] ?? '', offset: match.index });
  for (const match of code.matchAll(SQL_KEYWORD)) {
    const others = match[0].split(',').slice(1);
    for (const table of [match[1] ?? '', ...others.map((other) => other.trim().replaceAll('"', ''))])
      if (table in OWNERS) found.push({ table, offset: match.index });
  }
  return found;
};

const isTest = (file: string) => /\.(test|suite|setup)\.ts$/.test(file) || /\/testing\//.test(file);
const files = ['server/src', 'cli/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file) && !isTest(file)),
);
const uses = files.flatMap((file) => {
  const text = readText(file);
  return tablesIn(text).map(({ table, offset }) => ({
    table,
    file,
    place: `${file}:${text.slice(0, offset).split('\n').length} names ${table}`,
  }));
});
const ownerOf = (table: string): string | undefined => OWNERS[table as keyof Tables];

describe('table ownership', () => {
  it.each([
    ["db.selectFrom('payment as p').selectAll()", ['payment']],
    ["db.selectFrom('payment').innerJoin(\n 'refund', 'refund.reference', 'payment.reference')", ['payment', 'refund']],
    ["trx.updateTable('refund').from('payment')", ['refund', 'payment']],
    ["sql.table('saved_item')", ['saved_item']],
    ['db.selectFrom(table)', ['(a variable)']],
    ['sql`select * from shop_order o join order_line l on true`', ['shop_order', 'order_line']],
    ['sql`select 1 from shop_order o, order_line`', ['shop_order', 'order_line']],
    ['sql`UPDATE product SET stock = 1 FROM "merchant" m`', ['product', 'merchant']],
    ['sql`insert into cart_line select 1`', ['cart_line']],
    ['sql`delete from cart_line using product`', ['cart_line', 'product']],
    ["pool.query('lock table account')", ['account']],
    ['// reads from product\n/* update account */', []],
    ['sql`select c.name as category, max(c.product) from (select 1) c`', []],
  ])('reads the tables of %s', (text, tables) => {
    expect(tablesIn(text).map(({ table }) => table)).toEqual(tables);
  });

  it('finds each table in the code of its owner', () => {
    const named = new Set(
      uses.filter(({ table, file }) => file.startsWith(`server/src/${ownerOf(table)}/`)).map(({ table }) => table),
    );
    // Only functions of the database use it.
    const inSqlOnly = ['seller_token', 'wallet'];
    expect(Object.keys(OWNERS).filter((table) => !named.has(table))).toEqual(inSqlOnly);
  });

  it('allows only the owner to name a table', () => {
    const wrong = uses.filter(({ table, file }) => !file.startsWith(`server/src/${ownerOf(table)}/`));
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('allows no statement to select all columns of a table, also those that newer releases add', () => {
    const allColumns = new RegExp(
      `\\.(?:selectAll|returningAll)\\(|\\breturning \\*|\`\\s*select \\*\\s+from (?:${Object.keys(OWNERS).join('|')})\\b`,
    );
    expect("db.selectFrom('payment').selectAll()").toMatch(allColumns);
    expect('sql`\n    select * from payment`').toMatch(allColumns);
    expect(files.filter((file) => allColumns.test(readText(file)))).toEqual([]);
  });

  it('allows the SQL of slices only in .sql.ts files', () => {
    const isSlice = (file: string) => !/^server\/src\/(?:platform|ports)\//.test(file);
    const wrong = uses.filter(({ file }) => isSlice(file) && !file.endsWith('.sql.ts'));
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });
});
