import { randomUUID } from 'node:crypto';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../platform/database.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { credit, creditMerchant, debit, type LedgerEntry, post, reverse, selectBalances } from './index.ts';
import { mergeEntries } from './ledger.rules.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const write = (
  entries: readonly LedgerEntry[],
  cause = `test ${randomUUID()}`,
  also?: (trx: Database) => Promise<unknown>,
) =>
  shop.db.transaction().execute(async (trx) => {
    const isWritten = await post(trx, { kind: 'sale', cause, entries });
    await also?.(trx);
    return isWritten;
  });
const naira = (amount: number): Kobo => kobo(amount * 100);
const balanced = [debit('clearing', naira(100)), credit('deposits', naira(100))];

describe('a ledger transaction', () => {
  it('is written with its entries', async () => {
    const cause = `test ${randomUUID()}`;
    expect(
      await write(
        [debit('deposits', naira(10)), creditMerchant(null, naira(9)), credit('commission', naira(1))],
        cause,
      ),
    ).toBe(true);
    const { rows } = await sql`
      select e.line, e.account, e.merchant_id, e.amount_kobo from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.cause = ${cause} order by e.line`.execute(shop.db);
    expect(rows).toEqual([
      { line: 0, account: 'deposits', merchant_id: null, amount_kobo: 1000 },
      { line: 1, account: 'merchant', merchant_id: null, amount_kobo: -900 },
      { line: 2, account: 'commission', merchant_id: null, amount_kobo: -100 },
    ]);
  });

  it('is refused if its entries do not sum to zero, with everything else of the database transaction', {
    tags: ['@BOOKS-1'],
  }, async () => {
    const before = await selectBalances(shop.db);
    await expect(write([debit('clearing', naira(100)), credit('deposits', naira(99))])).rejects.toThrow(
      'does not balance',
    );
    await expect(
      shop.db.insertInto('ledger_transaction').values({ kind: 'test', cause: 'no entries' }).execute(),
    ).rejects.toThrow('it has no entries');
    expect(await selectBalances(shop.db)).toEqual(before);
  });

  it('gets no entries after it was committed, also none that balance', { tags: ['@BOOKS-2'] }, async () => {
    const cause = `test ${randomUUID()}`;
    await write(balanced, cause);
    await expect(
      sql`insert into ledger_entry (transaction_id, line, account, amount_kobo)
        select id, line, 'bank', amount from ledger_transaction, (values (8, 5), (9, -5)) entry (line, amount)
        where cause = ${cause}`.execute(shop.db),
    ).rejects.toThrow('after it was committed');
  });

  it('is written once for one cause, also by two at once', { tags: ['@BOOKS-3'] }, async () => {
    const cause = `test ${randomUUID()}`;
    const written = await Promise.all([write(balanced, cause), write(balanced, cause), write(balanced, cause)]);
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await write(balanced, cause)).toBe(false);
  });

  it('is not written if it changes nothing', async () => {
    expect(await write([debit('clearing', kobo(5)), credit('clearing', kobo(5)), debit('bank', kobo(0))])).toBe(false);
  });

  it('is rolled back with the change that causes it', { tags: ['@BOOKS-1'] }, async () => {
    const before = await selectBalances(shop.db);
    const fail = () => Promise.reject(new Error('the change failed'));
    await expect(write(balanced, undefined, fail)).rejects.toThrow('the change failed');
    expect(await selectBalances(shop.db)).toEqual(before);
  });
});

it('merged entries have the same sums, at most one per account, and a reversal cancels them', () => {
  const anyEntry = fc.record({
    account: fc.constantFrom('clearing' as const, 'deposits' as const, 'merchant' as const),
    amount: fc.integer({ min: -1000, max: 1000 }).map(kobo),
  });
  const sumOf = (entries: readonly LedgerEntry[], account: string) =>
    entries.filter((entry) => entry.account === account).reduce((sum, { amount }) => sum + amount, 0);
  fc.assert(
    fc.property(fc.array(anyEntry), (entries) => {
      const merged = mergeEntries(entries);
      expect(new Set(merged.map(({ account }) => account)).size).toBe(merged.length);
      for (const account of ['clearing', 'deposits', 'merchant'])
        expect(sumOf(merged, account)).toBe(sumOf(entries, account));
      expect(mergeEntries([...entries, ...reverse(entries)])).toEqual([]);
    }),
  );
});
