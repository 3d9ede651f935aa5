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

const known = async () => {
  const row = { currency: 'USD' };
  const { naira_per_unit, as_of, source } = await shop.db
    .selectFrom('exchange_rate')
    .selectAll()
    .where('currency', '=', row.currency)
    .executeTakeFirstOrThrow();
  return { naira: Number(naira_per_unit), day: as_of.toISOString().slice(0, 10), source };
};
const rates = (naira: number, day: string, source = 'live'): LatestRates => ({
  asOf: new Date(`${day}T00:00:00Z`),
  source,
  rates: [
    { currency: 'NGN', decimals: 2, nairaPerUnit: '1' },
    { currency: 'USD', decimals: 2, nairaPerUnit: String(naira) },
  ],
});
const source = (answer: () => LatestRates): RatesSource => ({ latest: async () => answer() });
const refresh = (answer: () => LatestRates) => refreshRates(shop.db, source(answer));
const fail = (): LatestRates => {
  throw new Error('away');
};
beforeEach(async () => {
  await shop.db
    .updateTable('exchange_rate')
    .set({ as_of: new Date(0) })
    .execute();
  const { rates: first, asOf, source: name } = rates(1500, '2026-11-01', 'test');
  await upsertRates(shop.db, first, asOf, name);
});

describe('exchange rates', () => {
  it('are taken with their date and source', { tags: ['@MONEY-12'] }, async () => {
    await refresh(() => rates(1600, '2026-11-20'));
    expect(await known()).toEqual({ naira: 1600, day: '2026-11-20', source: 'live' });
    await refresh(() => rates(1610, '2026-11-20'));
    expect((await known()).naira).toBe(1610);
  });

  it('stay, with their date, when the source fails or is older', { tags: ['@MONEY-13'] }, async () => {
    await refresh(() => rates(1600, '2026-11-20'));
    await expect(refresh(fail)).rejects.toThrow('away');
    await refresh(() => rates(1700, '2026-11-19'));
    expect(await known()).toEqual({ naira: 1600, day: '2026-11-20', source: 'live' });
  });

  it.each([15, 499, 4501, 150_000])('are ignored when the dollar changes from ₦1,500 to ₦%d', async (naira) => {
    await expect(refresh(() => rates(naira, '2026-11-20'))).rejects.toThrow('Ignored');
    expect((await known()).naira).toBe(1500);
  });

  it('without a dollar are not taken', async () => {
    const { rates: all, ...rest } = rates(1600, '2026-11-20');
    await expect(refresh(() => ({ ...rest, rates: all.slice(0, 1) }))).rejects.toThrow('no rate for the dollar');
  });

  it('that came with the shop do not come back when it is started again', async () => {
    await refresh(() => rates(1600, '2026-11-20'));
    await prepareShop(shop);
    expect(await known()).toEqual({ naira: 1600, day: '2026-11-20', source: 'live' });
    const euro = shop.db.selectFrom('exchange_rate').select('source').where('currency', '=', 'EUR');
    expect((await euro.executeTakeFirstOrThrow()).source).toBe('snapshot of 2026-11-02');
  });

  it('are looked for again and again, whatever fails, until that is stopped', async () => {
    const answers = [fail, () => rates(1601, '2026-11-20'), fail, () => rates(1602, '2026-11-20')];
    const reports: unknown[] = [];
    const enough = Promise.withResolvers<void>();
    const looking = source(() => {
      const next = answers.shift();
      if (answers.length === 0) enough.resolve();
      return next ? next() : fail();
    });
    const fresh = startRateUpdates(shop.db, looking, (error) => reports.push(error), 1);
    await enough.promise;
    await fresh.stop();
    expect((await known()).naira).toBe(1602);
    expect(reports.length).toBeGreaterThanOrEqual(2);
    expect(String(reports[0])).toBe('Error: away');
  });

  it('that are new are what the shop converts by, as soon as it hears of them', async () => {
    const before = await shop.geo.quote('NG');
    await refresh(() => rates(1650, '2026-11-20'));
    shop.clearCaches();
    const after = await shop.geo.quote('NG');
    expect([before?.microNaira, after?.microNaira]).toEqual([1_500_000_000n, 1_650_000_000n]);
    expect(after?.asOf).toEqual(new Date('2026-11-20T00:00:00Z'));
  });
});
