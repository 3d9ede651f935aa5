import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { type Count, getNetwork, RateLimiter } from './rate-limiter.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const limit = { action: 'test', maxAttempts: 2, windowSeconds: 60 };

const count = (key: string, action = 'test'): Count => ({ limit: { ...limit, action }, key });

describe('RateLimiter', () => {
  it('refuses attempts beyond the limit until the window ends, for each key and action separately', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    for (let i = 0; i < 2; i++) expect(await limiter.consume(count('ada'))).toBeUndefined();
    for (let i = 0; i < 2; i++)
      expect(await limiter.consume(count('ada'))).toMatchObject({ refused: 'too_many_requests' });
    expect(await limiter.consume(count('bola'))).toBeUndefined();
    expect(await limiter.consume(count('ada', 'other'))).toBeUndefined();
    await shop.db.updateTable('attempt').set({ window_ends: new Date() }).execute();
    expect(await limiter.consume(count('ada'))).toBeUndefined();
  });

  it('returns the seconds until the next attempt is allowed', async () => {
    const limiter = new RateLimiter(shop.db, 0.0001);
    await limiter.consume(count('chi'));
    const refused = await limiter.consume(count('chi'));
    expect(refused?.retryAfter).toBeGreaterThan(50);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60);
  });

  it('multiplies limits by the factor', { tags: ['@SETTING-11'] }, async () => {
    const limiter = new RateLimiter(shop.db, 1.5);
    for (let i = 0; i < 3; i++) expect(await limiter.consume(count('dayo'))).toBeUndefined();
    expect(await limiter.consume(count('dayo'))).toBeDefined();
  });

  it('counts towards several limits up to the first that refuses', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    const consume = (network: string, account: string) =>
      limiter.consume(count(network, 'by network'), count(account, 'by account'));
    for (let i = 0; i < 2; i++) expect(await consume('home', 'efe')).toBeUndefined();
    // The second limit refuses, and later the first; that attempt does not count towards the second.
    expect(await consume('office', 'efe')).toBeDefined();
    expect(await consume('home', 'femi')).toBeDefined();
    for (let i = 0; i < 2; i++) expect(await limiter.consume(count('femi', 'by account'))).toBeUndefined();
    expect(await limiter.consume(count('office', 'by network'))).toBeUndefined();
    expect(await limiter.consume(count('office', 'by network'))).toBeDefined();
  });

  it('takes back one attempt or all, never more than were counted; then a new window begins', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    const [one, all, kept] = [count('gozie', 'one'), count('gozie', 'all'), count('gozie', 'kept')];
    for (let i = 0; i < 2; i++) await limiter.consume(one, all, kept);
    await limiter.release(one, { ...all, all: true }, count('nobody'));
    const attempts = async () =>
      (await shop.db.selectFrom('attempt').select(['what', 'attempts']).orderBy('what').execute())
        .filter(({ what }) => ['one', 'all', 'kept'].includes(what))
        .map((row) => row.attempts);
    expect(await attempts()).toEqual([0, 2, 1]);
    for (let i = 0; i < 2; i++) await limiter.release(one, all);
    expect(await attempts()).toEqual([0, 2, 0]);
    await shop.db
      .updateTable('attempt')
      .set({ window_ends: new Date(Date.now() + 1000) })
      .execute();
    for (let i = 0; i < 2; i++) expect(await limiter.consume(all)).toBeUndefined();
    expect((await limiter.consume(all))?.retryAfter).toBeGreaterThan(50);
  });

  it('does not deadlock when attempts are counted, taken back and cleared at the same time', async () => {
    const limiter = new RateLimiter(shop.db, 1000);
    const counts = ['by network', 'by email and network', 'by email'].map((action, n) => ({
      ...count('halima', action),
      ...(n > 0 && { owner: 'halima' }),
    }));
    const calls = Array.from({ length: 150 }, (_, n) =>
      [() => limiter.consume(...counts), () => limiter.release(...counts), () => limiter.clear('halima')][n % 3]?.(),
    );
    expect(await Promise.all(calls)).toHaveLength(150);
    await limiter.clear('halima');
    await limiter.consume(...counts);
    const rows = await shop.db.selectFrom('attempt').select('what').where('owner', 'is not', null).execute();
    expect(rows).toHaveLength(2);
  });

  it('deletes expired rows, and stores no key as text', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    for (let i = 0; i < 5; i++) await limiter.consume(count(`name ${i}`));
    await shop.db
      .updateTable('attempt')
      .set({ window_ends: new Date(0) })
      .execute();
    for (let i = 0; i < 5; i++) await limiter.consume(count(`emeka${i}@mail.test`));
    const rows = await shop.db.selectFrom('attempt').selectAll().execute();
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toContain('emeka');
    expect(rows[0]?.who).toHaveLength(32);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:1:2:3::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(getNetwork(address)).toBe(network);
});
