import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayee, makePayable } from '../testing/payouts.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { readNextPayout } from './next-payout.service.ts';
import { nextBatchDay } from './payouts.rules.ts';
import { draftWeeklyBatch } from './payouts.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ PAYOUT_MINIMUM_KOBO: '500000', PAYOUT_WEEKDAY: '1' });
});
afterAll(() => shop.close());

describe('the day of the next batch', () => {
  it.each([
    ['Monday, before the batch', '2026-11-23T05:59:00Z', '2026-11-23'],
    ['Monday, after the batch', '2026-11-23T06:00:00Z', '2026-11-30'],
    ['Sunday', '2026-11-29T23:00:00Z', '2026-11-30'],
  ])('is a Monday on %s', { tags: ['@DESK-4'] }, (_, now, day) => {
    expect(nextBatchDay(1, new Date(now))).toBe(day);
  });

  it('can be a Sunday, and is none when an operator drafts batches', { tags: ['@DESK-4'] }, () => {
    expect(nextBatchDay(7, new Date('2026-11-23T12:00:00Z'))).toBe('2026-11-29');
    expect(nextBatchDay(0, new Date('2026-11-23T12:00:00Z'))).toBeNull();
  });
});

it('is what can be paid, with a day only if the merchant will be paid', { tags: ['@DESK-4'] }, async () => {
  const [rich, poor, unbanked] = [
    await createPayee(shop, '0000000000'),
    await createPayee(shop, '0000000001'),
    await createPayee(shop, null),
  ];
  await makePayable(shop.db, rich.merchantId, 700_000);
  await makePayable(shop.db, poor.merchantId, 499_999);
  await makePayable(shop.db, unbanked.merchantId, 700_000);
  const monday = new Date(Date.now() + 86_400_000);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
  const day = monday.toISOString().slice(0, 10);
  const sunday = new Date(monday.getTime() - 86_400_000);
  const read = ({ merchantId }: { merchantId: typeof rich.merchantId }, now = sunday) =>
    readNextPayout(shop, merchantId, now);
  expect(await read(rich)).toEqual({
    ...{ amount: 700_000, status: null, expectedAt: day, waiting: 0, lastDigits: '0000' },
    owed: 700_000,
  });
  expect(await read(poor)).toMatchObject({ amount: 499_999, expectedAt: null, lastDigits: '0001' });
  expect(await read(unbanked)).toMatchObject({ amount: 700_000, expectedAt: null, lastDigits: null });
  await draftWeeklyBatch(shop, monday);
  expect(await read(rich, monday)).toMatchObject({ amount: 700_000, status: 'draft', expectedAt: null, owed: 700_000 });
});
