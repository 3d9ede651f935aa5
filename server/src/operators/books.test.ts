import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductId } from '../platform/ids.ts';
import { signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { type PaidOrder, placePaidOrder } from '../testing/sales.ts';
import { addMerchant, addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: { authorization: string };
let paid: PaidOrder;
beforeAll(async () => {
  shop = await openTestShop();
  headers = await signInOperator(shop);
  const yam: ProductId = await addProduct(shop.db, { stock: 100, merchant_id: await addMerchant(shop.db) });
  paid = await placePaidOrder(shop, [[yam, 2]]);
  await placePaidOrder(shop, [[yam, 1]]);
});
afterAll(() => shop.close());

const get = (path: string) => shop.app.inject({ url: `/backend/operator/${path}`, headers });
const check = () => shop.app.inject({ method: 'POST', url: '/backend/operator/books/check/', headers });
const today = () => new Date().toISOString().slice(0, 10);

describe('the check of the books', { tags: ['@BOOKS-13'] }, () => {
  it('runs once as a job, however often it is requested, and its result is shown', async () => {
    expect((await get('books/')).json()).toEqual({ last_check: null, open_check: null });
    const responses = await Promise.all([check(), check(), check()]);
    for (const response of responses)
      expect(response.json()).toMatchObject({
        last_check: null,
        open_check: { requested_by: 'token:finance', finished_at: null, report: null },
      });
    expect(await shop.jobs.runDue()).toEqual([]);
    const { last_check, open_check } = (await get('books/')).json();
    expect(open_check).toBeNull();
    expect(last_check).toMatchObject({
      requested_by: 'token:finance',
      finished_at: expect.any(String),
      report: { is_clean: true, differences: [], unbalanced: [], overpaid: [], debts: [] },
    });
    const sum = last_check.report.balances.reduce(
      (total: number, { balance }: { balance: number }) => total + Math.round(balance * 100),
      0,
    );
    expect(sum).toBe(0);
    expect((await get('overview/')).json().vital_signs.books).toEqual({
      checked_at: last_check.finished_at,
      is_clean: true,
    });
    const entries = (await get('audit/?action=books%20check')).json().results;
    expect(entries).toMatchObject([{ actor: 'token:finance', actor_name: null }]);
  });

  it('names what differs', async () => {
    await sql`update payment set amount_kobo = amount_kobo + 100, paid_amount = paid_amount + 100 where reference = ${paid.reference}`.execute(
      shop.db,
    );
    await check();
    expect(await shop.jobs.runDue()).toEqual([]);
    const { report } = (await get('books/')).json().last_check;
    expect(report.is_clean).toBe(false);
    expect(report.differences).toContainEqual(expect.objectContaining({ order_id: paid.id }));
    await sql`update payment set amount_kobo = amount_kobo - 100, paid_amount = paid_amount - 100 where reference = ${paid.reference}`.execute(
      shop.db,
    );
  });

  it('that was given up does not prevent the next one', async () => {
    await shop.db
      .insertInto('books_check')
      .values({ requested_by: 'shop', requested_at: new Date(Date.now() - 2 * 3_600_000) })
      .execute();
    expect((await check()).json().open_check).toMatchObject({ requested_by: 'token:finance' });
    expect(await shop.jobs.runDue()).toEqual([]);
    expect((await get('books/')).json()).toMatchObject({
      open_check: null,
      last_check: { report: { is_clean: true } },
    });
  });
});

describe('the books', { tags: ['@BOOKS-12'] }, () => {
  type Entry = { transaction_id: number; line: number; account: string; order_id: string; amount: number };
  const listAll = async (query: string): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (let next: string | null = `/backend/operator/books/entries/?${query}`; next !== null; ) {
      const page: { results: Entry[]; next: string | null } = (await shop.app.inject({ url: next, headers })).json();
      entries.push(...page.results);
      next = page.next;
    }
    return entries;
  };

  it('are listed by account, order and day', async () => {
    const all = await listAll('');
    const ofOrder = await listAll(`order=${paid.id.toLowerCase()}`);
    expect(ofOrder).toEqual(all.filter(({ order_id }) => order_id === paid.id));
    expect(ofOrder.length).toBeGreaterThan(2);
    expect(await listAll(`order=${paid.id}&account=merchant`)).toEqual(
      ofOrder.filter(({ account }) => account === 'merchant'),
    );
    expect(await listAll('account=disputes')).toEqual([]);
    expect(await listAll(`date=${today()}`)).toEqual(all);
    expect(await listAll('date=2020-01-01')).toEqual([]);
    for (const query of ['account=cash', 'order=1', 'date=2026-02-30', 'cursor=x'])
      expectRefusal(await get(`books/entries/?${query}`), 'invalid_input');
  });

  it('have pages that neither repeat nor miss an entry', { tags: ['@API-39'] }, async () => {
    await sql`
      with made as (
        insert into ledger_transaction (kind, cause) select 'payment', 'many ' || n from generate_series(1, 70) n returning id)
      insert into ledger_entry (transaction_id, line, account, amount_kobo)
      select id, line, case line when 0 then 'clearing' else 'deposits' end, case line when 0 then 100 else -100 end
      from made, generate_series(0, 1) line`.execute(shop.db);
    const all = await listAll(`date=${today()}`);
    const keys = all.map(({ transaction_id, line }) => transaction_id * 100 + line);
    expect(keys).toEqual([...new Set(keys)].toSorted((a, b) => b - a));
    expect(keys.length).toBeGreaterThan(140);
  });

  it('have balances of a day, which sum to zero', async () => {
    const { date, accounts } = (await get(`books/balances/?date=${today()}`)).json();
    expect(date).toBe(today());
    const sumOf = (key: 'opening' | 'closing') =>
      accounts.reduce((sum: number, row: Record<string, number>) => sum + Math.round((row[key] ?? 0) * 100), 0);
    expect([sumOf('opening'), sumOf('closing')]).toEqual([0, 0]);
    expect(accounts.find(({ account }: { account: string }) => account === 'clearing')).toMatchObject({
      opening: 0,
      credits: 0,
    });
    expect((await get('books/balances/?date=2020-01-01')).json().accounts).toEqual([]);
    expectRefusal(await get('books/balances/'), 'invalid_input');
  });
});
