import { readFile } from 'node:fs/promises';
import { glossesFile, pairingsFile, synonymsFile } from '@sokuwa/catalog/market.ts';
import type { DestinationStream } from 'pino';
import { AccountChanges, Passwords, type PersonalData } from './account/index.ts';
import type { UnpaidOrders } from './cart/index.ts';
import {
  openSearch,
  type Pairings,
  parseGlosses,
  parsePairings,
  type Search,
  selectMerchantContact,
} from './catalog/index.ts';
import { type Checkout, openCheckout } from './checkout/index.ts';
import { type Config, getApiUrl, getPublicUrl } from './config.ts';
import { type FetchPicture, fetchPicture } from './exchange/index.ts';
import { Geo } from './geo/index.ts';
import { MessageFeed } from './messages/index.ts';
import type { Metrics } from './operations/index.ts';
import { type Examination, openDoctor } from './operations/open-doctor.ts';
import { unpaidOrders } from './orders/index.ts';
import { personalData } from './personal-data.ts';
import { type Connection, type Database, openDatabase, openPool, type ShopPool } from './platform/database.ts';
import { type Change, EVERYTHING } from './platform/dependencies.ts';
import { type Encryption, openEncryption } from './platform/encryption.ts';
import { type Jobs, migrateJobs, openJobs } from './platform/jobs.ts';
import { type Log, openLog } from './platform/log.ts';
import { migrate } from './platform/migrations.ts';
import { RateLimiter } from './platform/rate-limiter.ts';
import { type Read, ReadReplica, readFrom, type WalPosition } from './platform/read-replica.ts';
import { ResponseCache } from './platform/response-cache.ts';
import { startDatabase } from './platform/start-database.ts';
import { watchDatabase } from './platform/watch-database.ts';
import type { IdentityPort } from './ports/identity/identity.port.ts';
import { openIdentity } from './ports/identity/open-identity.ts';
import { SandboxIdentity } from './ports/identity/sandbox.identity.ts';
import type { MailPort } from './ports/mail/mail.port.ts';
import { openMail } from './ports/mail/open-mail.ts';
import { SandboxMail } from './ports/mail/sandbox.mail.ts';
import type { MediaStore } from './ports/media/media.port.ts';
import { openMedia } from './ports/media/open-media.ts';
import { Renditions } from './ports/media/renditions.ts';
import { openPayments } from './ports/payments/open-payments.ts';
import type { Payments } from './ports/payments/payments.port.ts';
import { SandboxPayments } from './ports/payments/sandbox.payments.ts';
import { openPayouts } from './ports/payouts/open-payouts.ts';
import type { Payouts } from './ports/payouts/payouts.port.ts';
import { openShipping } from './ports/shipping/open-shipping.ts';
import type { ShippingRates } from './ports/shipping/shipping.port.ts';
import type { Sandbox } from './sandbox/index.ts';
import { sliceList, statusMetrics } from './slices.ts';
import { hasSecondFactor, lockMember } from './staff/index.ts';
import { openPostWebhook, type PostWebhook } from './webhooks/index.ts';

/** How long a cached response or page may be sent without a change. Only the number of pieces on cards can be older than a second. */
const CACHE_LIFETIME_MS = 5 * 60_000;
/** The share of the memory for cached responses that pages have, which are larger than API responses. */
const PAGES_SHARE = 0.75;
/** How long a page that many visitors request may be sent after a change, while it is rendered again. */
const MAX_STALE_PAGE_MS = 500;

/** The database, external systems, caches and services that slices use. */
export type ShopParts = {
  config: Config;
  /** Origin under which shoppers reach the shop, without a final slash. */
  publicUrl: string;
  /** Base URL of the API, without a final slash. */
  apiUrl: string;
  log: Log;
  /** How to connect to the database. */
  connection: Connection;
  pool: ShopPool;
  db: Database;
  /** A streaming replica of the database, where the settings name one. */
  replica: ReadReplica | undefined;
  /** Reads public catalogue data, from the replica where there is one. */
  read: Read;
  rateLimiter: RateLimiter;
  /** Runs the changes of each account one at a time. */
  accountChanges: AccountChanges;
  passwords: Passwords;
  /** Undefined in production without ENCRYPTION_KEY. */
  encryption: Encryption | undefined;
  media: MediaStore;
  renditions: Renditions;
  mail: MailPort;
  /** Undefined if the shop has no sign-in with a provider. */
  identity: IdentityPort | undefined;
  payments: Payments;
  payouts: Payouts;
  shipping: ShippingRates;
  /** The parts of the sandbox that are served. */
  sandbox: Sandbox;
  fetchPicture: FetchPicture;
  postWebhook: PostWebhook;
  /** Name and mail address of a merchant. */
  findMerchantContact: typeof selectMerchantContact;
  /** Whether an account has a second factor for the desk. */
  hasSecondFactor: typeof hasSecondFactor;
  /** The role of somebody who works for a merchant, which stays until the transaction ends. */
  lockMember: typeof lockMember;
  pairings: Pairings;
  geo: Geo;
  search: Search;
  checkout: Checkout;
  /** Notifies connected clients of new messages. */
  feed: MessageFeed;
  apiCache: ResponseCache;
  pageCache: ResponseCache;
  /** What unpaid orders reserve of stock, coupons and wallets. */
  unpaidOrders: UnpaidOrders;
  /** What all slices store about a person. */
  personalData: PersonalData;
  /** Checks everything that the shop depends on, at most once a minute. */
  examine(): Promise<Examination>;
};

/** All parts of one process. */
export type Shop = ShopParts & {
  /** Undefined without METRICS_PORT. */
  metrics: Metrics | undefined;
  jobs: Jobs;
  /** Removes from every cache what depends on changes of catalogue data. `position`: of the primary, after them. */
  applyChanges(changes: readonly Change[], position: WalPosition): Promise<void>;
  /** Empties every cache. */
  clearCaches(): void;
  close(): Promise<void>;
};

/** Replaces parts that the settings would otherwise determine. */
export type Overrides = Partial<Pick<ShopParts, 'identity' | 'shipping' | 'fetchPicture' | 'postWebhook'>> & {
  /** Content of the synonyms file. */
  synonyms?: string;
  cacheLifetimeMs?: number;
  /** False disables the page cache, for development. */
  cachePages?: boolean;
  /** Default: a log on `logStream`. */
  log?: Log;
  /** Default: standard output. */
  logStream?: DestinationStream | undefined;
  /** Whether statements are refused while the database does not respond. Restoring a backup needs it without other connections. */
  watchesDatabase?: boolean;
  /** The database, if it is being started already. */
  startedDatabase?: ReturnType<typeof startDatabase>;
  /** Maximum time that a request waits for a database connection. */
  connectMs?: number;
};

const openParts = async (config: Config, overrides: Overrides, resources: AsyncDisposableStack): Promise<ShopParts> => {
  const log = overrides.log ?? openLog(config.logLevel, overrides.logStream);
  const publicUrl = getPublicUrl(config);
  const { connection, stop } = await (overrides.startedDatabase ??
    startDatabase(config, (message) => log.warn(message)));
  resources.defer(stop);
  const pool = openPool(
    connection,
    config.databaseConnections,
    ({ message }) => {
      // The error object contains the connection with its password, so log only the message.
      if (!pool.ending) log.warn({ reason: message }, 'a database connection broke');
    },
    {
      statementMs: config.statementTimeoutMs,
      requiresPrimary: true,
      ...(overrides.connectMs !== undefined && { connectMs: overrides.connectMs }),
    },
  );
  if (overrides.watchesDatabase) {
    const watch = watchDatabase(connection, config.readinessTimeoutMs, {
      onLost: (err) => {
        log.warn({ err }, 'the database does not respond; what needs it is refused at once');
        pool.suspend();
      },
      onFound: () => {
        log.warn('the database responds again');
        pool.resume();
      },
    });
    resources.defer(() => watch.stop());
  }
  // Before the watch stops: statements in progress fail when the database stops responding.
  resources.defer(() => pool.end());
  const db = openDatabase(pool);
  const accountChanges = new AccountChanges(db, config.accountLockTimeoutMs);
  const passwords = new Passwords();
  resources.defer(() => passwords.close());
  const replica = openReplica(config, db, log);
  if (replica) resources.defer(() => replica.stop());
  const read = replica?.read ?? readFrom(db);

  const encryption = await openEncryption(config);
  const media = await openMedia(config);
  const mail = await openMail(config, db);
  resources.defer(() => mail.close());
  const identity = overrides.identity ?? openIdentity(config);
  const payments = openPayments(config, db, publicUrl);
  const payouts = openPayouts(config, db);
  const shipping = overrides.shipping ?? openShipping(config);

  const rateLimiter = new RateLimiter(db, config.rateLimitFactor);
  const geo = new Geo(db, config.defaultCountry, config.exchangeRateCacheMs);
  const synonyms = overrides.synonyms ?? (await readFile(synonymsFile, 'utf8'));
  const glosses = parseGlosses(await readFile(glossesFile, 'utf8'));
  const pairings = parsePairings(await readFile(pairingsFile, 'utf8'));
  const lifetimeMs = overrides.cacheLifetimeMs ?? CACHE_LIFETIME_MS;
  const pageCacheBytes = overrides.cachePages === false ? 0 : config.cacheBytes * PAGES_SHARE;
  const apiCache = new ResponseCache({
    maxBytes: config.cacheBytes * (1 - PAGES_SHARE),
    lifetimeMs,
    storesCompressed: true,
  });
  const pageCache = new ResponseCache({
    maxBytes: pageCacheBytes,
    lifetimeMs,
    maxStaleMs: MAX_STALE_PAGE_MS,
    // The other threads stay free for pages that visitors wait for.
    maxReplacements: Math.max(1, Math.floor(config.renderThreads / 2)),
    storesCompressed: true,
  });

  return {
    config,
    publicUrl,
    apiUrl: getApiUrl(config),
    log,
    connection,
    pool,
    db,
    replica,
    read,
    rateLimiter,
    accountChanges,
    passwords,
    encryption,
    media,
    renditions: new Renditions(media, { workers: config.pictureWorkers }),
    mail,
    identity,
    payments,
    payouts,
    shipping,
    sandbox: openSandbox(config, mail, identity, payments),
    fetchPicture: overrides.fetchPicture ?? fetchPicture,
    postWebhook: overrides.postWebhook ?? openPostWebhook(config),
    findMerchantContact: selectMerchantContact,
    hasSecondFactor,
    lockMember,
    geo,
    search: openSearch(read, { builtIn: synonyms, glosses: glosses.synonyms }),
    pairings,
    checkout: openCheckout({
      db,
      accountChanges,
      geo,
      shipping,
      unpaidOrders,
      rateLimiter,
      carrierCallsPerHour: config.checkoutPerHour.carrierCalls,
      report: (err) => log.warn({ err }, 'the shipment rate could not be calculated'),
    }),
    feed: new MessageFeed(
      db,
      connection,
      (err) => log.warn({ err }, 'the message feed lost its database connection'),
      config.databaseHeartbeatMs,
    ),
    apiCache,
    pageCache,
    unpaidOrders,
    personalData,
    examine: openDoctor(config),
  };
};

const openReplica = ({ databaseReadUrl, databaseConnections, role }: Config, primary: Database, log: Log) =>
  databaseReadUrl === undefined || role === 'worker'
    ? undefined
    : new ReadReplica({
        connection: databaseReadUrl,
        size: databaseConnections,
        primary,
        report: (text, err) => log.warn({ err }, text),
      });

const openSandbox = (
  { sandbox }: Config,
  mail: MailPort,
  identity: IdentityPort | undefined,
  payments: Payments,
): Sandbox => ({
  mailbox: sandbox.mailbox && mail instanceof SandboxMail ? mail : undefined,
  identity: sandbox.identity && identity instanceof SandboxIdentity ? identity : undefined,
  payments: sandbox.payments && payments instanceof SandboxPayments ? payments : undefined,
  hasDemoAccount: sandbox.demoAccount,
  hasDemoStaff: sandbox.demoStaff,
  hasComponents: sandbox.components,
});

/** Loads the metrics library only when the metrics are served. */
const openMetrics = async ({ config, pool, db, apiCache, pageCache, log }: ShopParts): Promise<Metrics | undefined> => {
  if (config.metricsPort === undefined) return undefined;
  const operations = await import('./operations/index.ts');
  return operations.openMetrics({
    pool,
    db,
    caches: { api: apiCache, pages: pageCache },
    statusMetrics,
    onDatabaseError: (err) => log.warn({ err }, 'the metrics could not be read from the database'),
  });
};

const openShopJobs = (parts: ShopParts): Jobs => {
  const { pool, connection, log, config } = parts;
  return openJobs({
    heartbeatMs: config.databaseHeartbeatMs,
    pool,
    connection,
    workers: sliceList.flatMap((slice) => slice.jobs?.(parts) ?? []),
    report: (err, job) => {
      if (job) log.warn({ err, job }, 'a job failed');
      else log.warn({ err }, 'the job queue lost its database connection');
    },
  });
};

/**
 * Opens the shop: database, external systems, caches, jobs and metrics. It does not listen for requests or run jobs yet.
 * @param overrides parts that replace the configured ones
 */
export const openShop = async (config: Config, overrides: Overrides = {}): Promise<Shop> => {
  // Closes in reverse order, all of them even when one fails: the database is last.
  const resources = new AsyncDisposableStack();
  try {
    const parts = await openParts(config, overrides, resources);
    const metrics = await openMetrics(parts);
    const jobs = openShopJobs(parts);
    resources.defer(() => jobs.stop());
    const { replica, geo, apiCache, pageCache } = parts;
    const applyChanges = async (changes: readonly Change[], position: WalPosition) => {
      // First, so that reads do not use a replica that does not have the changes yet.
      await replica?.onPrimaryChange(position);
      if (changes.some(({ tags }) => tags.some((tag) => tag === EVERYTHING || tag.startsWith('rate '))))
        geo.clearCache();
      apiCache.invalidate(changes);
      pageCache.invalidate(changes);
    };
    const clearCaches = () => {
      geo.clearCache();
      apiCache.clear();
      pageCache.clear();
    };
    return { ...parts, metrics, jobs, applyChanges, clearCaches, close: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};

/** Brings the database up to date: tables, and queues for every kind of job. */
export const migrateShop = async ({ connection, jobs, log }: Shop): Promise<void> => {
  // Without a statement time-out, because changing a large table may take long.
  const pool = openPool(connection, 1, ({ message }) => log.warn({ reason: message }, 'a database connection broke'), {
    requiresPrimary: true,
  });
  try {
    await migrate(pool);
    await migrateJobs(pool);
  } finally {
    await pool.end();
  }
  await jobs.createQueues();
};
