import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { brand } from '@sokuwa/contract/brand.ts';
import { z } from 'zod';
import type { S3Settings } from './ports/media/s3.media.ts';
import type { DhlSettings } from './ports/shipping/dhl.shipping.ts';

/** An address, a network such as 10.0.0.0/8, or one of the names that Fastify knows. */
const isNetwork = (text: string): boolean => {
  const [address = '', length, ...rest] = text.trim().split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true;
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 && rest.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && +length <= most))
  );
};
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Every setting: its rule, its default, and in .env.example its sentence. */
const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PROCESS_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  METRICS_PORT: integer(0, 65_535).optional(),
  DRAIN_SECONDS: integer(0, 600).default(0),
  DATA_DIR: z.string().min(1).default('./data'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket’s name: small letters, digits, dots and hyphens')
    .optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: flag.default(false),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: integer(2, 500).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country code of two capitals, such as NG')
    .default('NG'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  TRUSTED_PROXY: z
    .string()
    .refine((list) => list.split(',').every(isNetwork), 'must be addresses or networks, such as 10.0.0.1, 10.0.0.0/8')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  CACHE_MEGABYTES: integer(0, 4096).default(48),
  PICTURE_WORKERS: integer(1, 16).default(1),
  RENDER_THREADS: integer(1, 64).default(Math.min(availableParallelism(), 8)),
  FLAG_SOURCES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.length <= 2 && list.every((address) => /^https?:\/\/[^/]+\/.*\{code\}/.test(address)),
      'must be two addresses at most, each with {code}, such as https://flags.example/{code}.svg',
    ),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>"\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address, such as Shop <care@shop.example>',
    )
    .default(`${brand.name} <${brand.email}>`),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_[A-Za-z0-9]+$/, 'must be a secret key of Paystack: sk_test_… or sk_live_…')
    .optional(),
  PAYSTACK_URL: z.url({ protocol: /^https?$/ }).default('https://api.paystack.co'),
  DHL_API_KEY: z.string().min(1).optional(),
  DHL_API_SECRET: z.string().min(1).optional(),
  DHL_ACCOUNT: z.string().min(1).max(12).optional(),
  DHL_URL: z.url({ protocol: /^https?$/ }).default('https://express.api.dhl.com/mydhlapi'),
  SHIP_FROM_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country code of two capitals, such as NG')
    .default('NG'),
  SHIP_FROM_CITY: z.string().min(1).max(45).default('Lagos'),
  SHIP_FROM_POSTAL_CODE: z.string().max(12).default('101231'),
  SHIPPING_SURCHARGE_PERCENT: integer(0, 1000).default(0),
  EXCHANGE_RATES_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALLOW_SANDBOX: flag.default(false),
  OFFLINE_PAGES: flag.default(true),
});

/** The settings of one running server, checked and frozen. */
export type Config = Readonly<{
  production: boolean;
  /** `web` serves visitors and queues jobs, `worker` works them, `all` does both. */
  role: 'all' | 'web' | 'worker';
  port: number;
  host: string;
  /** Where figures for Prometheus are served; undefined means nowhere. */
  metricsPort: number | undefined;
  /** Seconds between SIGTERM and the end, in which requests are still served but /readyz says no. */
  drainSeconds: number;
  /** Absolute path of the folder that holds the embedded database and the pictures. */
  dataDir: string;
  /** The bucket that holds the pictures; undefined means the data folder. */
  s3: S3Settings | undefined;
  /** One's own PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined;
  /** A streaming replica of it, for reads of the catalogue; undefined means none. */
  databaseReadUrl: string | undefined;
  databaseConnections: number;
  /** Where nodes count requests together; undefined: each counts its own. */
  redisUrl: string | undefined;
  /** Origin under which visitors reach the shop, without a final slash; undefined means http://localhost:PORT. */
  publicUrl: string | undefined;
  defaultCountry: string;
  /** Multiplies every rate limit. */
  rateLimitFactor: number;
  /** Addresses of proxies whose X-Forwarded-For is believed; undefined means none. */
  trustedProxy: string | undefined;
  logLevel: string;
  /** Memory for finished answers and pages, in bytes. */
  cacheBytes: number;
  /** Pictures that may be made at once. */
  pictureWorkers: number;
  /** Threads that render pages, at most. */
  renderThreads: number;
  /** Where flags are looked for after the shop's own; {code} stands for the country's code in small letters. */
  flagSources: readonly string[];
  mail: Readonly<{
    /** The mail server; undefined means the sandbox's mailbox. */
    smtpUrl: string | undefined;
    /** The sender of every mail. */
    from: string;
  }>;
  /** Who vouches for people at "sign in with Google"; undefined means the sandbox's provider. */
  identity: Readonly<{ issuer: string; clientId: string; clientSecret: string }> | undefined;
  /** Who is paid through; undefined means the sandbox's payment provider. */
  paystack: { readonly secretKey: string; readonly url: string } | undefined;
  /** The DHL Express account that rates are asked of; undefined means the shop's own table. */
  dhl: DhlSettings | undefined;
  /** Whole per cent on top of the table's rates. */
  shippingSurcharge: number;
  /** Where exchange rates are read; undefined means those that come with the shop. */
  exchangeRatesUrl: string | undefined;
  /** Whether the sandbox parts are served. */
  sandbox: boolean;
  /** Whether browsers keep pages for offline use; false also removes what they kept. */
  offlinePages: boolean;
}>;

/** Thrown at start when settings are wrong; its message is a line for each, a sentence for the operator. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Settings = z.output<typeof settings>;
type Given = Record<string, string | undefined>;

/** What a shop that others use needs: else links in mails lead nowhere, or the sandbox stands in for outside systems. */
const needed: { setting: keyof Settings; part: string }[] = [
  { setting: 'PUBLIC_URL', part: 'the address under which shoppers reach the shop, with which links in mails begin' },
  { setting: 'SMTP_URL', part: 'the mail server' },
  { setting: 'OIDC_CLIENT_ID', part: 'the sign-in by another provider' },
  { setting: 'PAYSTACK_SECRET_KEY', part: 'the payment provider' },
];
/** Settings that come together or not at all: half of them would be found out by the first shopper who needs them. */
const together: { names: (keyof Settings)[]; why: string }[] = [
  { names: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], why: 'the id and the secret come together. See .env.example.' },
  { names: ['DHL_API_KEY', 'DHL_API_SECRET', 'DHL_ACCOUNT'], why: 'DHL needs key, secret and account together.' },
  // Half a bucket would be taken for the data folder, and the pictures for lost.
  {
    names: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    why: 'a bucket needs endpoint, name, region and both keys.',
  },
];

/** What is wrong about settings that are right one by one. */
const crossCheck = (s: Settings, given: Given): string[] => {
  const problems = together.flatMap(({ names, why }) => {
    const missing = names.filter((name) => given[name] === undefined);
    return missing.length === names.length ? [] : missing.map((name) => `The setting ${name} is missing: ${why}`);
  });
  if (s.DATABASE_READ_URL !== undefined && given.DATABASE_URL === undefined)
    problems.push('The setting DATABASE_URL is missing: DATABASE_READ_URL names a replica of it. See .env.example.');
  if (s.METRICS_PORT === s.PORT && s.PORT !== 0)
    problems.push('The setting METRICS_PORT is wrong: it must not be PORT, where everybody could read it.');
  if (s.NODE_ENV !== 'production') return problems;
  if (s.RATE_LIMIT_FACTOR < 1)
    problems.push('The setting RATE_LIMIT_FACTOR is wrong: below 1 it is refused in production.');
  if (given.OIDC_CLIENT_ID !== undefined && s.OIDC_ISSUER.startsWith('http:'))
    problems.push('The setting OIDC_ISSUER is wrong: in production it must begin with https://.');
  if (!s.ALLOW_SANDBOX)
    for (const { setting, part } of needed)
      if (given[setting] === undefined)
        problems.push(
          `The setting ${setting} is missing: it names ${part}. ALLOW_SANDBOX=1 lets a production server do without.`,
        );
  return problems;
};

/** All settings, each by its own rule. @throws ConfigError */
const readSettings = (given: Given): Settings => {
  const parsed = settings.safeParse(given);
  if (parsed.success) {
    const problems = crossCheck(parsed.data, given);
    if (problems.length > 0) throw new ConfigError(problems);
    return parsed.data;
  }
  const wrong = new Map(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
  // With the wrong ones left out the others can be held against each other.
  const right = settings.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
  throw new ConfigError([
    ...Array.from(wrong, ([name, message]) => `The setting ${name} is wrong: ${message}. See .env.example.`),
    ...crossCheck(right, given),
  ]);
};

const identityOf = (s: Settings): Config['identity'] => {
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

const readDhl = (s: Settings): DhlSettings | undefined => {
  const { DHL_API_KEY: key, DHL_API_SECRET: secret, DHL_ACCOUNT: account } = s;
  if (key === undefined || secret === undefined || account === undefined) return undefined;
  const from = { countryCode: s.SHIP_FROM_COUNTRY, city: s.SHIP_FROM_CITY, postalCode: s.SHIP_FROM_POSTAL_CODE };
  return Object.freeze({ url: s.DHL_URL.replace(/\/+$/, ''), key, secret, account, from });
};

/**
 * Reads and checks the settings.
 * @param env the process's environment, or a test's
 * @throws ConfigError naming every wrong setting
 */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const s = readSettings(given);
  const production = s.NODE_ENV === 'production';
  return Object.freeze({
    production,
    role: s.PROCESS_ROLE,
    port: s.PORT,
    host: s.HOST,
    metricsPort: s.METRICS_PORT,
    drainSeconds: s.DRAIN_SECONDS,
    dataDir: resolve(s.DATA_DIR),
    s3: readS3(s),
    databaseUrl: s.DATABASE_URL,
    databaseReadUrl: s.DATABASE_READ_URL,
    databaseConnections: s.DATABASE_CONNECTIONS,
    redisUrl: s.REDIS_URL,
    publicUrl: s.PUBLIC_URL?.replace(/\/+$/, ''),
    defaultCountry: s.DEFAULT_COUNTRY,
    rateLimitFactor: s.RATE_LIMIT_FACTOR,
    trustedProxy: s.TRUSTED_PROXY,
    logLevel: s.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    cacheBytes: s.CACHE_MEGABYTES * 1024 * 1024,
    pictureWorkers: s.PICTURE_WORKERS,
    renderThreads: s.RENDER_THREADS,
    flagSources: Object.freeze(s.FLAG_SOURCES),
    mail: Object.freeze({ smtpUrl: s.SMTP_URL, from: s.MAIL_FROM }),
    identity: identityOf(s),
    paystack: s.PAYSTACK_SECRET_KEY
      ? Object.freeze({ secretKey: s.PAYSTACK_SECRET_KEY, url: s.PAYSTACK_URL.replace(/\/+$/, '') })
      : undefined,
    dhl: readDhl(s),
    shippingSurcharge: s.SHIPPING_SURCHARGE_PERCENT,
    exchangeRatesUrl: s.EXCHANGE_RATES_URL,
    sandbox: !production || s.ALLOW_SANDBOX,
    offlinePages: s.OFFLINE_PAGES,
  });
};

/** Origin under which shoppers reach the shop, without a final slash. */
export const publicUrlOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;
