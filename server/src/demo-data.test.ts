import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT, ensureDemoAccount } from './account/index.ts';
import { seedMarket } from './catalog/index.ts';
import { addDemoData } from './demo-data.ts';
import { prepareShop } from './prepare-shop.ts';
import { post } from './testing/account.ts';
import { openTestShop, type TestShop } from './testing/shop.ts';

let shop: TestShop;
const addData = async () => {
  const accountId = await ensureDemoAccount(shop.db, true);
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
    expect(statuses.toSorted()).toEqual(['Cancelled', 'Delivered', 'Paid', 'Pending', 'Shipped']);
    expect(wallet.results.map(({ kind }: { kind: string }) => kind)).toEqual(['refund', 'use', 'credit']);
    expect(wallet.formatted_balance).toBe('₦15,000');
    expect(messages.results.map(({ reply_count }: { reply_count: number }) => reply_count)).toEqual([0, 1]);
    expect(messages.results.every(({ is_read }: { is_read: boolean }) => !is_read)).toBe(true);
    expect(messages.results[0].content).toContain('AKWAABA10');
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
