import { formatNaira, kobo } from '@sokuwa/contract/money.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { post } from '../ledger/index.ts';
import { checkBooks } from '../orders/books.service.ts';
import { refundAmount } from '../orders/cancellation.service.ts';
import { upsertDispute } from '../orders/dispute.sql.ts';
import { deliverParcels, shipParcel } from '../orders/fulfilment.service.ts';
import { selectParcels } from '../orders/fulfilment.sql.ts';
import { releaseSales } from '../orders/index.ts';
import { withOrder } from '../orders/with-order.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import { selectAudit } from '../platform/audit.ts';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { pictureForm } from '../testing/account.ts';
import { createBuyer, runMinuteJobs, stockOf, walletAmountsOf } from '../testing/buyer.ts';
import { addCoupon } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { createDelivered, returnCalls } from '../testing/returns.ts';
import { ageDeliveries, deliver, payOrder } from '../testing/sales.ts';
import { addMerchant, addProducts, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { openReturns } from './index.ts';
import { followReturns } from './returns.service.ts';

let shop: TestShop;
let weaver: MerchantId;
let cloth: ProductId;
let basket: ProductId;
let yam: ProductId;
let merchantCall: Caller;
let otherMerchantCall: Caller;
let operatorCall: Caller;
type Caller = ReturnType<typeof createCaller>;
const createCaller = (base: string, token: string) => (method: 'GET' | 'POST', path: string, payload?: object) =>
  shop.app.inject({
    method,
    url: `/backend/${base}/returns/${path}`,
    headers: { authorization: `Token ${token}` },
    ...(payload && { payload }),
  });
const merchantToken = (merchantId: MerchantId | null) =>
  createApiToken(shop.db, { merchantId, name: 'Amaka', scope: 'write' });

beforeAll(async () => {
  shop = await openTestShop();
  weaver = await addMerchant(shop.db, { name: 'Aso Weavers', email: 'weaver@mail.test' });
  const farmer = await addMerchant(shop.db, { name: 'Ile Farm' });
  const products = await addProducts(shop.db, [
    { merchant_id: weaver, stock: 1000, title: 'Kente cloth', price_kobo: 333_333 },
    { merchant_id: weaver, stock: 1000, title: 'Basket', price_kobo: 100_000 },
    { merchant_id: farmer, stock: 1000, title: 'Puna yam', perishable: true },
  ]);
  [cloth, basket, yam] = products as [ProductId, ProductId, ProductId];
  merchantCall = createCaller('merchant', await merchantToken(weaver));
  otherMerchantCall = createCaller('merchant', await merchantToken(farmer));
  operatorCall = createCaller('operator', await merchantToken(null));
});
afterAll(() => shop.close());

let order: Awaited<ReturnType<typeof createDelivered>>;
beforeEach(async () => {
  order = await createDelivered(shop, [
    [cloth, 3],
    [yam, 2],
  ]);
});
afterEach(async () => {
  expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
});

const accept = (id: string) => merchantCall('POST', `${id}/accept/`, { note: 'Send it to 1 Loom Street, Iseyin.' });
const decline = (id: string) => merchantCall('POST', `${id}/decline/`, { note: 'It is used.' });
const receive = (id: string, restock = false) => merchantCall('POST', `${id}/receive/`, { restock });
const decide = (id: string, decision: string) =>
  operatorCall('POST', `${id}/decide/`, {
    decision,
    note: 'Dear Ngozi, we looked at the pictures.',
    reason: 'The pictures show it.',
  });
const statusOf = async (id: string) => (await operatorCall('GET', `${id}/`)).json<OrderReturn>().status;
/** Makes everything of the order arrive earlier. */
const arrivedDaysAgo = (days: number, orderId: OrderId = order.orderId) =>
  sql`update parcel set delivered_at = now() - ${days} * interval '1 day' where fulfilment_id like ${`${orderId}-%`}`.execute(
    shop.db,
  );
const mailsTo = async (address: string) => {
  expect(await shop.jobs.runDue()).toEqual([]);
  return shop.mailbox.read(address);
};
const clothPaidKobo = async (pieces: number, orderId = order.orderId) => {
  const { rows } = await sql<{ paid: number }>`
    select (unit_kobo * quantity - discount_kobo) * ${pieces}::integer / quantity as paid from order_line
    where order_id = ${orderId} and position = 0`.execute(shop.db);
  return Number(rows[0]?.paid);
};

describe('a return', () => {
  it('is requested, accepted, received and refunded, and everybody is told', {
    tags: ['@RETURN-4', '@RETURN-5', '@RETURN-6', '@RETURN-7', '@RETURN-11', '@RETURN-12', '@RETURN-13', '@RETURN-16'],
  }, async () => {
    const requested = await order.requested({ lines: [{ position: 0, quantity: 2 }] });
    expect(requested).toMatchObject({
      id: `${order.orderId}-R1`,
      status: 'requested',
      merchant_name: 'Aso Weavers',
      lines: [{ position: 0, product_name: 'Kente cloth', quantity: 2 }],
      amount: 6666.66,
      refund: null,
      can_withdraw: true,
      appeal_by: null,
      history: [{ status: 'requested', by: 'buyer', note: 'It does not suit me.' }],
    });
    expect(Date.parse(requested.decide_by ?? '') - Date.now()).toBeCloseTo(3 * 86_400_000, -5);
    expect((await accept(requested.id)).json()).toMatchObject({ status: 'accepted' });
    expect((await receive(requested.id)).json()).toMatchObject({
      status: 'received',
      refund: { to_payment: 6666.66, to_wallet: 0 },
      can_withdraw: false,
    });
    expect(await followReturns(shop.db)).toBe(0);
    // The sandbox provider pays at once.
    await runMinuteJobs(shop);
    expect(await followReturns(shop.db)).toBe(1);
    const { returns } = await order.read();
    expect(returns.map(({ status }) => status)).toEqual(['refunded']);
    expect(returns[0]?.history.map(({ status, by }) => `${status} by ${by}`)).toEqual([
      'requested by buyer',
      'accepted by merchant',
      'received by merchant',
      'refunded by shop',
    ]);
    const { timeline, items } = await order.buyer.readOrder(order.orderId);
    expect(items[0]).toMatchObject({ quantity: 3, cancelled_quantity: 0, returned_quantity: 2 });
    expect(timeline.slice(-3)).toMatchObject([
      { event: 'pieces_returned', items: [{ product_name: 'Kente cloth', quantity: 2 }] },
      { event: 'refund_requested', amount: 6666.66 },
      { event: 'refunded', amount: 6666.66 },
    ]);
    const mails = (await mailsTo(order.buyer.email)).filter(({ subject }) => subject.startsWith('Your return'));
    expect(mails.map(({ text }) => text.includes('2 × Kente cloth'))).toEqual([true, true, true]);
    const [received, accepted, first] = mails.map(({ text }) => text);
    expect(first).toMatch(
      /You asked to return these items\..+Aso Weavers decides by \d+ \w+ 20\d\d; otherwise we do\./s,
    );
    expect(accepted).toMatch(
      /Aso Weavers has accepted your return\..+Send it to 1 Loom Street.+You pay for the return shipping\. You get ₦6,666\.66 back/s,
    );
    expect(received).toMatch(/We refund ₦6,666\.66 to your payment method\. It takes 5 to 10 business days\./);
    const [toMerchant] = await mailsTo('weaver@mail.test');
    expect(toMerchant?.text).toMatch(/A buyer wants to return these items\..+“It does not suit me\.”/s);
  });

  it('of a faulty item costs the buyer no shipping', { tags: ['@RETURN-4'] }, async () => {
    const { id } = await order.requested({ reason: 'damaged' });
    await accept(id);
    expect((await mailsTo(order.buyer.email))[0]?.text).toContain('We cover the return shipping.');
  });

  it('is refunded into the wallet if the buyer wants, for an exchange too', {
    tags: ['@RETURN-3', '@RETURN-6', '@RETURN-16'],
  }, async () => {
    const { id } = await order.requested({ refund_to: 'wallet' });
    await accept(id);
    expect((await receive(id)).json()).toMatchObject({
      status: 'refunded',
      refund: { to_payment: 0, to_wallet: 3333.33 },
    });
    expect(await walletAmountsOf(shop.db, order.buyer.accountId)).toEqual([333_333]);
  });

  it('is refunded to the kobo, whatever discount and credit paid for it', {
    tags: ['@RETURN-6', '@RETURN-7', '@RETURN-16'],
  }, async () => {
    const { code } = await addCoupon(shop.db);
    const buyer = await createBuyer(shop, [
      [cloth, 3],
      [basket, 1],
    ]);
    await giveCredit(shop.db, buyer.accountId, 100_001);
    expect((await buyer.call('POST', '/checkout/apply-coupon/', { coupon_code: code })).statusCode).toBe(200);
    const placed = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
    expect(placed.statusCode, placed.body).toBe(200);
    const { order_id, payment } = placed.json();
    await payOrder(shop, payment.data.reference);
    await deliver(shop.db, order_id);
    const paid = await clothPaidKobo(3, order_id);
    expect(paid).toBeLessThan(999_999);
    const calls = returnCalls(buyer, order_id);
    let refundedKobo = 0;
    for (const [n, refund_to] of (['original', 'wallet', 'original'] as const).entries()) {
      const { id } = (await calls.request({ refund_to, note: `Piece ${n}` })).json<OrderReturn>();
      await accept(id);
      const { refund } = (await receive(id)).json<OrderReturn>();
      refundedKobo += Math.round(((refund?.to_payment ?? 0) + (refund?.to_wallet ?? 0)) * 100);
    }
    expect(refundedKobo).toBe(paid);
  });

  it('goes back into stock only if the merchant says so', { tags: ['@RETURN-17'] }, async () => {
    const before = await stockOf(shop.db, cloth);
    for (const [restock, note] of [
      [false, 'first'],
      [true, 'second'],
    ] as const) {
      const { id } = await order.requested({ note });
      await accept(id);
      await receive(id, restock);
      expect(await stockOf(shop.db, cloth)).toBe(before + (restock ? 1 : 0));
    }
  });

  it('can be withdrawn, and requested again', { tags: ['@RETURN-11', '@RETURN-15'] }, async () => {
    const three = [{ position: 0, quantity: 3 }];
    const { id } = await order.requested({ lines: three });
    expectRefusal(await order.request({ lines: three, note: 'Again' }), 'not_returnable');
    await accept(id);
    expect((await order.withdraw(id)).json()).toMatchObject({ status: 'withdrawn', can_withdraw: false });
    expectRefusal(await order.withdraw(id), 'return_step_refused');
    expectRefusal(await receive(id), 'return_step_refused');
    expect(await order.requested({ lines: three })).toMatchObject({ id: `${order.orderId}-R2` });
  });

  it('sent twice is one', { tags: ['@RETURN-11'] }, async () => {
    expect((await order.requested()).id).toBe((await order.requested()).id);
    expect((await order.requested({ note: 'Another piece' })).id).toBe(`${order.orderId}-R2`);
  });

  it('with another target of the refund is not the same', { tags: ['@RETURN-11'] }, async () => {
    const lines = [{ position: 0, quantity: 3 }];
    const { id } = await order.requested({ lines, refund_to: 'original' });
    expectRefusal(await order.request({ lines, refund_to: 'wallet' }), 'not_returnable');
    await order.withdraw(id);
    expect(await order.requested({ lines, refund_to: 'wallet' })).toMatchObject({ refund_to: 'wallet' });
  });
});

describe('the number of returns', () => {
  const requestAndWithdraw = async (n: number, position = 0) => {
    const { id } = await order.requested({ lines: [{ position, quantity: 1 }], note: `Request ${n}` });
    expect((await order.withdraw(id)).statusCode).toBe(200);
  };

  it('that are withdrawn is limited for each line', { tags: ['@RETURN-22'] }, async () => {
    for (const n of [1, 2, 3]) await requestAndWithdraw(n);
    expectRefusal(await order.request({ note: 'Request 4' }), 'too_many_returns');
    await order.requested({ lines: [{ position: 1, quantity: 1 }] });
  });

  it('is limited for each order and day; a repeated request is none', { tags: ['@RETURN-22'] }, async () => {
    const last = await order.requested({ note: 'Request 1' });
    await sql`
      insert into return_request (id, order_id, status, reason, refund_to)
      select ${order.orderId}::text || '-R' || n, ${order.orderId}, 'withdrawn', 'damaged', 'wallet'
      from generate_series(2, 10) n`.execute(shop.db);
    expectRefusal(await order.request({ note: 'Request 11' }), 'too_many_returns');
    expect((await order.requested({ note: 'Request 1' })).id).toBe(last.id);
    await sql`update return_request set created_at = now() - interval '25 hours' where order_id = ${order.orderId}`.execute(
      shop.db,
    );
    expect((await order.requested({ note: 'Request 11' })).id).toBe(`${order.orderId}-R11`);
    await sql`delete from return_request where order_id = ${order.orderId}`.execute(shop.db);
  });
});

describe('what is returnable', () => {
  it('is said by line, with the days until when', { tags: ['@RETURN-1', '@RETURN-2', '@RETURN-9'] }, async () => {
    const daysLeft = (until: string | null | undefined) =>
      until ? Math.round((Date.parse(until) - Date.now()) / 86_400_000) : until;
    const lines = async () =>
      (await order.read()).returnable.map(({ product_name, perishable, unused, faulty }) => [
        product_name,
        perishable,
        [unused.quantity, daysLeft(unused.until)],
        [faulty.quantity, daysLeft(faulty.until)],
      ]);
    expect(await lines()).toEqual([
      ['Kente cloth', false, [3, 30], [3, 7]],
      ['Puna yam', true, [2, 1], [2, 1]],
    ]);
    await arrivedDaysAgo(8);
    expect(await lines()).toEqual([
      ['Kente cloth', false, [3, 22], [0, null]],
      ['Puna yam', true, [0, null], [0, null]],
    ]);
    expectRefusal(await order.request({ reason: 'defective' }), 'not_returnable');
    expectRefusal(await order.request({ lines: [{ position: 1, quantity: 1 }] }), 'not_returnable');
    await order.requested();
    await arrivedDaysAgo(30.1);
    expectRefusal(await order.request({ note: 'Too late' }), 'not_returnable');
  });

  it('is nothing before the delivery, and in each parcel what was in it', {
    tags: ['@RETURN-9', '@RETURN-11'],
  }, async () => {
    const buyer = await createBuyer(shop, [[cloth, 3]]);
    const { id, reference } = await buyer.placeOrder();
    const calls = returnCalls(buyer, id as OrderId);
    await payOrder(shop, reference);
    expect(await calls.read()).toEqual({ returnable: [], returns: [] });
    expectRefusal(await calls.request(), 'not_returnable');
    const lines = [{ position: 0, quantity: 2 }];
    await withOrder(shop.db, id as OrderId, (trx, row) =>
      shipParcel(trx, row, `${id}-1`, { carrier: 'dhl', trackingNumber: 'D1', lines }),
    );
    expectRefusal(await calls.request(), 'not_returnable');
    await deliver(shop.db, id as OrderId);
    await sql`update parcel set delivered_at = now() - interval '40 days' where fulfilment_id = ${`${id}-1`} and tracking_number = 'D1'`.execute(
      shop.db,
    );
    expectRefusal(await calls.request({ lines }), 'not_returnable');
    expect((await calls.request()).statusCode).toBe(200);
    expectRefusal(await calls.request({ note: 'One more' }), 'not_returnable');
  });
});

describe('a request is refused', () => {
  it('for the order of another buyer, or none', { tags: ['@RETURN-11'] }, async () => {
    const other = await createBuyer(shop, [[cloth, 1]]);
    const calls = returnCalls(other, order.orderId);
    expectRefusal(await calls.request(), 'not_found');
    expectRefusal(await other.call('GET', `/orders/${order.orderId}/returns`), 'not_found');
    const { id } = await order.requested();
    expectRefusal(await calls.withdraw(id), 'not_found');
    expectRefusal(await calls.appeal(id), 'not_found');
    expectRefusal(await order.withdraw('000000000000-R1'), 'not_found');
    expectRefusal(await other.call('GET', '/orders/nonsense/returns'), 'invalid_input');
    expectRefusal(await other.call('POST', '/orders/nonsense/returns', {}), 'invalid_input');
  });

  it('for more than was bought, and for lines that do not exist', { tags: ['@RETURN-11'] }, async () => {
    expectRefusal(await order.request({ lines: [{ position: 0, quantity: 4 }] }), 'not_returnable');
    const twice = [
      { position: 0, quantity: 2 },
      { position: 0, quantity: 2 },
    ];
    expectRefusal(await order.request({ lines: twice }), 'not_returnable');
    expectRefusal(await order.request({ lines: [{ position: 9, quantity: 1 }] }), 'not_returnable');
    expectRefusal(await order.request({ lines: [] }), 'invalid_input');
    expectRefusal(await order.request({ lines: [{ position: 0, quantity: 0 }] }), 'invalid_input');
    expectRefusal(await order.request({ note: ' ' }), 'invalid_input');
    expect((await order.read()).returns).toEqual([]);
  });

  it('for items of several merchants', { tags: ['@RETURN-11'] }, async () => {
    const lines = [
      { position: 0, quantity: 1 },
      { position: 1, quantity: 1 },
    ];
    expectRefusal(await order.request({ lines }), 'return_of_several_merchants');
  });

  it('for pieces that another request returns at the same time', { tags: ['@RETURN-11'] }, async () => {
    const lines = [{ position: 0, quantity: 2 }];
    const responses = await Promise.all([order.request({ lines, note: 'One' }), order.request({ lines, note: 'Two' })]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('the decision', () => {
  it('of the merchant to decline can be appealed once, and an operator decides finally', {
    tags: ['@RETURN-12', '@RETURN-14', '@RETURN-20'],
  }, async () => {
    const { id } = await order.requested();
    expectRefusal(await order.appeal(id), 'return_step_refused');
    expect((await decline(id)).json()).toMatchObject({ status: 'declined', appeal_by: expect.any(String) });
    expect((await order.appeal(id)).json()).toMatchObject({ status: 'appealed', appeal_by: null });
    expectRefusal(await decline(id), 'return_step_refused');
    const { results } = (await operatorCall('GET', '?status=appealed')).json();
    expect(results.map((found: OrderReturn) => found.id)).toContain(id);
    expect((await decide(id, 'accept')).json()).toMatchObject({ status: 'accepted' });
    expectRefusal(await decline(id), 'return_step_refused');
    expect((await decide(id, 'decline')).json()).toMatchObject({ status: 'declined', appeal_by: null });
    expectRefusal(await order.appeal(id), 'return_step_refused');
    expectRefusal(await decide(id, 'refund'), 'return_step_refused');
    const audit = await selectAudit(shop.db, { subject: `return ${id}`, limit: 10 });
    expect(audit.map(({ actor, action, reason, before, after }) => ({ actor, action, reason, before, after }))).toEqual(
      [
        {
          actor: 'token:Amaka',
          action: 'returns decide',
          reason: 'The pictures show it.',
          before: { status: 'accepted' },
          after: { status: 'declined', refund: null },
        },
        {
          actor: 'token:Amaka',
          action: 'returns decide',
          reason: 'The pictures show it.',
          before: { status: 'appealed' },
          after: { status: 'accepted', refund: null },
        },
      ],
    );
  });

  it('of an operator can refund without the merchant', { tags: ['@RETURN-14', '@RETURN-16'] }, async () => {
    const { id } = await order.requested({ refund_to: 'wallet' });
    await accept(id);
    expect((await decide(id, 'refund')).json()).toMatchObject({ status: 'refunded', refund: { to_wallet: 3333.33 } });
  });

  it('is an operator’s if the merchant takes none in time', { tags: ['@RETURN-13'] }, async () => {
    const { id } = await order.requested();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await followReturns(shop.db, inDays(2.9));
    expect(await statusOf(id)).toBe('requested');
    await followReturns(shop.db, inDays(3.1));
    expect(await statusOf(id)).toBe('appealed');
    expect((await mailsTo(order.buyer.email))[0]?.text).toContain('Aso Weavers has not responded in time.');
    await accept(id);
    expect(await statusOf(id)).toBe('accepted');
    await followReturns(shop.db, inDays(21.1));
    expect(await statusOf(id)).toBe('appealed');
    // The merchant cannot take it back from the operator.
    expectRefusal(await accept(id), 'return_step_refused');
    expect(await statusOf(id)).toBe('appealed');
    await receive(id);
    expect(await statusOf(id)).toBe('received');
  });

  it('is asked of an operator for each return, although one fails', { tags: ['@RETURN-13'] }, async () => {
    const broken = await order.requested();
    const { id } = await order.requested({ note: 'Another piece' });
    // Without its pieces its mails cannot be written. The broken one is first.
    await sql`update return_request set decide_by = now() - interval '1 day' where id = ${id}`.execute(shop.db);
    await sql`update return_request set decide_by = now() - interval '2 days' where id = ${broken.id}`.execute(shop.db);
    await sql`delete from return_line where return_id = ${broken.id}`.execute(shop.db);
    await expect(followReturns(shop.db)).rejects.toThrow(AggregateError);
    expect(await statusOf(id)).toBe('appealed');
    await sql`delete from return_request where id = ${broken.id}`.execute(shop.db);
  });

  it('after the receipt can be that the items are not as claimed', { tags: ['@RETURN-13'] }, async () => {
    const { id } = await order.requested();
    await accept(id);
    expect((await decline(id)).json()).toMatchObject({ status: 'declined' });
    expectRefusal(await receive(id), 'return_step_refused');
    expectRefusal(await accept(id), 'return_step_refused');
  });

  it('of the merchant and a withdrawal at once leave one of both', { tags: ['@RETURN-12', '@RETURN-15'] }, async () => {
    const { id } = await order.requested();
    const { promise: isLocked, resolve: setLocked } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const lock = withOrder(shop.db, order.orderId, async () => {
      setLocked();
      await mayEnd;
    });
    await isLocked;
    const declined = decline(id);
    await waitUntilBlocked(shop.db, 1);
    const withdrawn = order.withdraw(id);
    end();
    await lock;
    const responses = [await declined, await withdrawn];
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(['declined', 'withdrawn']).toContain(await statusOf(id));
  });

  it('to receive it, taken twice at once, refunds once', { tags: ['@RETURN-16'] }, async () => {
    const { id } = await order.requested({ refund_to: 'wallet' });
    await accept(id);
    const responses = await Promise.all([receive(id), receive(id)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await walletAmountsOf(shop.db, order.buyer.accountId)).toEqual([333_333]);
  });
});

describe('items that have not arrived', { tags: ['@RETURN-23'] }, () => {
  const missing = { reason: 'not_received', note: 'Nothing has come.' } as const;
  const three = [{ position: 0, quantity: 3 }];
  /** An order of three pieces, of which two are under way. */
  const createUnderWay = async ({ expectedInDays }: { expectedInDays: number | null }) => {
    const buyer = await createBuyer(shop, [[cloth, 3]]);
    const { id, reference } = await buyer.placeOrder();
    const orderId = id as OrderId;
    await payOrder(shop, reference);
    await withOrder(shop.db, orderId, (trx, row) =>
      shipParcel(trx, row, `${id}-1`, {
        ...{ carrier: 'dhl', trackingNumber: 'D1' },
        lines: [{ position: 0, quantity: 2 }],
      }),
    );
    await sql`
      update shop_order set expected_from = current_date + ${expectedInDays}::integer,
        expected_to = current_date + ${expectedInDays}::integer where id = ${id}`.execute(shop.db);
    const calls = returnCalls(buyer, orderId);
    const two = { ...missing, lines: [{ position: 0, quantity: 2 }] };
    const report = async (refund_to: 'original' | 'wallet' = 'original'): Promise<OrderReturn> =>
      (await calls.request({ ...two, refund_to })).json();
    const deliverParcel = () =>
      withOrder(shop.db, orderId, async (trx, row) => void (await deliverParcels(trx, row, `${id}-1`)));
    return { buyer, orderId, ...calls, two, report, deliverParcel };
  };
  const merchantBalance = async (orderId: OrderId) => {
    const { rows } = await sql<{ account: string; kobo: number }>`
      select account, sum(e.amount_kobo)::bigint as kobo from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.order_id = ${orderId} and account in ('merchant', 'payable') group by account having sum(e.amount_kobo) <> 0`.execute(
      shop.db,
    );
    return Object.fromEntries(rows.map(({ account, kobo }) => [account, Number(kobo)]));
  };

  it('can be reported from the day on which they should have, and only what is under way', async () => {
    const early = await createUnderWay({ expectedInDays: 1 });
    expect((await early.read()).returnable).toEqual([]);
    expectRefusal(await early.request(early.two), 'not_returnable');
    const late = await createUnderWay({ expectedInDays: 0 });
    expect((await late.read()).returnable).toMatchObject([
      {
        position: 0,
        unused: { quantity: 0, until: null },
        faulty: { quantity: 0, until: null },
        missing: { quantity: 2, until: null },
      },
    ]);
    expectRefusal(await late.request({ ...missing, lines: three }), 'not_returnable');
    expectRefusal(await late.request({ ...late.two, reason: 'damaged' }), 'not_returnable');
    expect((await late.request(late.two)).json()).toMatchObject({ status: 'requested', reason: 'not_received' });
    expect((await late.read()).returnable).toEqual([]);
  });

  it('of an order that does not know the day can be reported two weeks after the dispatch', async () => {
    const one = await createUnderWay({ expectedInDays: null });
    expectRefusal(await one.request(one.two), 'not_returnable');
    await sql`update parcel set shipped_at = now() - interval '15 days' where fulfilment_id = ${`${one.orderId}-1`}`.execute(
      shop.db,
    );
    expect((await one.request(one.two)).statusCode).toBe(200);
  });

  it('can be reported after the merchant said that they arrived, until it is paid', async () => {
    const windows = async () => (await order.read()).returnable.map((line) => line.missing.quantity);
    expect(await windows()).toEqual([3, 2]);
    await arrivedDaysAgo(6.9);
    expect(await windows()).toEqual([3, 2]);
    await arrivedDaysAgo(7.1);
    expect(await windows()).toEqual([3, 0]);
    await arrivedDaysAgo(30.1);
    expect(await windows()).toEqual([0, 0]);
    expectRefusal(await order.request(missing), 'not_returnable');
  });

  it('are refunded when the merchant agrees, and nothing comes back', async () => {
    const one = await createUnderWay({ expectedInDays: 0 });
    const { id } = await one.report();
    expectRefusal(await receive(id), 'return_step_refused');
    const stock = await stockOf(shop.db, cloth);
    expect((await accept(id)).json()).toMatchObject({
      status: 'received',
      refund: { to_payment: 6666.66, to_wallet: 0 },
      can_withdraw: false,
    });
    expectRefusal(await accept(id), 'return_step_refused');
    expectRefusal(await one.withdraw(id), 'return_step_refused');
    expect(await stockOf(shop.db, cloth)).toBe(stock);
    const { timeline, items } = await one.buyer.readOrder(one.orderId);
    expect(items[0]).toMatchObject({ quantity: 3, returned_quantity: 2 });
    expect(timeline).toContainEqual(
      expect.objectContaining({
        event: 'pieces_not_received',
        items: [expect.objectContaining({ product_name: 'Kente cloth', quantity: 2 })],
      }),
    );
    await runMinuteJobs(shop);
    await followReturns(shop.db);
    expect(await statusOf(id)).toBe('refunded');
    const texts = (await mailsTo(one.buyer.email)).map(({ text }) => text).join('\n');
    expect(texts).toMatch(
      /You told us that these items have not arrived\..+Aso Weavers decides by .+withdraw your report/s,
    );
    expect(texts).toMatch(/Aso Weavers has confirmed that your items have not arrived\..+We refund ₦6,666\.66/s);
    const [toMerchant] = await mailsTo('weaver@mail.test');
    expect(toMerchant?.text).toMatch(
      /A buyer says that these items have not arrived\..+which refunds the buyer ₦6,666\.66/s,
    );
    // The parcel arrives after all: its pieces are refunded already.
    await one.deliverParcel();
    expect((await one.read()).returnable).toMatchObject([{ unused: { quantity: 0 }, missing: { quantity: 0 } }]);
  });

  it('are refunded once, also if the merchant agrees twice at once', async () => {
    const one = await createUnderWay({ expectedInDays: 0 });
    const { id } = await one.report('wallet');
    const responses = await Promise.all([accept(id), accept(id)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await walletAmountsOf(shop.db, one.buyer.accountId)).toEqual([666_666]);
  });

  it('hold what the merchant is paid until it is decided, and do not hold the rest afterwards', async () => {
    const one = await createUnderWay({ expectedInDays: 0 });
    const { id } = await one.report('wallet');
    await deliver(shop.db, one.orderId);
    await ageDeliveries(shop.db, one.orderId, 31 * 24);
    await releaseSales(shop.db, { openReturns });
    expect(await merchantBalance(one.orderId)).toEqual({ merchant: -900_000 });
    await accept(id);
    await ageDeliveries(shop.db, one.orderId, 48);
    await releaseSales(shop.db, { openReturns });
    expect(await merchantBalance(one.orderId)).toEqual({ payable: -300_000 });
  });

  it('of a parcel that never arrives do not keep the merchant from the money for the others', async () => {
    const one = await createUnderWay({ expectedInDays: 0 });
    await withOrder(shop.db, one.orderId, async (trx, row) => {
      await shipParcel(trx, row, `${one.orderId}-1`, { carrier: 'dhl', trackingNumber: 'D2' });
      const [, second] = await selectParcels(trx, [one.orderId]);
      await deliverParcels(trx, row, `${one.orderId}-1`, second?.id);
    });
    const { id } = await one.report('wallet');
    await accept(id);
    await ageDeliveries(shop.db, one.orderId, 31 * 24);
    await releaseSales(shop.db, { openReturns });
    expect(await merchantBalance(one.orderId)).toEqual({ payable: -300_000 });
  });

  it('are decided by an operator after an appeal, and can be returned if they were found', async () => {
    const one = await createUnderWay({ expectedInDays: 0 });
    const { id } = await one.report();
    expect((await decline(id)).json()).toMatchObject({ status: 'declined', appeal_by: expect.any(String) });
    await one.deliverParcel();
    // The refund may still be for these pieces.
    expectRefusal(await one.request({ reason: 'damaged' }), 'not_returnable');
    await one.appeal(id, 'It is not at the neighbour either.');
    expect((await decide(id, 'decline')).json()).toMatchObject({ status: 'declined', appeal_by: null });
    expectRefusal(await one.request({ ...one.two, note: 'Still nothing.' }), 'not_returnable');
    expect((await one.request({ reason: 'damaged' })).json()).toMatchObject({ status: 'requested' });
  });

  it.each(['accept', 'refund'])('are refunded when an operator decides to %s', async (decision) => {
    const { id } = await order.requested({ ...missing, refund_to: 'wallet' });
    await decline(id);
    await order.appeal(id);
    expect((await decide(id, decision)).json()).toMatchObject({ status: 'refunded', refund: { to_wallet: 3333.33 } });
    const texts = (await mailsTo('weaver@mail.test')).map(({ text }) => text);
    expect(texts.join('\n')).toContain('We have accepted that the items have not arrived');
  });

  it('go to an operator if the merchant does not respond, and can still be withdrawn', async () => {
    const one = await createUnderWay({ expectedInDays: 0 });
    const { id } = await one.report();
    await followReturns(shop.db, new Date(Date.now() + 3.1 * 86_400_000));
    expect(await statusOf(id)).toBe('appealed');
    expect((await one.withdraw(id)).json()).toMatchObject({ status: 'withdrawn' });
  });
});

describe('nobody gets money twice', () => {
  it('while the bank examines the payment, and after it has taken it back', { tags: ['@RETURN-18'] }, async () => {
    const { id } = await order.requested();
    await accept(id);
    const dispute = { id: `d-${order.orderId}`, reference: order.reference, amount: null, dueAt: null };
    await upsertDispute(shop.db, { ...dispute, status: 'pending', resolution: null }, new Date());
    expectRefusal(await order.request({ note: 'Another' }), 'payment_disputed');
    expectRefusal(await receive(id), 'payment_disputed');
    expectRefusal(await decide(id, 'refund'), 'payment_disputed');
    expect((await order.read()).returnable).toEqual([]);
    await upsertDispute(shop.db, { ...dispute, status: 'resolved', resolution: 'declined' }, new Date());
    expect((await receive(id)).json()).toMatchObject({ status: 'received' });
    await shop.db
      .updateTable('dispute')
      .set({ resolution: 'merchant-accepted' })
      .where('id', '=', dispute.id)
      .execute();
    expectRefusal(await order.request({ note: 'Another' }), 'payment_disputed');
    await shop.db.deleteFrom('dispute').where('id', '=', dispute.id).execute();
  });

  it('if a payment that was too low was accepted, which the expected amount says', {
    tags: ['@RETURN-25', '@BOOKS-11'],
  }, async () => {
    const { amount_kobo: total } = await shop.db
      .selectFrom('payment')
      .select('amount_kobo')
      .where('reference', '=', order.reference)
      .executeTakeFirstOrThrow();
    // As after the report of a payment with a third of the price, which an operator has accepted.
    const missingKobo = Math.floor((total * 2) / 3);
    await withOrder(shop.db, order.orderId, async (trx) => {
      await trx
        .updateTable('payment')
        .set({ paid_amount: total - missingKobo, paid_currency: 'NGN' })
        .where('reference', '=', order.reference)
        .execute();
      await post(trx, {
        kind: 'goodwill',
        cause: `short ${order.orderId}`,
        orderId: order.orderId,
        entries: [
          { account: 'deposits', amount: kobo(missingKobo) },
          { account: 'clearing', amount: kobo(-missingKobo) },
        ],
      });
    });
    const expected = (333_333 - Math.floor((333_333 * missingKobo) / total)) / 100;
    const { id, amount } = await order.requested({ refund_to: 'wallet' });
    expect(amount).toBe(expected);
    expect((await merchantCall('GET', '')).json().results[0]).toMatchObject({ id, amount: expected });
    await accept(id);
    const [mail] = await mailsTo(order.buyer.email);
    expect(mail?.text).toContain(`You get ${formatNaira(kobo(Math.round(expected * 100)))} back`);
    expect((await receive(id)).json()).toMatchObject({ amount: expected, refund: { to_wallet: expected } });
  });

  it('after a refund out of goodwill', { tags: ['@RETURN-18', '@RETURN-25'] }, async () => {
    const { total_price, sub_total } = await order.buyer.readOrder(order.orderId);
    const goodwillKobo = kobo(Math.round((total_price - sub_total) * 100) + 100_000);
    await withOrder(shop.db, order.orderId, async (trx, row) => {
      await post(trx, {
        kind: 'goodwill',
        cause: `goodwill ${row.id}`,
        orderId: row.id,
        entries: [
          { account: 'goodwill', amount: goodwillKobo },
          { account: 'deposits', amount: kobo(-goodwillKobo) },
        ],
      });
      await refundAmount(trx, row, goodwillKobo, 'goodwill', 'wallet');
    });
    const yams = await order.requested({ lines: [{ position: 1, quantity: 2 }] });
    await otherMerchantCall('POST', `${yams.id}/accept/`, { note: 'Send it back.' });
    await otherMerchantCall('POST', `${yams.id}/receive/`, {});
    const { id, amount } = await order.requested({ lines: [{ position: 0, quantity: 3 }], refund_to: 'wallet' });
    expect(amount).toBe(9999.99 - 1000);
    await accept(id);
    expect((await receive(id)).json()).toMatchObject({ status: 'refunded', refund: { to_wallet: 9999.99 - 1000 } });
    const { rows } = await sql<{ refunded: number }>`
      select sum(amount_kobo) as refunded from refund where payment_reference = ${order.reference}`.execute(shop.db);
    expect(Number(rows[0]?.refunded)).toBe(Math.round(total_price * 100));
  });
});

describe('pictures', () => {
  const upload = (bytes: Buffer | string, headers = order.buyer.headers) => {
    const form = pictureForm(bytes);
    return shop.app.inject({
      method: 'POST',
      url: '/backend/return-pictures/',
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    });
  };
  const createPicture = () =>
    sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'teal' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ngozi Eze' } })
      .toBuffer();

  it('are encoded again, and seen by the buyer, the merchant and operators only', {
    tags: ['@RETURN-19'],
  }, async () => {
    const picture = (await upload(await createPicture())).json<{ id: string }>().id;
    const { id, pictures } = await order.requested({ pictures: [picture] });
    expect(pictures).toBe(1);
    const readers = [
      () => order.buyer.call('GET', `/returns/${id}/pictures/1`),
      () => merchantCall('GET', `${id}/pictures/1/`),
      () => operatorCall('GET', `${id}/pictures/1/`),
    ];
    for (const read of readers) {
      const response = await read();
      expect(response.headers['cache-control']).toBe('private, no-cache');
      const [type, data] = response.json<{ picture: string }>().picture.split(',');
      expect(type).toBe('data:image/webp;base64');
      const { width, height, exif, format } = await sharp(Buffer.from(data ?? '', 'base64')).metadata();
      expect({ width, height, exif, format }).toEqual({ width: 1200, height: 600, exif: undefined, format: 'webp' });
    }
    expectRefusal(await otherMerchantCall('GET', `${id}/pictures/1/`), 'not_found');
    const other = await createBuyer(shop, [[cloth, 1]]);
    expectRefusal(await other.call('GET', `/returns/${id}/pictures/1`), 'not_found');
    expectRefusal(await order.buyer.call('GET', `/returns/${id}/pictures/2`), 'not_found');
    expectRefusal(await order.buyer.call('GET', `/returns/${id}/pictures/x`), 'invalid_input');
    expectRefusal(await merchantCall('GET', `${id}/pictures/x/`), 'invalid_input');
    expectRefusal(await operatorCall('GET', `${id}/pictures/x/`), 'invalid_input');
    expectRefusal(await operatorCall('GET', `${id}/pictures/3/`), 'not_found');
  });

  it('that are none, too many, of others or used are refused, and nothing is requested', {
    tags: ['@RETURN-11', '@RETURN-19'],
  }, async () => {
    expectRefusal(await upload('not a picture'), 'picture_invalid');
    expectRefusal(await upload(Buffer.alloc(11_000_000)), 'picture_too_large');
    expectRefusal(await order.buyer.call('POST', '/return-pictures/', {}), 'invalid_input');
    const bytes = await createPicture();
    const ids: string[] = [];
    for (const _ of '1234') ids.push((await upload(bytes)).json().id);
    expectRefusal(await order.request({ pictures: ids }), 'invalid_input');
    const [first = '', second = ''] = ids;
    expectRefusal(await order.request({ pictures: [first, first] }), 'return_picture_gone');
    expectRefusal(await order.request({ pictures: ['unknown'] }), 'return_picture_gone');
    const other = await createDelivered(shop, [[cloth, 1]]);
    expectRefusal(await other.request({ pictures: [first] }), 'return_picture_gone');
    expect((await order.read()).returns).toEqual([]);
    const { id } = await order.requested({ pictures: [second, first] });
    expect((await order.requested({ pictures: [second, first] })).id).toBe(id);
    expectRefusal(await order.request({ pictures: [second, 'another'] }), 'return_picture_gone');
    expectRefusal(await order.request({ pictures: [first], note: 'Again' }), 'return_picture_gone');
  });

  it('are deleted when no return uses them, and some time after its end', { tags: ['@RETURN-19'] }, async () => {
    const bytes = await createPicture();
    const count = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from return_picture where account_id = ${order.buyer.accountId}`.execute(shop.db);
      return rows[0]?.n;
    };
    const used = (await upload(bytes)).json<{ id: string }>().id;
    const { id } = await order.requested({ pictures: [used] });
    for (const _ of '12345678') await upload(bytes);
    expect(await count()).toBe(7);
    await sql`update return_picture set created_at = now() - interval '25 hours'`.execute(shop.db);
    await followReturns(shop.db);
    expect(await count()).toBe(1);
    await decline(id);
    await followReturns(shop.db);
    expect(await count()).toBe(1);
    await sql`update return_request set updated_at = now() - interval '91 days' where id = ${id}`.execute(shop.db);
    await followReturns(shop.db);
    expect(await count()).toBe(0);
    // Nobody decides about a withdrawn return any more.
    const withdrawn = (await upload(bytes)).json<{ id: string }>().id;
    const second = await order.requested({ pictures: [withdrawn], note: 'Second' });
    expect((await order.withdraw(second.id)).json()).toMatchObject({ status: 'withdrawn', pictures: 0 });
    expect(await count()).toBe(0);
  });
});

describe('a merchant', () => {
  it('lists its own returns by state, newest first, and those of others are not found', {
    tags: ['@RETURN-20'],
  }, async () => {
    const first = await order.requested();
    const second = await order.requested({ note: 'Another piece' });
    const yams = await order.requested({ lines: [{ position: 1, quantity: 1 }] });
    await accept(first.id);
    const list = async (query = '') =>
      (await merchantCall('GET', query)).json<{ results: OrderReturn[]; next: string | null }>();
    const ids = (await list()).results.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual([second.id, first.id]);
    expect(ids).not.toContain(yams.id);
    expect((await list('?status=accepted')).results[0]?.id).toBe(first.id);
    expect((await list(`?cursor=${second.id}`)).results[0]?.id).toBe(first.id);
    expect((await merchantCall('GET', `${first.id}/`)).json()).toMatchObject({ id: first.id, status: 'accepted' });
    expectRefusal(await merchantCall('GET', '?status=lost'), 'invalid_input');
    expectRefusal(await operatorCall('GET', '?status=lost'), 'invalid_input');
    expectRefusal(await merchantCall('GET', `${yams.id}/`), 'not_found');
    expectRefusal(await accept(yams.id), 'not_found');
    expectRefusal(await decline(yams.id), 'not_found');
    expectRefusal(await receive(yams.id), 'not_found');
    expectRefusal(await merchantCall('POST', `${second.id}/accept/`, { note: '' }), 'invalid_input');
    expectRefusal(await merchantCall('POST', `${second.id}/decline/`, {}), 'invalid_input');
    expectRefusal(await merchantCall('POST', `${second.id}/receive/`, { restock: 'yes' }), 'invalid_input');
    expectRefusal(await operatorCall('GET', '000000000000-R1/'), 'not_found');
    expectRefusal(await decide('000000000000-R1', 'accept'), 'not_found');
    expectRefusal(
      await operatorCall('POST', `${second.id}/decide/`, { decision: 'maybe', note: '?', reason: '?' }),
      'invalid_input',
    );
  });

  it('gets a page of fifty returns, and the URL of the next one', { tags: ['@RETURN-20', '@API-39'] }, async () => {
    const merchantId = await addMerchant(shop.db);
    const call = createCaller('merchant', await merchantToken(merchantId));
    await sql`
      insert into return_request (id, order_id, merchant_id, status, reason, refund_to, created_at)
      select ${order.orderId}::text || '-R' || n, ${order.orderId}, ${merchantId}, 'withdrawn', 'damaged', 'wallet', now() - n * interval '1 hour'
      from generate_series(101, 151) n`.execute(shop.db);
    await sql`
      insert into return_step (return_id, n, status, taken_by, note)
      select id, 1, status, 'buyer', '' from return_request where merchant_id = ${merchantId}`.execute(shop.db);
    await sql`
      insert into return_line (return_id, parcel_id, position, quantity)
      select r.id, p.id, 0, 1 from return_request r join parcel p on p.fulfilment_id = ${`${order.orderId}-1`} where merchant_id = ${merchantId}`.execute(
      shop.db,
    );
    const first = (await call('GET', '?status=withdrawn')).json<{ results: OrderReturn[]; next: string }>();
    const url = new RegExp(
      String.raw`^http.+/backend/merchant/returns/\?status=withdrawn&cursor=${order.orderId}-R150$`,
    );
    expect([first.results.length, first.next]).toEqual([50, expect.stringMatching(url)]);
    const second = (await call('GET', new URL(first.next).search)).json<{ results: OrderReturn[]; next: null }>();
    expect(second.results.map(({ id }) => id)).toEqual([`${order.orderId}-R151`]);
    expect(second.next).toBeNull();
  });
});

describe('for payouts', () => {
  it('a line has an open return until it has ended', { tags: ['@RETURN-12'] }, async () => {
    const positions = async () => {
      const { rows } = await sql<{ position: number }>`
        select position from ${openReturns} r where order_id = ${order.orderId}`.execute(shop.db);
      return rows.map(({ position }) => position);
    };
    const { id } = await order.requested();
    expect(await positions()).toEqual([0]);
    await decline(id);
    expect(await positions()).toEqual([0]);
    await sql`update return_request set appeal_by = now() where id = ${id}`.execute(shop.db);
    expect(await positions()).toEqual([]);
    const second = await order.requested({ note: 'Second', refund_to: 'wallet' });
    await accept(second.id);
    expect(await positions()).toEqual([0]);
    await receive(second.id);
    expect(await positions()).toEqual([]);
  });
});

describe('an account that is deleted', () => {
  it('leaves its returns without sentences and pictures, and is still refunded', {
    tags: ['@RETURN-16', '@RETURN-24'],
  }, async () => {
    const { id } = await order.requested({ refund_to: 'wallet' });
    await decline(id);
    await order.appeal(id);
    await decide(id, 'accept');
    const exported = (await order.buyer.call('GET', '/user-data-export/')).json();
    const notes = ['It does not suit me.', 'It is used.', 'It is not used.', 'Dear Ngozi, we looked at the pictures.'];
    expect(exported.returns).toMatchObject([{ id, history: notes.map((note) => ({ note })) }]);
    const deleted = await shop.app.inject({
      method: 'DELETE',
      url: '/backend/user-profile-update',
      headers: order.buyer.headers,
    });
    expect(deleted.statusCode, deleted.body).toBeLessThan(300);
    expect((await merchantCall('GET', `${id}/`)).json()).toMatchObject({ history: notes.map(() => ({ note: '' })) });
    expect((await receive(id)).json()).toMatchObject({ refund: { to_payment: 3333.33, to_wallet: 0 } });
  });
});
