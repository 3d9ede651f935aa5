import type { MerchantOrder, MerchantOrderPage } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { type Buyer, runMinuteJobs, stockOf } from '../testing/buyer.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { expectRefusal } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { checkBooks } from './books.service.ts';

let shop: TestShop;
let weaver: TestMerchant;
let farmer: TestMerchant;
let cloth: ProductId;
let yam: ProductId;
let pepper: ProductId;
let buyer: Buyer;
/** One cloth of the weaver, two yams and three peppers of the farmer. */
let orderId: OrderId;
beforeAll(async () => {
  shop = await openTestShop();
  weaver = await createMerchant(shop);
  farmer = await createMerchant(shop);
  [cloth = 0 as ProductId, yam = 0 as ProductId, pepper = 0 as ProductId] = await addProducts(shop.db, [
    { merchant_id: weaver.id, stock: 1000, title: 'Àdìrẹ cloth, indigo', price_kobo: 1_000_000 },
    { merchant_id: farmer.id, stock: 1000, title: 'Puna yam', price_kobo: 250_050 },
    { merchant_id: farmer.id, stock: 1000, title: 'Cayenne pepper', price_kobo: 99_999 },
  ]);
});
afterAll(() => shop.close());
beforeEach(async () => {
  ({ id: orderId, buyer } = await placePaidOrder(shop, [
    [cloth, 1],
    [yam, 2],
    [pepper, 3],
  ]));
});

const list = async (merchant: TestMerchant, query = ''): Promise<MerchantOrderPage> => {
  const response = await merchant.call('GET', `/orders/${query && '?'}${query.replace(/^&/, '')}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const search = async (merchant: TestMerchant, text: string, query = '') =>
  (await list(merchant, `${query}&search=${encodeURIComponent(text)}`)).results.map(({ order_id }) => order_id);
const read = async (merchant: TestMerchant, id: string = orderId): Promise<MerchantOrder> =>
  (await merchant.call('GET', `/orders/${id}/`)).json();
const act = (merchant: TestMerchant, action: string, body: object, id: string = orderId) =>
  merchant.call('POST', `/orders/${id}/${action}/`, body);

describe("a merchant's order", () => {
  it('has only its lines, with what the merchant gets for them', {
    tags: ['@MERCHANT-43', '@MERCHANT-45'],
  }, async () => {
    const order = await read(farmer);
    expect(order).toMatchObject({
      id: `${orderId}-2`,
      order_id: orderId,
      status: 'to_ship',
      is_late: false,
      shipped_at: null,
      delivered_at: null,
      currency: 'NGN',
      buyer_name: 'Ada Obi',
      parcels: [],
    });
    expect(order.lines).toEqual([
      {
        position: 1,
        product_id: yam,
        title: 'Puna yam',
        image: '',
        quantity: 2,
        left: 2,
        cancelled: 0,
        returned: 0,
        unit_price: 2500.5,
        discount: 0,
        commission: 500.1,
        net: 4500.9,
      },
      expect.objectContaining({ position: 2, title: 'Cayenne pepper', quantity: 3, commission: 299.99, net: 2699.98 }),
    ]);
    expect((await read(weaver)).lines.map(({ title }) => title)).toEqual(['Àdìrẹ cloth, indigo']);
  });

  it('shows the address while something is to be shipped, and no longer', { tags: ['@MERCHANT-46'] }, async () => {
    expect((await read(weaver)).shipping_address).toMatchObject({
      first_name: 'Ngozi',
      last_name: 'Eze',
      street: ['4 Allen Avenue', 'Second floor'],
      postal_code: '100271',
      city: 'Ikeja',
    });
    expect((await act(weaver, 'ship', { carrier: 'dhl', tracking_number: 'D1' })).json().shipping_address).toBeNull();
    expect((await read(farmer)).shipping_address).not.toBeNull();
    expect(JSON.stringify(await read(farmer))).not.toContain(buyer.email);
  });

  it('is found by its own id or that of the order, as people write them', {
    tags: ['@MERCHANT-45', '@ORDER-47'],
  }, async () => {
    for (const id of [orderId, `${orderId}-2`, orderId.toLowerCase(), `${orderId.slice(0, 4)}-${orderId.slice(4)}-2`])
      expect((await read(farmer, id)).id).toBe(`${orderId}-2`);
  });

  it("is not another merchant's", { tags: ['@MERCHANT-45'] }, async () => {
    const stranger = await createMerchant(shop);
    for (const id of [orderId, `${orderId}-1`]) {
      expectRefusal(await stranger.call('GET', `/orders/${id}/`), 'not_found');
      expectRefusal(await act(stranger, 'ship', { carrier: 'dhl', tracking_number: 'D1' }, id), 'not_found');
      expectRefusal(await act(stranger, 'deliver', {}, id), 'not_found');
      expectRefusal(await act(stranger, 'cancel', { lines: [{ position: 0, quantity: 1, left: 1 }] }, id), 'not_found');
    }
    expectRefusal(await farmer.call('GET', `/orders/${orderId}-1/`), 'not_found');
    expect((await list(stranger)).results).toEqual([]);
    expect(await search(stranger, orderId)).toEqual([]);
    expectRefusal(await act(farmer, 'cancel', { lines: [{ position: 0, quantity: 1, left: 0 }] }), 'too_many_pieces');
  });
});

describe('shipping', () => {
  const parcel = { carrier: 'dhl', tracking_number: 'JD 0146/7' };

  it('takes pieces or everything, and shows how a parcel is tracked', {
    tags: ['@MERCHANT-47', '@FULFIL-4'],
  }, async () => {
    const lines = [{ position: 1, quantity: 1 }];
    const first: MerchantOrder = (await act(farmer, 'ship', { ...parcel, lines })).json();
    expect(first.status).toBe('to_ship');
    expect(first.lines.map(({ left }) => left)).toEqual([1, 3]);
    expect(first.parcels).toEqual([
      {
        id: expect.any(Number),
        carrier: 'dhl',
        carrier_name: 'DHL Express',
        tracking_number: 'JD 0146/7',
        tracking_url: 'https://www.dhl.com/ng-en/home/tracking.html?tracking-id=JD%200146%2F7',
        shipped_at: expect.any(String),
        delivered_at: null,
        lines,
      },
    ]);
    const second: MerchantOrder = (await act(farmer, 'ship', { carrier: 'other', tracking_number: 'B2' })).json();
    expect(second).toMatchObject({ status: 'shipped', shipped_at: expect.any(String) });
    expect(second.parcels[1]).toMatchObject({ carrier: 'other', carrier_name: null, tracking_url: null });
    expect((await buyer.readOrder(orderId)).status).toBe('Paid');
  });

  it('is one parcel if two people send it at once, or one repeats it', { tags: ['@MERCHANT-47'] }, async () => {
    const lock = await shop.db.startTransaction().execute();
    await sql`select from account where id = ${buyer.accountId} for update`.execute(lock);
    const both = [act(farmer, 'ship', parcel), act(farmer, 'ship', parcel)];
    await waitUntilBlocked(shop.db, 2);
    await lock.commit().execute();
    for (const response of await Promise.all(both)) expect(response.statusCode, response.body).toBe(200);
    const again = await act(farmer, 'ship', parcel);
    expect(again.statusCode).toBe(200);
    expect(again.json().parcels).toHaveLength(1);
    await runMinuteJobs(shop);
    expect((await buyer.mailSubjects()).filter((subject) => subject.includes('on its way'))).toHaveLength(1);
  });

  it('or cancelling happens to a piece, not both', { tags: ['@MERCHANT-47', '@MERCHANT-48'] }, async () => {
    const lock = await shop.db.startTransaction().execute();
    await sql`select from account where id = ${buyer.accountId} for update`.execute(lock);
    const both = [
      act(weaver, 'ship', parcel),
      act(weaver, 'cancel', { lines: [{ position: 0, quantity: 1, left: 1 }] }),
      act(farmer, 'ship', { ...parcel, lines: [{ position: 1, quantity: 2 }] }),
    ];
    await waitUntilBlocked(shop.db, 3);
    await lock.commit().execute();
    const [ship, cancel, other] = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    expect([ship, cancel].toSorted()).toEqual([200, 409]);
    expect(other).toBe(200);
    await runMinuteJobs(shop);
    expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
  });

  it('ends with the arrival of a parcel, or of all', { tags: ['@MERCHANT-47'] }, async () => {
    expectRefusal(await act(farmer, 'deliver', {}), 'nothing_shipped');
    const lines = [{ position: 1, quantity: 2 }];
    const first: MerchantOrder = (await act(farmer, 'ship', { ...parcel, lines })).json();
    await act(farmer, 'ship', { ...parcel, tracking_number: 'D2' });
    const [parcel_id] = first.parcels.map(({ id }) => id);
    const one: MerchantOrder = (await act(farmer, 'deliver', { parcel_id })).json();
    expect(one.status).toBe('shipped');
    expect(one.parcels.map(({ delivered_at }) => delivered_at !== null)).toEqual([true, false]);
    expectRefusal(await act(weaver, 'deliver', { parcel_id }), 'nothing_shipped');
    await act(weaver, 'ship', parcel);
    expectRefusal(await act(weaver, 'deliver', { parcel_id }), 'not_found');
    for (const _ of [1, 2]) {
      const all: MerchantOrder = (await act(farmer, 'deliver', {})).json();
      expect(all).toMatchObject({ status: 'delivered', delivered_at: expect.any(String) });
    }
  });
});

describe('pieces that the merchant cannot ship', () => {
  it('are cancelled and refunded; a repeated request changes nothing', {
    tags: ['@MERCHANT-48', '@FULFIL-6'],
  }, async () => {
    const before = await stockOf(shop.db, yam);
    const body = { lines: [{ position: 1, quantity: 1, left: 2 }] };
    const order: MerchantOrder = (await act(farmer, 'cancel', body)).json();
    expect(order.lines[0]).toMatchObject({ quantity: 2, left: 1, cancelled: 1 });
    expectRefusal(await act(farmer, 'cancel', body), 'pieces_changed');
    expect(await stockOf(shop.db, yam)).toBe(before + 1);
    expectRefusal(await act(farmer, 'cancel', { lines: [{ position: 1, quantity: 2, left: 1 }] }), 'too_many_pieces');
    expectRefusal(await act(farmer, 'cancel', { lines: [{ position: 1, quantity: 1 }] }), 'invalid_input');
    await runMinuteJobs(shop);
    expect((await buyer.readOrder(orderId)).refunds).toHaveLength(1);
    expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
  });
});

describe("the list of a merchant's orders", () => {
  let store: TestMerchant;
  let product: ProductId;
  let ids: OrderId[];
  beforeAll(async () => {
    store = await createMerchant(shop);
    [product = 0 as ProductId] = await addProducts(shop.db, [
      { merchant_id: store.id, stock: 1000, title: 'Ọkọ́ hoe 2kg' },
    ]);
    ids = [];
    for (let n = 0; n < 5; n++) ids.unshift((await placePaidOrder(shop, [[product, 1]])).id);
  });
  const orderIdsOf = ({ results }: MerchantOrderPage) => results.map(({ order_id }) => order_id);

  it('is sorted by time, newest first', { tags: ['@MERCHANT-43'] }, async () => {
    expect(orderIdsOf(await list(store))).toEqual(ids);
    expect((await list(store)).next).toBeNull();
  });

  it('has pages that new orders do not move', { tags: ['@MERCHANT-43'] }, async () => {
    const found: string[] = [];
    let page = await list(store, 'limit=2');
    const newer = (await placePaidOrder(shop, [[product, 1]])).id;
    for (;;) {
      found.push(...orderIdsOf(page));
      if (page.next === null) break;
      const response = await shop.app.inject({ url: page.next, headers: store.headers });
      page = response.json();
    }
    expect(found).toEqual(ids);
    expect(orderIdsOf(await list(store, 'limit=1'))).toEqual([newer]);
    ids.unshift(newer);
  });

  it('is sorted by id within the same instant, also over pages', { tags: ['@MERCHANT-43'] }, async () => {
    const twins = await createMerchant(shop);
    const [one = 0 as ProductId] = await addProducts(shop.db, [{ merchant_id: twins.id, stock: 1000 }]);
    const placed: string[] = [];
    for (let n = 0; n < 4; n++) placed.push((await placePaidOrder(shop, [[one, 1]])).id);
    await sql`update fulfilment set created_at = '2026-11-01T08:00:00.123456Z' where merchant_id = ${twins.id}`.execute(
      shop.db,
    );
    const found: string[] = [];
    for (let next: string | null = '/backend/merchant/orders/?limit=1'; next; ) {
      const page: MerchantOrderPage = (await shop.app.inject({ url: next, headers: twins.headers })).json();
      found.push(...orderIdsOf(page));
      next = page.next;
    }
    expect(found).toEqual(placed.toSorted());
  });

  it('is filtered by status, lateness and time', { tags: ['@MERCHANT-43'] }, async () => {
    const [newest = '', second = '', third = ''] = ids;
    await act(store, 'ship', { carrier: 'gig', tracking_number: 'G1' }, newest);
    await sql`update fulfilment set ship_by = now() - interval '1 hour' where order_id in (${newest}, ${third})`.execute(
      shop.db,
    );
    expect(orderIdsOf(await list(store, 'status=shipped'))).toEqual([newest]);
    expect(orderIdsOf(await list(store, 'status=to_ship'))).toEqual(ids.slice(1));
    expect(orderIdsOf(await list(store, 'late=true'))).toEqual([third]);
    expect(orderIdsOf(await list(store, 'late=false&limit=2'))).toEqual([newest, second]);
    expect(orderIdsOf(await list(store, 'late=true&status=shipped'))).toEqual([]);
    const { paid_at } = await read(store, third);
    expect(orderIdsOf(await list(store, `paid_to=${paid_at}`))).toEqual(ids.slice(3));
    expect(orderIdsOf(await list(store, `paid_from=${paid_at}`))).toEqual(ids.slice(0, 3));
  });

  it.each([
    ['limit=0'],
    ['limit=101'],
    ['limit=x'],
    ['status=Paid'],
    ['late=yes'],
    ['paid_from=yesterday'],
    ['cursor=AAAA'],
    [`cursor=${Buffer.from('2026-99-01T08:00:00.123456Z 7F3KQ2M9XW4T-1').toString('base64url')}`],
    [`search=${'a'.repeat(101)}`],
    ['search=a%00b'],
  ])('refuses %s', async (query) => {
    expectRefusal(await store.call('GET', `/orders/?${query}`), 'invalid_input');
  });
});

describe('the search', () => {
  let rare: OrderId;
  beforeAll(async () => {
    ({ id: rare } = await placePaidOrder(shop, [[pepper, 1]]));
    await sql`update shop_order set customer = jsonb_build_object('first_name', 'Zaïnab', 'last_name', 'Ọ̀ṣun-Bello', 'email', 'n@mail.test')
      where id = ${rare}`.execute(shop.db);
    await act(farmer, 'ship', { carrier: 'ups', tracking_number: '1Z-999/AA1' }, rare);
  });

  it.each([
    ['zainab'],
    ['ZAINAB osun'],
    ['Ọ̀ṣun-Bello'],
    ['bell zai'],
    ['1Z-999/AA1'],
    ['1z 999 aa1'],
    ['zainab cayenne pepper'],
  ])('finds an order by %s', { tags: ['@MERCHANT-44'] }, async (text) => {
    expect(await search(farmer, text)).toEqual([rare]);
    expect(await search(weaver, text)).toEqual([]);
  });

  it('finds an order by its id, whole or begun', { tags: ['@MERCHANT-44'] }, async () => {
    for (const text of [
      rare,
      `${rare}-1`,
      rare.toLowerCase(),
      `#${rare.slice(0, 6)} ${rare.slice(6)}`,
      rare.slice(0, 7),
    ])
      expect(await search(farmer, text), text).toEqual([rare]);
  });

  it('needs all words, and finds nothing for a part within a word', { tags: ['@MERCHANT-44'] }, async () => {
    for (const text of ['zainab yam', 'ainab', 'za', 'zainab xyz'])
      expect(await search(farmer, text), text).toEqual([]);
  });

  it('keeps the order of the list, its pages and filters', { tags: ['@MERCHANT-44'] }, async () => {
    const all = (await list(farmer, 'limit=100')).results;
    expect(await search(farmer, 'pepper')).toEqual(all.map(({ order_id }) => order_id));
    expect(await search(farmer, 'pepper', 'status=shipped')).toContain(rare);
    expect(await search(farmer, 'pepper', 'status=cancelled')).toEqual([]);
    expect(await search(farmer, 'zainab', 'status=to_ship')).toEqual([]);
    expect(await search(farmer, 'zainab', 'status=shipped')).toEqual([rare]);
    const { results, next } = await list(farmer, 'limit=1&search=pepper');
    expect(results.map(({ id }) => id)).toEqual([all[0]?.id]);
    expect((await shop.app.inject({ url: next ?? '', headers: farmer.headers })).json().results[0].id).toBe(all[1]?.id);
  });

  it.each(["'", '%', '\\', '"', ';--', '*:&|!', '💥', '…', '._-', '\t', 'ɔ', '中文', 'a'.repeat(90), 'é'.repeat(50)])(
    'finds nothing for %j',
    { tags: ['@MERCHANT-44'] },
    async (text) => {
      expect(await search(farmer, `${text} qqq`)).toEqual([]);
      expect((await farmer.call('GET', `/orders/?search=${encodeURIComponent(text)}`)).statusCode).toBe(200);
    },
  );

  it('looks at a limited number of orders for one page, and finds the others on the next pages', {
    tags: ['@MERCHANT-44'],
  }, async () => {
    const store = await createMerchant(shop);
    const [bowl = 0 as ProductId] = await addProducts(shop.db, [
      { merchant_id: store.id, stock: 1000, title: 'Calabash bowl' },
    ]);
    const { id: oldest } = await placePaidOrder(shop, [[bowl, 1]]);
    // Newer copies, half of which have the one name and half the other, and the oldest has both.
    await sql`
      insert into shop_order (id, status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, customer, ship_to, created_at,
        updated_at, expires_at)
      select upper(left(md5(n::text), 12)), status, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint,
        jsonb_build_object('first_name', case when n % 2 = 0 then 'Ngozi' else 'Okafor' end), ship_to - 'first_name' - 'last_name',
        created_at + n * interval '1 second', updated_at, expires_at
      from shop_order, generate_series(1, 1400) n where id = ${oldest}`.execute(shop.db);
    await sql`
      insert into fulfilment (id, order_id, merchant_id, ship_by, created_at)
      select id || '-1', id, ${store.id}, now(), created_at from shop_order
      where id in (select upper(left(md5(n::text), 12)) from generate_series(1, 1400) n)`.execute(shop.db);
    await sql`
      update shop_order set customer = '{"first_name": "Ngozi", "last_name": "Okafor"}' where id = ${oldest}`.execute(
      shop.db,
    );
    for (const query of ['search=ngozi+okafor', 'search=ngozi+okafor&status=to_ship']) {
      const pages: string[][] = [];
      for (let next: string | null = `/backend/merchant/orders/?${query}`; next; ) {
        const page: MerchantOrderPage = (await shop.app.inject({ url: next, headers: store.headers })).json();
        pages.push(page.results.map(({ order_id }) => order_id));
        next = page.next;
      }
      expect(pages, query).toEqual([[], [oldest]]);
    }
  });

  it('finds nobody by a deleted name', { tags: ['@MERCHANT-46'] }, async () => {
    await act(farmer, 'deliver', {}, rare);
    await sql`update shop_order set account_id = null, customer = null, ship_to = null where id = ${rare}`.execute(
      shop.db,
    );
    for (const text of ['zainab', 'bello', 'osun']) expect(await search(farmer, text), text).not.toContain(rare);
    expect(await search(farmer, '999 cayenne')).toEqual([rare]);
    expect(await read(farmer, rare)).toMatchObject({ buyer_name: '', shipping_address: null });
  });
});

it('lists the carriers', { tags: ['@MERCHANT-47'] }, async () => {
  const carriers = (await weaver.call('GET', '/carriers/')).json();
  expect(carriers[0]).toEqual({
    key: 'dhl',
    name: 'DHL Express',
    tracking_url: 'https://www.dhl.com/ng-en/home/tracking.html?tracking-id={number}',
  });
  expect(carriers.at(-1)).toMatchObject({ key: 'other', tracking_url: null });
});
