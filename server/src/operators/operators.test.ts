import { randomUUID } from 'node:crypto';
import { changeStore } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import type { AuditLogEntry } from '@sokuwa/contract/operators/operators.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { createBuyer, runMinuteJobs } from '../testing/buyer.ts';
import { openDeskAs } from '../testing/desk.ts';
import { signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { addMerchant, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: { authorization: string };
let merchantId: MerchantId;
let yam: ProductId;
beforeAll(async () => {
  shop = await openTestShop();
  headers = await signInOperator(shop);
  merchantId = await addMerchant(shop.db);
  yam = await addProduct(shop.db, { stock: 10_000, merchant_id: merchantId });
});
afterAll(() => shop.close());

const get = (path: string) => shop.app.inject({ url: `/backend/operator/${path}`, headers });
const send = (method: 'POST' | 'PATCH', path: string, payload: object, more: object = {}) =>
  shop.app.inject({ method, url: `/backend/operator/${path}`, headers: { ...headers, ...more }, payload });
/** Requests `next` of a page. */
const follow = (next: string) => shop.app.inject({ url: next, headers });
const idsOf = (response: { json(): { results: { id: string }[] } }) => response.json().results.map(({ id }) => id);

describe('the list of orders', { tags: ['@OPERATOR-10'] }, () => {
  it('is filtered by status, time, merchant, email and id', async () => {
    const mat = await addProduct(shop.db, { stock: 10 });
    const paid = await placePaidOrder(shop, [[yam, 1]]);
    const other = await placePaidOrder(shop, [[mat, 1]]);
    const pending = await createBuyer(shop, [[yam, 1]]);
    const { id: pendingId } = await pending.placeOrder();
    expect(idsOf(await get('orders/?status=Pending'))).toEqual([pendingId]);
    expect(idsOf(await get(`orders/?merchant=${merchantId}`))).toEqual([paid.id]);
    expect(idsOf(await get(`orders/?email=${paid.buyer.email.toUpperCase()}`))).toEqual([paid.id]);
    expect(idsOf(await get('orders/?email=nobody@mail.test'))).toEqual([]);
    expect(idsOf(await get(`orders/?order=${other.id.toLowerCase()}`))).toEqual([other.id]);
    expect(idsOf(await get('orders/?from=2099-01-01'))).toEqual([]);
    expect(idsOf(await get('orders/?to=2020-01-01T00:00:00Z'))).toEqual([]);
    expect(idsOf(await get('orders/?from=2020-01-01'))).toEqual([pendingId, other.id, paid.id]);
    const [first] = (await get(`orders/?order=${paid.id}`)).json().results;
    expect(first).toMatchObject({ status: 'Paid', merchants: [merchantId], buyer: { email: paid.buyer.email } });
    for (const query of ['status=Lost', 'from=yesterday', 'merchant=x', 'order=12'])
      expectRefusal(await get(`orders/?${query}`), 'invalid_input');
  });

  it('is searched, as the one of payments, by id, email and name', { tags: ['@OPERATOR-17'] }, async () => {
    const { id, reference, buyer } = await placePaidOrder(shop, [[yam, 1]]);
    await placePaidOrder(shop, [[yam, 1]]);
    await shop.db
      .updateTable('account')
      .set({ first_name: 'Zipporah', last_name: 'Quaye' })
      .where('id', '=', buyer.accountId)
      .execute();
    for (const search of [id.toLowerCase(), reference, buyer.email.toUpperCase(), 'zipp', 'Quaye', 'zipporah qu']) {
      const query = `search=${encodeURIComponent(search)}`;
      expect(idsOf(await get(`orders/?${query}`)), search).toEqual([id]);
      expect((await get(`payments/?${query}`)).json().results, search).toMatchObject([
        { reference, status: 'success', order_id: id, order_status: 'Paid', buyer: { email: buyer.email } },
      ]);
    }
    for (const search of ['000000000000', 'nobody@mail.test', 'Nobody']) {
      expect(idsOf(await get(`orders/?search=${search}`)), search).toEqual([]);
      expect((await get(`payments/?search=${search}`)).json().results, search).toEqual([]);
    }
    expect((await get(`payments/?search=${id}&status=failed`)).json().results).toEqual([]);
    for (const query of ['search=a', `search=Quaye&order=${id}`, 'search=Quaye&email=a@b.cd', 'late=yes'])
      expectRefusal(await get(`orders/?${query}`), 'invalid_input');
    for (const query of ['search=a', 'status=lost', 'cursor=1'])
      expectRefusal(await get(`payments/?${query}`), 'invalid_input');
  });

  it('has pages that neither repeat nor miss an order, also of the same moment', { tags: ['@API-39'] }, async () => {
    const { accountId, email } = await createBuyer(shop, [[yam, 1]]);
    await sql`
      insert into shop_order (id, account_id, subtotal_kobo, shipment_kobo, discount_kobo, total_kobo, fingerprint, expires_at, status, created_at)
      select lpad(n::text, 12, '0'), ${accountId}, 900, 100, 0, 1000, ${Buffer.alloc(32)}, now(), 'Paid',
        timestamptz '2026-11-01' + (n / 3) * interval '1 microsecond'
      from generate_series(1, 120) n`.execute(shop.db);
    const seen: string[] = [];
    const query = `email=${encodeURIComponent(email)}&from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z`;
    for (let next: string | null = `/backend/operator/orders/?${query}`; next !== null; ) {
      const page: { results: { id: string }[]; next: string | null } = (await follow(next)).json();
      seen.push(...page.results.map(({ id }) => id));
      next = page.next;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(seen).toEqual(seen.toSorted().toReversed());
    for (const cursor of ['nonsense', '.', '1', 'x.1'])
      expectRefusal(await get(`orders/?cursor=${cursor}`), 'invalid_input');
  });

  it('shows everything about one', async () => {
    const { id, reference, buyer } = await placePaidOrder(shop, [[yam, 2]]);
    await send('POST', `fulfilments/${id}-1/ship/`, {
      ...{ carrier: 'dhl', tracking_number: 'T1' },
      lines: [{ position: 0, quantity: 1 }],
    });
    await send('POST', 'refunds/', { order_id: id, amount: 10, reason: 'Late' });
    await shop.db.insertInto('dispute').values({ id: 'D1', reference, status: 'awaiting' }).execute();
    const found = (await get(`orders/${id}/`)).json();
    expect(found).toMatchObject({
      order: { id, status: 'Paid', items: [{ quantity: 2 }] },
      account_id: buyer.accountId,
      fulfilments: [
        {
          id: `${id}-1`,
          merchant_id: merchantId,
          status: 'to_ship',
          lines: [{ left: 1 }],
          parcels: [{ carrier: 'dhl' }],
        },
      ],
      payments: [{ reference, provider: 'sandbox', status: 'success' }],
      refunds: [{ amount: 10, reason: 'goodwill', status: 'requested' }],
      disputes: [{ id: 'D1', payment_reference: reference }],
    });
    const { address_line1, address_line2, address_line3 } = found.delivery_address;
    expect([address_line1, address_line2, address_line3].filter(Boolean).join(', ')).toBe(
      found.order.shipping_address.street_address,
    );
    const kinds = new Set(found.ledger.map(({ kind }: { kind: string }) => kind));
    expect([...kinds].toSorted()).toEqual(['goodwill', 'payment', 'refund owed', 'sale']);
    const sum = found.ledger.reduce(
      (total: number, { amount }: { amount: number }) => total + Math.round(amount * 100),
      0,
    );
    expect(sum).toBe(0);
    expect((await get(`refunds/?order=${id}`)).json().results).toEqual(found.refunds);
  });
});

it('lists of money have pages that neither repeat nor miss a row, and begin with the oldest that needs a person', {
  tags: ['@OPERATOR-17', '@API-39'],
}, async () => {
  const { id } = await placePaidOrder(shop, [[yam, 1]]);
  const at = sql`timestamptz '2026-11-01' + (n / 3) * interval '1 millisecond'`;
  await sql`
    insert into payment (reference, order_id, provider, amount_kobo, currency, status, held_for, created_at)
    select ${id} || '-' || (n + 100), ${id}, 'sandbox', 100, 'NGN', case when n > 120 then 'held' else 'failed' end,
      case when n > 120 then 'too little' end, ${at} from generate_series(1, 240) n`.execute(shop.db);
  await sql`delete from dispute`.execute(shop.db);
  await sql`
    insert into dispute (id, reference, status, created_at)
    select 'P' || n, ${id} || '-' || (n + 100), 'pending', ${at} from generate_series(1, 120) n`.execute(shop.db);
  await sql`
    insert into refund (reference, amount_kobo, reason, status, ask_at, created_at)
    select ${id} || '-1.' || (n + 100), 1, 'goodwill', case when n > 120 then 'stuck' else 'done' end, null, ${at}
    from generate_series(1, 240) n`.execute(shop.db);
  for (const [list, key, first, count] of [
    [`payments/?search=${id}&status=failed`, 'reference', 'newest', 120],
    [`payments/?search=${id}&status=held`, 'reference', 'oldest', 120],
    ['disputes/?state=open', 'id', 'oldest', 120],
    ['disputes/', 'id', 'newest', 120],
    [`refunds/?order=${id}&waiting=true`, 'reference', 'oldest', 120],
    [`refunds/?order=${id}`, 'reference', 'newest', 240],
  ] as const) {
    const seen: { key: unknown; at: number }[] = [];
    for (let next: string | null = `/backend/operator/${list}`; next !== null; ) {
      const page: { results: Record<string, string>[]; next: string | null } = (await follow(next)).json();
      seen.push(...page.results.map((row) => ({ key: row[key], at: Date.parse(row.created_at ?? '') })));
      next = page.next;
    }
    expect([seen.length, new Set(seen.map((row) => row.key)).size], list).toEqual([count, count]);
    const times = seen.map((row) => row.at);
    expect(times, list).toEqual(times.toSorted((a, b) => (first === 'oldest' ? a - b : b - a)));
  }
  await sql`delete from dispute`.execute(shop.db);
  await sql`delete from refund where payment_reference = ${`${id}-1`}`.execute(shop.db);
});

describe('a fulfilment', { tags: ['@OPERATOR-1', '@FULFIL-4'] }, () => {
  it('arrives parcel by parcel, or completely', async () => {
    const { id } = await placePaidOrder(shop, [[yam, 2]]);
    for (const tracking_number of ['T1', 'T2'])
      await send('POST', `fulfilments/${id}-1/ship/`, {
        ...{ carrier: 'dhl', tracking_number },
        lines: [{ position: 0, quantity: 1 }],
      });
    type Parcel = { id: number; delivered_at: string | null };
    const parcels = async (): Promise<Parcel[]> => (await get(`orders/${id}/`)).json().fulfilments[0].parcels;
    const arrived = async () => (await parcels()).map(({ delivered_at }) => delivered_at !== null);
    const [, second] = await parcels();
    const deliver = async (payload: object) => (await send('POST', `fulfilments/${id}-1/deliver/`, payload)).json();
    expect(await deliver({ parcel_id: second?.id })).toEqual({ order_id: id, status: 'Shipped' });
    expect(await arrived()).toEqual([false, true]);
    expect(await deliver({})).toEqual({ order_id: id, status: 'Delivered' });
    expect(await arrived()).toEqual([true, true]);
  });
});

describe('the delivery address', { tags: ['@OPERATOR-9', '@ORDER-8'] }, () => {
  it('is corrected in the named fields, until something is shipped', async () => {
    const { id, buyer } = await placePaidOrder(shop, [[yam, 2]]);
    const before = (await buyer.readOrder(id)).shipping_address;
    const correct = (payload: object) => send('PATCH', `orders/${id}/address/`, payload);
    expect((await correct({ city: ' Epe ', address_line1: '5 Marina', reason: 'A call' })).statusCode).toBe(200);
    const after = (await buyer.readOrder(id)).shipping_address;
    expect(after).toEqual({ ...before, city: 'Epe', street_address: '5 Marina, Second floor' });
    expect((await buyer.readOrder(id)).timeline.at(-1)).toMatchObject({ event: 'address_changed' });
    expectRefusal(await correct({ city: '' }), 'invalid_input');
    for (const nothing of [{ country: 'Ghana' }, { reason: 'None' }])
      expectRefusal(await correct(nothing), 'invalid_input');
    const parcel = { carrier: 'dhl', tracking_number: 'T1', lines: [{ position: 0, quantity: 1 }] };
    await send('POST', `fulfilments/${id}-1/ship/`, parcel);
    expectRefusal(await correct({ city: 'Lagos' }), 'address_not_changeable');
  });

  it('that is corrected is mailed to the buyer and to each merchant, once', { tags: ['@FULFIL-13'] }, async () => {
    const email = `${randomUUID()}@store.test`;
    const merchant_id = await addMerchant(shop.db, { email });
    const { id, buyer } = await placePaidOrder(shop, [[await addProduct(shop.db, { merchant_id }), 1]]);
    for (let time = 0; time < 2; time++) await send('PATCH', `orders/${id}/address/`, { city: 'Epe' });
    await runMinuteJobs(shop);
    for (const [to, text] of [
      [buyer.email, 'we have changed the delivery address'],
      [email, 'Epe'],
    ] as const) {
      const mails = await shop.mailbox.read(to);
      const changes = mails.filter(({ subject }) => /new delivery address|New address/.test(subject));
      expect(changes.map((mail) => mail.text)).toEqual([expect.stringContaining(text)]);
    }
  });
});

describe('a delivery', { tags: ['@OPERATOR-2'] }, () => {
  it('of a parcel of another order is refused, changes nothing and is not in the audit log', async () => {
    const [{ id, buyer }, other] = [await placePaidOrder(shop, [[yam, 1]]), await placePaidOrder(shop, [[yam, 1]])];
    for (const [order, tracking_number] of [
      [id, 'A1'],
      [other.id, 'B1'],
    ])
      await send('POST', `fulfilments/${order}-1/ship/`, { carrier: 'dhl', tracking_number });
    const parcelOf = async (order: string): Promise<number> =>
      (await get(`orders/${order}/`)).json().fulfilments[0].parcels[0].id;
    const deliver = async (order: string) =>
      send('POST', `fulfilments/${id}-1/deliver/`, { parcel_id: await parcelOf(order), reason: 'A call' });
    expectRefusal(await deliver(other.id), 'not_found');
    expect(await buyer.readOrder(id)).toMatchObject({ status: 'Shipped' });
    const entries = async () => (await get(`audit/?subject=fulfilment%20${id}-1`)).json().results.length;
    expect(await entries()).toBe(1);
    expect((await deliver(id)).json()).toEqual({ order_id: id, status: 'Delivered' });
    expect(await entries()).toBe(2);
  });
});

describe('credit', { tags: ['@OPERATOR-7', '@WALLET-11'] }, () => {
  it('is given once for a key, to the account of an email address', { tags: ['@OPERATOR-8'] }, async () => {
    const { email, accountId } = await createBuyer(shop, [[yam, 1]]);
    const give = (amount: number, key = 'k1') =>
      send(
        'POST',
        'wallet/credit/',
        { email: email.toUpperCase(), amount, reason: 'Sorry' },
        { 'idempotency-key': key },
      );
    const responses = await Promise.all([give(100.5), give(100.5)]);
    expect(responses.map((response) => response.json())).toEqual([{ balance: 100.5 }, { balance: 100.5 }]);
    expectRefusal(await give(99), 'idempotency_key_reused');
    expect((await give(10, 'k2')).json()).toEqual({ balance: 110.5 });
    for (const amount of [-5, 0]) expectRefusal(await give(amount, 'k3'), 'invalid_input');
    const entries = (await get(`audit/?subject=account%20${accountId}`)).json().results;
    expect(entries).toMatchObject([
      {
        action: 'wallet credit',
        actor: 'token:finance',
        reason: 'Sorry',
        after: { amount_kobo: 1000, balance_kobo: 11_050 },
      },
      { before: { balance_kobo: 0 }, after: { amount_kobo: 10_050 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });
});

describe('customers', { tags: ['@OPERATOR-11'] }, () => {
  it('are found by email, name and order, and shown with credit, orders and sessions', async () => {
    const { buyer, id } = await placePaidOrder(shop, [[yam, 1]]);
    const { accountId, email } = buyer;
    await shop.db
      .updateTable('account')
      .set({ first_name: 'Adaeze', last_name: 'O_Connor' })
      .where('id', '=', accountId)
      .execute();
    await signIn(shop.db, accountId);
    for (const query of [`email=${email}`, 'name=adaeze', 'name=O_Con', 'name=Adaeze%20O_', `order=${id}`])
      expect((await get(`customers/?${query}`)).json(), query).toMatchObject([{ id: accountId, email }]);
    expect((await get('customers/?name=A%25nor')).json()).toEqual([]);
    for (const query of ['', 'name=a', `name=Ada&email=${email}`])
      expectRefusal(await get(`customers/?${query}`), 'invalid_input');
    await send('POST', 'wallet/credit/', { email, amount: 5, reason: 'Sorry' });
    const shown = (await get(`customers/${accountId}/`)).json();
    expect(shown).toMatchObject({ credit: 5, wallet: [{ amount: 5 }], orders: [{ id, status: 'Paid' }] });
    expect(shown.sessions).toHaveLength(2);
    expectRefusal(await get('customers/999999/'), 'not_found');
  });
});

describe('the account of a customer', { tags: ['@OPERATOR-19'] }, () => {
  const auditOf = async (accountId: number) =>
    (await get(`audit/?subject=account%20${accountId}`))
      .json()
      .results.map(({ action, after }: AuditLogEntry) => ({ action, after }));

  it('is signed out everywhere at once', async () => {
    const desk = await openDeskAs(shop, merchantId, 'owner');
    const { accountId } = desk;
    const session = await signIn(shop.db, accountId);
    const readProfile = () => shop.app.inject({ url: '/backend/profile/', headers: session });
    expect((await readProfile()).statusCode).toBe(200);
    expect((await send('POST', `customers/${accountId}/end-sessions/`, { reason: 'A stolen phone' })).json()).toEqual({
      ended: 2,
    });
    expectRefusal(await readProfile(), 'token_invalid');
    expectRefusal(await desk.call('GET', '/merchant/orders/'), 'token_invalid');
    expect((await send('POST', `customers/${accountId}/end-sessions/`, {})).json()).toEqual({ ended: 0 });
    expect(await auditOf(accountId)).toMatchObject([
      { after: { ended: 0 } },
      { action: 'customers end-sessions', after: { ended: 2 } },
    ]);
  });

  it('is erased with its data, and the person gets a mail', { tags: ['@ACCOUNT-141'] }, async () => {
    const { buyer, id } = await placePaidOrder(shop, [[yam, 1]]);
    const erase = (body: object) => send('POST', `customers/${buyer.accountId}/erase/`, body);
    expectRefusal(await erase({}), 'invalid_input');
    const refused = await erase({ reason: 'Asked by letter' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'orders_undelivered', errors: { orders: [id] } });
    expect((await get(`customers/${buyer.accountId}/`)).statusCode).toBe(200);
    const erased = await erase({ reason: 'Asked by letter', confirm_undelivered: true });
    expect(erased.json()).toEqual({ id: buyer.accountId, undelivered_orders: [id] });
    expectRefusal(await get(`customers/${buyer.accountId}/`), 'not_found');
    expectRefusal(await buyer.call('GET', '/profile/'), 'token_invalid');
    expectRefusal(await erase({ reason: 'Again' }), 'not_found');
    expect(await shop.jobs.runDue()).toEqual([]);
    expect((await buyer.mailSubjects())[0]).toMatch(/deleted/);
    const entries = await auditOf(buyer.accountId);
    expect(entries).toEqual([{ action: 'customers erase', after: { undelivered_orders: [id] } }]);
    expect(JSON.stringify(entries)).not.toContain(buyer.email);
  });

  it('of somebody who works in the desk is not erased', async () => {
    const { accountId } = await openDeskAs(shop, merchantId, 'owner');
    expectRefusal(await send('POST', `customers/${accountId}/erase/`, { reason: 'A mistake' }), 'account_is_staff');
    expect((await get(`customers/${accountId}/`)).statusCode).toBe(200);
  });

  it('is erased once, if it is asked for twice at once', async () => {
    const { accountId } = await createBuyer(shop, [[yam, 1]]);
    const responses = await Promise.all(
      [1, 2, 3].map(() => send('POST', `customers/${accountId}/erase/`, { reason: 'Twice' })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404]);
    expect(await auditOf(accountId)).toHaveLength(1);
  });
});

describe('the audit log', { tags: ['@OPERATOR-2'] }, () => {
  it('is listed newest first, by subject and actor, in pages', { tags: ['@API-39'] }, async () => {
    const { id } = await placePaidOrder(shop, [[yam, 1]]);
    const support = await signInOperator(shop, { name: 'support' });
    for (let n = 0; n < 51; n++)
      await send('PATCH', `orders/${id}/address/`, { city: `City ${n}` }, n === 0 ? support : {});
    const subject = `order%20${id}`;
    const first = (await get(`audit/?subject=${subject}`)).json();
    expect(first.results).toHaveLength(50);
    const second = (await follow(first.next)).json();
    expect(second).toMatchObject({ results: [{ actor: 'token:support' }], next: null });
    expectRefusal(await get('audit/?cursor=x'), 'invalid_input');
    expect((await get(`audit/?subject=${subject}&actor=token:support`)).json().results).toEqual(second.results);
    const ids = [...first.results, ...second.results].map((entry: { id: number }) => entry.id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('is filtered by action and time, and names people of the desk', { tags: ['@OPERATOR-22'] }, async () => {
    const desk = await openDeskAs(shop, null, 'finance');
    await shop.db
      .updateTable('account')
      .set({ first_name: 'Ebere', last_name: 'Nwosu' })
      .where('id', '=', desk.accountId)
      .execute();
    const before = new Date().toISOString();
    await desk.call('PATCH', `/operator/merchants/${merchantId}/commission/`, { per_mille: 70 });
    const actor = `actor=account%20${desk.accountId}`;
    const list = async (query: string) => (await get(`audit/?${actor}&${query}`)).json().results;
    expect(await list('action=merchants%20commission')).toMatchObject([{ actor_name: 'Ebere Nwosu' }]);
    expect(await list('action=merchants%20suspend')).toEqual([]);
    expect(await list(`from=${before}`)).toHaveLength(1);
    expect(await list(`to=${before}`)).toEqual([]);
    expectRefusal(await get('audit/?from=yesterday'), 'invalid_input');
  });

  it('says what a call of a store does', { tags: ['@OPERATOR-22'] }, async () => {
    const owner = await openDeskAs(shop, merchantId, 'owner');
    await owner.call('PATCH', '/merchant/store/', { place: 'Jos, Nigeria' });
    const entries = (await get(`audit/?actor=account%20${owner.accountId}`)).json().results;
    expect(entries).toMatchObject([{ action: 'PATCH /merchant/store/', summary: changeStore.summary }]);
    const [acted] = (await get('audit/?action=merchants%20commission')).json().results;
    expect(acted).toMatchObject({ summary: null });
  });
});

it('what a cancellation of the API does is what the command does', { tags: ['@OPERATOR-1'] }, async () => {
  const { id, buyer } = await placePaidOrder(shop, [[yam, 1]]);
  expect((await send('POST', `orders/${id}/cancel/`, { reason: 'Sold out' })).json()).toEqual({
    order_id: id,
    status: 'Cancelled',
  });
  expect(await buyer.readOrder(id)).toMatchObject({ status: 'Cancelled', cancelled_for: 'shop' });
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from audit_entry where subject = ${`order ${id as OrderId}`}`.execute(shop.db);
  expect(rows).toEqual([{ n: 1 }]);
});
