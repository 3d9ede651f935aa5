import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelPieces } from '../orders/cancellation.service.ts';
import { releaseSales } from '../orders/index.ts';
import { withOrder } from '../orders/with-order.ts';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { openReturns } from '../returns/index.ts';
import { createFinance, createPayee, makePayable } from '../testing/payouts.ts';
import { expectRefusal } from '../testing/responses.ts';
import { ageDeliveries, buy, deliver } from '../testing/sales.ts';
import { addMerchant, addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { approveBatch, draftBatch } from './payouts.service.ts';

let shop: TestShop;
let payee: Awaited<ReturnType<typeof createPayee>>;
let finance: Awaited<ReturnType<typeof createFinance>>;
let orderId: OrderId;
let payoutId: string;
/** A sale of three pieces at 10,000 naira with 10 per cent commission; one is cancelled, two are delivered, released and paid. */
beforeAll(async () => {
  shop = await openTestShop({ COMMISSION_PER_MILLE: '100' });
  payee = await createPayee(shop, '0000000000', { name: '=Evil Shop' });
  finance = await createFinance(shop);
  const [yam, other] = (await addProducts(shop.db, [
    { merchant_id: payee.merchantId, price_kobo: 1_000_000 },
    { merchant_id: await addMerchant(shop.db), price_kobo: 500_000 },
  ])) as [ProductId, ProductId];
  orderId = await buy(shop, [
    [yam, 3],
    [other, 1],
  ]);
  await withOrder(shop.db, orderId, (trx, order) =>
    cancelPieces(trx, order, `${orderId}-1`, [{ position: 0, quantity: 1 }]),
  );
  await deliver(shop.db, orderId);
  await ageDeliveries(shop.db, orderId, 31 * 24);
  await releaseSales(shop.db, { openReturns });
  const batch = await draftBatch(shop, { dryRun: false, act: { actor: 'finance' } });
  if ('refused' in batch) throw new Error(batch.refused);
  await approveBatch(shop, batch.id, { dryRun: false, act: { actor: 'finance' } });
  expect(await shop.jobs.runDue()).toEqual([]);
  payoutId = (await payee.call('GET', 'payouts/')).json().results[0].id;
});
afterAll(() => shop.close());

describe('a merchant', () => {
  it('sees a statement that adds up to what it is owed', { tags: ['@PAYOUT-3', '@PAYOUT-4'] }, async () => {
    const { next, results } = (await payee.call('GET', 'statement/')).json();
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    const of = { order_id: orderId, at };
    expect({ next, results }).toEqual({
      next: null,
      results: [
        { kind: 'payout', at, order_id: null, gross: null, commission: null, amount: -18_000, payable: -18_000 },
        { kind: 'release', ...of, gross: 20_000, commission: 2000, amount: 0, payable: 18_000 },
        { kind: 'cancellation', ...of, gross: 10_000, commission: 1000, amount: -9000, payable: 0 },
        { kind: 'sale', ...of, gross: 30_000, commission: 3000, amount: 27_000, payable: 0 },
      ],
    });
    const balance = (await payee.call('GET', 'balance/')).json();
    const total = results.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(balance).toEqual({ pending: 0, payable: 0, on_the_way: 0 });
    expect(total).toBe(balance.pending + balance.payable);
  });

  it('gets the statement of some days, also as CSV', { tags: ['@PAYOUT-4'] }, async () => {
    const today = new Date().toISOString().slice(0, 10);
    const count = async (query: string) => (await payee.call('GET', `statement/?${query}`)).json().results.length;
    expect(await count(`from=${today}&to=${today}`)).toBe(4);
    expect(await count('to=2020-01-01')).toBe(0);
    expect(await count('from=2999-01-01')).toBe(0);
    const response = await payee.call('GET', `statement.csv?from=${today}`);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement.csv"',
    });
    const lines = response.body.trimEnd().split('\n');
    expect(lines[0]).toBe('date,kind,order,price,commission,amount,change of what can be paid');
    expect(lines.slice(1).map((line) => line.replace(/^[^,]+/, 'date'))).toEqual([
      'date,payout,,,,-18000.00,-18000.00',
      `date,release,${orderId},20000.00,2000.00,0.00,18000.00`,
      `date,cancellation,${orderId},10000.00,1000.00,-9000.00,0.00`,
      `date,sale,${orderId},30000.00,3000.00,27000.00,0.00`,
    ]);
    for (const query of ['from=yesterday', 'to=2026-02-30'])
      for (const path of ['statement/', 'statement.csv'])
        expectRefusal(await payee.call('GET', `${path}?${query}`), 'invalid_input');
    expectRefusal(await payee.call('GET', 'statement/?cursor=-1'), 'invalid_input');
  });

  it('sees its payouts and the sales in each, and not those of others', { tags: ['@PAYOUT-3'] }, async () => {
    const payout = {
      id: payoutId,
      status: 'paid',
      amount: 18_000,
      account_last_digits: '0000',
      reason: null,
      created_at: expect.any(String),
      finished_at: expect.any(String),
    };
    expect((await payee.call('GET', 'payouts/')).json()).toEqual({ next: null, results: [payout] });
    expect((await payee.call('GET', `payouts/?cursor=${payoutId}`)).json()).toEqual({ next: null, results: [] });
    const { entries, ...rest } = (await payee.call('GET', `payouts/${payoutId}/`)).json();
    expect(rest).toEqual(payout);
    expect(entries).toMatchObject([{ kind: 'release', order_id: orderId, payable: 18_000 }]);
    const stranger = await createPayee(shop, null);
    expectRefusal(await stranger.call('GET', `payouts/${payoutId}/`), 'not_found');
    expect((await stranger.call('GET', 'payouts/')).json().results).toEqual([]);
    expect((await stranger.call('GET', `payouts/?cursor=${payoutId}`)).json().results).toEqual([]);
    expect((await stranger.call('GET', 'statement/')).json().results).toEqual([]);
    expectRefusal(await payee.call('GET', 'payouts/x/'), 'invalid_input');
    expectRefusal(await payee.call('GET', 'payouts/?cursor=x'), 'invalid_input');
  });

  it('and an operator page through payouts and their batches', { tags: ['@API-39'] }, async () => {
    const busy = await createPayee(shop, null);
    await sql`insert into payout_batch (status) select 'cancelled' from generate_series(1, 101)`.execute(shop.db);
    await sql`
      insert into payout (id, batch_id, merchant_id, status, amount_kobo)
      select 'po-' || lpad(id::text, 20, '0'), id, ${busy.merchantId}, 'cancelled', 100
      from payout_batch order by id desc limit 101`.execute(shop.db);
    const idsOf = ({ results }: { results: { id: string | number }[] }) => results.map(({ id }) => id);
    const searchOf = ({ next }: { next: string }) => new URL(next).search;
    const first = (await busy.call('GET', 'payouts/')).json();
    const second = (await busy.call('GET', `payouts/${searchOf(first)}`)).json();
    expect([first.results.length, second.results.length, second.next]).toEqual([100, 1, null]);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(101);
    const newest = (await finance('GET', 'payout-batches/')).json();
    const oldest = (await finance('GET', `payout-batches/${searchOf(newest)}`)).json();
    expect([newest.results.length, oldest.results.length, oldest.next]).toEqual([100, 2, null]);
    expect(new Set([...idsOf(newest), ...idsOf(oldest)]).size).toBe(102);
  });

  it('pages through a long statement without gaps', { tags: ['@PAYOUT-4'] }, async () => {
    const busy = await createPayee(shop, null);
    for (let n = 1; n <= 205; n++) await makePayable(shop.db, busy.merchantId, n * 100);
    const amounts: number[] = [];
    let query: string | null = '?from=2020-01-01';
    do {
      const page: { results: { amount: number }[]; next: string | null } = (
        await busy.call('GET', `statement/${query}`)
      ).json();
      amounts.push(...page.results.map(({ amount }) => amount));
      query = page.next === null ? null : new URL(page.next).search;
    } while (query !== null);
    expect(amounts).toEqual(Array.from({ length: 205 }, (_, n) => 205 - n));
    expect((await busy.call('GET', 'statement.csv')).body.trimEnd().split('\n')).toHaveLength(206);
  });
});

describe('the statement of a day', () => {
  const statement = (date: string) => finance('GET', `books/statement.csv?date=${date}`);

  it('has the balances of all accounts and every transaction, as CSV', { tags: ['@PAYOUT-21'] }, async () => {
    const today = new Date().toISOString().slice(0, 10);
    const response = await statement(today);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [balances = '', entries = ''] = response.body.split('\n\n');
    const rows = balances.split('\n').map((line) => line.split(','));
    expect(rows[0]).toEqual(['account', 'opening balance', 'debits', 'credits', 'closing balance']);
    expect(rows).toContainEqual(['payouts', '0.00', '18000.00', '18000.00', '0.00']);
    expect(rows).toContainEqual(['fees', '0.00', '10.00', '0.00', '10.00']);
    const kobo = (text = '') => Math.round(Number(text) * 100);
    for (const [, opening, debits, credits, closing] of rows.slice(1))
      expect(kobo(opening) + kobo(debits) - kobo(credits)).toBe(kobo(closing));
    const sum = (column: number) => rows.slice(1).reduce((total, row) => total + kobo(row[column]), 0);
    expect([sum(1), sum(2) - sum(3), sum(4)]).toEqual([0, 0, 0]);
    const lines = entries.trimEnd().split('\n');
    expect(lines[0]).toBe('transaction,time,kind,cause,order,account,merchant,amount');
    expect(
      lines.find((line) => line.includes('pieces released') && line.includes(`,payable,${payee.merchantId},`)),
    ).toMatch(
      new RegExp(
        `^\\d+,\\S+Z,pieces released,released ${orderId} 0:1\\+2 1:0\\+1,${orderId},payable,${payee.merchantId},-18000\\.00$`,
      ),
    );
    const { length } = await shop.db.selectFrom('ledger_entry').select('line').execute();
    expect(lines).toHaveLength(1 + length);
  });

  it('opens with the closing balances of the day before', { tags: ['@PAYOUT-21'] }, async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const column = async (date: string, n: number) =>
      (await statement(date)).body
        .split('\n\n')[0]
        ?.split('\n')
        .slice(1)
        .map((line) => [line.split(',')[0], line.split(',')[n]]);
    expect(await column(day(1), 1)).toEqual(await column(day(0), 4));
    expect(await column(day(-1), 1)).toEqual([]);
    expectRefusal(await statement('2026-13-01'), 'invalid_input');
    expectRefusal(await finance('GET', 'books/statement.csv'), 'invalid_input');
  });
});
