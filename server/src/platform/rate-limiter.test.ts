import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { getNetwork, type LimitedKey, RateLimiter } from './rate-limiter.ts';
import { hashToken } from './tokens.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const limit = { action: 'test', maxAttempts: 2, windowSeconds: 60 };

const byKey = (key: string, action = 'test'): LimitedKey => ({ limit: { ...limit, action }, key });

describe('RateLimiter', () => {
  it('refuses attempts beyond the limit until the window ends, for each key and action separately', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    for (let i = 0; i < 2; i++) expect(await limiter.consume(byKey('ada'))).toBeUndefined();
    for (let i = 0; i < 2; i++)
      expect(await limiter.consume(byKey('ada'))).toMatchObject({ refused: 'too_many_requests' });
    expect(await limiter.consume(byKey('bola'))).toBeUndefined();
    expect(await limiter.consume(byKey('ada', 'other'))).toBeUndefined();
    await shop.db.updateTable('attempt').set({ window_ends: new Date() }).execute();
    expect(await limiter.consume(byKey('ada'))).toBeUndefined();
  });

  it('returns the seconds until the next attempt is allowed', async () => {
    const limiter = new RateLimiter(shop.db, 0.0001);
    await limiter.consume(byKey('chi'));
    const refused = await limiter.consume(byKey('chi'));
    expect(refused?.retryAfter).toBeGreaterThan(50);
    expect(refused?.retryAfter).toBeLessThanOrEqual(60);
  });

  it('multiplies limits by the factor', { tags: ['@SETTING-11'] }, async () => {
    const limiter = new RateLimiter(shop.db, 1.5);
    for (let i = 0; i < 3; i++) expect(await limiter.consume(byKey('dayo'))).toBeUndefined();
    expect(await limiter.consume(byKey('dayo'))).toBeDefined();
  });

  it('counts towards several limits up to the first that refuses', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    const consume = (network: string, account: string) =>
      limiter.consume(byKey(network, 'by network'), byKey(account, 'by account'));
    for (let i = 0; i < 2; i++) expect(await consume('home', 'efe')).toBeUndefined();
    // The second limit refuses, and later the first; that attempt does not count towards the second.
    expect(await consume('office', 'efe')).toBeDefined();
    expect(await consume('home', 'femi')).toBeDefined();
    for (let i = 0; i < 2; i++) expect(await limiter.consume(byKey('femi', 'by account'))).toBeUndefined();
    expect(await limiter.consume(byKey('office', 'by network'))).toBeUndefined();
    expect(await limiter.consume(byKey('office', 'by network'))).toBeDefined();
  });

  it('takes back one attempt or all, never more than were counted; then a new window begins', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    const [one, all, kept] = [byKey('gozie', 'one'), byKey('gozie', 'all'), byKey('gozie', 'kept')];
    for (let i = 0; i < 2; i++) await limiter.consume(one, all, kept);
    await limiter.release(one, { ...all, all: true }, byKey('nobody'));
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

  it('does not deadlock when two nodes count, take back, clear and sweep at the same time', async () => {
    const nodes = [new RateLimiter(shop.db, 1000), new RateLimiter(shop.db, 1000)];
    const keysOf = (network: number): [LimitedKey, ...LimitedKey[]] => [
      byKey(`network ${network}`, 'x by network'),
      { ...byKey(`halima ${network}`, 'x by email and network'), owner: 'halima' },
      { ...byKey('halima', 'x by email'), owner: 'halima' },
    ];
    const calls = Array.from({ length: 300 }, (_, n) => {
      const limiter = nodes[n % 2] ?? new RateLimiter(shop.db, 1000);
      const keys = keysOf(n % 3);
      if (n % 50 === 49)
        return shop.db
          .updateTable('attempt')
          .set({ window_ends: new Date(0) })
          .where('who', '=', hashToken(`halima ${n % 3}`))
          .execute();
      if (n % 10 === 9) return limiter.clear('halima');
      return n % 5 === 4 ? limiter.release(...keys) : limiter.consume(...keys);
    });
    await Promise.all(calls);
    await nodes[0]?.clear('halima');
    await nodes[0]?.consume(...keysOf(0));
    const rows = await shop.db.selectFrom('attempt').select('what').where('owner', 'is not', null).execute();
    expect(rows).toHaveLength(2);
  });

  it('waits for the turn of a key without a connection, and refuses when too many wait', async () => {
    // The clock stands still, because attempts that wait for five seconds are refused too.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const limiter = new RateLimiter(shop.db, 1000);
    await limiter.consume(byKey('ife'));
    const locked = Promise.withResolvers<void>();
    const lock = shop.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('attempt')
        .selectAll()
        .where('who', '=', hashToken(byKey('ife').key))
        .forUpdate()
        .execute();
      await locked.promise;
    });
    const attempts = Array.from({ length: 1010 }, () => limiter.consume(byKey('ife')));
    // The pool of the test has fewer connections than attempts wait.
    expect(await limiter.consume(byKey('joy'))).toBeUndefined();
    locked.resolve();
    await lock;
    const refused = (await Promise.all(attempts)).filter((result) => result !== undefined);
    expect(refused).toEqual(Array.from({ length: 9 }, () => ({ refused: 'too_many_requests', retryAfter: 1 })));
  });

  it('does not wait for the disk, in its own transaction only', async () => {
    await shop.db.connection().execute(async (db) => {
      const read = async (trx: typeof db) =>
        (await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(trx)).rows[0]
          ?.value;
      await sql`set synchronous_commit = on`.execute(db);
      try {
        const during = await db.transaction().execute(async (trx) => {
          await new RateLimiter(trx, 1).consume(byKey('kemi'));
          return read(trx);
        });
        expect([during, await read(db)]).toEqual(['off', 'on']);
      } finally {
        await sql`reset synchronous_commit`.execute(db);
      }
    });
  });

  it('deletes expired rows, and stores no key as text', async () => {
    const limiter = new RateLimiter(shop.db, 1);
    for (let i = 0; i < 5; i++) await limiter.consume(byKey(`name ${i}`));
    await shop.db
      .updateTable('attempt')
      .set({ window_ends: new Date(0) })
      .execute();
    for (let i = 0; i < 5; i++) await limiter.consume(byKey(`emeka${i}@mail.test`));
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
