import { kobo } from '@sokuwa/contract/money.ts';
import { WORK_KINDS } from '@sokuwa/contract/operators/overview.rules.ts';
import type { Overview } from '@sokuwa/contract/operators/overview.schemas.ts';
import type { OperatorRole } from '@sokuwa/contract/staff/roles.ts';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueMail } from '../mail/index.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { enqueue, jobKind } from '../platform/jobs.ts';
import type { Tables } from '../platform/tables.gen.ts';
import { apply } from '../testing/applications.ts';
import { createBuyer } from '../testing/buyer.ts';
import { openDeskAs } from '../testing/desk.ts';
import { callEndpoints } from '../testing/endpoints.ts';
import { signInOperator } from '../testing/operator.ts';
import { createPayee, makePayable } from '../testing/payouts.ts';
import { createDelivered } from '../testing/returns.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { addMerchant, addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: { authorization: string };
let yam: ProductId;
let drum: ProductId;
let farmer: MerchantId;
let drummer: MerchantId;
beforeAll(async () => {
  shop = await openTestShop({ PAYOUTS: 'file', PAYOUT_MINIMUM_KOBO: '100000' });
  headers = await signInOperator(shop);
  [farmer, drummer] = [await addMerchant(shop.db), await addMerchant(shop.db)];
  yam = await addProduct(shop.db, { stock: 1000, price_kobo: 1_000_000, merchant_id: farmer });
  drum = await addProduct(shop.db, { stock: 1000, merchant_id: drummer });
});
afterAll(() => shop.close());

const get = (path: string) => shop.app.inject({ url: `/backend${path}`, headers });
const readOverview = async (): Promise<Overview> => (await get('/operator/overview/')).json();
const workOf = async (kind: string) => (await readOverview()).waiting.find((work) => work.kind === kind);
const listOf = async (kind: keyof typeof WORK_KINDS) => (await get(WORK_KINDS[kind].list)).json().results;
const setPayment = (reference: string, change: object) =>
  shop.db.updateTable('payment').set(change).where('reference', '=', reference).execute();

describe('the overview', { tags: ['@OPERATOR-18'] }, () => {
  it('has nothing when nothing waits', async () => {
    expect(await readOverview()).toMatchObject({
      waiting: [],
      market: { today: { orders: 0, sales: 0 } },
      vital_signs: { mail: { unsent: 0, oldest_seconds: null } },
      log: [],
    });
  });

  it('counts held payments, and the list has them', { tags: ['@OPERATOR-17'] }, async () => {
    const { reference } = await (await createBuyer(shop, [[yam, 1]])).placeOrder();
    await setPayment(reference, { status: 'held', held_for: 'too little', paid_amount: 50_000, paid_currency: 'NGN' });
    expect(await workOf('payments_held')).toMatchObject({ count: 1, urgency: 'now', amount: 500, merchants: null });
    expect(await listOf('payments_held')).toMatchObject([{ reference, status: 'held', paid: 500 }]);
    await setPayment(reference, { status: 'failed', held_for: null });
    expect(await workOf('payments_held')).toBeUndefined();
  });

  it('counts refunds that are stuck, and the list has them', { tags: ['@OPERATOR-17'] }, async () => {
    const { id, reference } = await placePaidOrder(shop, [[yam, 1]]);
    const refund = { amount_kobo: kobo(10_000), reason: 'goodwill' } as const;
    const states: Pick<Insertable<Tables['refund']>, 'status' | 'refused_for' | 'provider_status'>[] = [
      { status: 'requested' },
      { status: 'requested', refused_for: 'Insufficient balance' },
      { status: 'accepted' },
      { status: 'accepted', provider_status: 'needs-attention' },
      { status: 'stuck' },
      { status: 'done' },
    ];
    for (const [n, state] of states.entries())
      await shop.db
        .insertInto('refund')
        .values({
          ...refund,
          ...state,
          ask_at: state.status === 'requested' ? new Date() : null,
          reference: `${reference}.${n}`,
        })
        .execute();
    expect(await workOf('refunds_stuck')).toMatchObject({ count: 3, amount: 300 });
    expect((await listOf('refunds_stuck')).map((row: { reference: string }) => row.reference).toSorted()).toEqual(
      [1, 3, 4].map((n) => `${reference}.${n}`),
    );
    await shop.db.deleteFrom('refund').where('payment_reference', '=', reference).execute();
    expect((await get(`/operator/refunds/?waiting=true&order=${id}`)).json().results).toEqual([]);
  });

  it('counts disputes with the next deadline, and lost ones until the order is cancelled', {
    tags: ['@OPERATOR-17'],
  }, async () => {
    const { reference } = await placePaidOrder(shop, [[yam, 1]]);
    const values = { reference, status: 'awaiting-merchant-feedback', amount: 200_000 };
    const dueAt = new Date('2026-12-01T17:00:00Z');
    await shop.db
      .insertInto('dispute')
      .values({ ...values, id: 'D1', due_at: dueAt })
      .execute();
    await shop.db
      .insertInto('dispute')
      .values({ ...values, id: 'D2', due_at: new Date('2026-12-02') })
      .execute();
    expect(await workOf('disputes_open')).toMatchObject({ count: 2, due: dueAt.toISOString(), amount: 4000 });
    expect((await listOf('disputes_open')).map(({ id }: { id: string }) => id)).toEqual(['D1', 'D2']);
    await shop.db
      .updateTable('dispute')
      .set({ status: 'resolved', resolution: 'declined' })
      .where('id', '=', 'D1')
      .execute();
    await shop.db
      .updateTable('dispute')
      .set({ status: 'resolved', resolution: 'merchant-accepted' })
      .where('id', '=', 'D2')
      .execute();
    expect(await workOf('disputes_open')).toBeUndefined();
    expect(await workOf('disputes_lost')).toMatchObject({ count: 1, due: null, amount: 2000 });
    expect(await listOf('disputes_lost')).toMatchObject([{ id: 'D2', state: 'lost', order_status: 'Paid' }]);
    expect((await get('/operator/disputes/?state=resolved')).json().results).toMatchObject([{ id: 'D1' }]);
    await shop.db.deleteFrom('dispute').execute();
  });

  it('counts late parts of orders by merchants', { tags: ['@OPERATOR-17'] }, async () => {
    const both = await placePaidOrder(shop, [
      [yam, 1],
      [drum, 1],
    ]);
    const one = await placePaidOrder(shop, [[yam, 1]]);
    await placePaidOrder(shop, [[yam, 1]]);
    await sql`update fulfilment set ship_by = '2026-01-01' where order_id = any(${[both.id, one.id]})`.execute(shop.db);
    expect(await workOf('orders_late')).toMatchObject({
      ...{ count: 3, merchants: 2, amount: null, oldest: '2026-01-01T00:00:00.000Z' },
    });
    expect((await listOf('orders_late')).map(({ id }: { id: string }) => id)).toEqual([both.id, one.id]);
    const lateOf = async (merchantId: MerchantId) =>
      (await get(`/operator/orders/?late=true&merchant=${merchantId}`))
        .json()
        .results.map(({ id }: { id: string }) => id);
    expect([await lateOf(farmer), await lateOf(drummer)]).toEqual([[both.id, one.id], [both.id]]);
    await sql`update fulfilment set ship_by = now() + interval '1 day' where merchant_id = ${farmer}`.execute(shop.db);
    expect([await lateOf(farmer), await lateOf(drummer)]).toEqual([[], [both.id]]);
    await sql`update fulfilment set ship_by = now() + interval '1 day'`.execute(shop.db);
    expect(await listOf('orders_late')).toEqual([]);
  });

  it('tells returns that were appealed from those that the merchant left', { tags: ['@OPERATOR-17'] }, async () => {
    const appealed = await (await createDelivered(shop, [[yam, 1]])).requested();
    const later = await (await createDelivered(shop, [[yam, 1]])).requested();
    const left = await (await createDelivered(shop, [[yam, 1]])).requested();
    const ids = [appealed.id, later.id, left.id];
    await sql`update return_request set status = 'appealed', decide_by = null where id = any(${ids})`.execute(shop.db);
    for (const [id, taken_by] of [
      [later.id, 'buyer'],
      [appealed.id, 'buyer'],
      [left.id, 'shop'],
    ] as const)
      await shop.db
        .insertInto('return_step')
        .values({ return_id: id, n: 9, status: 'appealed', taken_by, note: '' })
        .execute();
    expect(await workOf('returns_appealed')).toMatchObject({ count: 2, merchants: 1 });
    expect(await listOf('returns_appealed')).toMatchObject([{ id: later.id }, { id: appealed.id }]);
    const after = await get(`/operator/returns/?waiting=appealed&cursor=${later.id}`);
    expect(after.json().results).toMatchObject([{ id: appealed.id }]);
    expect(await workOf('returns_overdue')).toMatchObject({ count: 1 });
    expect(await listOf('returns_overdue')).toMatchObject([{ id: left.id }]);
  });

  it('counts stores that have applied', { tags: ['@JOIN-11'] }, async () => {
    const { merchantId } = await apply(shop);
    expect(await workOf('applications')).toMatchObject({ count: 1, merchants: 1, due: null, amount: null });
    expect(await listOf('applications')).toMatchObject([{ merchant_id: merchantId, state: 'applied' }]);
  });

  it('counts batches of payouts to approve, unclear payouts and new bank accounts', async () => {
    const { merchantId, setAccount } = await createPayee(shop);
    await makePayable(shop.db, merchantId, 500_000);
    const drafted = await shop.app.inject({
      ...{ method: 'POST', url: '/backend/operator/payout-batches/', headers, payload: { reason: 'Friday' } },
    });
    expect(drafted.statusCode).toBe(200);
    expect(await workOf('payout_batches')).toMatchObject({ count: 1, amount: 5000 });
    await setAccount('0000001111');
    expect(await workOf('bank_account_changes')).toMatchObject({ count: 1, merchants: 1, due: expect.any(String) });
    expect(await listOf('bank_account_changes')).toMatchObject([
      { merchant_id: merchantId, last_digits: '1111', replaced_last_digits: '0000' },
    ]);
    await sql`update payout set status = 'sending', provider = 'sandbox', lost_at = now(), approved_at = now()`.execute(
      shop.db,
    );
    expect(await workOf('payouts_unclear')).toMatchObject({ count: 1, amount: 5000, merchants: 1 });
  });

  it('counts mails that were tried in vain, and other jobs that have failed', async () => {
    await queueMail(shop.db, { kind: 'welcome', to: 'ada@mail.test', first_name: 'Ada' });
    expect(await workOf('mails_unsent')).toBeUndefined();
    await sql`update pgboss.job set state = 'retry', retry_count = 2 where name = 'send_mail' and data ->> 'to' = 'ada@mail.test'`.execute(
      shop.db,
    );
    await enqueue(shop.db, jobKind('follow_returns'), {});
    await sql`update pgboss.job set state = 'failed' where name = 'follow_returns'`.execute(shop.db);
    expect(await workOf('mails_unsent')).toMatchObject({ count: 1 });
    expect(await listOf('mails_unsent')).toMatchObject([{ mail: { kind: 'welcome', to: 'ada@mail.test' } }]);
    expect(await workOf('jobs_failed')).toMatchObject({ count: 1 });
    expect(await listOf('jobs_failed')).toMatchObject([{ kind: 'follow_returns', state: 'failed', mail: null }]);
    expect((await readOverview()).vital_signs).toMatchObject({
      jobs: { failed: 1 },
      mail: { unsent: expect.any(Number) },
    });
  });

  it('compares the market with the same day a week before, by the hour in Lagos', async () => {
    await sql`update shop_order set created_at = now() - interval '30 days'`.execute(shop.db);
    const { id } = await placePaidOrder(shop, [[yam, 1]]);
    const before = await placePaidOrder(shop, [[yam, 2]]);
    await (await createBuyer(shop, [[yam, 1]])).placeOrder();
    await sql`update shop_order set created_at = created_at - interval '7 days' where id = ${before.id}`.execute(
      shop.db,
    );
    const { rows } = await sql<{ hour: number; total: number; totalBefore: number }>`
      select extract(hour from o.created_at at time zone 'Africa/Lagos')::integer as hour, o.total_kobo / 100 as total,
        b.total_kobo / 100 as "totalBefore"
      from shop_order o, shop_order b where o.id = ${id} and b.id = ${before.id}`.execute(shop.db);
    const { hour = 0, total = 0, totalBefore = 0 } = rows[0] ?? {};
    const { market } = await readOverview();
    expect(market?.today).toEqual({ orders: 1, sales: total });
    expect(market?.hours).toHaveLength(24);
    expect(market?.hours[hour]).toEqual({
      ...{ orders: 1, sales: total, week_before: { orders: 1, sales: totalBefore } },
    });
    expect(market?.hours.filter(({ week_before }) => week_before.orders > 0)).toHaveLength(1);
  });

  it('counts a backlog as far as a thousand', async () => {
    await sql`
      insert into pgboss.job (id, name, state, retry_count, data)
      select gen_random_uuid(), 'send_mail', 'failed', 3, '{}' from generate_series(1, 1100)`.execute(shop.db);
    expect(await workOf('mails_unsent')).toMatchObject({ count: 1000 });
  });

  it.each<[OperatorRole, areas: string[], parts: string[]]>([
    ['owner', ['merchants', 'payouts', 'returns', 'settings'], ['log', 'market', 'vital_signs']],
    ['support', ['merchants', 'returns'], ['market']],
    ['catalogue', ['merchants'], []],
    ['finance', ['merchants', 'payouts', 'returns', 'settings'], ['log', 'market', 'vital_signs']],
  ])('leaves out what the role %s may not read', { tags: ['@STAFF-2'] }, async (role, areas, parts) => {
    const desk = await openDeskAs(shop, null, role);
    const { waiting, ...rest }: Overview = (await desk.call('GET', '/operator/overview/')).json();
    expect([...new Set(waiting.map(({ kind }) => WORK_KINDS[kind].area))].toSorted()).toEqual(areas);
    for (const part of ['log', 'market', 'vital_signs'] as const)
      expect(rest[part] !== null, part).toBe(parts.includes(part));
  });

  it('names calls that exist', () => {
    const paths = callEndpoints.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path);
    for (const { list } of Object.values(WORK_KINDS)) expect(paths).toContain(list.replace(/\?.*/, ''));
  });
});
