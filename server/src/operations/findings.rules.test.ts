import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { StatusMetric } from '../slice.ts';
import type { DatabaseMetrics } from './database-metrics.ts';
import { checkClockSkew, checkFreeSpace, checkMetrics, checkSettings } from './findings.rules.ts';

const GB = 1024 ** 3;

describe('the settings of a shop in production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    TRUSTED_PROXY: '10.0.0.1',
    SMTP_URL: 'smtp://mail.example',
    OIDC_CLIENT_ID: 'shop',
    OIDC_CLIENT_SECRET: 'hush',
    PAYSTACK_SECRET_KEY: 'sk_live_0a',
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  const warnings = (settings: Record<string, string>) =>
    checkSettings(readConfig({ ...production, ...settings })).filter(({ level }) => level === 'warning');

  it('cause no warning when they are suitable', () => {
    expect(warnings({})).toEqual([]);
    expect(checkSettings(readConfig({ ...production }))).toEqual([
      { subject: 'settings', level: 'ok', message: 'They are valid.' },
    ]);
  });

  it.each([
    [{ PUBLIC_URL: 'http://shop.example' }, ['PUBLIC_URL']],
    [{ ENCRYPTION_KEY: '' }, ['ENCRYPTION_KEY']],
    // Without https the setting of the proxy does not matter yet.
    [{ PUBLIC_URL: 'http://shop.example', TRUSTED_PROXY: '' }, ['PUBLIC_URL']],
    [{ TRUSTED_PROXY: '' }, ['TRUSTED_PROXY']],
    [{ SMTP_URL: '', SANDBOX_MAILBOX: '1' }, ['SANDBOX_MAILBOX']],
    [{ OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', SANDBOX_IDENTITY: '1' }, ['SANDBOX_IDENTITY']],
    [{ PAYSTACK_SECRET_KEY: '', SANDBOX_PAYMENTS: '1' }, ['SANDBOX_PAYMENTS']],
    [{ SANDBOX_DEMO_ACCOUNT: '1' }, ['SANDBOX_DEMO_ACCOUNT']],
    [{ OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }, []],
    [{ PAYSTACK_SECRET_KEY: 'sk_test_0a' }, ['PAYSTACK_SECRET_KEY']],
  ])('%o cause warnings about %j', (settings, names) => {
    expect(warnings(settings).map(({ message }) => message.split(' ')[0])).toEqual(names);
  });
});

it('outside production the sandbox causes no warning, but its parts are named', () => {
  expect(checkSettings(readConfig({ SANDBOX_IDENTITY: '0' }))).toEqual([
    {
      subject: 'settings',
      level: 'ok',
      message: expect.stringContaining(
        'serves: mailbox, payment provider, demo account, demo merchant and operator, components.',
      ),
    },
  ]);
  expect(checkSettings(readConfig({ SANDBOX_DEMO_ACCOUNT: '0' }))).toMatchObject([
    { message: expect.stringContaining('serves: mailbox, identity provider, payment provider, components.') },
  ]);
});

it.each([
  [50 * GB, 'ok'],
  [GB, 'ok'],
  [GB - 1, 'warning'],
  [GB / 10 - 1, 'error'],
  [0, 'error'],
])('%d bytes of free space are reported as %s', (bytes, level) => {
  expect(checkFreeSpace('/data', bytes)).toMatchObject({ level, message: expect.stringContaining('/data') });
});

it('names the subject and the gigabytes that are left', () => {
  expect(checkFreeSpace('/data', 50 * GB)).toEqual({
    subject: 'data folder',
    level: 'ok',
    message: '/data can be written, and has 50.0 GB left.',
  });
  expect(checkFreeSpace('/data', GB / 2).message).toBe('/data can be written, and has 0.5 GB left. Free some space.');
  expect(checkFreeSpace('/data', 0).message).toMatch(/Free space at once: a database that cannot write stops\.$/);
});

it.each([
  [0.1, 'ok', 'agree'],
  [-1.9, 'ok', 'agree'],
  [2, 'warning', '2 seconds ahead of'],
  [3, 'warning', '3 seconds ahead of'],
  [-3, 'warning', '3 seconds behind'],
  [60, 'error', '60 seconds ahead of'],
  [-61, 'error', '61 seconds behind'],
])('a clock skew of %d seconds is reported as %s', (seconds, level, text) => {
  expect(checkClockSkew(seconds)).toMatchObject({ subject: 'clock', level, message: expect.stringContaining(text) });
});

describe('findings from the metrics', () => {
  const idle = { waiting: 0, delayed: 0, running: 0, failed: 0, overdueSeconds: null, oldestSeconds: null };
  type Counts = { status: string; count: number }[];
  type Input = { jobs?: DatabaseMetrics['jobs']; payments?: Counts; refunds?: Counts };
  const createMetric = (name: string, ...statuses: string[]): StatusMetric => ({
    name,
    help: name,
    count: () => Promise.resolve([]),
    warnings: statuses.map((status) => ({ status, subject: name, message: (count) => `${count} are ${status}.` })),
  });
  const findingsOf = ({ jobs = [{ ...idle, kind: 'mail' }], payments = [], refunds = [] }: Input) => {
    const statuses = [
      { metric: createMetric('payments', 'held'), counts: payments },
      { metric: createMetric('refunds', 'stuck', 'failed'), counts: refunds },
      { metric: { name: 'orders', help: 'orders', count: () => Promise.resolve([]) }, counts: payments },
    ];
    return checkMetrics({ jobs, statuses }, 'mail').map(({ level, subject }) => `${level} ${subject}`);
  };

  it('name the jobs that failed, the overdue jobs and the unsent mail, with their numbers', () => {
    const messagesOf = (jobs: DatabaseMetrics['jobs']) => checkMetrics({ jobs, statuses: [] }, 'mail');
    expect(messagesOf([{ ...idle, kind: 'mail' }])).toEqual([
      { subject: 'jobs', level: 'ok', message: 'No job failed or is overdue, and no mail is delayed.' },
    ]);
    expect(messagesOf([{ ...idle, kind: 'refund', failed: 1 }]).map(({ level, message }) => [level, message])).toEqual([
      ['warning', 'Jobs of kind refund that failed permanently within a week: 1. The log has the reasons.'],
    ]);
    expect(
      messagesOf([{ ...idle, kind: 'mail', failed: 2, overdueSeconds: 301, oldestSeconds: 1200 }]).map(
        ({ level, message }) => [level, message],
      ),
    ).toEqual([
      ['warning', 'Jobs of kind mail that failed permanently within a week: 2. The log has the reasons.'],
      ['warning', 'Jobs of kind mail are overdue by 5 minutes. Is the shop running?'],
      ['warning', 'The oldest unsent mail is 20 minutes old. Does the mail server accept mail?'],
    ]);
  });

  it('accept the limits themselves', () => {
    expect(findingsOf({ jobs: [{ ...idle, kind: 'mail', overdueSeconds: 300, oldestSeconds: 900 }] })).toEqual([
      'ok jobs',
    ]);
  });

  it('are ok in normal operation', () => {
    expect(findingsOf({})).toEqual(['ok jobs']);
    expect(
      findingsOf({ payments: [{ status: 'success', count: 5 }], refunds: [{ status: 'done', count: 1 }] }),
    ).toEqual(['ok jobs']);
    expect(
      findingsOf({ jobs: [{ ...idle, kind: 'mail', waiting: 3, overdueSeconds: 299, oldestSeconds: 899 }] }),
    ).toEqual(['ok jobs']);
    // Only mail jobs are limited in age.
    expect(findingsOf({ jobs: [{ ...idle, kind: 'import', delayed: 1, oldestSeconds: 5000 }] })).toEqual(['ok jobs']);
  });

  it('warn of each status of a metric that needs a person', () => {
    expect(
      findingsOf({
        payments: [
          { status: 'success', count: 5 },
          { status: 'held', count: 1 },
        ],
        refunds: [
          { status: 'stuck', count: 0 },
          { status: 'failed', count: 2 },
        ],
      }),
    ).toEqual(['ok jobs', 'warning payments', 'warning refunds']);
    const metric = createMetric('payments', 'held');
    expect(checkMetrics({ jobs: [], statuses: [{ metric, counts: [{ status: 'held', count: 3 }] }] }, 'mail')).toEqual([
      { subject: 'jobs', level: 'ok', message: 'No job failed or is overdue, and no mail is delayed.' },
      { subject: 'payments', level: 'warning', message: '3 are held.' },
    ]);
  });
});
