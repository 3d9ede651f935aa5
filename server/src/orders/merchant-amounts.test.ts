import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { buy } from '../testing/sales.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { parseCause, selectMerchantAmounts } from './merchant-amounts.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ COMMISSION_PER_MILLE: '100' });
});
afterAll(() => shop.close());

it('reads which pieces an event is about', () => {
  expect(parseCause('sale 7F3KQ2M9XW4T')).toBeUndefined();
  expect(parseCause('cancelled 7F3KQ2M9XW4T 0:1+2 11:0+3')).toEqual([
    { position: 0, before: 1, quantity: 2 },
    { position: 11, before: 0, quantity: 3 },
  ]);
  for (const cause of ['payout po-1 paid', 'sale 7F3KQ2M9XW4T closed', 'cancelled 7F3KQ2M9XW4T'])
    expect(parseCause(cause)).toBeNull();
});

it('computes price and commission of a merchant’s pieces', { tags: ['@PAYOUT-4'] }, async () => {
  const [merchant, other] = [await addMerchant(shop.db), await addMerchant(shop.db)];
  const [yam, cloth] = (await addProducts(shop.db, [
    { merchant_id: merchant, price_kobo: 1001 },
    { merchant_id: other, price_kobo: 100_000 },
  ])) as [ProductId, ProductId];
  const order_id = await buy(shop, [
    [yam, 3],
    [cloth, 1],
  ]);
  const causes = [`sale ${order_id}`, `released ${order_id} 0:1+2 1:0+1`, `payout po-1 paid`];
  const amounts = await selectMerchantAmounts(
    shop.db,
    merchant,
    causes.map((cause) => ({ cause, order_id: order_id as OrderId })),
  );
  expect(Object.fromEntries(amounts)).toEqual({
    [causes[0] ?? '']: { gross: 3003, commission: 300 },
    [causes[1] ?? '']: { gross: 2002, commission: 200 },
  });
});
