import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStep } from '../orders/order.service.ts';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { createBuyer } from '../testing/buyer.ts';
import { addCoupon } from '../testing/checkout.ts';
import { openDeskAs } from '../testing/desk.ts';
import { LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { payOrder } from '../testing/sales.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: { authorization: string };
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
  headers = await signInOperator(shop);
  yam = await addProduct(shop.db, { stock: 10_000, price_kobo: kobo(1_000_000) });
});
afterAll(() => shop.close());

const get = (path: string) => shop.app.inject({ url: `/backend/operator/coupons/${path}`, headers });
const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
  shop.app.inject({ method, url: `/backend/operator/coupons/${path}`, headers, payload });
const codesOf = (response: { json(): { results: { code: string }[] } }) =>
  response.json().results.map(({ code }) => code);
const auditOf = (code: string) =>
  shop.db
    .selectFrom('audit_entry')
    .select(['action', 'reason', 'before', 'after'])
    .where('subject', '=', `coupon ${code}`)
    .orderBy('id')
    .execute();

const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** An order that has used a coupon. */
const order = async (code: string) => {
  const buyer = await createBuyer(shop, [[yam, 1]]);
  const applied = await buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: code });
  expect(applied.statusCode, applied.body).toBe(200);
  return { buyer, ...(await buyer.placeOrder()) };
};

describe('creating a coupon', { tags: ['@CHECKOUT-64'] }, () => {
  it('is in the audit log once, however often it is requested', async () => {
    const body = {
      ...{ code: ' harvest5 ', percent: 5, starts_at: '2026-12-01', ends_at: '2026-12-24T18:00:00+01:00' },
      ...{ minimum: 5000.5, max_uses: 100, reason: 'The harvest' },
    };
    const created = await send('POST', '', body);
    expect(created.json()).toEqual({
      ...{ code: 'HARVEST5', status: 'scheduled', percent: 5, fixed: null },
      ...{ starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2026-12-24T17:00:00.000Z' },
      ...{ minimum: 5000.5, max_uses: 100, uses: 0, orders: 0, discount_given: 0 },
    });
    expect((await send('POST', '', body)).json()).toEqual(created.json());
    expect((await get('harvest5/')).json()).toEqual(created.json());
    const others = [
      { percent: 6 },
      { minimum: 5000 },
      { max_uses: undefined },
      { starts_at: '2026-12-02' },
      { ends_at: '2026-12-24' },
    ];
    for (const other of others) expectRefusal(await send('POST', '', { ...body, ...other }), 'coupon_exists');
    expect(await auditOf('HARVEST5')).toMatchObject([
      { action: 'coupons create', reason: 'The harvest', after: { percent: 5, minimum_kobo: 500_050 } },
    ]);
  });

  it('twice at once makes one', async () => {
    const bodies = Array.from({ length: 5 }, () => ({ code: 'TWICE', fixed: 250 }));
    const responses = await Promise.all(bodies.map((body) => send('POST', '', body)));
    for (const response of responses)
      expect(response.json()).toMatchObject({ code: 'TWICE', fixed: 250, ends_at: null, status: 'running' });
    expect(await auditOf('TWICE')).toHaveLength(1);
  });

  it.each([
    ['no discount', {}],
    ['two discounts', { percent: 5, fixed: 5 }],
    ['more than everything', { percent: 101 }],
    ['nothing', { fixed: 0 }],
    ['an end before its start', { percent: 5, starts_at: '2026-12-02', ends_at: '2026-12-01' }],
    ['an end in the past', { percent: 5, ends_at: '2020-01-01' }],
    ['a negative minimum', { percent: 5, minimum: -1 }],
    ['no uses', { percent: 5, max_uses: 0 }],
    ['a code with a space', { percent: 5, code: 'A B' }],
  ])('with %s is refused', async (_, terms) => {
    expectRefusal(await send('POST', '', { code: 'WRONG', ...terms }), 'invalid_input');
    expectRefusal(await get('WRONG/'), 'not_found');
  });
});

describe('a coupon', { tags: ['@CHECKOUT-65'] }, () => {
  it('gets another end and limit, both recorded, and neither below what has happened', async () => {
    await addCoupon(shop.db, { code: 'CHANGED', max_uses: 5, uses: 3 });
    const end = inHours(48).toISOString();
    expect((await send('PATCH', 'changed/', { ends_at: end, reason: 'Longer' })).json()).toMatchObject({
      ...{ ends_at: end, max_uses: 5 },
    });
    expect((await send('PATCH', 'CHANGED/', { max_uses: 3 })).json()).toMatchObject({ ends_at: end, max_uses: 3 });
    expectRefusal(await send('PATCH', 'CHANGED/', { max_uses: 2 }), 'coupon_limit_too_low');
    expectRefusal(await send('PATCH', 'CHANGED/', { ends_at: '2020-01-01', max_uses: 9 }), 'coupon_end_too_early');
    expect((await send('PATCH', 'CHANGED/', { ends_at: null, max_uses: null })).json()).toMatchObject({
      ...{ ends_at: null, max_uses: null },
    });
    expectRefusal(await send('PATCH', 'CHANGED/', {}), 'invalid_input');
    expect(await auditOf('CHANGED')).toMatchObject([
      { action: 'coupons change', reason: 'Longer', before: { ends_at: null }, after: { ends_at: end } },
      { before: { max_uses: 5 }, after: { max_uses: 3 } },
      { before: { max_uses: 3 }, after: { max_uses: null } },
    ]);
  });

  it('ends at once and for good, also before its start; orders keep their discount', async () => {
    for (const [code, starts_at] of [
      ['RUNNING', inHours(-1)],
      ['LATER', inHours(1)],
    ] as const) {
      await addCoupon(shop.db, { code, starts_at });
      const kept = code === 'RUNNING' ? await order(code) : undefined;
      const ended = (await send('POST', `${code}/end/`, { reason: 'A mistake' })).json();
      expect(ended).toMatchObject({ code, status: 'ended' });
      expect((await send('POST', `${code}/end/`, {})).json()).toEqual(ended);
      expect(await auditOf(code)).toMatchObject([{ action: 'coupons end', before: { ends_at: null } }]);
      const buyer = await createBuyer(shop, [[yam, 1]]);
      const applied = await buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: code });
      expectRefusal(applied, 'coupon_expired');
      if (kept) {
        await payOrder(shop, kept.reference);
        expect((await get(`${code}/`)).json()).toMatchObject({ uses: 1, orders: 1, discount_given: 1000 });
      }
    }
  });
});

describe('the list of coupons', { tags: ['@CHECKOUT-66'] }, () => {
  it('is searched by status and code, in pages', { tags: ['@API-39'] }, async () => {
    await addCoupon(shop.db, { code: 'FIND_A', ends_at: inHours(-1) });
    await addCoupon(shop.db, { code: 'FIND_B', starts_at: inHours(1) });
    await addCoupon(shop.db, { code: 'FIND_C', ends_at: inHours(1) });
    for (const [query, codes] of [
      ['search=find_', ['FIND_C', 'FIND_B', 'FIND_A']],
      ['search=find_&status=ended', ['FIND_A']],
      ['search=find_&status=scheduled', ['FIND_B']],
      ['search=find_&status=running', ['FIND_C']],
      ['search=F%25', []],
    ] as const)
      expect(codesOf(await get(`?${query}`)), query).toEqual(codes);
    for (let n = 0; n < 51; n++) await addCoupon(shop.db, { code: `PAGE-${n}` });
    const first = (await get('?search=page')).json();
    expect(first.results).toHaveLength(50);
    const rest = await shop.app.inject({ url: first.next, headers });
    expect(rest.json()).toMatchObject({ next: null, results: [{ code: 'PAGE-0' }] });
    expectRefusal(await get('?cursor=x'), 'invalid_input');
  });

  it('has what paid orders have used; those are listed without buyers', async () => {
    await addCoupon(shop.db, { code: 'USED' });
    const paid = await order('USED');
    await payOrder(shop, paid.reference);
    const cancelled = await order('USED');
    await payOrder(shop, cancelled.reference);
    await takeStep(shop.db, cancelled.id as OrderId, { step: 'cancel' }, LIVE_ACT);
    const unpaid = await order('USED');
    expect((await get('?search=USED')).json().results).toMatchObject([{ uses: 2, orders: 1, discount_given: 1000 }]);
    const { results, next } = (await get('USED/orders/')).json();
    expect(next).toBeNull();
    expect(results).toMatchObject([
      { id: unpaid.id, status: 'Pending', discount: 1000 },
      { id: cancelled.id, status: 'Cancelled', discount: 1000 },
      { id: paid.id, status: 'Paid', discount: 1000 },
    ]);
    expect(JSON.stringify(results)).not.toContain(paid.buyer.email);
  });

  it('is read by support, and changed by the catalogue role', { tags: ['@STAFF-4'] }, async () => {
    const support = await openDeskAs(shop, null, 'support');
    expect((await support.call('GET', '/operator/coupons/')).statusCode).toBe(200);
    const body = { code: 'SHELF', percent: 5 };
    expectRefusal(await support.call('POST', '/operator/coupons/', body), 'not_permitted');
    const catalogue = await openDeskAs(shop, null, 'catalogue');
    expect((await catalogue.call('POST', '/operator/coupons/', body)).statusCode).toBe(200);
  });
});
