import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { OrderReturns } from '@sokuwa/contract/returns/returns.schemas.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from './account/index.ts';
import { seedMarket } from './catalog/index.ts';
import { ensureDemoAccounts } from './demo-accounts.ts';
import { addDemoData } from './demo-data.ts';
import { checkBooks } from './orders/books.service.ts';
import { checkPayoutBooks } from './payouts/payout-books.service.ts';
import type { MerchantId } from './platform/ids.ts';
import { prepareShop } from './prepare-shop.ts';
import { post } from './testing/account.ts';
import { createMerchant } from './testing/merchant.ts';
import { openTestShop, type TestShop } from './testing/shop.ts';

let shop: TestShop;
const DAY_MS = 86_400_000;
const daysAgo = (time: string | null): number | undefined =>
  time === null ? undefined : Math.round((Date.now() - Date.parse(time)) / DAY_MS);
const addData = async () => {
  const accountId = await ensureDemoAccounts(shop.db, { demoAccount: true, demoStaff: true });
  if (accountId === undefined) throw new Error('there is no demo account');
  return addDemoData(shop.app, shop, accountId);
};

describe('the demo account', () => {
  beforeAll(async () => {
    shop = await openTestShop();
    await prepareShop(shop);
    await seedMarket(shop.db, shop.media);
    expect(await addData()).toBe(true);
  });
  afterAll(() => shop.close());

  const readAll = async () => {
    const { email, password } = DEMO_ACCOUNT;
    const { token } = (await post(shop, '/login/', { email, password })).json();
    const read = async (path: string) =>
      (await shop.app.inject({ url: `/backend${path}`, headers: { authorization: `Token ${token}` } })).json();
    const [orders, wallet, messages, saved, sellers, viewed, addresses] = await Promise.all(
      [
        '/list-orders',
        '/wallet/',
        '/user/messages',
        '/api/saved-items/',
        '/api/followed-sellers/',
        '/api/recently-viewed/',
      ]
        .concat('/shipping-address/')
        .map(read),
    );
    return { orders, wallet, messages, saved, sellers, viewed, addresses, token };
  };

  it('has orders in every state, wallet entries, messages, saved items and an unused coupon', {
    tags: ['@SANDBOX-12'],
  }, async () => {
    const { orders, wallet, messages, saved, sellers, viewed, addresses, token } = await readAll();
    const statuses = orders.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['Pending', 'Paid', 'Paid', 'Shipped', 'Delivered', 'Cancelled', 'Delivered']);
    expect(orders.map(({ created_at }: { created_at: string }) => daysAgo(created_at))).toEqual([0, 0, 1, 5, 6, 8, 48]);
    expect(wallet.results.map(({ kind }: { kind: string }) => kind)).toEqual(['refund', 'use', 'credit']);
    expect(wallet.results.map(({ at }: { at: string }) => daysAgo(at))).toEqual([7, 8, 10]);
    expect(wallet.formatted_balance).toBe('₦15,000');
    expect(messages.results.map(({ reply_count }: { reply_count: number }) => reply_count)).toEqual([0, 0, 1]);
    expect(messages.results.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([true, false, false]);
    expect(messages.results[1].content).toContain('AKWAABA10');
    expect(saved.count).toBe(4);
    expect(sellers.count).toBeGreaterThan(1);
    expect(viewed.results.length).toBeGreaterThan(3);
    expect(addresses).toHaveLength(1);
    // The cart still has the item of the pending order, so a coupon can be applied.
    const coupon = await post(
      shop,
      '/checkout/apply-coupon/',
      { total: 1, coupon_code: 'akwaaba10' },
      { authorization: `Token ${token}` },
    );
    expect(coupon.json()).toMatchObject({ coupon_code: 'AKWAABA10' });
    expect((await shop.app.inject({ url: '/sandbox' })).body).toContain('AKWAABA10');
  });

  it('has an order in two parcels of two merchants, one that is partly shipped, and a return that was accepted', {
    tags: ['@SANDBOX-12'],
  }, async () => {
    const { orders, token } = await readAll();
    const [, , partlyShipped, inParcels, returned]: Order[] = orders;
    expect(partlyShipped?.parcels.map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([[2]]);
    const parcels = inParcels?.parcels ?? [];
    expect(parcels.map(({ shipped_at, delivered_at }) => [shipped_at, delivered_at].map(daysAgo))).toEqual([
      [4, 1],
      [3, undefined],
    ]);
    const isWeekend = (day: string | undefined) => [0, 6].includes(new Date(day ?? '').getUTCDay());
    expect(orders.map(({ expected_delivery: days }: Order) => [days?.from, days?.to].some(isWeekend))).not.toContain(
      true,
    );
    const cancelled = orders.at(-2) as Order;
    expect(cancelled.timeline.map(({ event }) => event)).toEqual([
      ...['placed', 'paid', 'cancelled', 'refund_requested', 'refunded', 'refunded'],
    ]);
    const headers = { authorization: `Token ${token}` };
    const response = await shop.app.inject({ url: `/backend/orders/${returned?.id}/returns`, headers });
    const [only, ...others] = response.json<OrderReturns>().returns;
    expect(others).toEqual([]);
    expect(only).toMatchObject({ status: 'accepted', reason: 'damaged' });
    expect(only?.history.map(({ status, at }) => [status, daysAgo(at)])).toEqual([
      ['requested', 2],
      ['accepted', 1],
    ]);
  });

  it('has a merchant with sales to ship, an unread message, a return, a payout of last week and its statement', {
    tags: ['@SANDBOX-13'],
  }, async () => {
    const page = (await shop.app.inject({ url: '/sandbox' })).body;
    const id = Number(/npm run cli -- merchants token (\d+)/.exec(page)?.[1]);
    const { call } = await createMerchant(shop, id as MerchantId);
    const read = async (path: string) => (await call('GET', path)).json();
    const toShip = await read('/orders/?status=to_ship');
    expect(toShip.results.map(({ paid_at }: { paid_at: string }) => daysAgo(paid_at))).toEqual([0, 1]);
    expect(toShip.results.every(({ is_late }: { is_late: boolean }) => !is_late)).toBe(true);
    expect((await read('/messages/')).results.map(({ is_read }: { is_read: boolean }) => is_read)).toContain(false);
    expect((await read('/returns/?status=accepted')).results).toHaveLength(1);
    const [payout] = (await read('/payouts/')).results;
    expect(payout).toMatchObject({ status: 'paid', account_last_digits: '6789' });
    expect(daysAgo(payout.created_at)).toBe(7);
    const { entries } = await read(`/payouts/${payout.id}/`);
    expect(entries.map(({ kind, at }: { kind: string; at: string }) => [kind, daysAgo(at)])).toEqual([['release', 12]]);
    const statement = (await read('/statement/')).results;
    expect(statement.map(({ at }: { at: string }) => daysAgo(at))).toEqual([0, 1, 5, 6, 7, 7, 8, 12, 48]);
    // It was used to write the story, and is of no use to anybody else.
    const tokens = await shop.db.selectFrom('api_token').select('name').execute();
    expect(tokens.map(({ name }) => name)).not.toContain('demo data');
  });

  it('leaves books without a difference', { tags: ['@SANDBOX-13', '@BOOKS-8'] }, async () => {
    expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
    expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
  });

  it('is unchanged when the shop starts again', { tags: ['@SANDBOX-12'] }, async () => {
    const { token: _first, ...before } = await readAll();
    expect(await addData()).toBe(false);
    // The profile is written last, so an empty one stands for a start that was interrupted.
    await shop.db.updateTable('account').set({ phone_number: '' }).execute();
    expect(await addData()).toBe(true);
    const { token: _second, ...after } = await readAll();
    expect(after).toEqual(before);
  });
});

it('gets no data if the shop has no products, or if email or payments are real', {
  tags: ['@SANDBOX-12'],
}, async () => {
  shop = await openTestShop();
  expect(await addData()).toBe(false);
  await shop.close();
  shop = await openTestShop({ PAYSTACK_SECRET_KEY: 'sk_test_0a' });
  await prepareShop(shop);
  await seedMarket(shop.db, shop.media);
  expect(await addData()).toBe(false);
  await shop.close();
});
