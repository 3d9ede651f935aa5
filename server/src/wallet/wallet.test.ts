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

  it('is deleted with its account; no entry can be deleted otherwise', async () => {
    await write(500);
    await expect(shop.db.deleteFrom('wallet_entry').where('account_id', '=', accountId).execute()).rejects.toThrow(
      /never changed/,
    );
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    expect(await write(500)).toBe('gone');
    expect(await walletAmountsOf(shop.db, accountId)).toEqual([]);
  });

  it.each([
    ['changes an entry', sql`update wallet_entry set amount_kobo = 1`, /never changed/],
    ['skips a number', sql`values (3, 100, 600, 'c-1')`, /foreign key/],
    ['has a wrong balance', sql`values (2, 100, 601, 'c-2')`, /foreign key/],
    ['starts with a wrong balance', sql`values (1, 100, 600, 'c-3')`, /check constraint|duplicate key/],
    ['has a negative balance', sql`values (2, -501, -1, 'c-4')`, /check constraint/],
    ['has no amount', sql`values (2, 0, 500, 'c-5')`, /check constraint/],
    ['repeats a cause', sql`values (2, 100, 600, 'first')`, /unique/],
  ])('rejects a statement that %s', async (_, input, error) => {
    await shop.db.deleteFrom('account').execute();
    accountId = await addAccount(shop.db);
    await write(500, 'first');
    const statement = input.compile(shop.db).sql.startsWith('values')
      ? sql`insert into wallet_entry (account_id, n, amount_kobo, balance_kobo, kind, cause)
          select ${accountId}::integer, n, amount, balance, 'credit', cause
          from (${input}) entry (n, amount, balance, cause)`
      : input;
    await expect(statement.execute(shop.db)).rejects.toThrow(error);
    expect(await walletAmountsOf(shop.db, accountId)).toEqual([500]);
  });
});
