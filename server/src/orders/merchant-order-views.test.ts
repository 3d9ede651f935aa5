import type { MerchantOrderPage, ParcelResults } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { openDeskAs } from '../testing/desk.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { expectRefusal } from '../testing/responses.ts';
import { buy, deliver } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
let store: TestMerchant;
let yam: ProductId;
let pepper: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  store = await createMerchant(shop);
  [yam = 0 as ProductId, pepper = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: store.id, stock: 1000, title: 'Puna yam', price_kobo: 250_050 },
    { merchant_id: store.id, stock: 1000, title: '=HYPERLINK("x"), hot', price_kobo: 100_000 },
  ]);
});

const list = async (query: string): Promise<MerchantOrderPage> => {
  const response = await store.call('GET', `/orders/${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const idsOf = ({ results }: MerchantOrderPage) => results.map(({ order_id }) => order_id);
const dueIn = (orderId: OrderId, hours: number) =>
  sql`update fulfilment set ship_by = '2026-12-01T10:00:00Z'::timestamptz + make_interval(hours => ${hours}::integer) where order_id = ${orderId}`.execute(
    shop.db,
  );

describe('orders by when they are due', () => {
  it('begin with the first one, on every page, without those that are shipped', { tags: ['@DESK-5'] }, async () => {
    const [third, first, second, sent, last] = [
      await buy(shop, [[yam, 1]]),
      await buy(shop, [[yam, 1]]),
      await buy(shop, [[yam, 1]]),
      await buy(shop, [[yam, 1]]),
      await buy(shop, [[yam, 1]]),
    ];
    await dueIn(third, 3);
    await dueIn(first, 1);
    await dueIn(second, 2);
    await dueIn(last, 3);
    await deliver(shop.db, sent);
    const tied = [third, last].toSorted();
    expect(idsOf(await list('?sort=due'))).toEqual([first, second, ...tied]);
    expect(idsOf(await list('?sort=due&status=to_ship'))).toEqual([first, second, ...tied]);
    const pages: string[][] = [];
    for (let next: string | null = '/backend/merchant/orders/?sort=due&limit=1'; next; ) {
      const page: MerchantOrderPage = (await shop.app.inject({ url: next, headers: store.headers })).json();
      pages.push(idsOf(page));
      next = page.next;
    }
    expect(pages).toEqual([first, second, ...tied].map((id) => [id]));
    await sql`update fulfilment set ship_by = now() - interval '1 hour' where order_id = ${second}`.execute(shop.db);
    expect(idsOf(await list('?sort=due&late=true'))).toEqual([second]);
  });

  it.each(['status=shipped', 'search=yam'])('are not combined with %s', { tags: ['@DESK-5'] }, async (query) => {
    const response = await store.call('GET', `/orders/?sort=due&${query}`);
    expectRefusal(response, 'invalid_input');
    expect(response.json().errors).toHaveProperty('sort');
  });
});

it('counts the orders of each view', { tags: ['@DESK-6'] }, async () => {
  const [late, , sent] = [await buy(shop, [[yam, 1]]), await buy(shop, [[yam, 1]]), await buy(shop, [[yam, 1]])];
  const cancelled = await buy(shop, [[yam, 1]]);
  await sql`update fulfilment set ship_by = now() - interval '1 hour' where order_id = ${late}`.execute(shop.db);
  await deliver(shop.db, sent);
  await store.call('POST', `/orders/${cancelled}/cancel/`, { lines: [{ position: 0, quantity: 1, left: 1 }] });
  expect((await store.call('GET', '/orders/counts/')).json()).toEqual({
    all: 4,
    to_ship: 2,
    late: 1,
    shipped: 0,
    delivered: 1,
    cancelled: 1,
  });
});

describe('orders as CSV', () => {
  it('have a line for each line of an order, in which no cell is a formula', { tags: ['@DESK-7'] }, async () => {
    const id = await buy(shop, [
      [yam, 2],
      [pepper, 3],
    ]);
    const parcel = { carrier: 'dhl', tracking_number: 'D1', lines: [{ position: 0, quantity: 2 }] };
    await store.call('POST', `/orders/${id}/ship/`, parcel);
    const response = await store.call('GET', '/orders.csv');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'private, no-store',
    });
    const [header = '', ...lines] = response.body.trimEnd().split('\n');
    expect(header.split(',')).toHaveLength(18);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${id}-1,`);
    expect(lines[0]).toMatch(/,Puna yam,2,0,0,2500\.50,[\d.]+,[\d.]+,DHL Express D1$/);
    expect(lines[1]).toContain(`,"'=HYPERLINK(""x""), hot",3,0,0,1000.00,`);
  });

  it('have the filters of the list, and any number of pages', { tags: ['@DESK-7'] }, async () => {
    const id = await buy(shop, [[yam, 1]]);
    const sent = await buy(shop, [[yam, 1]]);
    await deliver(shop.db, sent);
    await sql`
      insert into shop_order (id, status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, customer, ship_to, created_at,
        updated_at, expires_at)
      select upper(left(md5('copy' || n), 12)), status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, customer, ship_to,
        created_at, updated_at, expires_at
      from shop_order, generate_series(1, 2500) n where id = ${id}`.execute(shop.db);
    await sql`
      insert into order_line (order_id, position, product_id, title, unit_kobo, quantity, merchant_id)
      select upper(left(md5('copy' || n), 12)), 0, ${yam}, 'Yam ' || n, 100, 1, ${store.id} from generate_series(1, 2500) n`.execute(
      shop.db,
    );
    await sql`
      insert into fulfilment (id, order_id, merchant_id, ship_by, created_at)
      select upper(left(md5('copy' || n), 12)) || '-1', upper(left(md5('copy' || n), 12)), ${store.id}, now(), now() - interval '1 day'
      from generate_series(1, 2500) n`.execute(shop.db);
    const readLines = async (query = '') =>
      (await store.call('GET', `/orders.csv${query}`)).body.trimEnd().split('\n').slice(1);
    expect(new Set(await readLines()).size).toBe(2502);
    expect(await readLines('?status=delivered')).toEqual([expect.stringContaining(sent)]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await readLines(`?paid_from=${since}`)).toHaveLength(2);
  });
});

describe('several parcels at once', () => {
  const ship = async (parcels: object[]): Promise<ParcelResults['results']> => {
    const response = await store.call('POST', '/orders/ship/', { parcels });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().results;
  };

  it('are shipped or refused one by one, and can be repeated', { tags: ['@DESK-8'] }, async () => {
    const [one, two, sent] = [await buy(shop, [[yam, 2]]), await buy(shop, [[yam, 1]]), await buy(shop, [[yam, 1]])];
    await deliver(shop.db, sent);
    const foreign = await createMerchant(shop);
    const [theirs = 0 as ProductId] = await addProducts(shop.db, [{ merchant_id: foreign.id, stock: 5 }]);
    const other = await buy(shop, [[theirs, 1]]);
    const parcels = [
      { id: one, carrier: 'dhl', tracking_number: 'D1' },
      { id: `${two}-1`, carrier: 'ups', tracking_number: ' U1 ' },
      { id: sent, carrier: 'dhl', tracking_number: 'D3' },
      { id: other, carrier: 'dhl', tracking_number: 'D4' },
      { id: one, carrier: 'pigeon', tracking_number: 'D5' },
      { id: 'no order', carrier: 'dhl', tracking_number: '' },
    ];
    for (const attempt of [1, 2]) {
      const results = await ship(parcels);
      expect(results.slice(0, 2), `attempt ${attempt}`).toMatchObject([
        {
          result: 'shipped',
          id: one,
          order: { order_id: one, status: 'shipped', parcels: [{ tracking_number: 'D1' }] },
        },
        { result: 'shipped', id: `${two}-1`, order: { status: 'shipped', parcels: [{ tracking_number: 'U1' }] } },
      ]);
      expect(results.slice(2)).toEqual([
        { result: 'refused', id: sent, code: 'nothing_to_ship', message: expect.any(String) },
        { result: 'refused', id: other, code: 'not_found', message: expect.any(String) },
        {
          result: 'refused',
          id: one,
          code: 'unknown_carrier',
          message: expect.any(String),
          errors: { carrier: [expect.stringContaining('dhl')] },
        },
        {
          result: 'refused',
          id: 'no order',
          code: 'invalid_input',
          message: expect.any(String),
          errors: { id: [expect.stringContaining('order id')], tracking_number: ['Write the tracking number.'] },
        },
      ]);
    }
    const { rows } =
      await sql`select from parcel p join fulfilment f on f.id = p.fulfilment_id where f.order_id in (${one}, ${two})`.execute(
        shop.db,
      );
    expect(rows).toHaveLength(2);
  });

  it('are one parcel if two people ship it at once', { tags: ['@DESK-8'] }, async () => {
    const id = await buy(shop, [[yam, 1]]);
    const blocked = shop.db.transaction().execute(async (trx) => {
      await sql`select from shop_order where id = ${id} for update`.execute(trx);
      const both = [1, 2].map(() => ship([{ id, carrier: 'dhl', tracking_number: 'D1' }]));
      await waitUntilBlocked(shop.db, 1);
      return both;
    });
    const results = await Promise.all(await blocked);
    expect(results.map(([first]) => first?.result)).toEqual(['shipped', 'shipped']);
    expect((await list('')).results[0]?.parcels).toHaveLength(1);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => ({ id: 'x', carrier: 'dhl', tracking_number: 'D1' }))]])(
    'are refused if there are none or too many',
    { tags: ['@DESK-8'] },
    async (parcels) => {
      expectRefusal(await store.call('POST', '/orders/ship/', { parcels }), 'invalid_input');
    },
  );

  it('are in the audit log with the person and each order', { tags: ['@DESK-8', '@STAFF-5'] }, async () => {
    const id = await buy(shop, [[yam, 1]]);
    const desk = await openDeskAs(shop, store.id, 'staff');
    const parcels = [
      { id, carrier: 'dhl', tracking_number: 'D1' },
      { id: '000000000000', carrier: 'dhl', tracking_number: 'D1' },
    ];
    expect((await desk.call('POST', '/merchant/orders/ship/', { parcels })).statusCode).toBe(200);
    const { rows } = await sql`
      select after from audit_entry where actor = ${`account ${desk.accountId}`} and action = 'POST /merchant/orders/{id}/ship/'`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ after: { id: `${id}-1` } }]);
  });
});
