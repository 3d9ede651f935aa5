import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { type Buyer, createBuyer, runMinuteJobs } from '../testing/buyer.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { applyCancellation, cancelPieces } from './cancellation.service.ts';
import { deliverParcels, type NewParcel, shipParcel } from './fulfilment.service.ts';
import { takeStep } from './order.service.ts';
import type { OrderRow } from './order.sql.ts';
import { withOrder } from './with-order.ts';

let shop: TestShop;
let weaver: MerchantId;
let farmer: MerchantId;
let products: ProductId[];
let buyer: Buyer;
beforeAll(async () => {
  shop = await openTestShop();
  weaver = await addMerchant(shop.db, { name: 'Iya Alaro Weavers' });
  farmer = await addMerchant(shop.db, { name: 'Mile Twelve Fresh' });
  await shop.db.updateTable('merchant').set({ handling_days: 5 }).where('id', '=', farmer).execute();
  products = await addProducts(shop.db, [
    { merchant_id: weaver, stock: 1000, title: 'Aso-oke cloth', price_kobo: 1_000_000 },
    { merchant_id: farmer, stock: 1000, title: 'Puna yam', price_kobo: 500_000 },
  ]);
});
afterAll(() => shop.close());
beforeEach(async () => {
  const [cloth, yam] = products as [ProductId, ProductId];
  buyer = await createBuyer(shop, [
    [cloth, 1],
    [yam, 3],
  ]);
});

const pay = async (reference: string) => {
  const { headers } = await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  const { pathname, search } = new URL(String(headers.location));
  await shop.app.inject({ url: pathname + search });
};
const placePaid = async (): Promise<OrderId> => {
  const { id, reference } = await buyer.placeOrder();
  await pay(reference);
  return id as OrderId;
};
const change = <T>(id: OrderId, run: (trx: TestShop['db'], order: OrderRow) => Promise<T>) =>
  withOrder(shop.db, id, run);
const ship = (id: OrderId, n: number, parcel: NewParcel) =>
  change(id, (trx, order) => shipParcel(trx, order, `${id}-${n}`, parcel));
const readEvents = async (id: string) => (await buyer.readOrder(id)).timeline.map(({ event }) => event);

describe('the parcels of an order', { tags: ['@ORDER-37', '@FULFIL-4'] }, () => {
  it('say who sent what, with which carrier, and when it left and arrived', async () => {
    const id = await placePaid();
    expect((await buyer.readOrder(id)).parcels).toEqual([]);
    await ship(id, 2, { carrier: 'gig', trackingNumber: 'G 7/3', lines: [{ position: 1, quantity: 2 }] });
    await change(id, (trx, order) => deliverParcels(trx, order, `${id}-2`));
    await ship(id, 1, { carrier: 'other', trackingNumber: 'BUS-1' });
    const { parcels } = await buyer.readOrder(id);
    const time = expect.stringMatching(/^\d{4}-.+Z$/);
    expect(parcels).toEqual([
      {
        id: expect.any(Number),
        carrier: 'GIG Logistics',
        tracking_number: 'G 7/3',
        tracking_url: 'https://giglogistics.com/track/?waybill=G%207%2F3',
        merchant_name: 'Mile Twelve Fresh',
        shipped_at: time,
        delivered_at: time,
        items: [{ position: 1, product_name: 'Puna yam', quantity: 2 }],
      },
      {
        id: expect.any(Number),
        ...{ carrier: null, tracking_number: 'BUS-1', tracking_url: null, merchant_name: 'Iya Alaro Weavers' },
        ...{ shipped_at: time, delivered_at: null },
        items: [{ position: 0, product_name: 'Aso-oke cloth', quantity: 1 }],
      },
    ]);
    await runMinuteJobs(shop);
    const mails = await shop.mailbox.read(buyer.email);
    const [first] = mails.filter(({ text }) => text.includes('G 7/3'));
    expect(first?.text).toContain('2 × Puna yam');
    expect(first?.text).not.toContain('Aso-oke cloth');
    expect(first?.text).toContain('Carrier: GIG Logistics');
    expect(first?.text).toContain('https://giglogistics.com/track/?waybill=G%207%2F3');
  });

  it('have no tracking number if release 1.0 delivered the order without one', async () => {
    const id = await placePaid();
    await ship(id, 1, { carrier: 'other', trackingNumber: 'unknown' });
    expect((await buyer.readOrder(id)).parcels).toMatchObject([{ tracking_number: null, tracking_url: null }]);
  });
});

describe('an order', () => {
  it('names its merchants, and the merchant of each item', { tags: ['@ORDER-65'] }, async () => {
    const { merchants, items } = await buyer.readOrder(await placePaid());
    expect(merchants).toEqual([
      { id: weaver, name: 'Iya Alaro Weavers' },
      { id: farmer, name: 'Mile Twelve Fresh' },
    ]);
    expect(
      items.map(({ position, merchant_id, cancelled_quantity }) => [position, merchant_id, cancelled_quantity]),
    ).toEqual([
      [0, weaver, 0],
      [1, farmer, 0],
    ]);
  });

  it('says when everything should have arrived, also in its mail; an order of release 1.0 does not', {
    tags: ['@ORDER-59', '@ORDER-61'],
  }, async () => {
    const id = await placePaid();
    const { expected_delivery: expected } = await buyer.readOrder(id);
    expect(expected).toEqual({ from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), to: expect.any(String) });
    await runMinuteJobs(shop);
    const [mail] = await shop.mailbox.read(buyer.email);
    expect(mail?.text).toMatch(/Expected to arrive between \d{1,2} \w{3} \d{4} and \d{1,2} \w{3} \d{4}/);
    await shop.db
      .updateTable('shop_order')
      .set({ expected_from: null, expected_to: null })
      .where('id', '=', id)
      .execute();
    expect((await buyer.readOrder(id)).expected_delivery).toBeNull();
  });

  it('shows the payments that were received for it', { tags: ['@ORDER-66'] }, async () => {
    const { id, reference } = await buyer.placeOrder();
    expect((await buyer.readOrder(id)).payments).toEqual([]);
    await pay(reference);
    const { payments, total_price } = await buyer.readOrder(id);
    expect(payments).toEqual([{ provider: 'sandbox', reference, amount: total_price }]);
  });
});

describe('the timeline of an order', { tags: ['@ORDER-62'] }, () => {
  it('has what happened, in its sequence', async () => {
    const { id, reference } = await buyer.placeOrder();
    expect(await readEvents(id)).toEqual(['placed']);
    await pay(reference);
    await change(id as OrderId, (trx, order) => cancelPieces(trx, order, `${id}-2`, [{ position: 1, quantity: 1 }]));
    await ship(id as OrderId, 1, { carrier: 'dhl', trackingNumber: 'D1' });
    await takeStep(shop.db, id, { step: 'ship', tracking: 'T2' }, LIVE_ACT);
    await takeStep(shop.db, id, { step: 'deliver' }, LIVE_ACT);
    const { timeline, refunds, items } = await buyer.readOrder(id);
    expect(
      timeline.map(({ event, items: pieces }) => [
        event,
        pieces.map(({ product_name: name, quantity }) => `${quantity} ${name}`),
      ]),
    ).toEqual([
      ['placed', []],
      ['paid', []],
      ['pieces_cancelled', ['1 Puna yam']],
      ['refund_requested', []],
      ['shipped', ['1 Aso-oke cloth']],
      ['shipped', ['2 Puna yam']],
      ['delivered', ['1 Aso-oke cloth']],
      ['delivered', ['2 Puna yam']],
    ]);
    expect(items[1]).toMatchObject({ quantity: 3, cancelled_quantity: 1 });
    const [refund] = refunds;
    expect(refund).toMatchObject({ to: 'payment_method', status: 'pending', done_at: null });
    expect(timeline[3]).toMatchObject({ at: refund?.requested_at, amount: refund?.amount, to: 'payment_method' });
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  it('ends with the cancellation and its refunds, to the payment and to the wallet', {
    tags: ['@ORDER-63'],
  }, async () => {
    await giveCredit(shop.db, buyer.accountId, 400_000);
    const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
    const { order_id: id, payment } = response.json();
    await pay(payment.data.reference);
    await buyer.cancelOrder(id);
    await runMinuteJobs(shop);
    await shop.db
      .updateTable('refund')
      .set({ status: 'done', updated_at: new Date() })
      .where('reference', '=', payment.data.reference)
      .execute();
    const { timeline, refunds } = await buyer.readOrder(id);
    expect(timeline.map(({ event }) => event).toSorted()).toEqual(
      ['placed', 'paid', 'cancelled', 'refund_requested', 'refunded', 'refunded'].toSorted(),
    );
    expect(timeline.filter(({ event }) => event === 'refunded')).toMatchObject([
      { amount: 4000, to: 'wallet' },
      { to: 'payment_method' },
    ]);
    expect(refunds).toMatchObject([
      { to: 'payment_method', status: 'done', expected: null },
      { amount: 4000, to: 'wallet', status: 'done', expected: null },
    ]);
  });

  it('says of a refund that the provider could not make when it was requested, and when it went into the wallet', {
    tags: ['@ORDER-63'],
  }, async () => {
    const id = await placePaid();
    await buyer.cancelOrder(id);
    const change = (created_at: Date) =>
      shop.db
        .updateTable('refund')
        .set({ status: 'wallet', ask_at: null, created_at, updated_at: new Date() })
        .where('reference', 'like', `${id}%`)
        .execute();
    await change(new Date());
    expect(await readEvents(id)).not.toContain('refund_requested');
    await change(new Date(Date.now() - 3_600_000));
    const { timeline } = await buyer.readOrder(id);
    expect(timeline.filter(({ event }) => event.startsWith('refund')).map(({ event, to }) => [event, to])).toEqual([
      ['refund_requested', 'wallet'],
      ['refunded', 'wallet'],
    ]);
  });

  it('shows credit of cancelled pieces, but not credit that a late payment has used again', async () => {
    await giveCredit(shop.db, buyer.accountId, 1_000_000_000);
    const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
    const { order_id: id } = response.json();
    const [yam] = [{ position: 1, quantity: 1 }];
    await change(id, (trx, order) => cancelPieces(trx, order, `${id}-2`, yam ? [yam] : []));
    expect((await buyer.readOrder(id)).refunds).toMatchObject([{ to: 'wallet', status: 'done' }]);

    const part = await createBuyer(shop, [[products[0] ?? 0, 1]]);
    await giveCredit(shop.db, part.accountId, 400_000);
    const placed = (await part.submitCheckout(await part.prepareCheckoutWithCredit())).json();
    await change(placed.order_id, (trx, order) => applyCancellation(trx, order, 'expired'));
    expect((await part.readOrder(placed.order_id)).refunds).toMatchObject([{ amount: 4000, to: 'wallet' }]);
    await pay(placed.payment.data.reference);
    expect(await part.readOrder(placed.order_id)).toMatchObject({ status: 'Paid', refunds: [] });
  });
});
