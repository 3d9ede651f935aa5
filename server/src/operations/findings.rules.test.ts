import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { statusMetrics } from '../slices.ts';
import type { DatabaseMetrics } from './database-metrics.ts';
import { clockSkew, hintsOf, needsOf, spaceLeft } from './findings.rules.ts';

const GB = 1024 ** 3;

describe('a shop in production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    TRUSTED_PROXY: '10.0.0.1',
    SMTP_URL: 'smtp://mail.example',
    OIDC_CLIENT_ID: 'shop',
    OIDC_CLIENT_SECRET: 'hush',
    PAYSTACK_SECRET_KEY: 'sk_live_0a',
  };
  const warnings = (settings: Record<string, string>) =>
    hintsOf(readConfig({ ...production, ...settings })).filter(({ state }) => state === 'warning');

  it('that is as it should be is warned of nothing', () => {
    expect(warnings({})).toEqual([]);
    expect(hintsOf(readConfig({ ...production }))).toEqual([
      { about: 'settings', state: 'ok', says: 'They are right.' },
    ]);
  });

  it.each([
    [{ PUBLIC_URL: '', ALLOW_SANDBOX: '1' }, ['PUBLIC_URL', 'ALLOW_SANDBOX']],
    [{ PUBLIC_URL: 'http://shop.example' }, ['PUBLIC_URL']],
    [{ TRUSTED_PROXY: '' }, ['TRUSTED_PROXY']],
    [{ ALLOW_SANDBOX: '1' }, ['ALLOW_SANDBOX']],
    [{ PAYSTACK_SECRET_KEY: 'sk_test_0a' }, ['PAYSTACK_SECRET_KEY']],
  ])('with %o is warned of %j', (settings, names) => {
    expect(warnings(settings).map(({ says }) => says.split(' ')[0])).toEqual(names);
  });
});

it('elsewhere stand-ins are nothing to be warned of', () => {
  expect(hintsOf(readConfig({})).map(({ state }) => state)).toEqual(['ok']);
});

it.each([
  [50 * GB, 'ok'],
  [GB, 'ok'],
  [GB - 1, 'warning'],
  [GB / 10 - 1, 'wrong'],
  [0, 'wrong'],
])('%d bytes of free space are %s', (bytes, state) => {
  expect(spaceLeft('/data', bytes)).toMatchObject({ state, says: expect.stringContaining('/data') });
});

it.each([
  [0.1, 'ok', 'agree'],
  [-1.9, 'ok', 'agree'],
  [3, 'warning', '3 seconds ahead of'],
  [-3, 'warning', '3 seconds behind'],
  [61, 'wrong', '61 seconds ahead of'],
])('clocks that are %d seconds apart are %s', (seconds, state, words) => {
  expect(clockSkew(seconds)).toMatchObject({ state, says: expect.stringContaining(words) });
});

describe('what somebody must do', () => {
  const idle = { waiting: 0, delayed: 0, running: 0, failed: 0, overdueSeconds: null, oldestSeconds: null };
  type Counts = { status: string; count: number }[];
  type Given = { jobs?: DatabaseMetrics['jobs']; payments?: Counts; refunds?: Counts };
  const said = ({ jobs = [{ ...idle, kind: 'mail' }], payments = [], refunds = [] }: Given) => {
    const counts: Record<string, Counts> = { shop_payments: payments, shop_refunds: refunds };
    const statuses = statusMetrics.map((metric) => ({ metric, counts: counts[metric.name] ?? [] }));
    return needsOf({ jobs, statuses }, 'mail').map(({ state, about }) => `${state} ${about}`);
  };

  it('is nothing while all goes its way', () => {
    expect(said({})).toEqual(['ok jobs']);
    expect(said({ payments: [{ status: 'success', count: 5 }], refunds: [{ status: 'done', count: 1 }] })).toEqual([
      'ok jobs',
    ]);
    expect(said({ jobs: [{ ...idle, kind: 'mail', waiting: 3, overdueSeconds: 299, oldestSeconds: 899 }] })).toEqual([
      'ok jobs',
    ]);
    // Other jobs may be put off for long.
    expect(said({ jobs: [{ ...idle, kind: 'look', delayed: 1, oldestSeconds: 5000 }] })).toEqual(['ok jobs']);
  });

  it('is to look at money that is held or stuck', () => {
    expect(said({ payments: [{ status: 'held', count: 1 }] })).toEqual(['ok jobs', 'warning money']);
    expect(said({ refunds: [{ status: 'stuck', count: 1 }] })).toEqual(['ok jobs', 'warning money']);
  });
});
