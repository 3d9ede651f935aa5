import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { addOrder } from '../testing/buyer.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { giveCredit } from '../testing/wallet-credit.ts';
import { writeEntry } from './index.ts';

let shop: TestShop;
let accountId: AccountId;
let headers: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
});
const read = (query = '', as: object = headers) =>
  shop.app.inject({ url: `/backend/wallet/${query}`, headers: { ...as } });

describe('the wallet', () => {
  it('is empty at first', { tags: ['@WALLET-4'] }, async () => {
    expect((await read()).json()).toEqual({
      balance: 0,
      formatted_balance: '₦0',
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });

  it('lists its entries, newest first, each with the balance after it', {
    tags: ['@WALLET-2', '@WALLET-3', '@WALLET-4'],
  }, async () => {
    const order = await addOrder(shop.db, accountId);
    await giveCredit(shop.db, accountId, 1_245_050);
    await shop.db
      .transaction()
      .execute((trx) =>
        writeEntry(trx, accountId, { amount: kobo(-45_050), kind: 'use', orderId: order, cause: `use ${order}` }),
      );
    const wallet = (await read()).json();
    expect(wallet).toMatchObject({ balance: 12_000, formatted_balance: '₦12,000', count: 2 });
    expect(wallet.results).toEqual([
      {
        id: 2,
        kind: 'use',
        amount: -450.5,
        formatted_amount: '-₦450.50',
        balance: 12_000,
        formatted_balance: '₦12,000',
        order_id: order,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      expect.objectContaining({ id: 1, kind: 'credit', formatted_amount: '₦12,450.50', order_id: null }),
    ]);
  });

  it('lists fifty entries a page', { tags: ['@WALLET-3'] }, async () => {
    for (let n = 0; n < 51; n++) await giveCredit(shop.db, accountId, 100);
    const first = (await read()).json();
    expect(first.results.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => 51 - n));
    expect(first.next).toBe('http://shop.test/backend/wallet/?page=2');
    expect((await read('?page=2')).json()).toMatchObject({
      balance: 51,
      next: null,
      previous: 'http://shop.test/backend/wallet/?page=1',
      results: [{ id: 1, balance: 1 }],
    });
    for (const page of ['3', '0', '-1', 'x']) expectRefusal(await read(`?page=${page}`), 'invalid_page');
    expect((await read('?page=1&page=2')).json().code).toBe('invalid_input');
  });

  it('shows only the account’s own entries', async () => {
    await giveCredit(shop.db, accountId, 100);
    expect((await read('', await signIn(shop.db))).json()).toMatchObject({ balance: 0, count: 0 });
    expectRefusal(await read('', {}), 'credentials_missing');
  });
});
