import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { addAddress, addCoupon } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { redeemCoupon, releaseCoupon } from './index.ts';

const HOUR_MS = 3600 * 1000;

let shop: TestShop;
let accountId: AccountId;
let headers: Record<string, string>;
let addressId: string;
/** A product of ₦12,450; one piece is in the cart. */
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
  yam = await addProduct(shop.db, { price_kobo: 1_245_000, weight_grams: 500, stock: 1000 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
  addressId = await addAddress(shop.db, accountId);
  await call('POST', '/api/cart/', { product_id: yam });
});

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/backend${path}`, headers, ...(payload && { payload }) });
const apply = (coupon_code: unknown, total: unknown = 12_450) =>
  call('POST', '/checkout/apply-coupon/', { total, coupon_code });
const readRate = async () => {
  const payload = { cart_items: [], shipping_address_id: addressId };
  return (await call('POST', '/calculate-shipment-rate/', payload)).json<ShipmentRate>().data;
};
const redeem = (couponId: number, by = accountId) =>
  shop.db.transaction().execute((trx) => redeemCoupon(trx, by, couponId));
const release = (couponId: number) => shop.db.transaction().execute((trx) => releaseCoupon(trx, accountId, couponId));
const readUses = async (id: number) =>
  (await shop.db.selectFrom('coupon').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses;

describe('a coupon', () => {
  it('discounts the items by its percentage, not the shipment, and is stored with the checkout', {
    tags: ['@CHECKOUT-36', '@CHECKOUT-37', '@CHECKOUT-41', '@CHECKOUT-45'],
  }, async () => {
    const { code } = await addCoupon(shop.db, { percent: 15 });
    const response = await apply(` ${code.toLowerCase()} `);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      message: 'Coupon applied successfully!',
      coupon_code: code,
      discount: 1867.5,
      formatted_discount: '₦1,867.50',
    });
    expect(await readRate()).toMatchObject({
      sub_total: 12_450,
      discount: 1867.5,
      formatted_discount: '₦1,867.50',
      total_shipment_rate: 3000,
      total: 13_582.5,
      formatted_total: '₦13,582.50',
      converted_total: 'US$9.06',
      coupon_code: code,
      coupon_message: '',
    });
  });

  it('with a fixed amount discounts at most the subtotal', { tags: ['@CHECKOUT-41'] }, async () => {
    const { code } = await addCoupon(shop.db, { fixed_kobo: kobo(100_000_000) });
    expect((await apply(code)).json().discount).toBe(12_450);
    expect(await readRate()).toMatchObject({ discount: 12_450, total: 3000 });
  });

  it('replaces the previous coupon; applying it twice changes nothing', {
    tags: ['@CHECKOUT-32'],
  }, async () => {
    const first = await addCoupon(shop.db, { percent: 50 });
    const second = await addCoupon(shop.db, { percent: 20 });
    await apply(first.code);
    await apply(first.code);
    expect(await readRate()).toMatchObject({ coupon_code: first.code, discount: 6225 });
    await apply(second.code);
    expect(await readRate()).toMatchObject({ coupon_code: second.code, discount: 2490 });
    expect(await readUses(first.id)).toBe(0);
  });

  it('is recomputed when the cart changes, with a message while it is not valid', async () => {
    const { code } = await addCoupon(shop.db, { percent: 10, minimum_kobo: kobo(1_500_000) });
    await call('PUT', `/api/cart//${yam}/`, { quantity: 2 });
    await apply(code);
    expect((await readRate()).discount).toBe(2490);
    await call('PUT', `/api/cart//${yam}/`, { quantity: 1 });
    expect(await readRate()).toMatchObject({
      discount: 0,
      coupon_code: code,
      coupon_message: 'This coupon is for items of ₦15,000 or more.',
    });
    await call('PUT', `/api/cart//${yam}/`, { quantity: 3 });
    expect(await readRate()).toMatchObject({ discount: 3735, coupon_message: '' });
  });

  it('gives no discount after it expires, with a message', async () => {
    const { id, code } = await addCoupon(shop.db);
    await apply(code);
    await shop.db.updateTable('coupon').set({ ends_at: new Date() }).where('id', '=', id).execute();
    expect(await readRate()).toMatchObject({ discount: 0, coupon_message: 'This coupon has expired.' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the cart is cleared', () => call('POST', '/api/cart/clear_cart/')],
    ['the last line is removed', () => call('DELETE', `/api/cart//${yam}/`)],
    ['an order redeems it', async () => redeem(appliedId)],
    ['it is deleted', () => shop.db.deleteFrom('coupon').where('id', '=', appliedId).execute()],
  ])('stays with the checkout until %s', { tags: ['@CHECKOUT-44'] }, async (_, removeCoupon) => {
    const { id, code } = await addCoupon(shop.db);
    appliedId = id;
    await apply(code);
    const other = await addProduct(shop.db);
    await call('POST', '/api/cart/', { product_id: other });
    await call('DELETE', `/api/cart//${other}/`);
    expect((await readRate()).coupon_code).toBe(code);
    await removeCoupon();
    await call('POST', '/api/cart/', { product_id: yam });
    expect(await readRate()).toMatchObject({ coupon_code: null, discount: 0 });
  });
  let appliedId = 0;
});

describe('removing the coupon', () => {
  const removeCoupon = () => call('DELETE', '/checkout/coupon/');

  it('restores the totals, and can be repeated', { tags: ['@CHECKOUT-59'] }, async () => {
    const before = await readRate();
    const { id, code } = await addCoupon(shop.db);
    await apply(code);
    expect((await readRate()).total).toBeLessThan(before.total);
    for (let n = 0; n < 2; n++) {
      const response = await removeCoupon();
      expect([response.statusCode, response.json()]).toEqual([200, { message: 'Coupon removed.' }]);
      expect(await readRate()).toEqual(before);
    }
    expect(await readUses(id)).toBe(0);
    await apply(code);
    expect(await readRate()).toMatchObject({ coupon_code: code });
  });

  it('of an unpaid order removes it from the checkout that replaces the order', {
    tags: ['@CHECKOUT-59'],
  }, async () => {
    const { id, code } = await addCoupon(shop.db);
    await apply(code);
    const { sub_total, total_shipment_rate, total } = await readRate();
    const payload = {
      cart_items: [{ product: yam, quantity: 1 }],
      sub_total,
      total_shipment_rate,
      total,
      shipping_address_id: addressId,
    };
    expect((await call('POST', '/create-order/initialize-payment/', payload)).statusCode).toBe(200);
    expect(await readRate()).toMatchObject({ coupon_code: code });
    await removeCoupon();
    const withoutCoupon = await readRate();
    expect(withoutCoupon).toMatchObject({ coupon_code: null, discount: 0 });
    const response = await call('POST', '/create-order/initialize-payment/', {
      ...payload,
      total: withoutCoupon.total,
    });
    expect(response.statusCode).toBe(200);
    // The replaced order releases its use of the coupon, but the coupon does not return to the checkout.
    expect(await readUses(id)).toBe(0);
    expect(await readRate()).toMatchObject({ coupon_code: null, discount: 0 });
  });
});

describe('unknown codes', () => {
  let strict: TestShop;
  let products: ProductId[];
  beforeAll(async () => {
    strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    products = [await addProduct(strict.db, { stock: 1000 })];
  });
  afterAll(() => strict.close());
  const openBuyer = async () => {
    const headers = await signIn(strict.db, await addAccount(strict.db));
    const post = (url: string, payload: object) =>
      strict.app.inject({ method: 'POST', url: `/backend${url}`, headers, payload });
    await post('/api/cart/', { product_id: products[0] });
    return (coupon_code: string) => post('/checkout/apply-coupon/', { coupon_code });
  };

  it('of one account are refused after twenty in an hour; a right code works later', {
    tags: ['@CHECKOUT-60'],
  }, async () => {
    const { code } = await addCoupon(strict.db);
    const applyTo = await openBuyer();
    const other = await openBuyer();
    const statuses: number[] = [];
    for (let n = 0; n < 150; n++) statuses.push((await applyTo(`WRONG${n}`)).statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
    const refused = await applyTo(code);
    expectRefusal(refused, 'too_many_requests', refused.json().detail);
    expect(refused.json().detail).toMatch(/^Too many requests\. Please try again in (59|60) minutes\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await other(code)).statusCode).toBe(200);
    await strict.db.updateTable('attempt').set({ window_ends: new Date() }).where('what', '=', 'coupon').execute();
    expect((await applyTo(code)).statusCode).toBe(200);
  });

  it('are the only ones that count: a valid code can be applied any number of times', {
    tags: ['@CHECKOUT-60'],
  }, async () => {
    const { code } = await addCoupon(strict.db);
    const applyTo = await openBuyer();
    for (let n = 0; n < 30; n++) expect((await applyTo(code)).statusCode).toBe(200);
  });
});

describe('a coupon is refused', () => {
  it('when its code does not exist', { tags: ['@CHECKOUT-38'] }, async () => {
    const response = await apply('NONESUCH');
    expectRefusal(response, 'coupon_not_found');
    expect(response.json().error).toBe('Coupon not found');
  });

  it('when the buyer has used it', { tags: ['@CHECKOUT-39', '@CHECKOUT-43'] }, async () => {
    const { id, code } = await addCoupon(shop.db);
    await redeem(id);
    const response = await apply(code);
    expectRefusal(response, 'coupon_used');
    expect(response.json().error).toBe('User has already used this coupon.');
  });

  it('before it starts, after it ends, and when it has no uses left', { tags: ['@CHECKOUT-42'] }, async () => {
    const futureCoupon = await addCoupon(shop.db, { starts_at: new Date(Date.now() + HOUR_MS) });
    expectRefusal(await apply(futureCoupon.code), 'coupon_not_started');
    const expiredCoupon = await addCoupon(shop.db, { ends_at: new Date(Date.now() - HOUR_MS) });
    expectRefusal(await apply(expiredCoupon.code), 'coupon_expired');
    const usedUp = await addCoupon(shop.db, { max_uses: 1, uses: 1 });
    expectRefusal(await apply(usedUp.code), 'coupon_used_up');
  });

  it('below its minimum, whatever total the client sends', { tags: ['@CHECKOUT-42'] }, async () => {
    const { code } = await addCoupon(shop.db, { minimum_kobo: kobo(1_245_001) });
    const response = await apply(code, 1_000_000);
    expectRefusal(response, 'coupon_minimum', 'This coupon is for items of ₦12,450.01 or more.');
    expect(response.json().error).toBe(response.json().message);
  });

  it('for an empty cart', async () => {
    const { code } = await addCoupon(shop.db);
    await call('POST', '/api/cart/clear_cart/');
    expectRefusal(await apply(code), 'cart_empty');
  });

  it.each([undefined, null, '', '   ', 5, 'x'.repeat(65), 'A\0B'])('when the code is %j', async (code) => {
    const response = await apply(code);
    expectRefusal(response, 'invalid_input');
    expect(response.json().errors).toEqual({ coupon_code: ['Please enter a valid coupon code.'] });
  });

  it('when the total is not a number', async () => {
    expect(Object.keys((await apply('A', 'much')).json().errors)).toEqual(['total']);
  });

  it('without removing the coupon that was applied before', async () => {
    const { code } = await addCoupon(shop.db);
    await apply(code);
    await apply('NONESUCH');
    expect((await readRate()).coupon_code).toBe(code);
  });
});

describe('a coupon use', () => {
  it('is counted once per account, and released once', async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 5 });
    expect(await redeem(id)).toBeUndefined();
    expect(await redeem(id)).toMatchObject({ refused: 'coupon_used' });
    expect(await readUses(id)).toBe(1);
    await release(id);
    await release(id);
    expect(await readUses(id)).toBe(0);
    expect(await redeem(id)).toBeUndefined();
    expect(await readUses(id)).toBe(1);
  });

  it('is refused after the coupon has ended', async () => {
    const expiredCoupon = await addCoupon(shop.db, { ends_at: new Date(Date.now() - HOUR_MS) });
    expect(await redeem(expiredCoupon.id)).toMatchObject({ refused: 'coupon_used_up' });
    expect(await readUses(expiredCoupon.id)).toBe(0);
  });

  it('is not counted when the transaction of the order is rolled back', async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 1 });
    const failing = shop.db.transaction().execute(async (trx) => {
      await redeemCoupon(trx, accountId, id);
      throw new Error('the order failed');
    });
    await expect(failing).rejects.toThrow('the order failed');
    expect(await readUses(id)).toBe(0);
    expect(await redeem(id)).toBeUndefined();
  });

  it('stays counted when the account is deleted', async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 1 });
    await redeem(id);
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    expect(await readUses(id)).toBe(1);
    expect(await redeem(id, await addAccount(shop.db))).toMatchObject({ refused: 'coupon_used_up' });
  });
});
