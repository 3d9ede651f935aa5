import { isIP } from 'node:net';
import { z } from 'zod';

/** One environment variable. */
export type Setting = {
  /** Parses the text of the variable. */
  type: z.ZodType;
  /** The text that is parsed when the variable is not set or empty. Settings without it are optional. */
  default?: string;
  /** What an unset variable means, for settings without a default. */
  unset?: string;
  /** Nobody reads its value in the desk. A URL that may have a password or a key is a secret too. */
  isSecret?: true;
  /** Sentences for `.env.example` and `docs/settings.md`. */
  help: string;
};
/** Settings of one topic, in the order of the documents. */
type Group = { title: string; settings: Record<string, Setting> };

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const text = (max = Number.POSITIVE_INFINITY) => z.string().min(1).max(max);
const httpUrl = z.url({ protocol: /^https?$/ });
/** A path, or an absolute URL; without query, credentials, or a segment that begins with a dot. */
const baseUrl = z
  .string()
  .refine(
    (value) =>
      /^(https?:\/\/[\p{L}\p{N}.:[\]-]+)?(\/[\w~-][\w.~-]*)*\/*$/u.test(value) &&
      (value.startsWith('/') || URL.canParse(value)),
    'must be a path, or an address without query, such as /backend or https://api.shop.example',
  )
  .transform((value) => value.replace(/\/+$/, ''));
/** A path, or an absolute URL. */
const siteUrl = z
  .string()
  .refine(
    (value) => /^(?:\/(?![/\\])|https?:\/\/)/.test(value) && URL.canParse(value, 'http://shop.example'),
    'must be a path, or an address, such as /desk/ or https://sell.shop.example/',
  );
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capitals, such as NG');

/** An address, a network such as 10.0.0.0/8, or one of the names that Fastify knows. */
const isNetwork = (entry: string): boolean => {
  const [address = '', length, ...rest] = entry.trim().split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry.trim())) return true;
  const maxLength = isIP(address) === 4 ? 32 : 128;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= maxLength);
  return isIP(address) !== 0 && rest.length === 0 && isLength;
};

/** Keys in base64, separated by commas. */
const encryptionKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
    'must be one or more keys of 32 random bytes in base64, separated by commas; `openssl rand -base64 32` prints one',
  )
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')));

const processGroup = {
  title: 'Process',
  settings: {
    NODE_ENV: {
      type: z.enum(['development', 'test', 'production']),
      default: 'development',
      help: '`development`, `test` or `production`. In production the server does not set up the demo market, and serves a sandbox part only if its own setting asks for it.',
    },
    PROCESS_ROLE: {
      type: z.enum(['all', 'web', 'worker']),
      default: 'all',
      help: 'What this process does. `web` serves visitors and queues jobs. `worker` runs the jobs (mails, payment checks, exchange rates) and serves only /healthz and /readyz. `all` does both. `web` processes need at least one `worker`.',
    },
    DRAIN_SECONDS: {
      type: integer(0, 600),
      default: '0',
      help: 'After SIGTERM the server serves requests for this many seconds while /readyz responds with 503, so that a load balancer stops sending requests. Then it finishes running requests and stops. Ctrl-C does not wait.',
    },
    LOG_LEVEL: {
      type: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
      unset: '`info` in production, otherwise `warn`',
      help: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. From `info` on, each request is logged in one line with the id that its response carries as x-request-id, without URL or token (docs/operation.md).',
    },
  },
} satisfies Group;

const networkGroup = {
  title: 'Network',
  settings: {
    PORT: { type: integer(0, 65_535), default: '3000', help: 'The port on which the server listens.' },
    HOST: {
      type: text(),
      default: '0.0.0.0',
      help: 'The address on which the server listens. A host name is resolved once, at the start: the first IPv4 address, otherwise the first IPv6 address.',
    },
    PUBLIC_URL: {
      type: httpUrl.optional(),
      unset: '`http://localhost:PORT`',
      help: 'The origin under which shoppers reach the shop. Canonical links, links between pages of a list and links in mails start with it. Production refuses to start without it.',
    },
    API_URL: {
      type: baseUrl,
      default: '/backend',
      help: 'The base URL of the API, under which pages and other clients call it: a path on the shop’s own origin, or an address such as https://api.shop.example whose requests reach this server with their Host header (docs/deployment.md). On another origin, browsers may call it from the pages of PUBLIC_URL. The server always serves /backend too.',
    },
    SELL_URL: {
      type: siteUrl,
      default: '/desk/',
      help: 'Where “Start Selling” and the mails to merchants lead: a path on the shop’s own origin, or the address of another site. The default is the desk, which the server serves at /desk/.',
    },
    COUNTRIES_URL: {
      type: baseUrl.optional(),
      unset: 'API_URL',
      help: 'The base URL of the countries service: pages read the list of countries at COUNTRIES_URL/countries/, without a token. On another origin, that service must allow requests from the origin of PUBLIC_URL. The server itself uses its own countries.',
    },
    TRUSTED_PROXY: {
      type: z
        .string()
        .refine(
          (list) => list.split(',').every(isNetwork),
          'must be addresses or networks, such as 10.0.0.1, 10.0.0.0/8',
        )
        .optional(),
      unset: 'X-Forwarded-For is ignored',
      help: 'Addresses or networks of proxies with a trusted X-Forwarded-For header, separated by commas.',
    },
    VARIANT_HEADER: {
      type: flag,
      default: '0',
      help: '`1` for a CDN that sets the header `Shop-Variant` of every request (docs/deployment.md): pages then vary by this header instead of by all cookies. A CDN that passes on the header of a visitor would store that visitor’s choice for everybody.',
    },
    METRICS_PORT: {
      type: integer(0, 65_535).optional(),
      unset: 'no metrics',
      help: 'A second port, on the same HOST, that serves GET /metrics for Prometheus (docs/operation.md). The metrics contain sales, so do not expose this port.',
    },
  },
} satisfies Group;

const limitGroup = {
  title: 'Limits',
  settings: {
    RATE_LIMIT_FACTOR: {
      type: z.coerce.number().positive().max(1_000_000),
      default: '1',
      help: 'Multiplies every rate limit, including those of logins and mails. Production refuses values below 1.',
    },
    REDIS_URL: {
      isSecret: true,
      type: z.url({ protocol: /^rediss?$/ }).optional(),
      unset: 'each process counts for itself',
      help: 'A store with the Redis protocol (Redis, Valkey and others), in which all processes count requests by address together: redis://:password@host:6379/0, or rediss:// for TLS. While it is unavailable, requests are not counted. Attempts to log in and to send mails are always counted in the database.',
    },
    ACCOUNT_CALLS_PER_MINUTE: {
      type: integer(1, 1_000_000),
      default: '1200',
      help: 'Maximum API calls of one signed-in account, or of one merchant, per minute. An open cart page makes about 60. A response without changes (304) counts as a twentieth.',
    },
    NETWORK_CALLS_PER_MINUTE: {
      type: integer(1, 10_000_000),
      default: '3000',
      help: 'Maximum API calls of one network without a known token per minute. A network is an IPv4 address, or the /64 prefix of an IPv6 address; many shoppers may share it. Cached responses do not count.',
    },
    NETWORK_PAGES_PER_MINUTE: {
      type: integer(1, 10_000_000),
      default: '3000',
      help: 'Maximum pages that one network requests per minute. A script, style, font, flag or icon counts as a twentieth, a picture of a product or person does not count.',
    },
    ACCOUNT_CONCURRENT_CALLS: {
      type: integer(1, 1000),
      default: '4',
      help: 'Maximum API calls of one account that one process runs at the same time. Keep it below DATABASE_CONNECTIONS, so that no account can take all connections.',
    },
    ACCOUNT_WAITING_CALLS: {
      type: integer(0, 10_000),
      default: '40',
      help: 'Maximum further calls of the account that wait. More are refused with 429.',
    },
    REQUEST_TIMEOUT_MS: {
      type: integer(100, 600_000),
      default: '30000',
      help: 'Time in milliseconds within which a request must arrive with its whole body; otherwise it is refused with 408.',
    },
    ACCOUNT_LOCK_TIMEOUT_MS: {
      type: integer(1, 60_000),
      default: '3000',
      help: 'Time in milliseconds that a change of an account’s data, such as cart, orders or messages, waits while another process or job has locked the account. After that it is refused with 429.',
    },
    ACCOUNT_COUPON_TRIES_PER_HOUR: {
      type: integer(1, 1_000_000),
      default: '20',
      help: 'Maximum unknown coupon codes that one account may enter per hour. After that every code is refused with 429.',
    },
    ACCOUNT_CARRIER_CALLS_PER_HOUR: {
      type: integer(1, 1_000_000),
      default: '120',
      help: 'Maximum shipment rates that one account may request from the carrier per hour. A rate stays valid for 30 minutes for the same address and cart; requesting it again does not count.',
    },
    NETWORK_REGISTRATIONS_PER_HOUR: {
      type: integer(1, 1_000_000),
      default: '500',
      help: 'Maximum registrations of one network per hour. Many shoppers may share a network.',
    },
    NETWORK_MAILS_PER_HOUR: {
      type: integer(1, 1_000_000),
      default: '500',
      help: 'Maximum requests for a verification link from one network per hour, and as many for a reset link. Many shoppers may share a network; the limit stops senders to many addresses.',
    },
    EMAIL_MAILS_PER_HOUR: {
      type: integer(1, 1000),
      default: '5',
      help: 'Maximum verification links that one email address gets per hour by requests from one network, and as many reset links. From all networks together the limit is four times as high.',
    },
    EMAIL_REGISTRATIONS_PER_HOUR: {
      type: integer(1, 1000),
      default: '5',
      help: 'Maximum registrations with one email address from one network per hour. From all networks together the limit is eight times as high.',
    },
  },
} satisfies Group;

const databaseGroup = {
  title: 'Database',
  settings: {
    DATABASE_URL: {
      isSecret: true,
      type: postgresUrl.optional(),
      unset: 'the embedded PostgreSQL',
      help: 'Your own PostgreSQL, version 15 or newer, with the extensions pg_trgm and unaccent: postgresql://user:password@host:5432/sokuwa',
    },
    DATABASE_READ_URL: {
      isSecret: true,
      type: postgresUrl.optional(),
      unset: 'no replica',
      help: 'A streaming replica of DATABASE_URL, for lists, searches, product pages and merchant pages. While it is unavailable or lags behind, DATABASE_URL is read. Name one server, not an address that several servers share.',
    },
    DATABASE_CONNECTIONS: {
      type: integer(2, 500),
      default: '10',
      help: 'The maximum number of connections that one process opens to the database, and to its replica. A few are additional: a web node has one that reads changes of the catalogue, one that checks the database and one that listens for messages; a worker has one that checks and one that listens for jobs.',
    },
    DATABASE_STATEMENT_TIMEOUT_MS: {
      type: integer(0, 3_600_000),
      default: '30000',
      help: 'Time in milliseconds after which the database cancels a statement of the server; if it does not respond, the connection is closed. Migrations and operator commands have no limit. `0` means none.',
    },
    DATABASE_HEARTBEAT_MS: {
      type: integer(100, 600_000),
      default: '5000',
      help: 'Time in milliseconds between two checks of the connections that listen for notifications. A connection that does not respond until the next check is reopened.',
    },
    READINESS_TIMEOUT_MS: {
      type: integer(100, 60_000),
      default: '2000',
      help: 'Time in milliseconds that /readyz waits for the database before it responds with 503. A database that does not respond to a check in this time, twice, counts as unavailable: what needs it is refused with 503 at once, until it responds again.',
    },
  },
} satisfies Group;

const fileGroup = {
  title: 'Files and pictures',
  settings: {
    DATA_DIR: {
      type: text(),
      default: './data',
      help: 'The folder of the embedded database and of the pictures.',
    },
    ENCRYPTION_KEY: {
      isSecret: true,
      type: encryptionKeys.optional(),
      unset: 'outside production a generated key in DATA_DIR; in production nothing can be encrypted',
      help: 'The key that encrypts what the shop must be able to read again, such as the secrets of webhooks and the bank accounts of merchants: 32 random bytes in base64, the same on all nodes, from `openssl rand -base64 32`. Keep a copy beside the backups, which do not contain it. To replace it, write the new key in front, separated by a comma; after a day the old one can be removed.',
    },
    PAGES_DIR: {
      type: text().optional(),
      unset: '`web/dist`',
      help: 'The folder of the built pages, with the subfolders `client` and `server`.',
    },
    S3_ENDPOINT: {
      type: httpUrl.optional(),
      unset: 'pictures are stored in DATA_DIR',
      help: 'A bucket for the pictures, which all servers share, in any system with the S3 protocol. Set all five: endpoint, bucket, region and both keys. The keys must allow to list, read, write and delete objects.',
    },
    S3_BUCKET: {
      type: z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket’s name: small letters, digits, dots and hyphens')
        .optional(),
      help: 'The name of the bucket.',
    },
    S3_REGION: { type: text().optional(), help: 'The region of the bucket.' },
    S3_ACCESS_KEY_ID: { isSecret: true, type: text().optional(), help: 'The id of the access key.' },
    S3_SECRET_ACCESS_KEY: { isSecret: true, type: text().optional(), help: 'The secret of the access key.' },
    S3_PATH_STYLE: {
      type: flag,
      default: '0',
      help: '`1` if the name of the bucket belongs in the path of a URL instead of its host name, as with MinIO.',
    },
    PICTURE_WORKERS: {
      type: integer(1, 16),
      default: '1',
      help: 'The maximum number of pictures that are resized at the same time. Each takes one of the four threads (UV_THREADPOOL_SIZE) that files also need.',
    },
    FLAG_SOURCES: {
      type: z
        .string()
        .transform((list) => list.split(/[\s,]+/).filter(Boolean))
        .refine(
          (list) => list.length <= 2 && list.every((url) => /^https?:\/\/[^/]+\/.*\{code\}/.test(url)),
          'must be two addresses at most, each with {code}, such as https://flags.example/{code}.svg',
        )
        .optional(),
      unset: 'only the shop’s own flags',
      help: 'Up to two URLs for flags that the shop does not have, separated by commas: https://flags.example/{code}.svg, where {code} is the country code in small letters. The content security policy allows pictures from them.',
    },
  },
} satisfies Group;

const performanceGroup = {
  title: 'Memory and threads',
  settings: {
    CACHE_MEGABYTES: {
      type: integer(0, 4096),
      default: '64',
      help: 'The memory for cached responses and pages, in megabytes. `0` caches nothing.',
    },
    RENDER_QUEUE: {
      type: integer(1, 100_000),
      default: '200',
      help: 'Maximum pages that are rendered or wait for a thread. Further visitors get 503 with Retry-After instead of waiting until the time-out.',
    },
    RENDER_THREADS: {
      type: integer(1, 64).optional(),
      unset: 'one per core, at most 8',
      help: 'The maximum number of threads that render pages. Each takes about 50 MB. One starts with the server, others when all are busy, and one more while pages are rendered a second time.',
    },
    DICTIONARY_RELEASES: {
      type: integer(0, 50),
      default: '6',
      help: 'Number of releases, this one included, whose scripts and styles are kept in the database. A browser that has a file of one of them gets only what changed since, and each node serves the files of all of them. Each release takes at most 2 MB. `0` stores nothing and sends whole files.',
    },
    DICTIONARY_TIMEOUT_MS: {
      type: integer(1, 60_000),
      default: '1000',
      help: 'Time in milliseconds that a script or style waits for the database or for other files that are being compressed. After that it is sent whole.',
    },
  },
} satisfies Group;

const mailGroup = {
  title: 'Mail',
  settings: {
    SMTP_URL: {
      isSecret: true,
      type: z.url({ protocol: /^smtps?$/ }).optional(),
      unset: 'the sandbox’s mailbox, outside production',
      help: 'The mail server: smtp://user:password@host:587 (TLS if the server offers it) or smtps://user:password@host:465. Production refuses to start without it.',
    },
    MAIL_FROM: {
      type: z
        .string()
        .regex(
          /^([^<>"\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
          'must be an address, such as Shop <care@shop.example>',
        )
        .optional(),
      unset: 'the name and address in `contract/src/brand.ts`',
      help: 'The sender of every mail, such as Shop <care@shop.example>.',
    },
  },
} satisfies Group;

const signInGroup = {
  title: 'Sign-in',
  settings: {
    OIDC_ISSUER: {
      type: httpUrl,
      default: 'https://accounts.google.com',
      help: 'The OpenID Connect provider of “Sign in with Google”. Register PUBLIC_URL/accounts/google/callback as redirect URI there. In production it must begin with https://.',
    },
    OIDC_CLIENT_ID: {
      type: text().optional(),
      unset: 'in production no sign-in with Google, otherwise the sandbox’s provider',
      help: 'The client id that the provider gave you. Without it the pages have no sign-in button, and the API has no such calls.',
    },
    OIDC_CLIENT_SECRET: {
      isSecret: true,
      type: text().optional(),
      help: 'The client secret. Set it together with the id.',
    },
    SESSION_MAX_DAYS: {
      type: integer(30, 3650),
      default: '365',
      help: 'A session ends this many days after the sign-in, however often it is used. Without use it ends after 30 days.',
    },
    UNVERIFIED_ACCOUNT_DAYS: {
      type: integer(2, 3650),
      default: '30',
      help: 'An account whose email address is never verified is deleted after this many days.',
    },
  },
} satisfies Group;

const paymentGroup = {
  title: 'Payments',
  settings: {
    PAYSTACK_SECRET_KEY: {
      isSecret: true,
      type: z
        .string()
        .regex(/^sk_(test|live)_[A-Za-z0-9]+$/, 'must be a secret key of Paystack: sk_test_… or sk_live_…')
        .optional(),
      unset: 'the sandbox’s payment page, outside production',
      help: 'The secret key of your Paystack account, sk_test_… or sk_live_…. Register PUBLIC_URL/backend/payment/webhook as webhook URL there. Production refuses to start without it.',
    },
    PAYSTACK_URL: { type: httpUrl, default: 'https://api.paystack.co', help: 'The URL of Paystack’s API.' },
    PAYMENT_CHECK_DAYS: {
      type: integer(1, 14),
      default: '3',
      help: 'Number of days for which an unpaid or declined payment is verified with the payment provider, so that a late success is found.',
    },
    REFUND_RETRY_DAYS: {
      type: integer(0, 90),
      default: '7',
      help: 'Number of days for which a refund is retried while the balance at the payment provider is too low. After that it waits for the operator: `npm run cli -- payments held`.',
    },
    REFUND_CHECK_HOURS: {
      type: integer(1, 72),
      default: '6',
      help: 'Interval in hours at which accepted refunds and open disputes are checked with the payment provider.',
    },
  },
} satisfies Group;

const payoutGroup = {
  title: 'Payouts',
  settings: {
    PAYOUTS: {
      type: z.enum(['provider', 'file']),
      default: 'provider',
      help: 'How merchants are paid: `provider` by transfers of the payment provider, `file` by a file that an operator sends to the bank (docs/operation.md).',
    },
    PAYOUT_MINIMUM_KOBO: {
      type: integer(1, 1_000_000_000),
      default: '500000',
      help: 'The smallest payout, in kobo. A merchant with less is paid when there is enough.',
    },
    PAYOUT_WEEKDAY: {
      type: integer(0, 7),
      default: '1',
      help: 'The weekday on which a batch of payouts is drafted, at 6 UTC: 1 is Monday, 7 is Sunday. `0` drafts none; an operator does it.',
    },
    PAYOUTS_SINCE: {
      type: z.iso
        .date()
        .transform((day) => new Date(day))
        .optional(),
      unset: 'the time of the upgrade',
      help: 'A day (UTC) such as 2027-01-31. Orders that release 1.0 delivered before it count as paid to their merchants outside the shop. Set it before the first start of release 1.1; it has no effect later (docs/deployment.md).',
    },
  },
} satisfies Group;

const orderGroup = {
  title: 'Orders',
  settings: {
    ORDERS_PER_HOUR: {
      type: integer(1, 10_000),
      default: '20',
      help: 'Maximum orders that one account can place per hour. RATE_LIMIT_FACTOR multiplies it. Repeated presses for the same order count once.',
    },
    MAX_UNPAID_UNITS: {
      type: integer(1, 1_000_000),
      default: '100',
      help: 'Maximum units that one account can reserve without paying: the sum of the quantities of an order that the wallet does not pay at once.',
    },
    COMMISSION_PER_MILLE: {
      type: integer(0, 1000),
      default: '100',
      help: 'What the shop takes of the price of each sale, in per mille, unless the merchant has a rate of its own. 100 is ten percent. It is stored with each order.',
    },
    ORDER_PURGE_DAYS: {
      type: integer(15, 3650),
      default: '90',
      help: 'Days after which cancelled orders that were never paid are deleted. Paid orders are never deleted.',
    },
  },
} satisfies Group;

const shippingGroup = {
  title: 'Shipping',
  settings: {
    DHL_API_KEY: {
      isSecret: true,
      type: text().optional(),
      unset: 'the shop’s own table of zones and weights',
      help: 'The API key of your DHL Express account, for its shipment rates (MyDHL API). Set all three: key, secret and account.',
    },
    DHL_API_SECRET: { isSecret: true, type: text().optional(), help: 'The API secret of the DHL account.' },
    DHL_ACCOUNT: { isSecret: true, type: text(12).optional(), help: 'The number of the DHL account.' },
    DHL_URL: {
      type: httpUrl,
      default: 'https://express.api.dhl.com/mydhlapi',
      help: 'The URL of DHL’s API. With /test at its end it is DHL’s test system.',
    },
    SHIP_FROM_COUNTRY: {
      type: country,
      default: 'NG',
      help: 'The country in which DHL collects parcels. The shop’s own table is for parcels from Nigeria.',
    },
    SHIP_FROM_CITY: { type: text(45), default: 'Lagos', help: 'The city in which DHL collects parcels.' },
    SHIP_FROM_POSTAL_CODE: {
      type: z.string().max(12),
      default: '101231',
      help: 'The postal code where DHL collects parcels.',
    },
    SHIPPING_SURCHARGE_PERCENT: {
      type: integer(0, 1000),
      default: '0',
      help: 'Whole per cent that are added to the rates of the shop’s own table, such as a carrier’s currency surcharge.',
    },
  },
} satisfies Group;

const countryGroup = {
  title: 'Country and currency',
  settings: {
    DEFAULT_COUNTRY: {
      type: country,
      default: 'NG',
      help: 'The country of visitors who chose none. Prices are shown in its currency beside naira.',
    },
    EXCHANGE_RATE_CACHE_SECONDS: {
      type: integer(1, 86_400),
      default: '60',
      help: 'Lifetime in seconds of the exchange rates that a process caches. It reads new rates earlier if the database notifies it of them.',
    },
    EXCHANGE_RATES_URL: {
      isSecret: true,
      type: httpUrl.optional(),
      unset: 'the dated rates that come with the shop',
      help: 'Where exchange rates are read every six hours: https://open.er-api.com/v6/latest/USD (its terms require attribution beside the rates) or https://api.frankfurter.dev/v2/rates?base=USD.',
    },
  },
} satisfies Group;

/** A part of the sandbox. In production it is off unless its setting asks for it (SANDBOX-8). */
const sandboxPart = (help: string) => ({
  type: flag.optional(),
  unset: '`0` in production, otherwise `1`',
  help,
});
const sandboxGroup = {
  title: 'Sandbox',
  settings: {
    SANDBOX_MAILBOX: sandboxPart(
      'Without SMTP_URL, `1` shows every email to everybody at /sandbox/mailbox, including links that set a new password. Never set it on a public server.',
    ),
    SANDBOX_IDENTITY: sandboxPart(
      'Without OIDC_CLIENT_ID, `1` lets everybody sign in as anybody, at /sandbox/identity. Never set it on a public server.',
    ),
    SANDBOX_PAYMENTS: sandboxPart(
      'Without PAYSTACK_SECRET_KEY, `1` lets every buyer approve a payment at /sandbox/pay without paying. Never set it on a public server.',
    ),
    SANDBOX_DEMO_ACCOUNT: sandboxPart(
      '`1` gives the demo accounts their published passwords (in production only the buyer’s), and lets operators sign in to the desk without a second factor. Never set it on a public server.',
    ),
  },
} satisfies Group;

const offlineGroup = {
  title: 'Offline pages',
  settings: {
    OFFLINE_PAGES: {
      type: flag,
      default: '1',
      help: '`0` makes browsers delete the pages that they store for offline use, and store no more.',
    },
  },
} satisfies Group;

export const settings = {
  ...processGroup.settings,
  ...networkGroup.settings,
  ...limitGroup.settings,
  ...databaseGroup.settings,
  ...fileGroup.settings,
  ...performanceGroup.settings,
  ...mailGroup.settings,
  ...signInGroup.settings,
  ...orderGroup.settings,
  ...paymentGroup.settings,
  ...payoutGroup.settings,
  ...shippingGroup.settings,
  ...countryGroup.settings,
  ...sandboxGroup.settings,
  ...offlineGroup.settings,
};

export const groups: readonly Group[] = [
  processGroup,
  networkGroup,
  limitGroup,
  databaseGroup,
  fileGroup,
  performanceGroup,
  mailGroup,
  signInGroup,
  orderGroup,
  paymentGroup,
  payoutGroup,
  shippingGroup,
  countryGroup,
  sandboxGroup,
  offlineGroup,
];
