import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LatestRates, RatesSource } from '../ports/rates/rates.port.ts';
import { prepareShop } from '../prepare-shop.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { upsertRates } from './geo.sql.ts';
import { refreshRates, startRateUpdates } from './rates.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const readDollarRate = async () => {
  const { naira_per_unit, as_of, source } = await shop.db
    .selectFrom('exchange_rate')
    .selectAll()
    .where('currency', '=', 'USD')
    .executeTakeFirstOrThrow();
  return { naira: Number(naira_per_unit), day: as_of.toISOString().slice(0, 10), source };
};
const createRates = (naira: number, day: string, source = 'live'): LatestRates => ({
  asOf: new Date(`${day}T00:00:00Z`),
  source,
  rates: [
    { currency: 'NGN', decimals: 2, nairaPerUnit: '1' },
    { currency: 'USD', decimals: 2, nairaPerUnit: String(naira) },
  ],
});
const createSource = (respond: () => LatestRates): RatesSource => ({ latest: async () => respond() });
const refresh = (respond: () => LatestRates) => refreshRates(shop.db, createSource(respond));
const fail = (): LatestRates => {
  throw new Error('unreachable');
};
beforeEach(async () => {
  await shop.db
    .updateTable('exchange_rate')
    .set({ as_of: new Date(0) })
    .execute();
  const { rates: first, asOf, source: name } = createRates(1500, '2026-11-01', 'test');
  await upsertRates(shop.db, first, asOf, name);
});

describe('exchange rates', () => {
  it('are stored with their date and source', { tags: ['@MONEY-12'] }, async () => {
    await refresh(() => createRates(1600, '2026-11-20'));
    expect(await readDollarRate()).toEqual({ naira: 1600, day: '2026-11-20', source: 'live' });
    await refresh(() => createRates(1610, '2026-11-20'));
    expect((await readDollarRate()).naira).toBe(1610);
  });

  it('stay unchanged when the source fails or returns older rates', { tags: ['@MONEY-13'] }, async () => {
    await refresh(() => createRates(1600, '2026-11-20'));
    await expect(refresh(fail)).rejects.toThrow('unreachable');
    await refresh(() => createRates(1700, '2026-11-19'));
    expect(await readDollarRate()).toEqual({ naira: 1600, day: '2026-11-20', source: 'live' });
  });

  it.each([15, 499, 4501, 150_000])('are ignored when the dollar changes from ₦1,500 to ₦%d', async (naira) => {
    await expect(refresh(() => createRates(naira, '2026-11-20'))).rejects.toThrow('Ignored');
    expect((await readDollarRate()).naira).toBe(1500);
  });

  it('are refused without a rate for the dollar', async () => {
    const { rates: all, ...rest } = createRates(1600, '2026-11-20');
    await expect(refresh(() => ({ ...rest, rates: all.slice(0, 1) }))).rejects.toThrow('no rate for the dollar');
  });

  it('are not replaced by the bundled rates on a restart', async () => {
    await refresh(() => createRates(1600, '2026-11-20'));
    await prepareShop(shop);
    expect(await readDollarRate()).toEqual({ naira: 1600, day: '2026-11-20', source: 'live' });
    const euro = shop.db.selectFrom('exchange_rate').select('source').where('currency', '=', 'EUR');
    expect((await euro.executeTakeFirstOrThrow()).source).toBe('snapshot of 2026-11-02');
  });

  it('are refreshed repeatedly, also after failures, until stop()', async () => {
    const responses = [fail, () => createRates(1601, '2026-11-20'), fail, () => createRates(1602, '2026-11-20')];
    const reports: unknown[] = [];
    const allRequested = Promise.withResolvers<void>();
    const flakySource = createSource(() => {
      const next = responses.shift();
      if (responses.length === 0) allRequested.resolve();
      return next ? next() : fail();
    });
    const updates = startRateUpdates(shop.db, flakySource, (error) => reports.push(error), 1);
    await allRequested.promise;
    await updates.stop();
    expect((await readDollarRate()).naira).toBe(1602);
    expect(reports.length).toBeGreaterThanOrEqual(2);
    expect(String(reports[0])).toBe('Error: unreachable');
  });

  it('are used for conversion after the caches are cleared', async () => {
    const before = await shop.geo.quote('NG');
    await refresh(() => createRates(1650, '2026-11-20'));
    shop.clearCaches();
    const after = await shop.geo.quote('NG');
    expect([before?.microNaira, after?.microNaira]).toEqual([1_500_000_000n, 1_650_000_000n]);
    expect(after?.asOf).toEqual(new Date('2026-11-20T00:00:00Z'));
  });
});
