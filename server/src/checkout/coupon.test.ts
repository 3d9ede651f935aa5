import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { expectRefusal } from '../testing/answers.ts';
import { addAddress, addCoupon } from '../testing/checkout.ts';
import { addAccount, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { releaseCoupon, takeCoupon } from './index.ts';

const HOUR = 3600 * 1000;

let shop: TestShop;
let account: AccountId;
let headers: Record<string, string>;
let address: string;
/** ₦12,450; one is in the cart. */
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
  yam = await addProduct(shop.db, { price_kobo: 1_245_000, weight_grams: 500, stock: 1000 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await addAccount(shop.db);
  headers = await signIn(shop.db, account);
  address = await addAddress(shop.db, account);
  await call('POST', '/api/cart/', { product_id: yam });
});

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/backend${path}`, headers, ...(payload && { payload }) });
const apply = (coupon_code: unknown, total: unknown = 12_450) =>
  call('POST', '/checkout/apply-coupon/', { total, coupon_code });
const rate = async () => {
  const payload = { cart_items: [], shipping_address_id: address };
  return (await call('POST', '/calculate-shipment-rate/', payload)).json<ShipmentRate>().data;
};
const take = (coupon: number, by = account) => shop.db.transaction().execute((trx) => takeCoupon(trx, by, coupon));
const release = (coupon: number) => shop.db.transaction().execute((trx) => releaseCoupon(trx, account, coupon));
const uses = async (id: number) =>
  (await shop.db.selectFrom('coupon').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses;

describe('a coupon', () => {
  it('takes its per cent off the items, not the shipment, and stays on the checkout', {
    tags: ['@CHECKOUT-36', '@CHECKOUT-37', '@CHECKOUT-41', '@CHECKOUT-45'],
  }, async () => {
    const { code } = await addCoupon(shop.db, { percent: 15 });
    const answer = await apply(` ${code.toLowerCase()} `);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      message: 'Coupon applied successfully!',
      coupon_code: code,
      discount: 1867.5,
      formatted_discount: '₦1,867.50',
    });
    expect(await rate()).toMatchObject({
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

  it('of a fixed amount takes off no more than the items cost', { tags: ['@CHECKOUT-41'] }, async () => {
    const { code } = await addCoupon(shop.db, { fixed_kobo: kobo(100_000_000) });
    expect((await apply(code)).json().discount).toBe(12_450);
    expect(await rate()).toMatchObject({ discount: 12_450, total: 3000 });
  });

  it('is one a checkout: another takes its place, the same again changes nothing', {
    tags: ['@CHECKOUT-32'],
  }, async () => {
    const first = await addCoupon(shop.db, { percent: 50 });
    const second = await addCoupon(shop.db, { percent: 20 });
    await apply(first.code);
    await apply(first.code);
    expect(await rate()).toMatchObject({ coupon_code: first.code, discount: 6225 });
    await apply(second.code);
    expect(await rate()).toMatchObject({ coupon_code: second.code, discount: 2490 });
    expect(await uses(first.id)).toBe(0);
  });

  it('follows the cart, and says why while it gives nothing', async () => {
    const { code } = await addCoupon(shop.db, { percent: 10, minimum_kobo: kobo(1_500_000) });
    await call('PUT', `/api/cart//${yam}/`, { quantity: 2 });
    await apply(code);
    expect((await rate()).discount).toBe(2490);
    await call('PUT', `/api/cart//${yam}/`, { quantity: 1 });
    expect(await rate()).toMatchObject({
      discount: 0,
      coupon_code: code,
      coupon_message: 'This coupon is for items of ₦15,000 or more.',
    });
    await call('PUT', `/api/cart//${yam}/`, { quantity: 3 });
    expect(await rate()).toMatchObject({ discount: 3735, coupon_message: '' });
  });

  it('that runs out while it is kept gives nothing, and says so', async () => {
    const { id, code } = await addCoupon(shop.db);
    await apply(code);
    await shop.db.updateTable('coupon').set({ ends_at: new Date() }).where('id', '=', id).execute();
    expect(await rate()).toMatchObject({ discount: 0, coupon_message: 'This coupon has expired.' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the cart is cleared', () => call('POST', '/api/cart/clear_cart/')],
    ['its last line is taken out', () => call('DELETE', `/api/cart//${yam}/`)],
    ['an order takes it', async () => take(kept)],
    ['it is withdrawn', () => shop.db.deleteFrom('coupon').where('id', '=', kept).execute()],
  ])('stays until %s', { tags: ['@CHECKOUT-44'] }, async (_, end) => {
    const { id, code } = await addCoupon(shop.db);
    kept = id;
    await apply(code);
    const other = await addProduct(shop.db);
    await call('POST', '/api/cart/', { product_id: other });
    await call('DELETE', `/api/cart//${other}/`);
    expect((await rate()).coupon_code).toBe(code);
    await end();
    await call('POST', '/api/cart/', { product_id: yam });
    expect(await rate()).toMatchObject({ coupon_code: null, discount: 0 });
  });
  let kept = 0;
});

describe('a coupon is refused', () => {
  it('when there is none of that code', { tags: ['@CHECKOUT-38'] }, async () => {
    const answer = await apply('NONESUCH');
    expectRefusal(answer, 'coupon_not_found');
    expect(answer.json().error).toBe('Coupon not found');
  });

  it('when its buyer has used it', { tags: ['@CHECKOUT-39', '@CHECKOUT-43'] }, async () => {
    const { id, code } = await addCoupon(shop.db);
    await take(id);
    const answer = await apply(code);
    expectRefusal(answer, 'coupon_used');
    expect(answer.json().error).toBe('User has already used this coupon.');
  });

  it('before its time, after it, and when its uses are gone', { tags: ['@CHECKOUT-42'] }, async () => {
    const early = await addCoupon(shop.db, { starts_at: new Date(Date.now() + HOUR) });
    expectRefusal(await apply(early.code), 'coupon_not_started');
    const late = await addCoupon(shop.db, { ends_at: new Date(Date.now() - HOUR) });
    expectRefusal(await apply(late.code), 'coupon_expired');
    const gone = await addCoupon(shop.db, { max_uses: 1, uses: 1 });
    expectRefusal(await apply(gone.code), 'coupon_used_up');
  });

  it('below its minimum, whatever total is sent', { tags: ['@CHECKOUT-42'] }, async () => {
    const { code } = await addCoupon(shop.db, { minimum_kobo: kobo(1_245_001) });
    const answer = await apply(code, 1_000_000);
    expectRefusal(answer, 'coupon_minimum', 'This coupon is for items of ₦12,450.01 or more.');
    expect(answer.json().error).toBe(answer.json().message);
  });

  it('for an empty cart', async () => {
    const { code } = await addCoupon(shop.db);
    await call('POST', '/api/cart/clear_cart/');
    expectRefusal(await apply(code), 'cart_empty');
  });

  it.each([undefined, null, '', '   ', 5, 'x'.repeat(65), 'A\0B'])('as a code such as %j', async (code) => {
    const answer = await apply(code);
    expectRefusal(answer, 'invalid_input');
    expect(answer.json().errors).toEqual({ coupon_code: ['Please enter a valid coupon code.'] });
  });

  it('with a total that is none', async () => {
    expect(Object.keys((await apply('A', 'much')).json().errors)).toEqual(['total']);
  });

  it('and the one that was there stays', async () => {
    const { code } = await addCoupon(shop.db);
    await apply(code);
    await apply('NONESUCH');
    expect((await rate()).coupon_code).toBe(code);
  });
});

describe('a use', () => {
  it('is counted once a buyer, and given back once', async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 5 });
    expect(await take(id)).toBeUndefined();
    expect(await take(id)).toMatchObject({ refused: 'coupon_used' });
    expect(await uses(id)).toBe(1);
    await release(id);
    await release(id);
    expect(await uses(id)).toBe(0);
    expect(await take(id)).toBeUndefined();
    expect(await uses(id)).toBe(1);
  });

  it('is not to be had outside its time, though the quote had it', async () => {
    const late = await addCoupon(shop.db, { ends_at: new Date(Date.now() - HOUR) });
    expect(await take(late.id)).toMatchObject({ refused: 'coupon_used_up' });
    expect(await uses(late.id)).toBe(0);
  });

  it('that is undone with its order is no use', async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 1 });
    const failing = shop.db.transaction().execute(async (trx) => {
      await takeCoupon(trx, account, id);
      throw new Error('the order failed');
    });
    await expect(failing).rejects.toThrow('the order failed');
    expect(await uses(id)).toBe(0);
    expect(await take(id)).toBeUndefined();
  });

  it('stays counted when its buyer is gone', async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 1 });
    await take(id);
    await shop.db.deleteFrom('account').where('id', '=', account).execute();
    expect(await uses(id)).toBe(1);
    expect(await take(id, await addAccount(shop.db))).toMatchObject({ refused: 'coupon_used_up' });
  });
});
