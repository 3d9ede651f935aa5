import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RESERVED_PATHS } from './config/reserved-paths.ts';
import { showSettings } from './config/show-settings.ts';
import { ConfigError, getApiUrl, getBaseUrls, readConfig } from './config.ts';

describe('settings', () => {
  it('have defaults', { tags: ['@COUNTRY-12', '@SETTING-5', '@SETTING-6', '@SETTING-7', '@SETTING-11'] }, () => {
    const { dataDir, shownSettings, ...rest } = readConfig({});
    expect(shownSettings).toEqual(showSettings({}));
    expect(dataDir).toBe(resolve('data'));
    expect(rest).toEqual({
      production: false,
      role: 'all',
      port: 3000,
      host: '0.0.0.0',
      metricsPort: undefined,
      drainSeconds: 0,
      encryptionKeys: [],
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      databaseConnections: 10,
      statementTimeoutMs: 30_000,
      readinessTimeoutMs: 2000,
      databaseHeartbeatMs: 5000,
      exchangeRateCacheMs: 60_000,
      requestTimeoutMs: 30_000,
      redisUrl: undefined,
      publicUrl: undefined,
      apiUrl: '/backend',
      countriesUrl: undefined,
      defaultCountry: 'NG',
      rateLimitFactor: 1,
      requestsPerMinute: { accountCalls: 1200, networkCalls: 3000, networkPages: 3000 },
      accountRequests: { maxRunning: 4, maxWaiting: 40 },
      accountLockTimeoutMs: 3000,
      registrationsPerHour: { network: 500, email: 5 },
      mailsPerHour: { network: 500, email: 5 },
      checkoutPerHour: { couponTries: 20, carrierCalls: 120 },
      trustedProxy: undefined,
      hasVariantHeader: false,
      logLevel: 'warn',
      cacheBytes: 64 * 1024 * 1024,
      pictureWorkers: 1,
      renderThreads: expect.toSatisfy((threads: number) => threads >= 1 && threads <= 8),
      maxRenderedPages: 200,
      pagesDir: undefined,
      dictionaryReleases: 6,
      dictionaryTimeoutMs: 1000,
      flagSources: [],
      mail: { smtpUrl: undefined, from: 'Sokuwa <care@sokuwa.example>' },
      identity: undefined,
      sellUrl: '/desk/',
      sessionMaxDays: 365,
      unverifiedAccountDays: 30,
      payouts: { by: 'provider', minimumKobo: 500_000, weekday: 1 },
      orders: {
        ordersPerHour: 20,
        maxUnpaidUnits: 100,
        commissionPerMille: 100,
        purgeDays: 90,
        paymentCheckDays: 3,
        refundCheckHours: 6,
        refundRetryDays: 7,
      },
      paystack: undefined,
      s3: undefined,
      dhl: undefined,
      shippingSurchargePercent: 0,
      exchangeRatesUrl: undefined,
      sandbox: { mailbox: true, identity: true, payments: true, demoAccount: true, demoStaff: true, components: true },
      operatorsNeedSecondFactor: false,
      offlinePages: true,
    });
  });

  it('that are empty count as not set', () => {
    expect(
      readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '', NODE_ENV: '', DEFAULT_COUNTRY: undefined }),
    ).toEqual(readConfig({}));
  });

  it('are parsed', { tags: ['@SETTING-8', '@SETTING-9', '@SETTING-10'] }, () => {
    expect(
      readConfig({
        PROCESS_ROLE: 'worker',
        PORT: '0',
        DATABASE_URL: 'postgres://a:b@db.example:5433/shop?sslmode=require',
        PUBLIC_URL: 'https://shop.example//',
        DEFAULT_COUNTRY: 'GB',
        RATE_LIMIT_FACTOR: '2.5',
        TRUSTED_PROXY: '10.0.0.0/8, 127.0.0.1',
        CACHE_MEGABYTES: '0',
        FLAG_SOURCES: 'https://a.example/{code}.svg, https://b.example/f/{code}.png',
        UNKNOWN: 'ignored',
      }),
    ).toMatchObject({
      role: 'worker',
      port: 0,
      databaseUrl: 'postgres://a:b@db.example:5433/shop?sslmode=require',
      publicUrl: 'https://shop.example',
      defaultCountry: 'GB',
      rateLimitFactor: 2.5,
      trustedProxy: '10.0.0.0/8, 127.0.0.1',
      cacheBytes: 0,
      flagSources: ['https://a.example/{code}.svg', 'https://b.example/f/{code}.png'],
    });
  });

  it('has the keys of ENCRYPTION_KEY in their order', { tags: ['@SETTING-24'] }, () => {
    const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 255)];
    const list = keys.map((key) => key.toString('base64')).join(', ');
    expect(readConfig({ ENCRYPTION_KEY: list }).encryptionKeys).toEqual(keys);
  });

  it('cannot be changed afterwards', () => {
    const config = readConfig({ FLAG_SOURCES: 'https://a.example/{code}.svg' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.flagSources)).toBe(true);
  });

  it.each([
    ['NODE_ENV', 'staging'],
    ['PROCESS_ROLE', 'jobs'],
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['METRICS_PORT', '65536'],
    ['DRAIN_SECONDS', '-1'],
    ['ENCRYPTION_KEY', 'secret'],
    ['ENCRYPTION_KEY', Buffer.alloc(16).toString('base64')],
    ['ENCRYPTION_KEY', `${Buffer.alloc(32).toString('base64')},`],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_READ_URL', 'localhost:5432'],
    ['DATABASE_CONNECTIONS', '1'],
    ['DATABASE_CONNECTIONS', '501'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'ftp://shop.example'],
    ...[
      'api.shop.example',
      'ftp://api.shop.example',
      'https://',
      'https://api.shop.example?v=1',
      'https://api.shop.example#v1',
      'https://user:hush@api.shop.example',
      'https://api.shop.example:port',
      'https://api.shop.example/../v1',
      '//api.shop.example',
      '/back end',
      'backend',
    ].flatMap((value) => [
      ['API_URL', value],
      ['COUNTRIES_URL', value],
    ]),
    ['API_URL', '/'],
    ['API_URL', '/product'],
    ['API_URL', '/assets/v1'],
    ['API_URL', 'https://a;b.example'],
    ['API_URL', 'http://localhost:3000'],
    ['API_URL', 'http://localhost:3000/login/'],
    ['DEFAULT_COUNTRY', 'ng'],
    ['DEFAULT_COUNTRY', 'Nigeria'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'Shop'],
    ['MAIL_FROM', 'Shop <care@shop.example>, thief@mail.example'],
    ['MAIL_FROM', 'care@shop.example\r\nBcc: thief@mail.example'],
    ['OIDC_ISSUER', 'accounts.google.com'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['CACHE_MEGABYTES', '-1'],
    ['PICTURE_WORKERS', '0'],
    ['RENDER_THREADS', '0'],
    ['PAYSTACK_SECRET_KEY', 'pk_test_0a'],
    ['PAYSTACK_URL', 'api.paystack.co'],
    ['SANDBOX_IDENTITY', 'yes'],
    ['UNVERIFIED_ACCOUNT_DAYS', '1'],
  ] as [name: string, value: string][])(
    'that are wrong are refused with a sentence that names them: %s=%s',
    { tags: ['@SETTING-3'] },
    (name, value) => {
      const read = () => readConfig({ [name]: value });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^The setting ${name} is wrong: .+\\. See \\.env\\.example\\.$`));
    },
  );
});

it('one error lists every problem, each on its own line', { tags: ['@SETTING-3'] }, () => {
  const read = () =>
    readConfig({ NODE_ENV: 'production', PORT: 'http', SMTP_URL: 'mail', OIDC_CLIENT_ID: 'shop', DHL_API_KEY: 'key' });
  const missingNames = ['OIDC_CLIENT_SECRET', 'DHL_API_SECRET', 'DHL_ACCOUNT', 'PUBLIC_URL', 'PAYSTACK_SECRET_KEY'];
  const lines = ['PORT is wrong', 'SMTP_URL is wrong', ...missingNames.map((name) => `${name} is missing`)];
  expect(read).toThrow(new RegExp(`^${lines.map((line) => `The setting ${line}: .+`).join('\n')}$`));
});

describe('the base URLs of pages', () => {
  const read = (settings: Record<string, string>) =>
    getBaseUrls(readConfig({ PUBLIC_URL: 'https://shop.example/', ...settings }));

  it('are /backend on the shop’s own origin by default', { tags: ['@API-2', '@API-3'] }, () => {
    expect(read({})).toEqual({ api: '/backend', countries: '/backend', shop: '/backend' });
    expect(getApiUrl(readConfig({ PUBLIC_URL: 'https://shop.example/' }))).toBe('https://shop.example/backend');
    expect(getApiUrl(readConfig({}))).toBe('http://localhost:3000/backend');
  });

  it.each([
    ['/v1//', '/v1', 'https://shop.example/v1'],
    ['https://shop.example/v1/', '/v1', 'https://shop.example/v1'],
    ['https://SHOP.example:443/v1', '/v1', 'https://shop.example/v1'],
    ['https://api.shop.example/', 'https://api.shop.example', 'https://api.shop.example'],
    ['https://api.shop.example:8443/v1/x/', 'https://api.shop.example:8443/v1/x', 'https://api.shop.example:8443/v1/x'],
    ['https://api.shop.example/product', 'https://api.shop.example/product', 'https://api.shop.example/product'],
  ])('follow API_URL=%s', { tags: ['@API-3'] }, (API_URL, base, absolute) => {
    expect(read({ API_URL })).toEqual({ api: base, countries: base, shop: '/backend' });
    expect(getApiUrl(readConfig({ PUBLIC_URL: 'https://shop.example', API_URL }))).toBe(absolute);
  });

  it('include that of the countries service', { tags: ['@API-3'] }, () => {
    const COUNTRIES_URL = 'https://countries.example/world/';
    expect(read({ COUNTRIES_URL })).toMatchObject({ api: '/backend', countries: 'https://countries.example/world' });
  });

  it('must begin with https:// if PUBLIC_URL does, because browsers block other calls', () => {
    for (const name of ['API_URL', 'COUNTRIES_URL'])
      expect(() => read({ [name]: 'http://api.shop.example' })).toThrow(
        `The setting ${name} is wrong: it must begin with https://`,
      );
  });
});

it('API_URL cannot be a path of a page or file of the shop', { tags: ['@API-4', '@API-32'] }, () => {
  const list = (folder: string) => readdirSync(new URL(`../../web/${folder}`, import.meta.url));
  // The names of layouts begin with an underscore, those of other modules with a hyphen.
  const pages = list('src/routes')
    .filter((file) => !file.startsWith('-'))
    .map((file) => (file.split('.').find((part) => !part.startsWith('_')) ?? '').replace(/_$/, ''))
    .filter((name) => !['index', '$', 'tsx'].includes(name));
  const folders = list('public').filter((name) => !name.includes('.'));
  const missing = [...pages, ...folders].filter((name) => !RESERVED_PATHS.has(name));
  expect(missing).toEqual([]);
  for (const API_URL of ['/robots.txt', '/worker.js', '/favicon.ico'])
    expect(() => readConfig({ API_URL })).toThrow('The setting API_URL is wrong: the shop has pages or files at that');
});

it('API_URL cannot be a path below /backend', { tags: ['@API-32'] }, () => {
  expect(() => readConfig({ API_URL: '/backend/v1' })).toThrow('The setting API_URL is wrong: below /backend');
  expect(readConfig({ API_URL: '/backend/' }).apiUrl).toBe('/backend');
});

it('METRICS_PORT must not be PORT', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metricsPort).toBe(9464);
  expect(() => readConfig({ PORT: '9464', METRICS_PORT: '9464' })).toThrow(/^The setting METRICS_PORT is wrong: /);
});

it('DATABASE_READ_URL needs DATABASE_URL', () => {
  const replica = { DATABASE_READ_URL: 'postgres://replica.example/shop' };
  expect(() => readConfig(replica)).toThrow(/^The setting DATABASE_URL is missing: /);
  const { databaseReadUrl } = readConfig({ ...replica, DATABASE_URL: 'postgres://db.example/shop' });
  expect(databaseReadUrl).toBe(replica.DATABASE_READ_URL);
});

it('the client id and the client secret of the sign-in provider are set together', () => {
  const both = { OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'hush' };
  expect(readConfig(both).identity).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'shop',
    clientSecret: 'hush',
  });
  expect(() => readConfig({ OIDC_CLIENT_ID: 'shop' })).toThrow(/^The setting OIDC_CLIENT_SECRET is missing: /);
  expect(() => readConfig({ OIDC_CLIENT_SECRET: 'hush' })).toThrow(/^The setting OIDC_CLIENT_ID is missing: /);
});

describe('a bucket', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'shop-pictures',
    S3_REGION: 'af-south-1',
    S3_ACCESS_KEY_ID: 'AKID',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  it('is read with all its settings', () => {
    expect(readConfig({ ...bucket, S3_PATH_STYLE: '1' }).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'shop-pictures',
      region: 'af-south-1',
      accessKeyId: 'AKID',
      secretAccessKey: 'secret',
      pathStyle: true,
    });
    expect(readConfig({ S3_PATH_STYLE: '1' }).s3).toBeUndefined();
    expect(() => readConfig({ ...bucket, S3_BUCKET: 'Shop/pictures' })).toThrow(/S3_BUCKET is wrong/);
  });
  it.each(Object.keys(bucket))('without %s is refused', (name) => {
    expect(() => readConfig({ ...bucket, [name]: '' })).toThrow(`The setting ${name} is missing`);
  });
});

describe('a DHL account', () => {
  const account = { DHL_API_KEY: 'key', DHL_API_SECRET: 'secret', DHL_ACCOUNT: '123456789' };

  it('is read with all its settings', () => {
    expect(readConfig({ ...account, SHIP_FROM_CITY: 'Abuja', DHL_URL: 'https://dhl.example/test/' }).dhl).toEqual({
      url: 'https://dhl.example/test',
      key: 'key',
      secret: 'secret',
      account: '123456789',
      from: { countryCode: 'NG', city: 'Abuja', postalCode: '101231' },
    });
  });

  it.each(['DHL_API_KEY', 'DHL_API_SECRET', 'DHL_ACCOUNT'])('without %s is refused', (name) => {
    expect(() => readConfig({ ...account, [name]: '' })).toThrow(`The setting ${name} is missing`);
  });
});

it('a part of the sandbox can be turned off outside production; email and payments then need a real system', () => {
  expect(readConfig({ SANDBOX_IDENTITY: '0', SANDBOX_DEMO_ACCOUNT: '0' }).sandbox).toMatchObject({
    mailbox: true,
    identity: false,
    demoAccount: false,
    demoStaff: false,
  });
  expect(() => readConfig({ SANDBOX_MAILBOX: '0' })).toThrow(/^The setting SMTP_URL is missing/);
  expect(() => readConfig({ SANDBOX_PAYMENTS: '0' })).toThrow(/^The setting PAYSTACK_SECRET_KEY is missing/);
});

describe('in production', () => {
  const requiredSettings = {
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: 'smtp://mail.example',
    OIDC_CLIENT_ID: 'shop',
    OIDC_CLIENT_SECRET: 'hush',
    PAYSTACK_SECRET_KEY: 'sk_live_0a',
  };
  const production = (settings: Record<string, string> = {}) =>
    readConfig({ NODE_ENV: 'production', ...requiredSettings, ...settings });

  const NO_SANDBOX = {
    ...{ mailbox: false, identity: false, payments: false },
    ...{ demoAccount: false, demoStaff: false, components: false },
  };

  it('no part of the sandbox is on unless its own setting asks for it, and the demo merchant and operator never', {
    tags: ['@SANDBOX-8', '@SANDBOX-15'],
  }, () => {
    expect(production()).toMatchObject({ production: true, sandbox: NO_SANDBOX });
    const systems = { SMTP_URL: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', PAYSTACK_SECRET_KEY: '' };
    const parts = {
      mailbox: { ...systems, SANDBOX_MAILBOX: '1', PAYSTACK_SECRET_KEY: 'sk_live_0a' },
      identity: { ...systems, SANDBOX_IDENTITY: '1', SMTP_URL: 'smtp://a', PAYSTACK_SECRET_KEY: 'sk_live_0a' },
      payments: { ...systems, SANDBOX_PAYMENTS: '1', SMTP_URL: 'smtp://a' },
      demoAccount: { SANDBOX_DEMO_ACCOUNT: '1' },
    };
    for (const [part, settings] of Object.entries(parts))
      expect(production(settings).sandbox).toEqual({ ...NO_SANDBOX, [part]: true });
  });

  it('a part of the sandbox is off where a real system is configured', () => {
    const all = { SANDBOX_MAILBOX: '1', SANDBOX_IDENTITY: '1', SANDBOX_PAYMENTS: '1' };
    expect(production(all).sandbox).toEqual(NO_SANDBOX);
  });

  it('a sign-in provider is optional, and its absence turns on no part of the sandbox', {
    tags: ['@SANDBOX-10', '@ACCOUNT-32'],
  }, () => {
    const config = production({ OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    expect(config).toMatchObject({ identity: undefined, sandbox: NO_SANDBOX });
  });

  it.each(['PUBLIC_URL', 'SMTP_URL', 'PAYSTACK_SECRET_KEY'])(
    '%s is required, and the error does not advise a sandbox',
    { tags: ['@SANDBOX-9'] },
    (name) => {
      const read = () => production({ [name]: '' });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^The setting ${name} is missing: [^\\n]+$`));
      expect(read).not.toThrow(/sandbox/i);
    },
  );

  it('the sign-in provider must be reached over https', () => {
    expect(() => production({ OIDC_ISSUER: 'http://id.example' })).toThrow(/^The setting OIDC_ISSUER is wrong: /);
    expect(readConfig({ ...requiredSettings, OIDC_ISSUER: 'http://id.example' }).identity?.issuer).toBe(
      'http://id.example',
    );
  });

  it('the default log level is info', () => {
    expect(production().logLevel).toBe('info');
    expect(production({ LOG_LEVEL: 'error' }).logLevel).toBe('error');
  });

  it('rate limits cannot be stricter than the specified ones', { tags: ['@SETTING-12'] }, () => {
    expect(() => production({ RATE_LIMIT_FACTOR: '0.5' })).toThrow(
      /^The setting RATE_LIMIT_FACTOR is wrong: .+production\.$/,
    );
    expect(production({ RATE_LIMIT_FACTOR: '1' }).rateLimitFactor).toBe(1);
    expect(readConfig({ RATE_LIMIT_FACTOR: '0.5' }).rateLimitFactor).toBe(0.5);
  });
});
