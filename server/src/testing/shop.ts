import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDENTITY_CALLBACK_PAGE } from '@sokuwa/contract/account/identity.endpoints.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { FastifyInstance } from 'fastify';
import { type Insertable, sql } from 'kysely';
import type pg from 'pg';
import { inject } from 'vitest';
import { buildApp, type Deps, returnUrlOf } from '../app.ts';
import { openSearch, parseSynonyms } from '../catalog/index.ts';
import { type Config, publicUrlOf, readConfig } from '../config.ts';
import { Geo, insertCountries, replaceRates } from '../geo/index.ts';
import { mailWork } from '../mail/index.ts';
import { MessageFeed, messageWorks } from '../messages/index.ts';
import { type Metrics, openMetrics } from '../operations/index.ts';
import { orderWorks } from '../orders/index.ts';
import { type Database, openDatabase, openPool } from '../platform/database.ts';
import type { AccountId, MerchantId, ProductId } from '../platform/ids.ts';
import { type Jobs, openJobs } from '../platform/jobs.ts';
import { readsFrom } from '../platform/reads.ts';
import { ResponseCache } from '../platform/response-cache.ts';
import { openSession } from '../platform/sessions.ts';
import type { Tables } from '../platform/tables.gen.ts';
import type { IdentityPort } from '../ports/identity/identity.port.ts';
import { SandboxIdentity } from '../ports/identity/sandbox.identity.ts';
import { SandboxMail } from '../ports/mail/sandbox.mail.ts';
import { DiskMedia } from '../ports/media/disk.media.ts';
import { Renditions } from '../ports/media/renditions.ts';
import { openPayments } from '../ports/payments/open-payments.ts';
import type { Payments } from '../ports/payments/payments.port.ts';
import { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import type { ShippingRates } from '../ports/shipping/shipping.port.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';
import { savedWork } from '../saved/index.ts';
import { supportWorks } from '../support/index.ts';
import { TEMPLATE } from './database.setup.ts';

export type TestShop = {
  app: FastifyInstance;
  pool: pg.Pool;
  db: Database;
  config: Config;
  media: DiskMedia;
  /** Work only when told: `expect(await shop.jobs.runDue()).toEqual([])`. */
  jobs: Jobs;
  /** The provider that the settings name: the sandbox, unless there is a key. */
  payments: Payments;
  /** Streams of events. */
  feed: MessageFeed;
  /** Where mails go. */
  mailbox: SandboxMail;
  /** The sandbox's identity provider. */
  provider: SandboxIdentity;
  geo: Geo;
  /** Where the shop's own database is. */
  connection: { host: string; port: number; user: string; database: string };
  /** Its figures, where the settings name a port for them. */
  metrics: Metrics | undefined;
  /** Empties what the server keeps, as a notice of change does. */
  forget(): void;
  close(): Promise<void>;
};

const SYNONYMS = 'garri, gari, eba\negusi, melon seed, agusi\nokra, okro\n';

/**
 * A whole server on a database of its own, cloned from the migrated template; nothing is in it but a few countries.
 * @param settings environment settings beyond the defaults
 * @param pages what renders pages; without it the API stands alone
 * @param outside who vouches for people, who carries, what is logged to: what comes with the shop when left out; and a
 * database that is there already, which is dropped with the shop all the same
 */
export const openTestShop = async (
  settings: Record<string, string> = {},
  pages?: NonNullable<Deps['pages']>['pages'],
  outside: { identity?: IdentityPort; shipping?: ShippingRates; database?: string } & Pick<Deps, 'logStream'> = {},
): Promise<TestShop> => {
  const server = inject('database');
  const database = outside.database ?? `shop_${randomUUID().replaceAll('-', '')}`;
  let closing = false;
  const report = (error: Error) => {
    // Dropping the database ends what is left of its connections.
    if (!closing) process.stderr.write(`${error.message}\n`);
  };
  const admin = openPool(server, 1, report);
  if (outside.database === undefined) await admin.query(`create database ${database} template ${TEMPLATE}`);
  const connection = { ...server, database };
  const pool = openPool(connection, 5, report);
  const db = openDatabase(pool);
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-media-'));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '1000',
    PUBLIC_URL: 'http://shop.test',
    ...settings,
  });
  const media = new DiskMedia(join(folder, 'media'));
  await insertCountries(db, [
    { code: 'NG', name: 'Nigeria', currency: 'NGN' },
    { code: 'GB', name: 'United Kingdom', currency: 'GBP' },
    { code: 'US', name: 'United States', currency: 'USD' },
    { code: 'JP', name: 'Japan', currency: 'JPY' },
  ]);
  await replaceRates(
    db,
    [
      { currency: 'NGN', decimals: 2, nairaPerUnit: '1' },
      { currency: 'USD', decimals: 2, nairaPerUnit: '1500' },
      { currency: 'GBP', decimals: 2, nairaPerUnit: '2000' },
      { currency: 'JPY', decimals: 0, nairaPerUnit: '10' },
    ],
    new Date('2026-11-01T00:00:00Z'),
    'test',
  );
  const geo = new Geo(db, config.defaultCountry);
  const answers = new ResponseCache(config.cacheBytes / 2, 60_000);
  const cache = new ResponseCache(config.cacheBytes / 2, 60_000);
  const renditions = new Renditions(media, { workers: config.pictureWorkers });
  const reads = readsFrom(db);
  const search = openSearch(reads, parseSynonyms(SYNONYMS));
  const mailbox = new SandboxMail(db);
  const provider = new SandboxIdentity({
    issuer: `${config.publicUrl}/sandbox/identity`,
    redirectUri: `${config.publicUrl}${IDENTITY_CALLBACK_PAGE}`,
  });
  const payments = openPayments(config, db, publicUrlOf(config));
  const feed = new MessageFeed(db, connection, (error) => {
    if (!closing) process.stderr.write(`${error}\n`);
  });
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : openMetrics({ pool, db, caches: { answers, pages: cache }, report: (error) => report(error as Error) });
  const app = await buildApp({
    config,
    db,
    reads,
    geo,
    search,
    answers,
    media,
    renditions,
    identity: outside.identity ?? provider,
    sandbox: config.sandbox
      ? { mailbox, identity: provider, payments: payments instanceof SandboxPayments ? payments : undefined }
      : undefined,
    shipping: outside.shipping ?? new TableShipping(0),
    payments,
    feed,
    pages: pages && { pages, cache },
    logStream: outside.logStream,
    counter: metrics?.counter,
  });
  await app.ready();
  const jobs = await openJobs({
    pool,
    connection,
    works: [
      mailWork({ mail: mailbox, shopUrl: publicUrlOf(config) }),
      ...messageWorks({ db, shopUrl: publicUrlOf(config) }),
      ...supportWorks({ db, mail: mailbox, shopUrl: publicUrlOf(config) }),
      ...orderWorks({ db, payments, returnUrl: returnUrlOf(config), log: app.log }),
      savedWork({ db, shopUrl: publicUrlOf(config) }),
    ],
    report: (error) => process.stderr.write(`${error}\n`),
  });
  return {
    app,
    pool,
    db,
    payments,
    feed,
    config,
    media,
    jobs,
    mailbox,
    provider,
    geo,
    connection,
    metrics,
    forget: () => {
      geo.forget();
      answers.clear();
      cache.clear();
    },
    close: async () => {
      closing = true;
      await app.close();
      await jobs.stop();
      await pool.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A merchant, made with whatever the test does not say. @returns its id */
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

/** A sub-item with its own category and sub-category above it, unless the category is named. @returns their ids */
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

/** Products in one statement, oldest first; what a test does not say is made up. @returns their ids */
export const addProducts = async (db: Database, products: ProductParts[]): Promise<ProductId[]> => {
  const merchant = products.every((p) => p.merchant_id !== undefined) ? undefined : await addMerchant(db);
  const somewhere = products.every((p) => p.place) ? undefined : await addSubItem(db);
  const ids: ProductId[] = [];
  const rows = products.map(
    ({ place = somewhere, merchant_id = merchant, price_kobo = 1_245_000, listed_at, pictures: _, ...product }) => {
      if (!place || merchant_id === undefined) throw new Error('a product without a place or a merchant');
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

/** One product. @returns its id */
export const addProduct = async (db: Database, product: ProductParts = {}): Promise<ProductId> => {
  const [id] = await addProducts(db, [product]);
  if (id === undefined) throw new Error('no product was inserted');
  return id;
};

/** Changes a product, as its merchant or an order does. */
export const changeProduct = async (
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

/** An account, made with whatever the test does not say. @returns its id */
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

/** Signs in the account, or one made for it. @returns the headers that its requests carry */
export const signIn = async (db: Database, account?: AccountId): Promise<{ authorization: string }> => ({
  authorization: `Token ${(await openSession(db, account ?? (await addAccount(db)))).token}`,
});

/** Waits until this many of the database's processes wait for a lock. */
export const untilBlocked = async (db: Database, processes: number): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ blocked: number }>`
      select count(*) as blocked from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
    if ((rows[0]?.blocked ?? 0) >= processes) return;
  }
};
