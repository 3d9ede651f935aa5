import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { Attempts, networkOf } from './attempts.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const limit = { what: 'test', most: 2, seconds: 60 };

describe('attempts', () => {
  it('are refused beyond the limit until their time is over, each name by itself', async () => {
    const attempts = new Attempts(shop.db, 1);
    for (let i = 0; i < 2; i++) expect(await attempts.count(limit, 'ada')).toBeUndefined();
    for (let i = 0; i < 2; i++)
      expect(await attempts.count(limit, 'ada')).toMatchObject({ refused: 'too_many_requests' });
    expect(await attempts.count(limit, 'bola')).toBeUndefined();
    expect(await attempts.count({ ...limit, what: 'other' }, 'ada')).toBeUndefined();
    await shop.db.updateTable('attempt').set({ window_ends: new Date() }).execute();
    expect(await attempts.count(limit, 'ada')).toBeUndefined();
  });

  it('say how long to wait', async () => {
    const attempts = new Attempts(shop.db, 0.0001);
    await attempts.count(limit, 'chi');
    const refused = await attempts.count(limit, 'chi');
    expect(refused?.retryAfter).toBeGreaterThan(50);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60);
  });

  it('are multiplied by the factor, and forgotten when told', async () => {
    const attempts = new Attempts(shop.db, 1.5);
    for (let i = 0; i < 3; i++) expect(await attempts.count(limit, 'dayo')).toBeUndefined();
    expect(await attempts.count(limit, 'dayo')).toBeDefined();
    await attempts.forget(limit, 'dayo');
    expect(await attempts.count(limit, 'dayo')).toBeUndefined();
  });

  it('leave nothing behind but what is still counted, and no name', async () => {
    const attempts = new Attempts(shop.db, 1);
    for (let i = 0; i < 5; i++) await attempts.count(limit, `name ${i}`);
    await shop.db
      .updateTable('attempt')
      .set({ window_ends: new Date(0) })
      .execute();
    await attempts.count(limit, 'emeka@mail.test');
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
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
