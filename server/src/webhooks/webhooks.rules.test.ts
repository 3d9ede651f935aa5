import { webhookEvents, webhookExamples } from '@sokuwa/contract/webhooks/webhook-events.schemas.ts';
import { MAX_WEBHOOK_BYTES } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callableAddresses,
  composeBody,
  isCallableUrl,
  judgeAttempt,
  MAX_TRIES,
  parseRetryAfter,
} from './webhooks.rules.ts';

const now = new Date('2026-12-01T12:00:00Z');
const bases = { apiUrl: 'https://shop.example/backend', publicUrl: 'https://shop.example' };

describe('the body of a webhook', { tags: ['@WEBHOOK-3'] }, () => {
  it.each(Object.entries(webhookExamples))('of %s is as in the contract', (type, example) => {
    const { timestamp, data } = example;
    const { links: _, has_more_lines: __, ...queued } = data as Record<string, unknown>;
    const body = composeBody({ type, data: queued, created_at: new Date(timestamp) }, bases);
    expect(JSON.parse(body.toString())).toEqual(example);
    expect(webhookEvents[type as keyof typeof webhookEvents].strict().parse(example)).toEqual(example);
  });

  it('is never larger than 20 kB, however many lines an order has', () => {
    const line = fc.record({
      position: fc.nat(),
      title: fc.string({ unit: 'grapheme', maxLength: 300 }),
      quantity: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
        const event = { type: 'order.cancelled', data: { order_id: '7F3KQ2M9XW4T', lines }, created_at: now };
        const body = composeBody(event, bases);
        expect(body.length).toBeLessThanOrEqual(MAX_WEBHOOK_BYTES);
        const { data } = JSON.parse(body.toString());
        expect(data.lines).toEqual(lines.slice(0, data.lines.length));
        expect(data.has_more_lines).toBe(data.lines.length < lines.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('in production', { tags: ['@WEBHOOK-2'] }, () => {
  it.each([
    'http://receiver.example/',
    'https://receiver.example:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://10.0.0.7/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
  ])('%s is not called', (url) => expect(isCallableUrl(url, true)).toBe(false));

  it.each(['https://receiver.example/hooks?shop=1', 'https://receiver.example:443/', 'https://1.1.1.1/'])(
    '%s is called',
    (url) => expect(isCallableUrl(url, true)).toBe(true),
  );
});

it('outside production, receivers on the same machine are called, but none inside the network', {
  tags: ['@WEBHOOK-2'],
}, () => {
  expect(isCallableUrl('http://127.0.0.1:4000/', false)).toBe(true);
  expect(isCallableUrl('http://[::1]:4000/', false)).toBe(true);
  for (const address of ['10.0.0.7', '192.168.1.1', '169.254.169.254', 'fd00::1', '0.0.0.0', 'localhost'])
    expect(callableAddresses(false)(address)).toBe(false);
});

describe('an attempt', () => {
  const judge = (result: Parameters<typeof judgeAttempt>[0], tries = 1, failingSince: Date | null = null) =>
    judgeAttempt(result, { tries, failingSince, now, random: 0 });
  const respond = (status: number, retryAfter?: string) => ({ status, retryAfter });

  it.each([200, 201, 204, 299])('is successful with %i', { tags: ['@WEBHOOK-6'] }, (status) =>
    expect(judge(respond(status), MAX_TRIES, new Date(0))).toEqual({
      statusCode: status,
      failure: null,
      status: 'delivered',
      retrySeconds: null,
      pauseSeconds: 0,
      disable: null,
    }),
  );

  it.each([
    [respond(301), 'redirect', 0],
    [respond(304), 'redirect', 0],
    [respond(400), 'status', 0],
    [respond(500), 'status', 0],
    [respond(429), 'status', 60],
    [respond(502), 'status', 60],
    [respond(503, '7200'), 'status', 7200],
    [{ failure: 'timeout' }, 'timeout', 60],
    [{ failure: 'connection' }, 'connection', 60],
    [{ failure: 'address' }, 'address', 0],
  ] as const)(
    'with %o is a failure of the kind %s',
    { tags: ['@WEBHOOK-6', '@WEBHOOK-7'] },
    (result, failure, pauseSeconds) =>
      expect(judge(result)).toMatchObject({ failure, status: 'pending', pauseSeconds, disable: null }),
  );

  it('is repeated for two days, with longer and longer delays', { tags: ['@WEBHOOK-7'] }, () => {
    let hours = 0;
    let last = 0;
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const { status, retrySeconds } = judge(respond(500), tries);
      expect(status).toBe('pending');
      expect(retrySeconds).toBeGreaterThan(last);
      last = retrySeconds ?? 0;
      hours += last / 3600;
    }
    expect(hours).toBeGreaterThan(48);
    expect(judge(respond(500), MAX_TRIES)).toMatchObject({ status: 'failed', retrySeconds: null, disable: null });
  });

  it('is repeated at a random time', { tags: ['@WEBHOOK-7'] }, () => {
    const at = (random: number) =>
      judgeAttempt(respond(500), { tries: 3, failingSince: null, now, random }).retrySeconds;
    expect([at(0), at(0.5), at(1)]).toEqual([1800, 1980, 2160]);
  });

  it('is not repeated before Retry-After', { tags: ['@WEBHOOK-7'] }, () => {
    expect(judge(respond(429, '7000'))).toMatchObject({ retrySeconds: 7000, pauseSeconds: 7000 });
    expect(judge(respond(500, '5'))).toMatchObject({ retrySeconds: 60, pauseSeconds: 5 });
  });

  it('disables an endpoint that is gone, or of which all have failed for five days', { tags: ['@WEBHOOK-8'] }, () => {
    expect(judge(respond(410))).toMatchObject({ status: 'failed', disable: 'gone' });
    const days = (count: number) => new Date(now.getTime() - count * 24 * 3600_000);
    expect(judge(respond(500), 1, days(4.9))).toMatchObject({ status: 'pending', disable: null });
    expect(judge({ failure: 'timeout' }, 1, days(5))).toMatchObject({ status: 'failed', disable: 'failing' });
  });
});

it.each([
  [undefined, 0],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
  ['120', 120],
  ['999999999', 86_400],
  ['Tue, 01 Dec 2026 12:01:30 GMT', 90],
  ['Tue, 01 Dec 2026 11:00:00 GMT', 0],
])('Retry-After: %s is %i seconds', { tags: ['@WEBHOOK-7'] }, (value, seconds) =>
  expect(parseRetryAfter(value, now)).toBe(seconds),
);
