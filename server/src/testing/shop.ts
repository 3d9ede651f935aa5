import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kobo } from '@sokuwa/contract/money.ts';
import type { FastifyInstance } from 'fastify';
import { type Insertable, sql } from 'kysely';
import { expect, inject } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { insertCountries, upsertRates } from '../geo/index.ts';
import type { Pages } from '../pages/index.ts';
import { type Database, openPool } from '../platform/database.ts';
import type { EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { AccountId, MerchantId, ProductId } from '../platform/ids.ts';
import { openSession } from '../platform/sessions.ts';
import type { Tables } from '../platform/tables.gen.ts';
import { SandboxIdentity } from '../ports/identity/sandbox.identity.ts';
import { SandboxMail } from '../ports/mail/sandbox.mail.ts';
import { type Overrides, openShop, type Shop } from '../shop.ts';
import { TEMPLATE } from './database.setup.ts';
import { databaseUrlOf } from './node.ts';
import { recordExamples } from './record-examples.ts';
import { waitFor } from './wait-for.ts';

/** An open shop on a separate database, with a server that does not listen: `shop.app.inject`. */
export type TestShop = Shop & {
  app: FastifyInstance;
  /** Every mail that the shop sent to the sandbox. */
  mailbox: SandboxMail;
  /** The sandbox identity provider. */
  provider: SandboxIdentity;
  connection: EmbeddedPostgres['connection'];
};

const SYNONYMS = 'garri, gari, eba\negusi, melon seed, agusi\nokra, okro\n';

const COUNTRIES = [
  { code: 'NG', name: 'Nigeria', currency: 'NGN' },
  { code: 'GB', name: 'United Kingdom', currency: 'GBP' },
  { code: 'US', name: 'United States', currency: 'USD' },
  { code: 'JP', name: 'Japan', currency: 'JPY' },
];
const RATES = [
  { currency: 'NGN', decimals: 2, nairaPerUnit: '1' },
  { currency: 'USD', decimals: 2, nairaPerUnit: '1500' },
  { currency: 'GBP', decimals: 2, nairaPerUnit: '2000' },
  { currency: 'JPY', decimals: 0, nairaPerUnit: '10' },
];

const sandboxIdentityOf = ({ identity, publicUrl }: Shop): SandboxIdentity =>
  identity instanceof SandboxIdentity
    ? identity
    : new SandboxIdentity({ issuer: `${publicUrl}/sandbox/identity`, redirectUri: publicUrl });

/**
 * Opens a shop on a clone of the migrated template database, with a few countries and exchange rates in it.
 * Jobs run only when a test calls them: `expect(await shop.jobs.runDue()).toEqual([])`.
 * @param settings environment settings beyond the defaults
 * @param pages what renders pages; without it the server has only the API
 * @param overrides replaces parts of the shop, or names an existing database, which is dropped with the shop
 */
export const openTestShop = async (
  settings: Record<string, string> = {},
  pages?: Pages,
  { database = `shop_${randomUUID().replaceAll('-', '')}`, ...overrides }: Overrides & { database?: string } = {},
): Promise<TestShop> => {
  const server = inject('database');
  const connection = { ...server, database };
  const admin = openPool(server, 1, (error) => process.stderr.write(`${error.message}\n`));
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database]);
  // Copying files is faster than logging each page, because this database need not survive a crash.
  if (rowCount === 0) await admin.query(`create database ${database} template ${TEMPLATE} strategy file_copy`);
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-media-'));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrlOf(connection),
    DATABASE_CONNECTIONS: '5',
    RATE_LIMIT_FACTOR: '1000',
    // Tests force concurrent calls of one account to meet in the database, which the default would prevent.
    ACCOUNT_CONCURRENT_CALLS: '100',
    PUBLIC_URL: 'http://shop.test',
    ...settings,
  });
  const shop = await openShop(config, { synonyms: SYNONYMS, cacheLifetimeMs: 60_000, ...overrides });
  const { db } = shop;
  await insertCountries(db, COUNTRIES);
  await upsertRates(db, RATES, new Date('2026-11-01T00:00:00Z'), 'test');
  const app = await buildApp(shop, pages);
  await app.ready();
  recordExamples(app);
  return {
    ...shop,
    app,
    mailbox: new SandboxMail(db),
    provider: sandboxIdentityOf(shop),
    connection,
    close: async () => {
      await app.close();
      await shop.close();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Inserts a merchant. `merchant` replaces the defaults. @returns its id */
export const addMerchant = async (
  db: Database,
  merchant: Partial<Insertable<Tables['merchant']>> = {},
): Promise<MerchantId> => {
  const slug = `merchant-${randomUUID()}`;
  const row = {
    slug,
    name: 'Mile Twelve Fresh',
    place: 'Lagos, Nigeria',
    country: 'NG',
    since: '2019-08-02',
    cover_key: 'stores/cover',
  };
  const { id } = await db
    .insertInto('merchant')
    .values({ ...row, ...merchant })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Inserts a sub-item and its sub-category, and a category unless one is given. @returns their ids */
export const addSubItem = async (
  db: Database,
  within?: { categoryId: number },
): Promise<{ categoryId: number; subItemId: number }> => {
  const last = await db
    .selectFrom('sub_item')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  const n = (last?.id ?? 0) + 1;
  const categoryId = within?.categoryId ?? n;
  if (!within)
    await db
      .insertInto('category')
      .values({ id: n, slug: `c${n}`, name: `Category ${n}`, position: n })
      .execute();
  await db
    .insertInto('sub_category')
    .values({ id: n, category_id: categoryId, slug: `u${n}`, name: `Sub-category ${n}`, position: n })
    .execute();
  await db
    .insertInto('sub_item')
    .values({ id: n, sub_category_id: n, category_id: categoryId, slug: `s${n}`, name: `Sub-item ${n}`, position: n })
    .execute();
  return { categoryId, subItemId: n };
};

type ProductParts = Partial<
  Omit<Insertable<Tables['product']>, 'category_id' | 'sub_item_id' | 'price_kobo' | 'listed_at'>
> & {
  price_kobo?: number;
  listed_at?: string | Date;
  place?: { categoryId: number; subItemId: number };
  pictures?: { key: string; alt: string }[];
};

/** Inserts products with one statement, oldest first, with defaults for missing properties. @returns their ids */
export const addProducts = async (db: Database, products: ProductParts[]): Promise<ProductId[]> => {
  const defaultMerchantId = products.every((p) => p.merchant_id !== undefined) ? undefined : await addMerchant(db);
  const defaultPlace = products.every((p) => p.place) ? undefined : await addSubItem(db);
  const ids: ProductId[] = [];
  const rows = products.map(
    ({
      place = defaultPlace,
      merchant_id = defaultMerchantId,
      price_kobo = 1_245_000,
      listed_at,
      pictures: _,
      ...product
    }) => {
      if (!place || merchant_id === undefined) throw new Error('a product has no sub-item or no merchant');
      return {
        slug: `product-${randomUUID()}`,
        title: 'Puna yam, three tubers',
        merchant_id,
        sub_item_id: place.subItemId,
        category_id: place.categoryId,
        brand: null,
        origin: 'Lagos, Nigeria',
        description: 'Firm white tubers.',
        weight_grams: 6000,
        price_kobo: kobo(price_kobo),
        stock: 10,
        listed_at: new Date(listed_at ?? '2026-10-01T08:00:00Z'),
        ...product,
      };
    },
  );
  const inserted = await db.insertInto('product').values(rows).returning('id').execute();
  const pictures = inserted.flatMap(({ id }, n) => {
    ids.push(id);
    return (products[n]?.pictures ?? []).map((picture, position) => ({ product_id: id, position, ...picture }));
  });
  if (pictures.length > 0) await db.insertInto('product_picture').values(pictures).execute();
  return ids;
};

/** Inserts one product. @returns its id */
export const addProduct = async (db: Database, product: ProductParts = {}): Promise<ProductId> => {
  const [id] = await addProducts(db, [product]);
  if (id === undefined) throw new Error('no product was inserted');
  return id;
};

/** Changes a product in the database. */
export const updateProduct = async (
  db: Database,
  productId: ProductId,
  { price_kobo, ...rest }: { stock?: number; title?: string; price_kobo?: number; discount_percent?: number },
): Promise<void> => {
  await db
    .updateTable('product')
    .set({ ...rest, ...(price_kobo !== undefined && { price_kobo: kobo(price_kobo) }) })
    .where('id', '=', productId)
    .execute();
};

/** Inserts an account. `account` replaces the defaults. @returns its id */
export const addAccount = async (
  db: Database,
  account: Partial<Insertable<Tables['account']>> = {},
): Promise<AccountId> => {
  const row = { email: `${randomUUID()}@mail.test`, first_name: 'Ada', last_name: 'Obi', verified_at: new Date() };
  const { id } = await db
    .insertInto('account')
    .values({ ...row, ...account })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Opens a session for the account, or for a new one. @returns the headers of its requests */
export const signIn = async (db: Database, accountId?: AccountId): Promise<{ authorization: string }> => ({
  authorization: `Token ${(await openSession(db, accountId ?? (await addAccount(db)))).token}`,
});

/** Waits until this many changes of the account run or wait in this process. */
export const waitUntilChangesQueued = (
  { accountChanges }: Pick<Shop, 'accountChanges'>,
  accountId: AccountId,
  changes: number,
): Promise<void> => waitFor(() => expect(accountChanges.count(accountId)).toBe(changes));

const countBlocked = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ blocked: number }>`
    select count(*) as blocked from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
  return Number(rows[0]?.blocked ?? 0);
};

/** Waits until this many connections of the database wait for a lock. */
export const waitUntilBlocked = async (db: Database, connections: number): Promise<void> => {
  while ((await countBlocked(db)) < connections);
};

/**
 * Waits until this many calls wait for the lock of an account that another transaction holds: changes of this process,
 * which hold no connection, plus jobs and webhooks, whose connections are blocked.
 */
export const waitUntilChangesAndLocksWait = async (
  { accountChanges }: Pick<Shop, 'accountChanges'>,
  db: Database,
  accountId: AccountId,
  calls: number,
): Promise<void> => {
  while (accountChanges.count(accountId) + (await countBlocked(db)) < calls);
};
