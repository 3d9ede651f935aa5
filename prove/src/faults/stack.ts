import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres.ts';
import { SandboxMail } from '../../../server/src/ports/mail/sandbox.mail.ts';
import { type Buyer, createBuyer } from '../../../server/src/testing/buyer.ts';
import { type ShopNode, startNode } from '../../../server/src/testing/node.ts';
import { PaystackServer } from '../../../server/src/testing/paystack-server.ts';
import { startRedis } from '../../../server/src/testing/redis-server.ts';
import { S3Server } from '../../../server/src/testing/s3-server.ts';
import { addProducts } from '../../../server/src/testing/shop.ts';
import { type Books, readBooks } from '../books.ts';
import { MailServer } from '../mail-server.ts';
import { FaultProxy } from './fault-proxy.ts';
import { createPicture, type TrafficShop } from './traffic.ts';

/** The program that runs in production. */
export const PROGRAM = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
/** Stock of each product at the start. */
const STOCK = 100_000;
const PRODUCT_COUNT = 60;
const KNOWN_PICTURE = 'products/known';

/** The systems that a shop depends on, as the table names them. */
export const SERVICES = ['PostgreSQL', 'Redis', 'bucket', 'mail server', 'payment provider'] as const;
export type Service = (typeof SERVICES)[number];

/** A temporary folder that the user of the database may enter. */
export const createFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'sokuwa-faults-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** Settings of a production shop with the stand-ins of mail and payments. */
export const productionSettings = (mailPort: number, provider: { url: string; secretKey: string }) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_FACTOR: '1000',
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  PAYSTACK_SECRET_KEY: provider.secretKey,
  PAYSTACK_URL: provider.url,
});

/** A running shop and everything that it depends on, with a proxy in front of each. */
export type Stack = {
  postgres: EmbeddedPostgres;
  /** A direct connection, which no fault disturbs: for changes of merchants, and to check the result. */
  db: Database;
  proxies: Record<Service, FaultProxy>;
  bucket: S3Server;
  mails: MailServer;
  provider: PaystackServer;
  /** Settings of a further node. */
  settings: Record<string, string>;
  web: ShopNode;
  worker: ShopNode;
  productIds: number[];
  booksAtStart: Books;
  close(): Promise<void>;
};

/** Adds products that can be ordered in any number. @returns their ids */
export const stockProducts = (db: Database): Promise<number[]> =>
  addProducts(
    db,
    Array.from({ length: PRODUCT_COUNT }, (_, n) => ({
      title: `Puna yam ${n}`,
      price_kobo: 200_000 + n * 1000,
      weight_grams: 500,
      stock: STOCK,
    })),
  );

const openServices = async (resources: AsyncDisposableStack) => {
  const folder = await createFolder();
  resources.defer(folder.remove);
  const postgres = await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  resources.defer(postgres.stop);
  const redis = await startRedis();
  resources.defer(redis.stop);
  const bucket = await S3Server.open();
  resources.defer(() => bucket.close());
  await storePicture(bucket, KNOWN_PICTURE);
  const mails = await MailServer.open();
  resources.defer(() => mails.close());
  const provider = new PaystackServer();
  const providerUrl = await provider.open();
  resources.defer(() => provider.close());
  const { host, port } = postgres.connection;
  const portOf = (url: string) => Number(new URL(url).port);
  const targets = {
    PostgreSQL: { path: `${host}/.s.PGSQL.${port}` },
    Redis: { port: redis.port, host: '127.0.0.1' },
    bucket: { port: portOf(bucket.settings.endpoint), host: '127.0.0.1' },
    'mail server': { port: mails.port, host: '127.0.0.1' },
    'payment provider': { port: portOf(providerUrl), host: '127.0.0.1' },
  };
  const entries: [Service, FaultProxy][] = [];
  for (const service of SERVICES) {
    const proxy = await FaultProxy.open(targets[service]);
    resources.defer(() => proxy.close());
    entries.push([service, proxy]);
  }
  const proxies = Object.fromEntries(entries) as Record<Service, FaultProxy>;
  return { folder: folder.path, postgres, bucket, mails, provider, proxies };
};

/** Starts PostgreSQL, Redis, a bucket, a mail server and a payment provider, and a web node and a worker behind proxies. */
export const openStack = async (): Promise<Stack> => {
  const resources = new AsyncDisposableStack();
  try {
    const { folder, postgres, bucket, mails, provider, proxies } = await openServices(resources);
    const settings = {
      ...productionSettings(proxies['mail server'].port, {
        url: `http://127.0.0.1:${proxies['payment provider'].port}`,
        secretKey: provider.secretKey,
      }),
      DATA_DIR: folder,
      DATABASE_URL: `postgresql://${postgres.connection.user}@127.0.0.1:${proxies.PostgreSQL.port}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${proxies.Redis.port}`,
      S3_ENDPOINT: `http://127.0.0.1:${proxies.bucket.port}`,
      S3_BUCKET: bucket.settings.bucket,
      S3_REGION: bucket.settings.region,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
      S3_PATH_STYLE: '1',
    };
    const web = await startNode({ ...settings, PROCESS_ROLE: 'web' }, PROGRAM);
    resources.defer(async () => void (await web.kill()));
    const worker = await startNode({ ...settings, PROCESS_ROLE: 'worker' }, PROGRAM);
    resources.defer(async () => void (await worker.kill()));
    const pool = openPool(postgres.connection, 5, () => undefined);
    resources.defer(() => pool.end());
    const db = openDatabase(pool);
    const productIds = await stockProducts(db);
    const booksAtStart = await readBooks(db);
    return {
      ...{ postgres, db, proxies, bucket, mails, provider, settings, web, worker, productIds, booksAtStart },
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};

/** Creates a signed-in buyer with an address and a product in the cart, while there is no fault. */
export const addBuyer = ({ db, web, productIds }: Pick<Stack, 'db' | 'web' | 'productIds'>): Promise<Buyer> =>
  createBuyer({ db, app: web.app, mailbox: new SandboxMail(db) }, [[productIds[0] ?? 0, 1]]);

/** Stores a picture in the bucket directly. */
export const storePicture = async ({ objects, settings }: S3Server, key: string): Promise<void> => {
  objects.set(`${settings.bucket}/sources/${key}.webp`, {
    bytes: Buffer.from(await createPicture()),
    type: 'image/webp',
  });
};

/** The pictures of a bucket, for the traffic. */
export const picturesOf = (bucket: S3Server): NonNullable<TrafficShop['pictures']> => ({
  knownKey: KNOWN_PICTURE,
  createNew: async () => {
    const key = `products/new-${randomUUID()}`;
    await storePicture(bucket, key);
    return key;
  },
  has: async (key) => bucket.objects.has(`${bucket.settings.bucket}/sources/${key}.webp`),
});
