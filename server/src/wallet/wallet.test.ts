import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { walletAmountsOf } from '../testing/buyer.ts';
import { addAccount, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { readBalance, writeEntry } from './index.ts';

let shop: TestShop;
let accountId: AccountId;
let n = 0;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
});

const write = (amount: number, cause = `test ${++n}`) =>
  shop.db
    .transaction()
    .execute((trx) => writeEntry(trx, accountId, { amount: kobo(amount), kind: amount > 0 ? 'credit' : 'use', cause }));

describe('a wallet', () => {
  it('has the sum of its entries as balance, never below zero', async () => {
    expect(await readBalance(shop.db, accountId)).toBe(0);
    const amounts = fc.array(
      fc.integer({ min: -5000, max: 5000 }).filter((amount) => amount !== 0),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        accountId = await addAccount(shop.db);
        let expected = 0;
        for (const amount of list) {
          const balance = await write(amount);
          if (expected + amount < 0) expect(balance).toBe('short');
          else {
            expected += amount;
            expect(balance).toBe(expected);
          }
        }
        expect(await readBalance(shop.db, accountId)).toBe(expected);
        expect((await walletAmountsOf(shop.db, accountId)).reduce((sum, amount) => sum + amount, 0)).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('writes one entry for one cause', async () => {
    expect(await write(500, 'refund X-1')).toBe(500);
    expect(await write(500, 'refund X-1')).toBe(500);
    expect(await walletAmountsOf(shop.db, accountId)).toEqual([500]);
  });

  it('writes concurrent entries one after the other', { tags: ['@WALLET-9'] }, async () => {
    const other = new pg.Client(shop.connection);
    await other.connect();
    await write(1000);
    await other.query('begin');
    await other.query('select from account where id = $1 for update', [accountId]);
    const started = [write(-700), write(-700), write(50)];
    await waitUntilBlocked(shop.db, 3);
    await other.query('commit');
    await other.end();
    const results = await Promise.all(started);
    expect(results.filter((result) => result === 'short')).toHaveLength(1);
    expect(await readBalance(shop.db, accountId)).toBe(350);
  });

  it('ends with its account, which forfeits the balance; its entries stay in the books', {
    tags: ['@BOOKS-9'],
  }, async () => {
    await write(500);
    await write(-200);
    const { id: walletId } = await shop.db
      .selectFrom('wallet')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    expect(await write(500)).toBe('gone');
    expect(await walletAmountsOf(shop.db, accountId)).toEqual([]);
    const entries = await shop.db
      .selectFrom('ledger_entry')
      .select(['amount_kobo', 'wallet_balance_kobo'])
      .where('wallet_id', '=', walletId)
      .orderBy('wallet_n')
      .execute();
    expect(entries.map(({ amount_kobo, wallet_balance_kobo }) => [amount_kobo, wallet_balance_kobo])).toEqual([
      [-500, 500],
      [200, 300],
      [300, 0],
    ]);
  });

  it('has a counter account in the books for each cause', async () => {
    await write(500, `refund 7F3KQ2M9XW4T-${++n}`);
    await write(300, `gift ${++n}`);
    await write(-700, `order 7F3KQ2M9XW4T ${++n}`);
    const { rows } = await sql<{ accounts: string[] }>`
      select array_agg(e.account order by e.line) as accounts from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.id in (
        select transaction_id from ledger_entry join wallet on wallet.id = wallet_id where account_id = ${accountId})
      group by t.id order by t.id`.execute(shop.db);
    expect(rows.map(({ accounts }) => accounts)).toEqual([
      ['wallet', 'refunds'],
      ['wallet', 'goodwill'],
      ['wallet', 'deposits'],
    ]);
  });

  it.each([
    ['changes an entry', sql`update ledger_entry set amount_kobo = 1`, /never changed/],
    ['deletes an entry', sql`delete from ledger_entry`, /never changed/],
    ['deletes a transaction', sql`delete from ledger_transaction`, /never changed/],
    ['deletes all entries', sql`truncate ledger_entry`, /never changed/],
    ['skips a number', sql`values (3, 100, 600, 'c-1')`, /foreign key/],
    ['has a wrong balance', sql`values (2, 100, 601, 'c-2')`, /foreign key/],
    ['starts with a wrong balance', sql`values (1, 100, 600, 'c-3')`, /check constraint|duplicate key/],
    ['has a negative balance', sql`values (2, -501, -1, 'c-4')`, /check constraint/],
    ['has no amount', sql`values (2, 0, 500, 'c-5')`, /check constraint/],
    ['repeats a cause', sql`select 2, 100, 600, cause from wallet_entry order by created_at limit 1`, /unique/],
  ])('rejects a statement that %s', { tags: ['@BOOKS-2'] }, async (_, input, error) => {
    await write(500);
    const statement = /^(values|select)/.test(input.compile(shop.db).sql)
      ? sql`insert into wallet_entry (account_id, n, amount_kobo, balance_kobo, kind, cause)
          select ${accountId}::integer, n, amount, balance, 'credit', cause
          from (${input}) entry (n, amount, balance, cause)`
      : input;
    await expect(statement.execute(shop.db)).rejects.toThrow(error);
    expect(await walletAmountsOf(shop.db, accountId)).toEqual([500]);
  });
});
