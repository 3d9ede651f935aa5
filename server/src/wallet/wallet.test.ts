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
let account: AccountId;
let n = 0;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await addAccount(shop.db);
});

const write = (amount: number, cause = `test ${++n}`) =>
  shop.db
    .transaction()
    .execute((trx) => writeEntry(trx, account, { amount: kobo(amount), kind: amount > 0 ? 'credit' : 'use', cause }));

describe('a wallet', () => {
  it('holds what its entries add up to, and never less than nothing', async () => {
    expect(await readBalance(shop.db, account)).toBe(0);
    const amounts = fc.array(
      fc.integer({ min: -5000, max: 5000 }).filter((amount) => amount !== 0),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        account = await addAccount(shop.db);
        let held = 0;
        for (const amount of list) {
          const balance = await write(amount);
          if (held + amount < 0) expect(balance).toBe('short');
          else {
            held += amount;
            expect(balance).toBe(held);
          }
        }
        expect(await readBalance(shop.db, account)).toBe(held);
        expect((await walletAmountsOf(shop.db, account)).reduce((sum, amount) => sum + amount, 0)).toBe(held);
      }),
      { numRuns: 20 },
    );
  });

  it('moves money once for one cause', async () => {
    expect(await write(500, 'refund X-1')).toBe(500);
    expect(await write(500, 'refund X-1')).toBe(500);
    expect(await walletAmountsOf(shop.db, account)).toEqual([500]);
  });

  it('takes entries at once one after the other', { tags: ['@WALLET-9'] }, async () => {
    const other = new pg.Client(shop.connection);
    await other.connect();
    await write(1000);
    await other.query('begin');
    await other.query('select from account where id = $1 for update', [account]);
    const begun = [write(-700), write(-700), write(50)];
    await waitUntilBlocked(shop.db, 3);
    await other.query('commit');
    await other.end();
    const answers = await Promise.all(begun);
    expect(answers.filter((answer) => answer === 'short')).toHaveLength(1);
    expect(await readBalance(shop.db, account)).toBe(350);
  });

  it('is gone with its account, and only so', async () => {
    await write(500);
    await expect(shop.db.deleteFrom('wallet_entry').where('account_id', '=', account).execute()).rejects.toThrow(
      /never changed/,
    );
    await shop.db.deleteFrom('account').where('id', '=', account).execute();
    expect(await write(500)).toBe('gone');
    expect(await walletAmountsOf(shop.db, account)).toEqual([]);
  });

  it.each([
    ['changes an entry', sql`update wallet_entry set amount_kobo = 1`, /never changed/],
    ['skips a number', sql`values (3, 100, 600, 'c-1')`, /foreign key/],
    ['says another balance', sql`values (2, 100, 601, 'c-2')`, /foreign key/],
    ['begins with another balance', sql`values (1, 100, 600, 'c-3')`, /check constraint|duplicate key/],
    ['goes below nothing', sql`values (2, -501, -1, 'c-4')`, /check constraint/],
    ['moves nothing', sql`values (2, 0, 500, 'c-5')`, /check constraint/],
    ['moves money for a cause that moved some', sql`values (2, 100, 600, 'first')`, /unique/],
  ])('is kept by the database from whoever %s', async (_, attempt, error) => {
    await shop.db.deleteFrom('account').execute();
    account = await addAccount(shop.db);
    await write(500, 'first');
    const statement = attempt.compile(shop.db).sql.startsWith('values')
      ? sql`insert into wallet_entry (account_id, n, amount_kobo, balance_kobo, kind, cause)
          select ${account}::integer, n, amount, balance, 'credit', cause
          from (${attempt}) entry (n, amount, balance, cause)`
      : attempt;
    await expect(statement.execute(shop.db)).rejects.toThrow(error);
    expect(await walletAmountsOf(shop.db, account)).toEqual([500]);
  });
});
