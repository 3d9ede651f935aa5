import { kobo } from '@sokuwa/contract/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckoutQuote } from '../checkout/index.ts';
import type { ProductId } from '../platform/ids.ts';
import type { PaymentState } from '../ports/payments/payments.port.ts';
import {
  canTake,
  cartMatchesLines,
  computePaidKobo,
  computeRefundableKobo,
  creditOf,
  findDifferences,
  findMismatch,
  fingerprintOf,
  generateOrderId,
  isForeignCurrency,
  isPayable,
  nextVerificationAt,
  type OrderRequest,
  productQuantities,
  type StepName,
} from './order.rules.ts';

describe('an order id', () => {
  it('cannot be guessed from earlier ids', { tags: ['@ORDER-5'] }, () => {
    const ids = Array.from({ length: 2000 }, generateOrderId);
    for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toEqual(ids.toSorted());
    // Each position takes each of the 32 characters, so no part of an id is constant or sequential.
    for (let place = 0; place < 12; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(32);
  });
});

describe('the steps of an order', { tags: ['@ORDER-12', '@ORDER-13'] }, () => {
  const allowed: Record<StepName, readonly OrderStatus[]> = {
    pay: ['Pending'],
    payLate: ['Cancelled'],
    ship: ['Paid'],
    deliver: ['Shipped'],
    cancel: ['Pending', 'Paid'],
    giveUp: ['Pending'],
  };
  it.each(Object.entries(allowed) as [StepName, readonly OrderStatus[]][])(
    '%s is possible only from %s',
    (step, from) => {
      for (const status of ORDER_STATUSES) expect(canTake(step, status), status).toBe(from.includes(status));
    },
  );
});

it('an order can be paid while it is pending and its time has not ended', { tags: ['@ORDER-50'] }, () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const later = new Date(now.getTime() + 1);
  for (const status of ORDER_STATUSES)
    expect(isPayable({ status, expires_at: later }, now), status).toBe(status === 'Pending');
  expect(isPayable({ status: 'Pending', expires_at: now }, now)).toBe(false);
});

const request = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  cart_items: [
    { product: 1, quantity: 2, price: kobo(100) },
    { product: 2, quantity: 1 },
  ],
  sub_total: kobo(1000),
  total_shipment_rate: kobo(200),
  total: kobo(1200),
  shipping_address_id: 'a',
  ...change,
});

describe('the fingerprint of a request', { tags: ['@PAYMENT-15'] }, () => {
  const isEqual = (change: Partial<OrderRequest>) => fingerprintOf(request(change)).equals(fingerprintOf(request()));

  it('is equal in any order of the items, with any prices, and without credit', () => {
    const { cart_items } = request();
    expect(isEqual({ cart_items: cart_items.toReversed() })).toBe(true);
    expect(isEqual({ cart_items: cart_items.map(({ product, quantity }) => ({ product, quantity })) })).toBe(true);
    expect(isEqual({ cart_items: cart_items.map((item) => ({ ...item, price: kobo(7) })) })).toBe(true);
    expect(isEqual({ wallet_credit: kobo(0) })).toBe(true);
  });

  it.each<Partial<OrderRequest>>([
    { cart_items: [{ product: 1, quantity: 2 }] },
    {
      cart_items: [
        { product: 1, quantity: 3 },
        { product: 2, quantity: 1 },
      ],
    },
    { sub_total: kobo(1001) },
    { total_shipment_rate: kobo(201) },
    { total: kobo(1201) },
    { wallet_credit: kobo(1) },
    { shipping_address_id: 'b' },
  ])('differs with %j', (change) => {
    expect(isEqual(change)).toBe(false);
  });
});

it('a request uses no credit by default', () => {
  expect(creditOf(request())).toBe(0);
  expect(creditOf(request({ wallet_credit: kobo(7) }))).toBe(7);
});

it('a cart matches an order with exactly its products and quantities', () => {
  const lines = [
    { product_id: 1 as ProductId, quantity: 2 },
    { product_id: 2 as ProductId, quantity: 1 },
  ];
  const matches = (cart: [number, number][]) => cartMatchesLines(new Map(cart), lines);
  expect(productQuantities(lines)).toEqual([
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
  ]);
  const same: [number, number][] = [
    [2, 1],
    [1, 2],
  ];
  expect(matches(same)).toBe(true);
  expect(matches([[1, 2]])).toBe(false);
  expect(matches([...same, [3, 1]])).toBe(false);
  expect(
    matches([
      [1, 2],
      [2, 2],
    ]),
  ).toBe(false);
});

describe('the differences between request and quote', { tags: ['@PAYMENT-13'] }, () => {
  const quote = (change: Partial<CheckoutQuote> = {}): CheckoutQuote =>
    ({
      items: [
        { productId: 1 as ProductId, title: 'Yam', quantity: 2, price: kobo(100) },
        { productId: 2 as ProductId, title: 'Rice', quantity: 1, price: kobo(800) },
      ],
      subTotal: kobo(1000),
      shipmentFee: kobo(200),
      total: kobo(1200),
      credit: kobo(500),
      ...change,
    }) as CheckoutQuote;

  it('are none when items and amounts agree', () => {
    expect(findDifferences(request(), quote())).toEqual({});
    expect(findDifferences(request({ wallet_credit: kobo(500) }), quote())).toEqual({});
  });

  it('name each field that differs', () => {
    const changed = quote({ subTotal: kobo(2050), shipmentFee: kobo(300), total: kobo(2350) });
    expect(findDifferences(request({ wallet_credit: kobo(600) }), changed)).toEqual({
      sub_total: ['Your items now cost ₦20.50, not ₦10.'],
      total_shipment_rate: ['The delivery now costs ₦3, not ₦2.'],
      total: ['The total is now ₦23.50, not ₦12.'],
      wallet_credit: ['Your wallet now pays ₦5 of it, not ₦6.'],
    });
    expect(findDifferences(request({ cart_items: [{ product: 1, quantity: 2 }] }), quote())).toEqual({
      cart_items: ['Your cart holds 1 of "Rice".'],
    });
  });
});

describe('a payment that does not match its order', { tags: ['@PAYMENT-25'] }, () => {
  const state: PaymentState = { reference: 'x', status: 'success', requested: 1000, amount: 1000, currency: 'NGN' };
  const mismatch = (change: Partial<PaymentState>) =>
    findMismatch({ amount_kobo: kobo(1000), currency: 'NGN' }, { ...state, ...change });

  it('has another currency, another requested amount, or was paid too little', () => {
    expect(mismatch({})).toBeUndefined();
    expect(mismatch({ amount: 1100 })).toBeUndefined();
    expect(mismatch({ currency: 'USD' })).toBe('paid in USD, not in NGN');
    expect(mismatch({ requested: 999 })).toBe('999 kobo were requested, not 1000');
    expect(mismatch({ requested: 1001, amount: 1001 })).toBe('1001 kobo were requested, not 1000');
    expect(mismatch({ amount: 999 })).toBe('999 kobo were paid, not 1000');
  });
});

it('the refundable part of a payment is what was paid, at most what the order cost', () => {
  const payment = { amount_kobo: kobo(1000), currency: 'NGN', paid_amount: null, paid_currency: null };
  expect(isForeignCurrency(payment)).toBe(false);
  expect(computePaidKobo(payment)).toBe(1000);
  const paid = (paid_amount: number, paid_currency = 'NGN') => ({ ...payment, paid_amount, paid_currency });
  expect(isForeignCurrency(paid(5))).toBe(false);
  expect(isForeignCurrency(paid(5, 'USD'))).toBe(true);
  expect(computePaidKobo(paid(700))).toBe(700);
  expect(computePaidKobo(paid(5, 'USD'))).toBe(1000);
  expect(computeRefundableKobo(paid(700))).toBe(700);
  expect(computeRefundableKobo(paid(1300))).toBe(1000);
});

describe('the next verification of a payment', { tags: ['@PAYMENT-24', '@PAYMENT-46'] }, () => {
  const createdAt = new Date('2026-11-22T12:00:00Z');
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);

  it('comes after minutes, then hours, then daily until the days are over', () => {
    const times: number[] = [];
    for (let now: Date | null = createdAt; now; now = nextVerificationAt(createdAt, now, 3))
      times.push((now.getTime() - createdAt.getTime()) / 60_000);
    expect(times).toEqual([0, 5, 10, 20, 29, 45, 120, 300, 500, 720, 1440, 2880, 4320]);
    expect(nextVerificationAt(createdAt, after(720), 1)).toEqual(after(1440));
    expect(nextVerificationAt(createdAt, after(1440), 1)).toBeNull();
  });

  it('is always later than now', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 14 }), (minutes, days) => {
        const next = nextVerificationAt(createdAt, after(minutes), days);
        if (next) expect(next.getTime()).toBeGreaterThan(after(minutes).getTime());
        else expect(minutes).toBeGreaterThanOrEqual(days * 1440);
      }),
    );
  });
});
