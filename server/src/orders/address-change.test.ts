import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { type Buyer, createBuyer, runMinuteJobs } from '../testing/buyer.ts';
import { TestCarrier } from '../testing/carrier.ts';
import { addAddress } from '../testing/checkout.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked, waitUntilChangesQueued } from '../testing/shop.ts';
import { shipParcel } from './fulfilment.service.ts';
import { takeStep } from './order.service.ts';
import { withOrder } from './with-order.ts';

let shop: TestShop;
let yam: ProductId;
let buyer: Buyer;
/** A paid order to the buyer's default address in Lagos. */
let orderId: OrderId;
/** Another address of the buyer in Nigeria, where the delivery costs the same. */
let otherId: string;
const carrier = new TestCarrier();
beforeAll(async () => {
  shop = await openTestShop({}, undefined, { shipping: carrier });
  yam = await addProduct(shop.db, { stock: 1000, weight_grams: 500 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  buyer = await createBuyer(shop, [[yam, 2]]);
  otherId = await addAddress(shop.db, buyer.accountId, { line1: '9 Marina', city: 'Abuja', is_default: false });
  const { id, reference } = await buyer.placeOrder();
  orderId = id as OrderId;
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
});

const changeTo = (shipping_address_id: string, by: Buyer = buyer) =>
  by.call('PUT', `/orders/${orderId}/shipping-address`, { shipping_address_id });
const ship = () =>
  withOrder(shop.db, orderId, (trx, order) =>
    shipParcel(trx, order, `${orderId}-1`, { carrier: 'dhl', trackingNumber: 'D1' }),
  );
const readStreet = async () => (await buyer.readOrder(orderId)).shipping_address.street_address;

describe('the delivery address of a paid order', { tags: ['@ORDER-8', '@ORDER-64'] }, () => {
  it('is changed to another one of the account, once, with a mail, and the order says when it arrives there', async () => {
    const before = await buyer.readOrder(orderId);
    expect(before.can_change_address).toBe(true);
    for (let time = 0; time < 2; time++) {
      const response = await changeTo(otherId);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json()).toEqual(await buyer.readOrder(orderId));
    }
    const after = await buyer.readOrder(orderId);
    expect(after).toMatchObject({
      shipping_address: { first_name: 'Ada', street_address: '9 Marina', city: 'Abuja' },
      expected_delivery: before.expected_delivery,
      total_price: before.total_price,
      total_shipment_rate: before.total_shipment_rate,
      can_change_address: true,
    });
    expect(after.timeline.map(({ event }) => event)).toEqual(['placed', 'paid', 'address_changed']);
    await runMinuteJobs(shop);
    const mails = (await shop.mailbox.read(buyer.email)).filter(({ subject }) =>
      subject.includes('new delivery address'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('9 Marina');
    expect(mails[0]?.text).toContain(`http://shop.test/order/details/${orderId}`);
  });

  it('stays as it is when the address is changed or deleted later', async () => {
    await changeTo(otherId);
    await shop.db.deleteFrom('shipping_address').where('id', '=', otherId).execute();
    expect(await readStreet()).toBe('9 Marina');
  });

  it('is not changed where the delivery costs more, cannot be priced, or for another account', {
    tags: ['@ORDER-25'],
  }, async () => {
    const inGhana = { line1: '1 Ring Road', country_code: 'GH', country: 'Ghana', is_default: false };
    expectRefusal(await changeTo(await addAddress(shop.db, buyer.accountId, inGhana)), 'delivery_price_differs');
    const farAway = { line1: '1 Kim Road', country_code: 'KP', country: 'North Korea', is_default: false };
    const text = 'We do not deliver to North Korea yet. Please choose another address.';
    expectRefusal(await changeTo(await addAddress(shop.db, buyer.accountId, farAway)), 'country_not_served', text);
    await carrier.whileUnavailable(async () => expectRefusal(await changeTo(otherId), 'carrier_unavailable'));
    const stranger = await createBuyer(shop, []);
    expectRefusal(await changeTo(stranger.addressId, stranger), 'not_found');
    expectRefusal(await changeTo(stranger.addressId), 'not_found');
    expectRefusal(await changeTo('none'), 'not_found');
    expect(await readStreet()).toBe('4 Allen Avenue, Second floor');
  });

  it('cannot be changed before the payment, after a shipment, and for an order of release 1.0', async () => {
    await ship();
    expectRefusal(await changeTo(otherId), 'address_not_changeable');
    expect((await buyer.readOrder(orderId)).can_change_address).toBe(false);

    await buyer.fillCart([[yam, 1]]);
    orderId = (await buyer.placeOrder()).id as OrderId;
    expectRefusal(await changeTo(otherId), 'address_not_changeable');
    await takeStep(shop.db, orderId, { step: 'cancel' }, LIVE_ACT);
    expectRefusal(await changeTo(otherId), 'address_not_changeable');
  });

  it('cannot be changed for an order of release 1.0, whose weight and country code are not known', async () => {
    await sql`update shop_order set weight_grams = null, ship_to = ship_to - 'country_code' where id = ${orderId}`.execute(
      shop.db,
    );
    expect((await buyer.readOrder(orderId)).can_change_address).toBe(false);
    expectRefusal(await changeTo(otherId), 'address_not_changeable');
  });

  it('is where the parcel goes if it is changed while the order is being shipped', async () => {
    // The prices of both addresses are stored now, so the next change waits for nothing but the locks.
    await changeTo(otherId);
    const lock = await shop.db.startTransaction().execute();
    await sql`select from shop_order where id = ${orderId} for update`.execute(lock);
    // It has the account's lock, and waits for that of the order.
    const shipped = ship();
    await waitUntilBlocked(shop.db, 1);
    const changed = changeTo(buyer.addressId);
    await waitUntilChangesQueued(shop, buyer.accountId, 1);
    await lock.commit().execute();
    expect(await shipped).toBe('Shipped');
    expectRefusal(await changed, 'address_not_changeable');
    expect(await readStreet()).toBe('9 Marina');
  });

  it('is where the parcel goes if the order is shipped while it is being changed', async () => {
    await changeTo(otherId);
    const lock = await shop.db.startTransaction().execute();
    await sql`select from shop_order where id = ${orderId} for update`.execute(lock);
    const changed = changeTo(buyer.addressId);
    await waitUntilBlocked(shop.db, 1);
    const shipped = ship();
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    expect((await changed).json()).toMatchObject({ status: 'Paid', shipping_address: { city: 'Ikeja' } });
    expect(await shipped).toBe('Shipped');
    expect(await readStreet()).toBe('4 Allen Avenue, Second floor');
  });

  it('is the last one if it is changed twice at once', async () => {
    const thirdId = await addAddress(shop.db, buyer.accountId, { line1: '3 Bode Thomas', is_default: false });
    expect((await Promise.all([changeTo(otherId), changeTo(thirdId)])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200,
    ]);
    expect(['9 Marina', '3 Bode Thomas']).toContain(await readStreet());
  });
});
