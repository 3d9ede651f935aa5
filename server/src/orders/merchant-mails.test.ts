import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId } from '../platform/ids.ts';
import { createBuyer } from '../testing/buyer.ts';
import { addAddress } from '../testing/checkout.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { addMerchant, addProduct, openTestShop, type TestShop } from '../testing/shop.ts';
import { completeOrders } from './complete-orders.service.ts';
import { remindMerchants } from './fulfilment.service.ts';
import { orderCommands } from './order.operator.ts';

const YAMS = 'yams@mail.test';
const CLOTH = 'cloth@mail.test';

let shop: TestShop;
let yam: Awaited<ReturnType<typeof addProduct>>;
let cloth: typeof yam;
/** Of a merchant without a mail address. */
let pot: typeof yam;
beforeAll(async () => {
  shop = await openTestShop();
  const add = async (title: string, email: string | null) =>
    addProduct(shop.db, {
      title,
      stock: 1000,
      merchant_id: await addMerchant(shop.db, { name: `Store of ${title}`, email }),
    });
  yam = await add('Puna yam', YAMS);
  cloth = await add('Adire cloth', CLOTH);
  pot = await add('Clay pot', null);
});
beforeEach(() => shop.db.deleteFrom('sandbox_mail').execute());
afterAll(() => shop.close());

const mailsTo = async (address: string) => {
  expect(await shop.jobs.runDue()).toEqual([]);
  return shop.mailbox.read(address);
};
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
const order = async () => {
  const buyer = await createBuyer(shop, [
    [yam, 3],
    [cloth, 1],
    [pot, 1],
  ]);
  return { buyer, ...(await buyer.placeOrder()) };
};
const pay = (reference: string) => shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
const placePaidOrder = async () => {
  const placed = await order();
  await pay(placed.reference);
  return placed;
};

describe('a merchant', () => {
  it('is told by mail what to ship, where to and until when, once', { tags: ['@FULFIL-10'] }, async () => {
    const { id, reference } = await order();
    expect(await mailsTo(YAMS)).toEqual([]);
    await pay(reference);
    await pay(reference);
    const [mail, ...others] = await mailsTo(YAMS);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`To ship: order ${id}`);
    const { ship_by } = await shop.db
      .selectFrom('fulfilment')
      .select('ship_by')
      .where('id', '=', `${id}-1`)
      .executeTakeFirstOrThrow();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(ship_by);
    for (const text of [
      'A sale for Store of Puna yam',
      `by ${day.replace(',', '')}`,
      '3 × Puna yam (line 0)',
      'Ship to: Ngozi Eze, 4 Allen Avenue, Second floor, Ikeja, ',
      'Phone: ',
      `fulfilment ${id}-1`,
    ])
      expect(mail?.text).toContain(text);
    expect(mail?.text).not.toContain('Adire');
    expect((await mailsTo(CLOTH))[0]?.text).toContain('1 × Adire cloth (line 1)');
  });

  it('is told of orders that a node of release 1.0 has paid', { tags: ['@FULFIL-10', '@FULFIL-9'] }, async () => {
    const { id } = await order();
    await shop.db
      .updateTable('shop_order')
      .set({ status: 'Paid' })
      .where('id', '=', id as OrderId)
      .execute();
    await completeOrders(shop.db);
    await completeOrders(shop.db);
    expect(await subjectsTo(YAMS)).toEqual([`To ship: order ${id}`]);
  });

  it('is told when the buyer or the shop cancels', { tags: ['@FULFIL-11'] }, async () => {
    const { id, buyer } = await placePaidOrder();
    await orderCommands(shop.db).fulfilments.cancel(`${id}-1`, [{ position: 0, quantity: 2 }], LIVE_ACT);
    const [part] = await mailsTo(YAMS);
    expect(part?.subject).toBe(`Do not ship: order ${id} is cancelled in part`);
    expect(part?.text).toContain('Sokuwa has cancelled this');
    expect(part?.text).toContain('2 × Puna yam (line 0)');
    expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
    const [whole] = await mailsTo(YAMS);
    expect(whole?.subject).toBe(`Do not ship: order ${id} is cancelled`);
    expect(whole?.text).toContain('The buyer has cancelled this');
    expect(whole?.text).toContain('1 × Puna yam (line 0)');
    expect(await subjectsTo(CLOTH)).toEqual([`Do not ship: order ${id} is cancelled`, `To ship: order ${id}`]);
  });

  it('is told of another delivery address for what is left to ship', { tags: ['@FULFIL-13'] }, async () => {
    const { id, buyer } = await placePaidOrder();
    await orderCommands(shop.db).fulfilments.cancel(`${id}-1`, [{ position: 0, quantity: 1 }], LIVE_ACT);
    await orderCommands(shop.db).fulfilments.cancel(`${id}-2`, [{ position: 1, quantity: 1 }], LIVE_ACT);
    const shipping_address_id = await addAddress(shop.db, buyer.accountId, { line1: '9 Marina', is_default: false });
    const path = `/orders/${id}/shipping-address`;
    expect((await buyer.call('PUT', path, { shipping_address_id })).statusCode).toBe(200);
    expect((await buyer.call('PUT', path, { shipping_address_id })).statusCode).toBe(200);
    const [mail, ...others] = (await mailsTo(YAMS)).filter(({ subject }) => subject === `New address: order ${id}`);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Ship to: Ada Obi, 9 Marina, Lagos, Lagos 101231, Nigeria. Phone: +2348031234567.');
    expect(mail?.text).toContain('2 × Puna yam (line 0)');
    expect(await subjectsTo(CLOTH)).not.toContain(`New address: order ${id}`);
  });

  it('is not told of the cancellation of an order that was not paid', { tags: ['@FULFIL-11'] }, async () => {
    const { id, buyer } = await order();
    await buyer.cancelOrder(id);
    expect(await mailsTo(YAMS)).toEqual([]);
  });
});

describe('the reminder', { tags: ['@FULFIL-12'] }, () => {
  const makeOverdue = (id: string) =>
    sql`update fulfilment set ship_by = now() - interval '1 minute' where order_id = ${id}`.execute(shop.db);
  const remindersTo = async (address: string) =>
    (await mailsTo(address)).filter(({ subject }) => subject.startsWith('Still to ship'));

  it('names what was not shipped in time, and comes once', async () => {
    const { id } = await placePaidOrder();
    await remindMerchants(shop.db);
    expect(await remindersTo(YAMS)).toEqual([]);
    const { fulfilments } = orderCommands(shop.db);
    const parcel = { carrier: 'dhl', trackingNumber: 'D1', lines: [{ position: 0, quantity: 1 }] };
    await fulfilments.ship(`${id}-1`, parcel, LIVE_ACT);
    await fulfilments.ship(`${id}-2`, { ...parcel, lines: undefined }, LIVE_ACT);
    await makeOverdue(id);
    expect(await Promise.all([remindMerchants(shop.db), remindMerchants(shop.db)])).toContain(1);
    expect(await remindMerchants(shop.db)).toBe(0);
    const [reminder, ...others] = await remindersTo(YAMS);
    expect(others).toEqual([]);
    expect(reminder?.subject).toBe(`Still to ship: order ${id}`);
    expect(reminder?.text).toContain('2 × Puna yam (line 0)');
    expect(await remindersTo(CLOTH)).toEqual([]);
  });

  it('does not come while the payment is disputed, but afterwards', async () => {
    const { id, reference } = await placePaidOrder();
    await makeOverdue(id);
    await sql`insert into dispute (id, reference, status, amount, due_at) values ('77', ${reference}, 'pending', 1, now())`.execute(
      shop.db,
    );
    expect(await remindMerchants(shop.db)).toBe(0);
    await sql`update dispute set status = 'resolved', resolution = 'declined'`.execute(shop.db);
    expect(await remindMerchants(shop.db)).toBe(1);
    expect(await remindersTo(YAMS)).toHaveLength(1);
  });
});
