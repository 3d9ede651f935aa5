import type { Store } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { addDays, lagosDayOf } from '../platform/lagos-day.rules.ts';
import { createBuyer } from '../testing/buyer.ts';
import { openDeskAs } from '../testing/desk.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { expectRefusal } from '../testing/responses.ts';
import { payOrder } from '../testing/sales.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type Following, followChanges } from './follow-changes.ts';
import { followHolidays } from './merchants.sql.ts';

let shop: TestShop;
let store: TestMerchant;
let yam: ProductId;
let following: Following;
beforeAll(async () => {
  shop = await openTestShop();
  following = await followChanges(
    shop.connection,
    {
      onChanges: (changes, position) => shop.applyChanges(changes, position),
      onError: (error) => expect(error).toBeUndefined(),
    },
    2000,
  );
});
afterAll(async () => {
  await following.stop();
  await shop.close();
});
beforeEach(async () => {
  store = await createMerchant(shop);
  yam = await addProduct(shop.db, { merchant_id: store.id, stock: 7, title: 'Puna yam' });
});

/** As nodes read changes each 300 ms. Longer than a second, because the machine of the tests is shared. */
const WITHIN_A_SECOND_MS = 10_000;
const today = () => lagosDayOf(new Date());
const note = 'We are with our families. Ẹ kú ọdún!';
const read = async (): Promise<Store> => (await store.call('GET', '/store/')).json();
const change = (body: object) => store.call('PATCH', '/store/', body);
const get = async (path: string) => (await shop.app.inject({ url: `/backend${path}` })).json();
const readProduct = () => get(`/api/products/${yam}/`);
const readShop = () => get(`/merchants/${store.id}/`);
const goOnHoliday = (from = today(), until = addDays(today(), 3)) => change({ holiday: { from, until, note } });

describe('the texts of a store', () => {
  it('are shown on its page', { tags: ['@DESK-13'] }, async () => {
    expect(await readShop()).toMatchObject({ description: '', policies: '', holiday: null });
    const texts = { description: 'Soup seeds,\ncleaned by hand.', policies: 'Leaves within two days.' };
    expect((await change(texts)).json()).toMatchObject(texts);
    await waitFor(async () => expect(await readShop()).toMatchObject(texts));
  });

  it('have 2,000 characters at most', { tags: ['@DESK-13'] }, async () => {
    for (const name of ['description', 'policies']) {
      expect((await change({ [name]: 'é'.repeat(2000) })).statusCode).toBe(200);
      expectRefusal(await change({ [name]: 'é'.repeat(2001) }), 'invalid_input');
    }
  });
});

describe('two people who change a store', () => {
  it('are told of each other: the second one is shown both', { tags: ['@DESK-15'] }, async () => {
    const { version } = await read();
    const first = await change({ version, description: 'First' });
    expect(first.statusCode).toBe(200);
    const second = await change({ version, description: 'Second' });
    expectRefusal(second, 'store_changed');
    expect(second.json().current).toEqual(first.json());
    expect((await change({ version: second.json().current.version, description: 'Second' })).statusCode).toBe(200);
  });

  it('can repeat a request, and programs need no version', { tags: ['@DESK-15'] }, async () => {
    const { version } = await read();
    const body = { version, description: 'First', holiday: { from: '2030-01-01', until: '2030-01-05', note } };
    const responses = [await change(body), await change(body)];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(responses[1]?.json()).toEqual(responses[0]?.json());
    expect((await change({ description: 'Second' })).statusCode).toBe(200);
  });

  it('cannot both be first', { tags: ['@DESK-15'] }, async () => {
    const { version } = await read();
    const blocked = shop.db.transaction().execute(async (trx) => {
      await sql`select from merchant where id = ${store.id} for update`.execute(trx);
      const both = ['One', 'Two'].map((description) => change({ version, description }));
      await waitUntilBlocked(shop.db, 2);
      return both;
    });
    const statuses = (await Promise.all(await blocked)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  it('are owners: staff only read it', { tags: ['@DESK-15', '@STAFF-3'] }, async () => {
    const staff = await openDeskAs(shop, store.id, 'staff');
    expect((await staff.call('GET', '/merchant/store/')).statusCode).toBe(200);
    expectRefusal(await staff.call('PATCH', '/merchant/store/', { description: 'x' }), 'not_permitted');
  });
});

describe('a holiday', () => {
  it('shows the products, which cannot be bought, within a moment', { tags: ['@DESK-14'] }, async () => {
    const list = () => get(`/merchants/${store.id}/products/`);
    expect(await readProduct()).toMatchObject({ stock: 7, merchant_profile: { holiday: null } });
    await list();
    const buyer = await createBuyer(shop, [[yam, 1]]);
    const checkout = await buyer.prepareCheckout();
    expect((await goOnHoliday()).json()).toMatchObject({ is_on_holiday: true });
    const holiday = { until: addDays(today(), 3), note };
    await waitFor(async () => expect(await readProduct()).toMatchObject({ stock: 0, merchant_profile: { holiday } }), {
      timeoutMs: WITHIN_A_SECOND_MS,
    });
    await waitFor(async () => expect(await readShop()).toMatchObject({ holiday }), { timeoutMs: WITHIN_A_SECOND_MS });
    await waitFor(async () => expect(JSON.stringify(await list())).not.toContain('"stock":7'), {
      timeoutMs: WITHIN_A_SECOND_MS,
    });
    // It is in a cart already, and nobody can add it or order it.
    expect(await buyer.readCart()).toMatchObject({ cart: [{ stock: 0, available: false }] });
    expectRefusal(await buyer.call('POST', '/api/cart/', { product_id: yam, quantity: 1 }), 'out_of_stock');
    const refused = await buyer.submitCheckout(checkout);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'items_unavailable']);
    await change({ holiday: null });
    await waitFor(
      async () => expect(await readProduct()).toMatchObject({ stock: 7, merchant_profile: { holiday: null } }),
      { timeoutMs: WITHIN_A_SECOND_MS },
    );
    expect((await buyer.submitCheckout(checkout)).statusCode).toBe(200);
  });

  it('keeps the stock and the orders that were placed before', { tags: ['@DESK-14'] }, async () => {
    const buyer = await createBuyer(shop, [[yam, 2]]);
    const { id, reference } = await buyer.placeOrder();
    await goOnHoliday();
    await payOrder(shop, reference);
    const order = (await store.call('GET', `/orders/${id}/`)).json();
    expect(order.status).toBe('to_ship');
    expect(Date.parse(order.ship_by)).toBeLessThan(Date.now() + 3 * 86_400_000);
    expect((await store.call('GET', `/products/${yam}/`)).json()).toMatchObject({ stock: 5 });
    expect(
      (await store.call('POST', `/orders/${id}/ship/`, { carrier: 'dhl', tracking_number: 'D1' })).statusCode,
    ).toBe(200);
  });

  it('begins and ends by itself, on days in Lagos', { tags: ['@DESK-14'] }, async () => {
    await goOnHoliday('2030-12-24', '2031-01-04');
    expect(await read()).toMatchObject({
      is_on_holiday: false,
      holiday: { from: '2030-12-24', until: '2031-01-04', note },
    });
    expect(await readProduct()).toMatchObject({ stock: 7 });
    const { version } = await read();
    const days = { '2030-12-23': false, '2030-12-24': true, '2031-01-03': true, '2031-01-04': false };
    for (const [day, isOnHoliday] of Object.entries(days)) {
      await followHolidays(shop.db, day);
      expect(await read(), day).toMatchObject({ is_on_holiday: isOnHoliday, version });
      await waitFor(async () => expect(await readProduct(), day).toMatchObject({ stock: isOnHoliday ? 0 : 7 }));
    }
  });

  it.each([
    { from: '2030-01-02', until: '2030-01-02' },
    { from: '2030-01-02', until: '2030-01-01' },
    { from: '2030-02-30', until: '2030-03-01' },
    { from: '2030-01-01' },
    { from: '2030-01-01', until: '2030-01-02', note: 'é'.repeat(201) },
  ])('is refused for %j', { tags: ['@DESK-14'] }, async (holiday) => {
    expectRefusal(await change({ holiday }), 'invalid_input');
    expect((await read()).holiday).toBeNull();
  });
});
