import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { getNetwork, RateLimiter } from './rate-limiter.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const limit = { action: 'test', maxAttempts: 2, windowSeconds: 60 };

describe('RateLimiter', () => {
  it('refuses attempts beyond the limit until the window ends, for each key and action separately', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    for (let i = 0; i < 2; i++) expect(await limiter.consume(limit, 'ada')).toBeUndefined();
    for (let i = 0; i < 2; i++)
      expect(await limiter.consume(limit, 'ada')).toMatchObject({ refused: 'too_many_requests' });
    expect(await limiter.consume(limit, 'bola')).toBeUndefined();
    expect(await limiter.consume({ ...limit, action: 'other' }, 'ada')).toBeUndefined();
    await shop.db.updateTable('attempt').set({ window_ends: new Date() }).execute();
    expect(await limiter.consume(limit, 'ada')).toBeUndefined();
  });

  it('returns the seconds until the next attempt is allowed', async () => {
    const limiter = new RateLimiter(shop.db, 0.0001);
    await limiter.consume(limit, 'chi');
    const refused = await limiter.consume(limit, 'chi');
    expect(refused?.retryAfter).toBeGreaterThan(50);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60);
  });

  it('multiplies limits by the factor, and resets a count', { tags: ['@SETTING-11'] }, async () => {
    const limiter = new RateLimiter(shop.db, 1.5);
    for (let i = 0; i < 3; i++) expect(await limiter.consume(limit, 'dayo')).toBeUndefined();
    expect(await limiter.consume(limit, 'dayo')).toBeDefined();
    await limiter.reset(limit, 'dayo');
    expect(await limiter.consume(limit, 'dayo')).toBeUndefined();
  });

  it('deletes expired rows, and stores no key as text', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    for (let i = 0; i < 5; i++) await limiter.consume(limit, `name ${i}`);
    await shop.db
      .updateTable('attempt')
      .set({ window_ends: new Date(0) })
      .execute();
    await limiter.consume(limit, 'emeka@mail.test');
    const rows = await shop.db.selectFrom('attempt').selectAll().execute();
    expect(rows).toHaveLength(1);
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
