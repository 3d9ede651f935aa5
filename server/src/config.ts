import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { brand } from '@sokuwa/contract/brand.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { isSandboxPartOn, readSettings, type Settings } from './config/read-settings.ts';
import { type SettingsGroup, showSettings } from './config/show-settings.ts';
import type { RequestLimits } from './platform/request-limits.ts';
import type { CallLimits } from './platform/routes.ts';
import type { S3Settings } from './ports/media/s3.media.ts';
import type { DhlSettings } from './ports/shipping/dhl.shipping.ts';

export { getApiUrl, getBaseUrls, getForeignOrigin, getPublicUrl, getSellUrl } from './config/base-urls.ts';
export { ConfigError } from './config/read-settings.ts';

/** The settings of one process, checked and frozen. */
export type Config = Readonly<{
  production: boolean;
  /** `web` serves visitors and queues jobs, `worker` runs them, `all` does both. */
  role: 'all' | 'web' | 'worker';
  port: number;
  host: string;
  /** The port of GET /metrics; undefined serves no metrics. */
  metricsPort: number | undefined;
  /** Seconds after SIGTERM in which requests are still served while /readyz responds with 503. */
  drainSeconds: number;
  /** Absolute path of the folder that holds the embedded database and the pictures. */
  dataDir: string;
  /** Every setting with its value, without secrets. */
  shownSettings: readonly SettingsGroup[];
  /** The first one encrypts, all decrypt. Empty: a generated key outside production, none in production. */
  encryptionKeys: readonly Buffer[];
  /** The bucket of the pictures; undefined stores them in the data folder. */
  s3: S3Settings | undefined;
  /** Undefined means the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** A streaming replica, for reads of the catalogue. */
  databaseReadUrl: string | undefined;
  databaseConnections: number;
  /** Time after which the database cancels a statement; 0 means never. */
  statementTimeoutMs: number;
  /** How long /readyz waits for the database. */
  readinessTimeoutMs: number;
  /** Time between two checks of connections that listen for notifications. */
  databaseHeartbeatMs: number;
  /** How long exchange rates are cached. */
  exchangeRateCacheMs: number;
  /** Time within which a request must arrive completely. */
  requestTimeoutMs: number;
  /** Where all processes count requests together; undefined lets each count for itself. */
  redisUrl: string | undefined;
  /** Without a final slash; undefined means http://localhost:PORT. See `getPublicUrl`. */
  publicUrl: string | undefined;
  /** The API's base URL: a path on the shop's own origin, or absolute; without a final slash. See `getBaseUrls`. */
  apiUrl: string;
  /** Where merchants work: a path on the shop's own origin, or absolute. See `getSellUrl`. */
  sellUrl: string;
  /** Base URL of the countries service; undefined means `apiUrl`. */
  countriesUrl: string | undefined;
  defaultCountry: string;
  /** Multiplies every rate limit. */
  rateLimitFactor: number;
  requestsPerMinute: Readonly<RequestLimits>;
  /** Maximum calls of one account that run, and that wait, at the same time. */
  accountRequests: Readonly<CallLimits>;
  /** How long a change of an account's data waits for the account's lock. */
  accountLockTimeoutMs: number;
  registrationsPerHour: Readonly<{ network: number; email: number }>;
  /** Requests for an emailed link per hour; verification and reset are counted separately. */
  mailsPerHour: Readonly<{ network: number; email: number }>;
  /** Maximum unknown coupon codes, and rates requested from the carrier, per account and hour. */
  checkoutPerHour: Readonly<{ couponTries: number; carrierCalls: number }>;
  /** Proxies with a trusted X-Forwarded-For header; undefined trusts none. */
  trustedProxy: string | undefined;
  /** Whether a CDN sets the header Shop-Variant of every request. */
  hasVariantHeader: boolean;
  logLevel: string;
  /** Memory for cached responses and pages. */
  cacheBytes: number;
  /** Maximum number of pictures that are resized at the same time. */
  pictureWorkers: number;
  /** Maximum number of threads that render pages. */
  renderThreads: number;
  /** Maximum number of pages that are rendered or wait for a thread. */
  maxRenderedPages: number;
  /** Folder of the built pages; undefined means the one of this checkout. */
  pagesDir: string | undefined;
  /** Number of releases whose files are kept as dictionaries; 0 disables dictionaries. */
  dictionaryReleases: number;
  dictionaryTimeoutMs: number;
  /** URL pattern of flags that the shop does not have; {code} is the country code in lower case. */
  flagSources: readonly string[];
  mail: Readonly<{
    /** Undefined means the sandbox's mailbox. */
    smtpUrl: string | undefined;
    /** The sender of every mail. */
    from: string;
  }>;
  /** The OpenID Connect provider; undefined means the sandbox's provider, or none. */
  identity: Readonly<{ issuer: string; clientId: string; clientSecret: string }> | undefined;
  /** A session ends this many days after the sign-in, however often it is used. */
  sessionMaxDays: number;
  /** An account that is never verified is deleted after this many days. */
  unverifiedAccountDays: number;
  /** Undefined means the sandbox's payment provider. */
  paystack: { readonly secretKey: string; readonly url: string } | undefined;
  /** How merchants are paid. */
  payouts: Readonly<{
    by: 'provider' | 'file';
    minimumKobo: Kobo;
    /** 1 is Monday, 7 is Sunday; 0 drafts no batches. */
    weekday: number;
  }>;
  /** Time-outs and limits of orders, payments and refunds. */
  orders: Readonly<{
    /** How many orders an account can place in an hour, before RATE_LIMIT_FACTOR. */
    ordersPerHour: number;
    /** Of merchants without a rate of their own. */
    commissionPerMille: number;
    /** How many units an account can reserve without paying. */
    maxUnpaidUnits: number;
    /** Days after which a cancelled order that was never paid is deleted. */
    purgeDays: number;
    /** How long an unpaid or declined payment is verified with the provider. */
    paymentCheckDays: number;
    /** How long a refund is retried while the provider's balance is too low. */
    refundRetryDays: number;
    /** How often the provider is asked about accepted refunds and open disputes. */
    refundCheckHours: number;
    /** Merchants were paid outside for what release 1.0 delivered before; undefined means the time of the upgrade. */
    payoutsSince: Date | undefined;
  }>;
  /** The DHL Express account; undefined means the shop's own table of rates. */
  dhl: DhlSettings | undefined;
  /** Whole per cent that are added to the table's rates. */
  shippingSurchargePercent: number;
  /** Where exchange rates are read; undefined means the dated ones of the shop. */
  exchangeRatesUrl: string | undefined;
  /** Which parts of the sandbox are on (SANDBOX-8). A part is off if the system that it replaces is configured. */
  sandbox: Readonly<{
    mailbox: boolean;
    identity: boolean;
    payments: boolean;
    demoAccount: boolean;
    /** The demo merchant and the demo operator in the desk; never in production. */
    demoStaff: boolean;
    /** The pages at /sandbox/ui; never in production. */
    components: boolean;
  }>;
  /** Whether operators need a second factor to work in the desk: everywhere but in the sandbox. */
  operatorsNeedSecondFactor: boolean;
  /** Whether browsers store pages for offline use; false also deletes the stored ones. */
  offlinePages: boolean;
}>;

const readIdentity = (s: Settings): Config['identity'] => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = s;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return Object.freeze({ issuer, clientId, clientSecret });
};

const readS3 = (s: Settings): S3Settings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = s;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = s;
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return undefined;
  return Object.freeze({ endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle: s.S3_PATH_STYLE });
};

const readOrders = (s: Settings): Config['orders'] =>
  Object.freeze({
    ordersPerHour: s.ORDERS_PER_HOUR,
    commissionPerMille: s.COMMISSION_PER_MILLE,
    maxUnpaidUnits: s.MAX_UNPAID_UNITS,
    purgeDays: s.ORDER_PURGE_DAYS,
    paymentCheckDays: s.PAYMENT_CHECK_DAYS,
    refundRetryDays: s.REFUND_RETRY_DAYS,
    refundCheckHours: s.REFUND_CHECK_HOURS,
    payoutsSince: s.PAYOUTS_SINCE,
  });

const readDhl = (s: Settings): DhlSettings | undefined => {
  const { DHL_API_KEY: key, DHL_API_SECRET: secret, DHL_ACCOUNT: account } = s;
  if (key === undefined || secret === undefined || account === undefined) return undefined;
  const from = { countryCode: s.SHIP_FROM_COUNTRY, city: s.SHIP_FROM_CITY, postalCode: s.SHIP_FROM_POSTAL_CODE };
  return Object.freeze({ url: s.DHL_URL.replace(/\/+$/, ''), key, secret, account, from });
};

const readSandbox = (s: Settings): Config['sandbox'] =>
  Object.freeze({
    mailbox: s.SMTP_URL === undefined && isSandboxPartOn(s, 'SANDBOX_MAILBOX'),
    identity: s.OIDC_CLIENT_ID === undefined && isSandboxPartOn(s, 'SANDBOX_IDENTITY'),
    payments: s.PAYSTACK_SECRET_KEY === undefined && isSandboxPartOn(s, 'SANDBOX_PAYMENTS'),
    demoAccount: isSandboxPartOn(s, 'SANDBOX_DEMO_ACCOUNT'),
    demoStaff: s.NODE_ENV !== 'production' && isSandboxPartOn(s, 'SANDBOX_DEMO_ACCOUNT'),
    components: s.NODE_ENV !== 'production',
  });

/**
 * Reads and checks the settings. docs/settings.md describes them.
 * @param env environment variables by name
 * @throws ConfigError naming every wrong setting
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const s = readSettings(env);
  const production = s.NODE_ENV === 'production';
  return Object.freeze({
    production,
    role: s.PROCESS_ROLE,
    port: s.PORT,
    host: s.HOST,
    metricsPort: s.METRICS_PORT,
    drainSeconds: s.DRAIN_SECONDS,
    dataDir: resolve(s.DATA_DIR),
    shownSettings: showSettings(env),
    encryptionKeys: Object.freeze(s.ENCRYPTION_KEY ?? []),
    s3: readS3(s),
    databaseUrl: s.DATABASE_URL,
    databaseReadUrl: s.DATABASE_READ_URL,
    databaseConnections: s.DATABASE_CONNECTIONS,
    statementTimeoutMs: s.DATABASE_STATEMENT_TIMEOUT_MS,
    readinessTimeoutMs: s.READINESS_TIMEOUT_MS,
    databaseHeartbeatMs: s.DATABASE_HEARTBEAT_MS,
    exchangeRateCacheMs: s.EXCHANGE_RATE_CACHE_SECONDS * 1000,
    requestTimeoutMs: s.REQUEST_TIMEOUT_MS,
    redisUrl: s.REDIS_URL,
    publicUrl: s.PUBLIC_URL?.replace(/\/+$/, ''),
    apiUrl: s.API_URL,
    sellUrl: s.SELL_URL,
    countriesUrl: s.COUNTRIES_URL,
    defaultCountry: s.DEFAULT_COUNTRY,
    rateLimitFactor: s.RATE_LIMIT_FACTOR,
    requestsPerMinute: Object.freeze({
      accountCalls: s.ACCOUNT_CALLS_PER_MINUTE,
      networkCalls: s.NETWORK_CALLS_PER_MINUTE,
      networkPages: s.NETWORK_PAGES_PER_MINUTE,
    }),
    accountRequests: Object.freeze({
      maxRunning: s.ACCOUNT_CONCURRENT_CALLS,
      maxWaiting: s.ACCOUNT_WAITING_CALLS,
    }),
    accountLockTimeoutMs: s.ACCOUNT_LOCK_TIMEOUT_MS,
    checkoutPerHour: Object.freeze({
      couponTries: s.ACCOUNT_COUPON_TRIES_PER_HOUR,
      carrierCalls: s.ACCOUNT_CARRIER_CALLS_PER_HOUR,
    }),
    registrationsPerHour: Object.freeze({
      network: s.NETWORK_REGISTRATIONS_PER_HOUR,
      email: s.EMAIL_REGISTRATIONS_PER_HOUR,
    }),
    mailsPerHour: Object.freeze({ network: s.NETWORK_MAILS_PER_HOUR, email: s.EMAIL_MAILS_PER_HOUR }),
    trustedProxy: s.TRUSTED_PROXY,
    hasVariantHeader: s.VARIANT_HEADER,
    logLevel: s.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    cacheBytes: s.CACHE_MEGABYTES * 1024 * 1024,
    pictureWorkers: s.PICTURE_WORKERS,
    renderThreads: s.RENDER_THREADS ?? Math.min(availableParallelism(), 8),
    maxRenderedPages: s.RENDER_QUEUE,
    pagesDir: s.PAGES_DIR && resolve(s.PAGES_DIR),
    dictionaryReleases: s.DICTIONARY_RELEASES,
    dictionaryTimeoutMs: s.DICTIONARY_TIMEOUT_MS,
    flagSources: Object.freeze(s.FLAG_SOURCES ?? []),
    mail: Object.freeze({ smtpUrl: s.SMTP_URL, from: s.MAIL_FROM ?? `${brand.name} <${brand.email}>` }),
    identity: readIdentity(s),
    sessionMaxDays: s.SESSION_MAX_DAYS,
    unverifiedAccountDays: s.UNVERIFIED_ACCOUNT_DAYS,
    paystack: s.PAYSTACK_SECRET_KEY
      ? Object.freeze({ secretKey: s.PAYSTACK_SECRET_KEY, url: s.PAYSTACK_URL.replace(/\/+$/, '') })
      : undefined,
    payouts: Object.freeze({ by: s.PAYOUTS, minimumKobo: kobo(s.PAYOUT_MINIMUM_KOBO), weekday: s.PAYOUT_WEEKDAY }),
    orders: readOrders(s),
    dhl: readDhl(s),
    shippingSurchargePercent: s.SHIPPING_SURCHARGE_PERCENT,
    exchangeRatesUrl: s.EXCHANGE_RATES_URL,
    sandbox: readSandbox(s),
    operatorsNeedSecondFactor: !isSandboxPartOn(s, 'SANDBOX_DEMO_ACCOUNT'),
    offlinePages: s.OFFLINE_PAGES,
  });
};
