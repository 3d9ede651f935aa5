import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openLocalServer } from '../testing/local-server.ts';
import { PaystackServer } from '../testing/paystack-server.ts';
import { startRedis } from '../testing/redis-server.ts';
import { S3Server } from '../testing/s3-server.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { examine } from './doctor.ts';

// Tests start the command line as a separate process.
vi.setConfig({ testTimeout: 90_000 });

const CLI = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const KEY = 'sk_test_0123456789abcdef';

let shop: TestShop;
let smtp: SMTPServer;
let paystack: PaystackServer;
/** A URL on which nothing listens. */
let unreachableUrl: string;
let services: Awaited<ReturnType<typeof openLocalServer>>;
/** Settings with which every check passes. */
let validSettings: Record<string, string>;

const databaseUrl = ({ host, port, database, user }: TestShop['connection'], credentials = user) =>
  `postgresql://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

beforeAll(async () => {
  shop = await openTestShop();
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'shop' && password === 'right' ? done(null, { user: 'shop' }) : done(new Error('Unknown user')),
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  paystack = new PaystackServer(KEY);
  const closedServer = await openLocalServer(() => undefined);
  unreachableUrl = closedServer.url;
  await closedServer.close();
  services = await openLocalServer(({ url, headers }, reply) => {
    const send = (body: unknown, status = 200) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/.well-known/openid-configuration')
      return send({
        issuer: services.url,
        authorization_endpoint: `${services.url}/ask`,
        jwks_uri: `${services.url}/keys`,
      });
    if (url === '/latest')
      return send({
        result: 'success',
        time_last_update_unix: 1_790_000_000,
        base_code: 'USD',
        rates: { NGN: 1500, EUR: 0.9, GBP: 0.8 },
      });
    if (url !== '/dhl/rates') return send({}, 404);
    if (headers.authorization !== `Basic ${Buffer.from('key:secret').toString('base64')}`)
      return send({ title: 'Unauthorized', detail: 'Invalid Credentials', status: '401' }, 401);
    const totalPrice = [{ currencyType: 'BILLC', priceCurrency: 'USD', price: 42.5 }];
    return send({ products: [{ totalPrice, deliveryCapabilities: { totalTransitDays: 3 } }] });
  });
  validSettings = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl(shop.connection),
    DATA_DIR: shop.config.dataDir,
    PUBLIC_URL: 'http://shop.test',
    SMTP_URL: `smtp://shop:right@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    OIDC_ISSUER: services.url,
    OIDC_CLIENT_ID: 'shop',
    OIDC_CLIENT_SECRET: 'hush-hush',
    PAYSTACK_SECRET_KEY: KEY,
    PAYSTACK_URL: await paystack.open(),
    DHL_API_KEY: 'key',
    DHL_API_SECRET: 'secret',
    DHL_ACCOUNT: '123456789',
    DHL_URL: `${services.url}/dhl`,
    EXCHANGE_RATES_URL: `${services.url}/latest`,
  };
});
afterAll(async () => {
  await services.close();
  await paystack.close();
  await new Promise<void>((done) => smtp.close(done));
  await shop.close();
});

/** Runs `doctor` as a separate process. */
const runDoctor = async (settings: Record<string, string>, ...options: string[]) => {
  const child = spawn(process.execPath, [CLI, 'doctor', ...options], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, error };
};
/** Returns the findings that are not ok, as `level subject message`. */
const examineProblems = async (settings: Record<string, string>): Promise<string[]> =>
  (await examine(settings))
    .filter(({ level }) => level !== 'ok')
    .map(({ level, subject, message }) => `${level} ${subject} ${message}`);

describe('doctor on a valid shop', () => {
  it('prints one ok line per check, and sends only requests that change nothing', async () => {
    const { code, out, error } = await runDoctor(validSettings);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.slice(0, -2).every((line) => line.startsWith('ok '))).toBe(true);
    expect(lines.slice(-2)).toEqual(['', 'No problems found.']);
    for (const pattern of [
      /database +It responds, and is PostgreSQL \d+/,
      /database +It is up to date\./,
      /clock +This machine and the database agree/,
      /jobs +No job failed/,
      /data folder +.+ can be written, and has [\d.]+ GB left/,
      /mail +127\.0\.0\.1:\d+ accepts mail/,
      /sign-in +http:\/\/127\.0\.0\.1:\d+ responds/,
      /payments +Paystack responds, and accepts the key/,
      /shipping +DHL Express responds, and charges USD 42\.5 for a kilogram/,
      /exchange rates +127\.0\.0\.1 has the rates of 2026-09-21/,
    ])
      expect(out).toMatch(pattern);
    expect(paystack.requests).toEqual([expect.stringMatching(/^GET \/transaction\/verify\/doctor-/)]);
  });

  it('accepts the embedded database and the sandbox, and prints JSON', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sokuwa-doctor-'));
    await chmod(folder, 0o755);
    const { code, out } = await runDoctor({ DATA_DIR: folder }, '--json');
    const findings = JSON.parse(out) as { subject: string; level: string; message: string }[];
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([
      {
        subject: 'database',
        level: 'warning',
        message: expect.stringMatching(/^It has pending migrations \(0001_catalog\.sql, /),
      },
    ]);
    expect(code).toBe(0);
    for (const subject of ['mail', 'payments', 'sign-in'])
      expect(findings).toContainEqual({ subject, level: 'ok', message: expect.stringContaining('sandbox') });
    await rm(folder, { recursive: true });
  });
});

describe('doctor on a broken shop', () => {
  it('prints the cause and the advice for each service, but no secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sokuwa-doctor-'));
    await chmod(folder, 0o755);
    const accessRules = join(folder, 'pg_hba.conf');
    await writeFile(accessRules, 'local all sokuwa trust\nlocal all all scram-sha-256\n', { mode: 0o644 });
    const postgres = await startEmbeddedPostgres({ folder: join(folder, 'pg'), settings: [`hba_file=${accessRules}`] });
    const admin = new pg.Client(postgres.connection);
    await admin.connect();
    await admin.query("create role shop login password 'right'");
    const { code, out } = await runDoctor({
      ...validSettings,
      DATABASE_URL: databaseUrl(postgres.connection, 'shop:wrong-pass'),
      DATA_DIR: '/dev/null/data',
      SMTP_URL: (validSettings.SMTP_URL ?? '').replace('right', 'wrong-pass'),
      OIDC_ISSUER: unreachableUrl,
      PAYSTACK_SECRET_KEY: 'sk_test_of5omeb0dye1se',
      DHL_API_SECRET: 'wrong-pass',
      EXCHANGE_RATES_URL: `${services.url}/nothing`,
    });
    await admin.end();
    await postgres.stop();
    await rm(folder, { recursive: true });
    for (const pattern of [
      /^error +database +It cannot be used: password authentication failed for user "shop"\. Check DATABASE_URL/m,
      /^error +data folder +\/dev\/null\/data cannot be written: .+\. Set DATA_DIR/m,
      /^error +mail +127\.0\.0\.1:\d+ does not accept mail from the shop: Invalid login: 535 .+\. Check SMTP_URL/m,
      /^error +sign-in +The configuration of http:\/\/127\.0\.0\.1:\d+ cannot be read: .+ECONNREFUSED.+\. Check OIDC_ISSUER/m,
      /^error +payments +Paystack refuses the shop: the provider responded with status 401: Invalid key\. Check PAYSTACK_SECRET_KEY/m,
      /^error +shipping +DHL Express returns no rate: DHL responded with 401: Unauthorized Invalid Credentials\. Check DHL_API_KEY/m,
      /^warning +exchange rates +New rates cannot be loaded.+: 127\.0\.0\.1 responded with 404/m,
      /^Errors: 6\. Warnings: 1\.$/m,
    ])
      expect(out).toMatch(pattern);
    for (const secret of ['wrong-pass', 'of5omeb0dye1se', 'hush-hush']) expect(out).not.toContain(secret);
    expect(code).toBe(1);
  });

  it('prints every invalid setting', async () => {
    const { code, out, error } = await runDoctor({
      NODE_ENV: 'production',
      PORT: 'http',
      PAYSTACK_SECRET_KEY: 'pk_live_1',
    });
    expect(error).toBe('');
    expect(out).toMatch(/^error +settings +The setting PORT is wrong: /m);
    expect(out).toMatch(/^error +settings +The setting PAYSTACK_SECRET_KEY is wrong: /m);
    for (const name of ['PUBLIC_URL', 'SMTP_URL'])
      expect(out).toMatch(new RegExp(`^error +settings +The setting ${name} is missing: `, 'm'));
    expect(out).toMatch(/^Errors: 4\. Warnings: 1\.$/m);
    expect(code).toBe(1);
  });

  it('reports servers that cannot be reached', async () => {
    expect(
      await examineProblems({
        ...validSettings,
        DATABASE_URL: 'postgresql://shop@127.0.0.1:1/shop',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PAYSTACK_URL: unreachableUrl,
      }),
    ).toEqual([
      expect.stringMatching(/^error database It cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\. /),
      expect.stringMatching(/^error mail 127\.0\.0\.1:1 does not accept mail from the shop: connect ECONNREFUSED/),
      expect.stringMatching(/^error payments Paystack refuses the shop: the provider did not respond \(.*ECONNREFUSED/),
    ]);
  });
});

describe('services that several nodes share', () => {
  it('are checked if they are configured', async () => {
    const bucket = await S3Server.open();
    const store = await startRedis();
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings;
    const nodes = {
      ...validSettings,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: name,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_PATH_STYLE: '1',
      REDIS_URL: store.url,
    };
    expect(await examine(nodes)).toEqual(
      expect.arrayContaining([
        { subject: 'pictures', level: 'ok', message: `The bucket ${name} can be read.` },
        { subject: 'rate limits', level: 'ok', message: `127.0.0.1:${store.port} counts the requests of all nodes.` },
      ]),
    );
    await store.stop();
    const broken = { ...nodes, S3_SECRET_ACCESS_KEY: 'another', DATABASE_READ_URL: validSettings.DATABASE_URL ?? '' };
    expect(await examineProblems(broken)).toEqual([
      expect.stringMatching(/^error pictures The bucket .+ cannot be read: .+\. Check the S3_… settings\.$/),
      expect.stringMatching(/^warning rate limits .+ cannot be used, .+ECONNREFUSED.+\. Check REDIS_URL\.$/),
      'warning replica It follows no primary, so it is not used. Check DATABASE_READ_URL.',
    ]);
    expect(
      await examineProblems({ ...validSettings, DATABASE_READ_URL: 'postgresql://shop@127.0.0.1:1/shop' }),
    ).toEqual([expect.stringMatching(/^warning replica It cannot be used: connect ECONNREFUSED/)]);
    await bucket.close();
  });
});

describe('the database', () => {
  it('is reported when a newer version has migrated it', async () => {
    await sql`insert into migration (name) values ('9999_future.sql')`.execute(shop.db);
    expect(await examineProblems(validSettings)).toEqual([
      'error database A newer version of the shop has migrated it (9999_future.sql). Start that version, not this one.',
    ]);
    await sql`delete from migration where name = '9999_future.sql'`.execute(shop.db);
  });

  it('is checked for failed and overdue jobs', async () => {
    const insertJob = (kind: string, state: string, minutes: number) =>
      sql`insert into pgboss.job (name, state, start_after, created_on, keep_until)
        select ${kind}, ${state}::pgboss.job_state, at, at, now() + interval '1 day'
        from (select now() - ${minutes} * interval '1 minute' as at)`.execute(shop.db);
    await insertJob('send_mail', 'created', 3 * 60);
    await insertJob('expire_orders', 'failed', 60);
    expect(await examineProblems(validSettings)).toEqual([
      'warning jobs Jobs of kind expire_orders that failed permanently within a week: 1. The log has the reasons.',
      'warning jobs Jobs of kind send_mail are overdue by 180 minutes. Is the shop running?',
      'warning jobs The oldest unsent mail is 180 minutes old. Does the mail server accept mail?',
    ]);
  });
});
