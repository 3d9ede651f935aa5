import type { Order, OrderEvent } from '@sokuwa/contract/orders/orders.schemas.ts';
import { describe, expect, it } from 'vitest';
import { describeEvent, describeTaken, formatAddress, isPaid, listUnshipped } from './order-texts.ts';
import { completeOrder } from './orders.query.ts';

const item = {
  product_id: 1,
  product_name: 'Puna yam',
  product_image: '',
  price: 10,
  converted_price: '',
  quantity: 3,
};
const person = { first_name: 'Ada', last_name: 'Obi', email: 'ada@mail.test' };
/** As a node of release 1.0 sends it. */
const sent = {
  ...{ id: '7F3KQ2M9XW4T', status: 'Paid' as const, currency: 'NGN', tracking_number: null, cancelled_for: null },
  ...{ created_at: '2026-03-12T11:00:00.000Z', updated_at: '2026-03-13T11:00:00.000Z' },
  ...{ total_price: 30, sub_total: 30, total_shipment_rate: 0, discount: 0, wallet_credit: 0 },
  ...{ converted_total: '', exchange_rate: '', exchange_rate_date: '', estimated_delivery_duration: '' },
  ...{ can_cancel: true, payment_deadline: null },
  refunds: [{ amount: 5, to: 'wallet' as const, status: 'done' as const }],
  items: [item, { ...item, product_id: 2, product_name: 'Aso-oke cloth' }],
  shipping_address: {
    ...{ first_name: 'Ada', last_name: 'Obi', phone_number: '', street_address: '', postal_code: '' },
    ...{ city: '', region: '', country: '', user: person },
  },
};
const order: Order = completeOrder(sent);

describe('an order that release 1.0 sends', () => {
  it('has no parcels, events or days, and its items are numbered', { tags: ['@ORDER-74'] }, () => {
    expect(order).toMatchObject({ parcels: [], timeline: [], merchants: [], payments: [], expected_delivery: null });
    expect(order.can_change_address).toBe(false);
    expect(order.items.map(({ position, cancelled_quantity }) => [position, cancelled_quantity])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(order.refunds).toEqual([
      { ...sent.refunds[0], requested_at: sent.updated_at, done_at: null, expected: null },
    ]);
  });

  it('stays as it is if release 1.1 sends it', { tags: ['@ORDER-74'] }, () => {
    const complete = {
      ...order,
      expected_delivery: { from: '2026-03-17', to: '2026-03-19' },
      can_change_address: true,
    };
    expect(completeOrder(complete)).toEqual(complete);
  });
});

const event: OrderEvent = { event: 'refunded', at: '', items: [], amount: 5, to: 'wallet' };

it.each([
  [0, 0, 0, []],
  [1, 2, 0, ['1 of 3 cancelled', '2 of 3 returned']],
  [3, 0, 0, ['Cancelled']],
  [0, 3, 0, ['Returned']],
  [0, 3, 3, ['Not received']],
  [1, 2, 1, ['1 of 3 cancelled', '1 of 3 returned', '1 of 3 not received']],
])(
  'of 3 pieces %i cancelled and %i taken back, %i of which were not received, are %j',
  { tags: ['@ORDER-62', '@RETURN-23'] },
  (cancelled_quantity, returned_quantity, notReceived, texts) => {
    const piece = { position: 1, product_name: 'Puna yam', quantity: notReceived };
    const timeline: OrderEvent[] = [
      { ...event, event: 'pieces_not_received', items: [{ ...piece, position: 0, quantity: 3 }, piece] },
      { ...event, event: 'pieces_returned', items: [piece] },
    ];
    expect(describeTaken({ position: 1, quantity: 3, cancelled_quantity, returned_quantity }, timeline)).toEqual(texts);
  },
);

it('an address is its lines without those that are empty or repeated', { tags: ['@ORDER-36'] }, () => {
  const to = {
    ...order.shipping_address,
    ...{ street_address: '1 Marina', city: 'Lagos', region: 'Lagos', postal_code: '100001', country: 'Nigeria' },
  };
  expect(formatAddress(to)).toEqual(['Ada Obi', '1 Marina', 'Lagos, 100001', 'Nigeria']);
  expect(formatAddress({ ...to, first_name: '', last_name: '', street_address: '', region: 'Ikeja' })).toEqual([
    'Lagos, 100001',
    'Ikeja',
    'Nigeria',
  ]);
});

describe('what is not shipped of an order', () => {
  const parcel = {
    ...{ id: 1, carrier: null, tracking_number: null, tracking_url: null, merchant_name: null },
    ...{ shipped_at: '', delivered_at: null },
    items: [{ position: 0, product_name: 'Puna yam', quantity: 2 }],
  };
  it('is what is neither in a parcel nor cancelled', { tags: ['@ORDER-67'] }, () => {
    const [yam, cloth] = order.items;
    const items = yam && cloth ? [yam, { ...cloth, cancelled_quantity: 3 }] : [];
    expect(listUnshipped({ items, parcels: [parcel] })).toEqual([
      { position: 0, product_name: 'Puna yam', quantity: 1 },
    ]);
    expect(
      listUnshipped({
        items,
        parcels: [
          parcel,
          { ...parcel, id: 2, items: [{ ...parcel.items[0], position: 0, product_name: '', quantity: 1 }] },
        ],
      }),
    ).toEqual([]);
  });
});

it.each([
  ['Paid', {}, true],
  ['Pending', {}, false],
  ['Cancelled', {}, false],
  ['Cancelled', { wallet_credit: 10 }, false],
  ['Cancelled', { wallet_credit: 30 }, true],
  ['Cancelled', { payments: [{ provider: 'paystack', reference: 'R', amount: 30 }] }, true],
] as const)('an order that is %s with %j is paid: %s', { tags: ['@ORDER-69'] }, (status, parts, expected) => {
  expect(isPaid({ ...order, ...parts, payments: 'payments' in parts ? [...parts.payments] : [], status })).toBe(
    expected,
  );
});

it('an event that only a later release knows is left out of the timeline', { tags: ['@ORDER-62'] }, () => {
  expect(describeEvent(event)).toBe('₦5 returned to your wallet');
  expect(describeEvent({ ...event, to: 'payment_method' })).toBe('₦5 refunded');
  expect(describeEvent({ ...event, event: 'painted' as OrderEvent['event'] })).toBeUndefined();
});
